"""What a playlist says, so that two texts that say the same are equal. Written apart from fairlead: it shares no code with it."""

import posixpath
import re
from collections import Counter
from decimal import Decimal

from mutate import ATTRIBUTE, Tree, is_playlist

SEGMENT_TAGS = ("EXTINF", "EXT-X-BYTERANGE", "EXT-X-DISCONTINUITY", "EXT-X-GAP", "EXT-X-PROGRAM-DATE-TIME")
"""Tags that are of the next segment (RFC 8216bis, 4.4.4)."""
WHOLE_RESOURCES = ("AES-128", "AES-256-GCM")
"""Methods that encrypt whole resources, sections too; with the others keys do not matter to sections."""
KEY_ATTRIBUTES = ("METHOD", "URI", "IV", "KEYFORMAT", "KEYFORMATVERSIONS", "KEYID")
"""Attributes of a key; clients pass over others (RFC 8216bis, 6.3.1)."""
DEFAULTS = {"KEYFORMAT": '"identity"', "KEYFORMATVERSIONS": '"1"'}
"""What a key line says that does not say it (RFC 8216bis, 4.4.4.4)."""


def _lines(text: str) -> list[tuple[str, str, str]]:
    """Each line as the name of its tag and its value, or as a URI; comments and blank lines say nothing (4.1)."""
    lines = []
    for line in text.removesuffix("\n").split("\n"):
        line = line.removesuffix("\r")
        if line.startswith("#EXT"):
            name, _, value = line[1:].partition(":")
            lines.append((name, value, ""))
        elif line and not line.startswith("#"):
            lines.append(("", "", line))
    return lines


def _attributes(text: str) -> tuple:
    """Attributes in any order, numbers as numbers, hexadecimal digits of either case (4.2); the text if they are malformed."""
    matches = list(ATTRIBUTE.finditer(text))
    values = {match.group(1): _value(match.group(2)) for match in matches}
    if ",".join(match.group(0) for match in matches) != text or len(values) != len(matches):
        return (("", text),)
    return tuple(sorted(values.items()))


def _value(text: str) -> str:
    """A value, normalized. Integers of hexadecimal digits are sequences of bytes to keys: zeros in front count."""
    if re.fullmatch(r"0[xX][0-9a-fA-F]+", text):
        return text.lower()
    return _number(text)


def _number(text: str) -> str:
    return format(Decimal(text).normalize(), "f") if re.fullmatch(r"[0-9]+(\.[0-9]+)?", text) else text


def _key(text: str) -> tuple:
    known = [item for item in _attributes(text) if item[0] in KEY_ATTRIBUTES or not item[0]]
    return tuple(item for item in known if DEFAULTS.get(item[0]) != item[1])


def _format(key: tuple) -> str:
    return dict(key).get("KEYFORMAT", "")


def _keys_of_section(keys: dict[str, tuple]) -> tuple:
    return tuple(sorted(key for key in keys.values() if dict(key).get("METHOD") in WHOLE_RESOURCES))


def _range(text: str, uri: str, last: tuple | None) -> tuple:
    """Where a range begins and how long it is: without a start behind the one in front of the same file (4.4.4.2)."""
    size, _, start = text.partition("@")
    if not start and last and last[0] == uri:
        start = str(last[1][0] + last[1][1])
    return (int(start), int(size)) if start.isdecimal() and size.isdecimal() else (0, 0, text)


class MediaPlaylist:
    """A media playlist: its segments with all that is in force over each, and what is said of the whole."""

    def __init__(self, text: str):
        self.is_playlist = text.startswith("#EXTM3U")
        self.is_of_iframes = any(name == "EXT-X-I-FRAMES-ONLY" for name, _, _ in _lines(text))
        self.whole: list[tuple] = []
        self.segments: list[tuple] = []
        """URI, range, tags, keys and section (attributes, keys) of each."""
        self.pending: list[tuple] = []
        """Tags of a segment that is not there."""
        self.keys: dict[str, tuple] = {}
        self.section: tuple | None = None
        self.last: tuple | None = None
        for name, value, uri in _lines(text):
            if uri:
                self._add(uri)
            elif name in SEGMENT_TAGS:
                self.pending.append((name, ",".join(map(_number, value.split(",", 1))) if name == "EXTINF" else value))
            elif name == "EXT-X-KEY":
                self._add_key(_key(value))
            elif name == "EXT-X-MAP":
                self.section = (_attributes(value), _keys_of_section(self.keys))
            else:
                self.whole.append((name, _attributes(value) if "=" in value else _number(value)))

    def _add(self, uri: str) -> None:
        ranges = [value for name, value in self.pending if name == "EXT-X-BYTERANGE"]
        place = _range(ranges[-1], uri, self.last) if ranges else None
        self.last = (uri, place) if place and len(place) == 2 else None
        tags = sorted(tag for tag in self.pending if tag[0] != "EXT-X-BYTERANGE")
        self.segments.append((uri, place, tuple(tags), tuple(sorted(self.keys.values())), self.section))
        self.pending = []

    def _add_key(self, key: tuple) -> None:
        if dict(key).get("METHOD") == "NONE":
            self.keys = {}
        else:
            self.keys[_format(key)] = key

    def says(self) -> tuple:
        whole = tuple(sorted(Counter(map(str, self.whole)).items()))
        return (self.is_playlist, whole, tuple(self.segments), tuple(self.pending))

    def resources(self, folder: str) -> set[tuple]:
        """File, range, keys of what a client loads; segments also with their section, and their number where it is the IV."""
        found: set[tuple] = set()
        start = next((int(value) for name, value in self.whole if name == "EXT-X-MEDIA-SEQUENCE" and value.isdecimal()), 0)
        for number, (uri, place, _, keys, section) in enumerate(self.segments, start):
            own = None
            if section:
                attributes = dict(section[0])
                written = attributes.get("BYTERANGE", "").strip('"')
                part = _range(written if "@" in written else written + "@0", "", None) if written else None
                own = (_file(folder, attributes.get("URI", "").strip('"')), part, section[1], None)
                found.add(own)
            found.add((_file(folder, uri), place, keys, (own, number if any(map(_counts, keys)) else None)))
        return found


def _counts(key: tuple) -> bool:
    """Whether the IV of a segment is its media sequence number (RFC 8216bis, 5.2)."""
    values = dict(key)
    return "IV" not in values and "KEYFORMAT" not in values and values.get("METHOD") in ("AES-128", "SAMPLE-AES")


def _file(folder: str, uri: str) -> str:
    return posixpath.normpath(posixpath.join(folder, uri))


def _multivariant(text: str) -> tuple:
    """What is said by its lines, in their order where that counts."""
    ordered: list[tuple] = []
    unordered: Counter = Counter()
    variant: tuple | None = None
    for name, value, uri in _lines(text):
        if uri:
            ordered.append((variant, uri))
            variant = None
        elif name == "EXT-X-STREAM-INF":
            if variant:
                ordered.append((variant, None))
            variant = _attributes(value)
        elif name in ("EXT-X-MEDIA", "EXT-X-I-FRAME-STREAM-INF"):
            ordered.append((name, _attributes(value)))
        else:
            unordered[(name, _key(value) if name == "EXT-X-SESSION-KEY" else value)] += 1
    return (text.startswith("#EXTM3U"), tuple(ordered), frozenset(unordered.items()), variant)


def is_multivariant(text: str) -> bool:
    return any(name in ("EXT-X-STREAM-INF", "EXT-X-MEDIA") for name, _, _ in _lines(text))


def of_playlist(content: bytes) -> tuple:
    """What a playlist says; nothing but its bytes, of what is no text."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return (content,)
    return _multivariant(text) if is_multivariant(text) else MediaPlaylist(text).says()


def media_playlists(tree: Tree) -> dict[str, MediaPlaylist]:
    playlists = {}
    for path, content in tree.items():
        text = content.decode(errors="replace")
        if is_playlist(path) and not is_multivariant(text):
            playlists[path] = MediaPlaylist(text)
    return playlists


def resources(tree: Tree, but_ranges_of_iframes: bool = False) -> set[tuple]:
    """All that clients load by the playlists of a tree."""
    found: set[tuple] = set()
    for path, playlist in media_playlists(tree).items():
        own = playlist.resources(posixpath.dirname(path))
        if playlist.is_of_iframes and but_ranges_of_iframes:
            own = {(file, None if of_segment else place, keys, of_segment) for file, place, keys, of_segment in own}
        found |= own
    return found


def session_keys(content: bytes) -> list[tuple]:
    return [_key(value) for name, value, _ in _lines(content.decode()) if name == "EXT-X-SESSION-KEY"]


def without_session_keys(content: bytes) -> tuple:
    lines = content.decode().splitlines(keepends=True)
    return of_playlist("".join(line for line in lines if not line.startswith("#EXT-X-SESSION-KEY")).encode())


def named(tree: Tree) -> dict[str, list[tuple[int, int] | None]]:
    """The byte ranges that playlists name, by the files; nil for the whole of one."""
    found: dict[str, list] = {}
    for file, place, _, _ in resources(tree):
        found.setdefault(file, []).append((place[0], place[0] + place[1]) if place and len(place) == 2 else None)
    return found
