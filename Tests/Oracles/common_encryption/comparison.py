"""A protected segment against the clear one: what is left without protection is equal box for box and sample for sample."""

from .boxes import Malformed, parse
from .cipher import decrypted, touched_ranges
from .fragments import PROTECTION_BOXES, reader_of, read_fragments
from .sections import read_tracks

SEPARATE = (b"moof", b"mdat", b"sidx")
"""Boxes at the top that are not compared byte for byte: the others do, and of these the content."""


def normal_fragment(box, extra_entries=0):
    """Path and bytes of every box of a moof without its protection and without places."""
    found = []
    for child in box.children:
        if child.kind in PROTECTION_BOXES or child.kind == b"pssh":
            continue
        if child.kind in (b"sgpd", b"sbgp") and child.payload[4:8] == b"seig":
            continue
        if child.kind == b"traf":
            found += [(b"traf", *entry) for entry in normal_fragment(child, extra_entries)] + [(b"end of traf",)]
        elif child.kind == b"tfhd":
            found.append((child.kind, *normal_header(child)))
        elif child.kind == b"trun":
            found.append((child.kind, *normal_run(child)))
        else:
            found.append((child.kind, child.bytes))
    return found


def normal_header(tfhd):
    """Without base_data_offset, default-base-is-moof and the sample description's index."""
    fields = reader_of(tfhd)
    number = fields.take(4)
    fields.take(8 if tfhd.flags & 0x1 else 0)
    fields.take(4 if tfhd.flags & 0x2 else 0)
    return tfhd.version, tfhd.flags & ~0x020003, number, tfhd.data[fields.place : tfhd.end]


def normal_run(trun):
    """Without its data offset."""
    fields = reader_of(trun)
    count = fields.take(4)
    fields.take(4 if trun.flags & 0x1 else 0)
    return trun.version, trun.flags & ~0x1, count, trun.data[fields.place : trun.end]


class SegmentComparison:
    """`keys`: KID to key. `check(holds, message)` is called for everything that has to hold."""

    def __init__(self, check, keys):
        self.check, self.keys = check, keys
        self.kids = set()
        self.vectors = []
        """(KID, vector) of every sample of `cenc`."""
        self.encrypted = 0
        """Bytes that a cipher changed."""

    def compare(self, source, source_section, source_place, protected, section):
        """The whole segments, with their sections; `source_place` is where the clear one begins in its file."""
        before, after = parse(source), parse(protected)
        if not self.check([b.kind for b in before] == [b.kind for b in after], "other boxes at the top of the segment"):
            return
        for old, new in zip(before, after):
            self.check(old.content - old.start == new.content - new.start, f"another form of size of {old.kind}")
            if old.kind not in SEPARATE:
                self.check(old.bytes == new.bytes, f"{old.kind} differs")
            elif old.kind == b"moof":
                self.check(normal_fragment(old) == normal_fragment(new), "moof differs beside protection and places")
                self.check_addressing(new)
        clear = read_fragments(source, read_tracks(source_section), source_place)
        ours = read_fragments(protected, read_tracks(section))
        for old, new in zip(clear, ours, strict=True):
            self.compare_fragment(old, new)

    def check_addressing(self, moof):
        for tfhd in (traf.first(b"tfhd") for traf in moof.all(b"traf")):
            self.check(not tfhd.flags & 0x1 and tfhd.flags & 0x20000, "offsets do not count from the moof")

    def compare_fragment(self, old, new):
        places = [
            [(sample.start - fragment.mdat.content, sample.size) for samples in fragment.tracks for sample in samples]
            for fragment in (old, new)
        ]
        self.check(places[0] == places[1], "samples stand at other places in the mdat")
        for number, (clear, sample) in enumerate(zip(old.samples, new.samples, strict=True)):
            content = new.mdat.data[sample.start : sample.start + sample.size]
            expected = old.mdat.data[clear.start : clear.start + clear.size]
            what = f"track {sample.track.number} sample {number}"
            self.compare_sample(what, sample, content, expected)

    def compare_sample(self, what, sample, content, expected):
        protection = sample.protection
        if protection is None:
            self.check(content == expected, f"{what}: a clear sample differs")
            return
        key = self.keys.get(protection.kid)
        if not self.check(key is not None, f"{what}: no key of {protection.kid.hex()}"):
            return
        scheme = next(entry.scheme for entry in sample.track.entries if entry.scheme)
        self.kids.add(protection.kid)
        self.check(decrypted(content, sample, scheme, key) == expected, f"{what}: decrypts to something else")
        self.check_form(what, sample, scheme)
        if scheme == b"cenc":
            self.vectors.append((protection.kid, sample.iv))
        position = 0
        for start, end in [*touched_ranges(sample, scheme), (sample.size, sample.size)]:
            self.check(content[position:start] == expected[position:start], f"{what}: bytes differ that are not protected")
            self.encrypted += end - start
            position = end

    def check_form(self, what, sample, scheme):
        """Vectors, patterns and subsamples as HLS wants them."""
        protection, is_audio = sample.protection, sample.track.is_audio
        if scheme == b"cbcs":
            pattern = (0, 0) if is_audio else (1, 9)
            self.check((protection.crypt, protection.skip) == pattern, f"{what}: another pattern than {pattern}")
            self.check(protection.iv_size == 0 and len(protection.constant_iv) == 16, f"{what}: no constant vector")
        else:
            self.check((protection.crypt, protection.skip) == (0, 0), f"{what}: a pattern with cenc")
            self.check(protection.iv_size == len(sample.iv) == 8, f"{what}: a vector of {len(sample.iv)} bytes")
        self.check((sample.ranges is None) == is_audio, f"{what}: subsamples {sample.ranges}")
        if scheme == b"cenc" and not is_audio:
            whole = all(protected % 16 == 0 for _, protected in sample.ranges)
            self.check(whole, f"{what}: protected ranges of cenc that are no whole blocks")
        if sample.ranges:
            short = [index for index, (clear, protected) in enumerate(sample.ranges[:-1]) if not protected and clear < 65535]
            self.check(not short, f"{what}: clear bytes in more entries than they need")
