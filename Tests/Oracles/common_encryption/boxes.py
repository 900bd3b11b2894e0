"""Boxes (ISO/IEC 14496-12 4.2) of bytes in memory."""

import struct
from dataclasses import dataclass
from functools import cached_property

CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"mvex", b"moof", b"traf", b"sinf", b"schi"}
VISUAL = {b"avc1", b"avc3", b"hvc1", b"hev1", b"dvh1", b"dvhe", b"dva1", b"dvav", b"av01", b"dav1", b"encv"}
AUDIO = {b"mp4a", b"ac-3", b"ec-3", b"Opus", b"fLaC", b"alac", b"enca"}


class Malformed(Exception):
    """Bytes that are no boxes, or boxes that contradict each other."""


@dataclass
class Box:
    data: bytes
    """What it stands in: the whole resource."""
    kind: bytes
    start: int
    content: int
    """Where its content begins."""
    end: int

    @property
    def bytes(self):
        return self.data[self.start : self.end]

    @property
    def payload(self):
        return self.data[self.content : self.end]

    @property
    def prefix(self):
        """How many bytes of content stand before the boxes in it; None when there are no boxes."""
        if self.kind in CONTAINERS:
            return 0
        if self.kind == b"stsd":
            return 8
        if self.kind in VISUAL:
            return 78
        return 28 if self.kind in AUDIO else None

    @cached_property
    def children(self):
        return [] if self.prefix is None else parse(self.data, self.content + self.prefix, self.end)

    def all(self, kind):
        return [child for child in self.children if child.kind == kind]

    def first(self, *path):
        """The box at a path of kinds, or None."""
        box = self
        for kind in path:
            box = next((child for child in box.children if child.kind == kind), None)
            if box is None:
                return None
        return box

    @property
    def version(self):
        return self.data[self.content]

    @property
    def flags(self):
        return self.u32(0) & 0xFFFFFF

    def u32(self, offset):
        return struct.unpack_from(">I", self.data, self.content + offset)[0]

    def u64(self, offset):
        return struct.unpack_from(">Q", self.data, self.content + offset)[0]


def parse(data, start=0, end=None):
    end = len(data) if end is None else end
    boxes = []
    while start < end:
        if end - start < 8:
            raise Malformed(f"{end - start} bytes after the last box, at {start}")
        size, kind = struct.unpack_from(">I4s", data, start)
        header = 8
        if size == 1:
            size, header = struct.unpack_from(">Q", data, start + 8)[0], 16
        elif size == 0:
            size = end - start
        if size < header or start + size > end:
            raise Malformed(f"a box {kind} of {size} bytes at {start}, of {end - start} there are")
        boxes.append(Box(data, kind, start, start + header, start + size))
        start += size
    return boxes


def written(kind, payload, like=None):
    """A box with the form of size of the box `like`."""
    if like is not None and like.content - like.start == 16:
        return struct.pack(">I4sQ", 1, kind, len(payload) + 16) + payload
    return struct.pack(">I4s", len(payload) + 8, kind) + payload
