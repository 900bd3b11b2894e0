"""Reads HLS playlists (RFC 8216) for the oracles. Written apart from fairlead on purpose: it shares no code with it."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Malformed(Exception):
    """The playlist breaks a rule that a client relies on."""


@dataclass(frozen=True)
class Key:
    """An EXT-X-KEY of METHOD=AES-128 and the identity key format."""

    uri: str
    iv: bytes | None


@dataclass(frozen=True)
class ByteRange:
    offset: int
    size: int


@dataclass
class Resource:
    """A segment or an initialization section."""

    path: Path
    byte_range: ByteRange | None
    key: Key | None
    sequence: int | None
    """Media sequence number; None for an initialization section."""

    def read(self):
        content = self.path.read_bytes()
        if self.byte_range is None:
            return content
        end = self.byte_range.offset + self.byte_range.size
        if end > len(content):
            raise Malformed(f"range up to {end} in {self.path.name} of {len(content)} bytes")
        return content[self.byte_range.offset : end]

    @property
    def start(self):
        return self.byte_range.offset if self.byte_range else 0

    @property
    def initialization_vector(self):
        """The attribute; else the media sequence number. An initialization section has none."""
        if self.key.iv is not None:
            return self.key.iv
        if self.sequence is None:
            raise Malformed("an encrypted EXT-X-MAP whose EXT-X-KEY has no IV")
        return self.sequence.to_bytes(16, "big")


@dataclass
class Playlist:
    path: Path
    i_frames_only: bool = False
    segments: list[Resource] = field(default_factory=list)
    sections: list[Resource] = field(default_factory=list)
    """Initialization sections, one for every EXT-X-MAP."""
    children: list[Path] = field(default_factory=list)
    """Of a multivariant playlist."""


def attributes(text):
    return {
        name: quoted if quoted is not None and not plain else plain
        for name, quoted, plain in re.findall(r'([A-Z0-9-]+)=(?:"([^"]*)"|([^",]+))', text)
    }


def parse_key(text, key_in_force):
    values = attributes(text)
    if values.get("KEYFORMAT", "identity") != "identity":
        return key_in_force
    if values["METHOD"] == "NONE":
        return None
    if values["METHOD"] != "AES-128":
        raise Malformed(f"METHOD={values['METHOD']}")
    iv = values.get("IV")
    if iv is None:
        return Key(values["URI"], None)
    digits = re.fullmatch(r"0[xX]([0-9a-fA-F]{32})", iv)
    if not digits:
        raise Malformed(f"IV={iv}")
    return Key(values["URI"], bytes.fromhex(digits[1]))


def parse_byte_range(text, path, previous):
    """`previous` is the resource before: a range without an offset continues it."""
    size, _, offset = text.partition("@")
    if offset:
        return ByteRange(int(offset), int(size))
    if previous is None or previous.path != path or previous.byte_range is None:
        raise Malformed(f"EXT-X-BYTERANGE:{text} continues nothing")
    return ByteRange(previous.byte_range.offset + previous.byte_range.size, int(size))


def read_playlist(path):
    text = path.read_bytes().decode("utf-8-sig")
    lines = [line for line in text.replace("\r\n", "\n").split("\n") if line]
    if not lines or lines[0] != "#EXTM3U":
        raise Malformed("no #EXTM3U")
    playlist = Playlist(path)
    key, sequence, byte_range, is_variant = None, 0, None, False

    def resource_path(uri):
        return (path.parent / unquote(urlsplit(uri).path)).resolve()

    for line in lines:
        tag, _, value = line.partition(":")
        if tag == "#EXT-X-MEDIA-SEQUENCE":
            sequence = int(value)
        elif tag == "#EXT-X-I-FRAMES-ONLY":
            playlist.i_frames_only = True
        elif tag == "#EXT-X-KEY":
            key = parse_key(value, key)
        elif tag == "#EXT-X-BYTERANGE":
            byte_range = value
        elif tag == "#EXT-X-MAP":
            section = attributes(value)
            section_path = resource_path(section["URI"])
            size, _, offset = section.get("BYTERANGE", "").partition("@")
            section_range = ByteRange(int(offset or 0), int(size)) if size else None
            playlist.sections.append(Resource(section_path, section_range, key, None))
        elif tag in ("#EXT-X-MEDIA", "#EXT-X-I-FRAME-STREAM-INF"):
            if "URI" in attributes(value):
                playlist.children.append(resource_path(attributes(value)["URI"]))
        elif tag == "#EXT-X-STREAM-INF":
            is_variant = True
        elif not line.startswith("#") and is_variant:
            playlist.children.append(resource_path(line))
            is_variant = False
        elif not line.startswith("#"):
            segment_path = resource_path(line)
            previous = playlist.segments[-1] if playlist.segments else None
            span = parse_byte_range(byte_range, segment_path, previous) if byte_range else None
            playlist.segments.append(Resource(segment_path, span, key, sequence))
            sequence, byte_range = sequence + 1, None
    return playlist


def media_playlists(path):
    """The playlist itself, or every media playlist that a multivariant one names, each once."""
    playlist = read_playlist(path.resolve())
    if not playlist.children:
        return [playlist]
    return [read_playlist(child) for child in dict.fromkeys(playlist.children)]

