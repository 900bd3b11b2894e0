"""Movie fragments: where their samples are, how each is protected, and what it says without protection."""

from dataclasses import dataclass, field

from .boxes import Malformed, parse
from .sections import Protection, Track, read_protection

PROTECTION_BOXES = (b"senc", b"saiz", b"saio")


@dataclass
class Sample:
    track: Track
    start: int
    """Place in the resource."""
    size: int
    protection: Protection | None = None
    iv: bytes = b""
    ranges: list[tuple[int, int]] | None = None
    """Clear and protected bytes; None when the whole sample is protected."""


@dataclass
class Fragment:
    moof: object
    mdat: object
    tracks: list[list[Sample]] = field(default_factory=list)
    """Samples of each traf."""

    @property
    def samples(self):
        return sorted((sample for samples in self.tracks for sample in samples), key=lambda sample: sample.start)


class Reader:
    """Parses version-dependent fields one behind the other."""

    def __init__(self, data, place, end):
        self.data, self.place, self.end = data, place, end

    def take(self, size):
        if self.place + size > self.end:
            raise Malformed(f"{size} bytes at {self.place}, the box ends at {self.end}")
        self.place += size
        return self.data[self.place - size : self.place]

    def number(self, size):
        return int.from_bytes(self.take(size), "big")

    def at_end(self):
        if self.place != self.end:
            raise Malformed(f"{self.end - self.place} bytes too many at {self.place}")


def reader_of(box):
    """Behind version and flags."""
    return Reader(box.data, box.content + 4, box.end)


def read_fragments(segment, tracks, place=0, ignores_protection=False):
    """`place` is that of the segment in its file: what absolute offsets count from."""
    top, found = parse(segment), []
    for index, box in enumerate(top):
        if box.kind == b"moof":
            mdat = next((other for other in top[index:] if other.kind == b"mdat"), None)
            if mdat is None:
                raise Malformed("a moof without mdat behind it")
            found.append(read_fragment(box, mdat, tracks, place, ignores_protection))
    return found


def read_fragment(moof, mdat, tracks, place, ignores_protection):
    fragment, data_end = Fragment(moof, mdat), moof.start
    for traf in moof.all(b"traf"):
        samples, entry, data_end = read_samples(moof, traf, tracks, place, data_end)
        if not ignores_protection:
            describe_protection(moof, traf, entry, samples)
        fragment.tracks.append(samples)
    position = mdat.content
    for sample in fragment.samples:
        if sample.start != position:
            raise Malformed(f"a sample at {sample.start}, the one before it ends at {position}")
        position += sample.size
    if position != mdat.end:
        raise Malformed(f"the samples end at {position}, the mdat at {mdat.end}")
    return fragment


def read_samples(moof, traf, tracks, place, data_end):
    tfhd = traf.first(b"tfhd")
    flags, fields = tfhd.flags, reader_of(tfhd)
    track = tracks[fields.number(4)]
    base = data_end
    if flags & 0x1:
        base = fields.number(8) - place
    elif flags & 0x20000 or traf is moof.first(b"traf"):
        base = moof.start
    entry_index = fields.number(4) if flags & 0x2 else track.default_entry
    fields.take(4 if flags & 0x8 else 0)
    default_size = fields.number(4) if flags & 0x10 else track.default_size
    fields.take(4 if flags & 0x20 else 0)
    fields.at_end()
    samples, position = [], base
    for trun in traf.all(b"trun"):
        position = read_run(trun, track, base, position, default_size, samples)
    return samples, track.entries[entry_index - 1], position


def read_run(trun, track, base, position, default_size, samples):
    flags, fields = trun.flags, reader_of(trun)
    count = fields.number(4)
    if flags & 0x1:
        offset = fields.number(4)
        position = base + (offset - (1 << 32) if offset >> 31 else offset)
    fields.take(4 if flags & 0x4 else 0)
    for _ in range(count):
        fields.take(4 if flags & 0x100 else 0)
        size = fields.number(4) if flags & 0x200 else default_size
        fields.take(4 * bool(flags & 0x400) + 4 * bool(flags & 0x800))
        samples.append(Sample(track, position, size))
        position += size
    fields.at_end()
    return position


def describe_protection(moof, traf, entry, samples):
    """Sets how each sample is protected, and checks that senc, saiz and saio agree."""
    groups = protection_groups(traf, len(samples))
    for index, sample in enumerate(samples):
        sample.protection = groups[index] or entry.protection
        if sample.protection and not sample.protection.is_protected:
            sample.protection = None
    boxes = [traf.all(kind) for kind in PROTECTION_BOXES]
    if entry.protection is None:
        if any(boxes) or any(groups):
            raise Malformed("a clear fragment with boxes of protection")
        return
    if not any(boxes):
        if any(sample.protection and sample.protection.iv_size for sample in samples):
            raise Malformed("samples with vectors of their own and no senc")
        return
    if [len(found) for found in boxes] == [1, 0, 0]:
        # Whole samples with a constant vector: nothing is said of them but how many they are.
        if traf.children[-1].kind != b"senc" or boxes[0][0].flags:
            raise Malformed("senc alone, and not the last box of traf, or with flags")
        starts = read_senc(boxes[0][0], samples)
        if starts[0] != starts[-1]:
            raise Malformed("senc says something of samples, and there are no saiz and saio")
        return
    if any(len(found) != 1 for found in boxes):
        raise Malformed("senc, saiz and saio have to stand there once each")
    if [child.kind for child in traf.children][-3:] != [b"saiz", b"saio", b"senc"]:
        raise Malformed("saiz, saio, senc are not the last boxes of traf")
    (senc,), (saiz,), (saio,) = boxes
    starts = read_senc(senc, samples)
    check_sizes(saiz, starts)
    if saio.u32(0) or saio.u32(4) != 1 or saio.u32(8) != starts[0] - moof.start:
        raise Malformed(f"saio points at {saio.u32(8)}, the first entry of senc is at {starts[0] - moof.start} of moof")


def protection_groups(traf, count):
    """The `seig` entry of each sample, None without."""
    groups = [None] * count
    descriptions = [box for box in traf.all(b"sgpd") if box.payload[4:8] == b"seig"]
    maps = [box for box in traf.all(b"sbgp") if box.payload[4:8] == b"seig"]
    if not descriptions and not maps:
        return groups
    if len(descriptions) != 1 or len(maps) != 1:
        raise Malformed("seig: not one sgpd and one sbgp")
    fields = reader_of(descriptions[0])
    fields.take(4)
    if descriptions[0].version != 1:
        raise Malformed("sgpd of another version than 1")
    default_length = fields.number(4)
    entries = []
    for _ in range(fields.number(4)):
        entries.append(read_protection(fields.take(default_length or fields.number(4)), 1))
    fields.at_end()
    fields = reader_of(maps[0])
    fields.take(4)
    position = 0
    for _ in range(fields.number(4)):
        size, index = fields.number(4), fields.number(4)
        if index and not 0 < index - 0x10000 <= len(entries):
            raise Malformed(f"sbgp names group {index:#x}")
        groups[position : position + size] = [entries[index - 0x10001] if index else None] * size
        position += size
    fields.at_end()
    if position > count:
        raise Malformed(f"sbgp counts {position} samples of {count}")
    return groups


def read_senc(senc, samples):
    """Fills vectors and ranges in; returns where each entry starts, and where the last ends."""
    fields, has_ranges = reader_of(senc), bool(senc.flags & 0x2)
    if senc.version or fields.number(4) != len(samples):
        raise Malformed("senc: its version, or the number of its samples")
    starts = []
    for sample in samples:
        starts.append(fields.place)
        sample.iv = fields.take(sample.protection.iv_size) if sample.protection else b""
        if has_ranges:
            sample.ranges = [(fields.number(2), fields.number(4)) for _ in range(fields.number(2))]
            if sum(map(sum, sample.ranges)) != sample.size:
                raise Malformed(f"subsamples of {sum(map(sum, sample.ranges))} bytes in a sample of {sample.size}")
    fields.at_end()
    return [*starts, fields.place]


def check_sizes(saiz, starts):
    sizes = [end - start for start, end in zip(starts, starts[1:])]
    fields = reader_of(saiz)
    default, count = fields.number(1), fields.number(4)
    stated = [default] * count if default else list(fields.take(count))
    fields.at_end()
    if saiz.u32(0) or stated != sizes:
        raise Malformed("saiz states other sizes than senc has")
    if len(set(sizes)) == 1 and not default:
        raise Malformed("saiz with a table of equal sizes")
