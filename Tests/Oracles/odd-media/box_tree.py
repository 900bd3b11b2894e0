"""Editor for the boxes of MP4 and MOV files (ISO/IEC 14496-12).

A file is parsed into a tree, changed, and written again. Offsets that point into `mdat` boxes (stco, co64,
tfhd, trun) and at `moof` boxes (tfra) follow the bytes that they pointed at.
"""

import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from common_encryption import boxes  # noqa: E402

CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"dinf",
              b"moof", b"traf", b"mvex", b"mfra"}
FULL_CONTAINERS = {b"stsd", b"dref"}


class Box:
    """One box: its kind, and either a body or children (behind a prefix)."""

    def __init__(self, kind, body=b"", children=None, prefix=b"", large=False):
        self.kind, self.body, self.children = kind, body, children
        self.prefix, self.large = prefix, large
        self.old_start = self.old_body = self.old_end = -1
        self.start = -1

    @property
    def header_size(self):
        return 16 if self.large else 8

    def size(self):
        if self.children is None:
            return self.header_size + len(self.body)
        return self.header_size + len(self.prefix) + sum(c.size() for c in self.children)

    def bytes(self):
        body = self.body
        if self.children is not None:
            body = self.prefix + b"".join(c.bytes() for c in self.children)
        if self.large:
            return struct.pack(">I4sQ", 1, self.kind, 16 + len(body)) + body
        return struct.pack(">I4s", 8 + len(body), self.kind) + body

    def find(self, path):
        """Finds the first box at a path such as mdia/minf/stbl, or None."""
        box = self
        for name in path.split("/"):
            box = next((c for c in box.children or [] if c.kind == name.encode()), None)
            if box is None:
                return None
        return box

    def all(self, name):
        return [c for c in self.children or [] if c.kind == name.encode()]

    def walk(self):
        yield self
        for child in self.children or []:
            yield from child.walk()

    def copy(self):
        box = Box(self.kind, self.body, None, self.prefix, self.large)
        box.old_start, box.old_body, box.old_end = self.old_start, self.old_body, self.old_end
        if self.children is not None:
            box.children = [c.copy() for c in self.children]
        return box


def parse(data, start=0, end=None):
    """Parses the boxes of some bytes."""
    parsed = []
    for read in boxes.parse(data, start, end):
        box = Box(read.kind, read.payload, large=read.content - read.start == 16)
        if read.kind in CONTAINERS or read.kind in FULL_CONTAINERS:
            skipped = 8 if read.kind in FULL_CONTAINERS else 0
            box.children = parse(data, read.content + skipped, read.end)
            box.prefix, box.body = read.payload[:skipped], b""
        box.old_start, box.old_body, box.old_end = read.start, read.content, read.end
        parsed.append(box)
    return parsed


class Movie:
    """A whole file as a tree."""

    def __init__(self, data):
        self.root = Box(b"root", children=parse(data))
        self.moov = self.root.find("moov")

    @property
    def is_fragmented(self):
        return self.moov.find("mvex") is not None

    def tracks(self, handler=None):
        return [Track(t) for t in self.moov.all("trak") if handler is None or Track(t).handler == handler]

    def fragments(self):
        return self.root.all("moof")

    def timescale(self):
        body = self.moov.find("mvhd").body
        return struct.unpack(">I", body[20:24] if body[0] else body[12:16])[0]

    def bytes(self):
        """Writes the file, with the offsets where things are now."""
        at = 0
        for box in self.root.children:
            box.start = at
            at += box.size()
        media = [b for b in self.root.children if b.kind == b"mdat"]
        starts = {b.old_start: b.start for b in self.root.children if b.old_start >= 0 and b.kind == b"moof"}

        def moved(offset):
            for box in media:
                if box.old_body <= offset < box.old_end:
                    return offset - box.old_body + box.start + box.header_size
            raise ValueError(f"nothing of an mdat at {offset}")

        for track in self.tracks():
            for table in (track.stbl.find("stco"), track.stbl.find("co64")):
                if table:
                    form = ">%dI" if table.kind == b"stco" else ">%dQ"
                    count = struct.unpack(">I", table.body[4:8])[0]
                    values = [moved(v) for v in struct.unpack(form % count, table.body[8:])]
                    table.body = table.body[:8] + struct.pack(form % count, *values)
        for moof in self.fragments():
            for traf in moof.all("traf"):
                move_fragment(moof, traf, moved, starts)
        for table in [t for m in self.root.all("mfra") for t in m.all("tfra")]:
            move_random_access(table, starts)
        return b"".join(b.bytes() for b in self.root.children)


def move_fragment(moof, traf, moved, starts):
    """Lets the offsets of a track fragment point at where its samples are now."""
    head = traf.find("tfhd")
    flags = int.from_bytes(head.body[1:4], "big")
    base, new_base = moof.old_start, moof.start
    if flags & 1:
        base = struct.unpack(">Q", head.body[8:16])[0]
        new_base = starts.get(base, moof.start)
        head.body = head.body[:8] + struct.pack(">Q", new_base) + head.body[16:]
    for run in traf.all("trun"):
        if int.from_bytes(run.body[1:4], "big") & 1:
            offset = base + struct.unpack(">i", run.body[8:12])[0]
            run.body = run.body[:8] + struct.pack(">i", moved(offset) - new_base) + run.body[12:]


def move_random_access(table, starts):
    """Lets a tfra box point at where the moof boxes are now."""
    body = bytearray(table.body)
    wide = body[0] == 1
    tail = sum(((body[11] >> shift) & 3) + 1 for shift in (4, 2, 0))
    at = 16
    for _ in range(struct.unpack(">I", body[12:16])[0]):
        form, place = (">Q", at + 8) if wide else (">I", at + 4)
        old = struct.unpack_from(form, body, place)[0]
        struct.pack_into(form, body, place, starts.get(old, old))
        at += (16 if wide else 8) + tail
    table.body = bytes(body)


class Track:
    """A trak box, and its tables as lists."""

    def __init__(self, trak):
        self.box = trak
        self.stbl = trak.find("mdia/minf/stbl")
        self.handler = trak.find("mdia/hdlr").body[8:12].decode("latin-1")

    @property
    def identifier(self):
        body = self.box.find("tkhd").body
        return struct.unpack(">I", body[20:24] if body[0] else body[12:16])[0]

    @property
    def timescale(self):
        body = self.box.find("mdia/mdhd").body
        return struct.unpack(">I", body[20:24] if body[0] else body[12:16])[0]

    def runs(self, name):
        """Reads the pairs of stts or ctts."""
        body = self.stbl.find(name).body
        form = ">Ii" if name == "ctts" and body[0] == 1 else ">II"
        return [struct.unpack_from(form, body, 8 + 8 * i) for i in range(struct.unpack(">I", body[4:8])[0])]

    def set_runs(self, name, runs, version=0):
        form = ">Ii" if version else ">II"
        body = struct.pack(">B3xI", version, len(runs)) + b"".join(struct.pack(form, *r) for r in runs)
        table = self.stbl.find(name)
        if table is None:
            table = Box(name.encode())
            self.stbl.children.insert(2, table)
        table.body = body

    def values(self, name):
        return [value for count, value in self.runs(name) for _ in range(count)]

    def sizes(self):
        body = self.stbl.find("stsz").body
        fixed, count = struct.unpack(">II", body[4:12])
        return [fixed] * count if fixed else list(struct.unpack(">%dI" % count, body[12:]))

    def sync_samples(self):
        table = self.stbl.find("stss")
        count = struct.unpack(">I", table.body[4:8])[0] if table else 0
        return [v - 1 for v in struct.unpack(">%dI" % count, table.body[8:])] if table else None

    def chunks(self):
        """Lists the chunks: offset, number of samples, sample description."""
        table = self.stbl.find("stco") or self.stbl.find("co64")
        form = ">%dI" if table.kind == b"stco" else ">%dQ"
        offsets = struct.unpack(form % struct.unpack(">I", table.body[4:8])[0], table.body[8:])
        body = self.stbl.find("stsc").body
        count, = struct.unpack(">I", body[4:8])
        runs = [struct.unpack_from(">III", body, 8 + 12 * i) for i in range(count)]
        chunks = []
        for number, offset in enumerate(offsets, 1):
            run = [r for r in runs if r[0] <= number][-1]
            chunks.append((offset, run[1], run[2]))
        return chunks

    def edits(self):
        """Reads the edit list: duration, media time, rate; an empty list without one."""
        table = self.box.find("edts/elst")
        if table is None:
            return []
        form = ">QqI" if table.body[0] else ">IiI"
        count, step = struct.unpack(">I", table.body[4:8])[0], struct.calcsize(form)
        return [struct.unpack_from(form, table.body, 8 + step * i) for i in range(count)]

    def set_edits(self, edits, version=0):
        """Replaces the edit list; none removes it."""
        self.box.children = [c for c in self.box.children if c.kind != b"edts"]
        if edits:
            form = ">QqI" if version else ">IiI"
            body = struct.pack(">B3xI", version, len(edits)) + b"".join(struct.pack(form, *e) for e in edits)
            self.box.children.insert(1, Box(b"edts", children=[Box(b"elst", body)]))
