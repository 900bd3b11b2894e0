"""Reads HLS playlists (RFC 8216) for the oracles. Written apart from fairlead on purpose: it shares no code with it."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Malformed(Exception):
    """The playlist breaks a rule that a client relies on."""


IDENTITY = "identity"
FAIRPLAY = "com.apple.streamingkeydelivery"
WIDEVINE = "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
PLAYREADY = "com.microsoft.playready"


@dataclass(frozen=True)
class Key:
    """An EXT-X-KEY."""

    uri: str
    iv: bytes | None
    method: str = "AES-128"
    key_format: str = IDENTITY


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
    key_lines: tuple[Key, ...] = ()
    """All that are in force: several when the key has several formats. `key` is the identity one, else the first."""
    section: "Resource | None" = None
    """The EXT-X-MAP in force."""
    is_discontinuity: bool = False
    duration: float = 0

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


def parse_key(text):
    values = attributes(text)
    if values["METHOD"] not in ("AES-128", "SAMPLE-AES", "SAMPLE-AES-CTR", "AES-256-GCM"):
        raise Malformed(f"METHOD={values['METHOD']}")
    iv = values.get("IV")
    digits = iv and re.fullmatch(r"0[xX]([0-9a-fA-F]{32})", iv)
    if iv and not digits:
        raise Malformed(f"IV={iv}")
    value = bytes.fromhex(digits[1]) if digits else None
    return Key(values["URI"], value, values["METHOD"], values.get("KEYFORMAT", IDENTITY))


class KeysInForce:
    """A key line ends the one of its format; METHOD=NONE ends all."""

    def __init__(self):
        self.keys = {}

    def take(self, text):
        if attributes(text)["METHOD"] == "NONE":
            self.keys = {}
        else:
            key = parse_key(text)
            self.keys[key.key_format] = key

    @property
    def lines(self):
        return tuple(self.keys.values())

    @property
    def key(self):
        return self.keys.get(IDENTITY, next(iter(self.keys.values()), None))


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
    keys, sequence, byte_range, is_variant = KeysInForce(), 0, None, False
    section, is_discontinuity, duration = None, False, 0.0

    def resource_path(uri):
        return (path.parent / unquote(urlsplit(uri).path)).resolve()

    for line in lines:
        tag, _, value = line.partition(":")
        if tag == "#EXT-X-MEDIA-SEQUENCE":
            sequence = int(value)
        elif tag == "#EXT-X-I-FRAMES-ONLY":
            playlist.i_frames_only = True
        elif tag == "#EXT-X-KEY":
            keys.take(value)
        elif tag == "#EXT-X-DISCONTINUITY":
            is_discontinuity = True
        elif tag == "#EXTINF":
            duration = float(value.split(",")[0])
        elif tag == "#EXT-X-BYTERANGE":
            byte_range = value
        elif tag == "#EXT-X-MAP":
            values = attributes(value)
            size, _, offset = values.get("BYTERANGE", "").partition("@")
            section_range = ByteRange(int(offset or 0), int(size)) if size else None
            section = Resource(resource_path(values["URI"]), section_range, keys.key, None, keys.lines)
            playlist.sections.append(section)
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
            what = keys.key, sequence, keys.lines, section, is_discontinuity, duration
            playlist.segments.append(Resource(segment_path, span, *what))
            sequence, byte_range, is_discontinuity = sequence + 1, None, False
    return playlist


def media_playlists(path):
    """The playlist itself, or every media playlist that a multivariant one names, each once."""
    playlist = read_playlist(path.resolve())
    if not playlist.children:
        return [playlist]
    return [read_playlist(child) for child in dict.fromkeys(playlist.children)]

