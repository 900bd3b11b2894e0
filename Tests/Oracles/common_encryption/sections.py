"""Initialization sections: what they say of tracks and their protection, and how they were before it."""

import struct
from dataclasses import dataclass, field

from .boxes import AUDIO, Malformed, parse, written


@dataclass(frozen=True)
class Protection:
    """A `tenc`, or an entry of a `seig` group."""

    is_protected: bool
    kid: bytes
    iv_size: int
    constant_iv: bytes
    crypt: int
    skip: int


@dataclass
class Entry:
    """A sample entry."""

    kind: bytes
    clear_kind: bytes
    scheme: bytes | None
    protection: Protection | None
    tenc_version: int | None = None


@dataclass
class Track:
    number: int
    entries: list[Entry] = field(default_factory=list)
    default_entry: int = 1
    default_size: int = 0

    @property
    def is_audio(self):
        return self.entries[0].clear_kind in AUDIO


def read_protection(content, version):
    """From the two bytes that end with the pattern on: reserved, pattern, isProtected, IV size, KID, constant IV."""
    _, pattern, is_protected, iv_size = content[:4]
    kid, rest = content[4:20], content[20:]
    constant = b""
    if is_protected and not iv_size:
        constant = rest[1 : 1 + rest[0]]
        if len(constant) != rest[0] or rest[0] not in (8, 16):
            raise Malformed(f"a constant IV of {rest[0]} bytes")
    if len(rest) != (1 + len(constant) if constant else 0):
        raise Malformed(f"{len(rest)} bytes behind the KID")
    if version == 0 and pattern:
        raise Malformed("a pattern in version 0")
    return Protection(bool(is_protected), kid, iv_size, constant, pattern >> 4, pattern & 15)


def read_entry(box):
    sinf = box.first(b"sinf")
    if sinf is None:
        return Entry(box.kind, box.kind, None, None)
    clear_kind, schm, tenc = sinf.first(b"frma").payload, sinf.first(b"schm"), sinf.first(b"schi", b"tenc")
    if [child.kind for child in sinf.children] != [b"frma", b"schm", b"schi"]:
        raise Malformed("sinf holds something other than frma, schm, schi")
    if schm.u32(0) or schm.u32(8) != 0x10000 or len(schm.payload) != 12:
        raise Malformed("schm: version, flags or scheme version")
    protection = read_protection(tenc.payload[4:], tenc.version)
    return Entry(box.kind, clear_kind, schm.payload[4:8], protection, tenc.version)


def read_tracks(section):
    """By number."""
    moov = next(box for box in parse(section) if box.kind == b"moov")
    tracks = {}
    for trak in moov.all(b"trak"):
        tkhd = trak.first(b"tkhd")
        number = tkhd.u32(20 if tkhd.version else 12)
        stsd = trak.first(b"mdia", b"minf", b"stbl", b"stsd")
        entries = [read_entry(box) for box in stsd.children]
        if len(entries) != stsd.u32(4):
            raise Malformed("stsd counts other entries than it has")
        tracks[number] = Track(number, entries)
    for trex in moov.first(b"mvex").all(b"trex"):
        track = tracks[trex.u32(4)]
        track.default_entry, track.default_size = trex.u32(8), trex.u32(16)
    return tracks


def is_protected(section):
    return any(entry.protection for track in read_tracks(section).values() for entry in track.entries)


def key_system_boxes(section):
    """The content of each pssh."""
    moov = next(box for box in parse(section) if box.kind == b"moov")
    return [box.payload for box in moov.all(b"pssh")]


def without_protection(section):
    """The section as it was: no pssh, the sample entries without sinf and with their own names, and none twice."""
    return b"".join(clear_box(box) for box in parse(section))


def clear_box(box):
    if box.prefix is None:
        return box.bytes
    kind, prefix = box.kind, box.data[box.content : box.content + box.prefix]
    children = box.children
    if kind == b"stsd":
        children = without_clear_copies(children)
        prefix = prefix[:4] + struct.pack(">I", len(children))
    if kind in (b"encv", b"enca"):
        kind = box.first(b"sinf", b"frma").payload
    parts = [clear_box(child) for child in children if child.kind not in (b"pssh", b"sinf")]
    return written(kind, prefix + b"".join(parts), box)


def without_clear_copies(entries):
    """With a clear start, the encrypted entries stand first and the same clear ones behind them."""
    half = len(entries) // 2
    if len(entries) % 2 or not all(box.kind in (b"encv", b"enca") for box in entries[:half]):
        return entries
    if not entries or any(box.kind in (b"encv", b"enca") for box in entries[half:]):
        return entries
    if [clear_box(box) for box in entries[:half]] != [box.bytes for box in entries[half:]]:
        raise Malformed("the clear sample entries differ from the encrypted ones")
    return entries[:half]
