"""What stands where: every place of the clear file has its place in the protected one."""

from .boxes import Malformed, parse
from .fragments import Reader


class Places:
    """Of a file before and after. A trailing index of fragments (`mfra`) may be left out."""

    def __init__(self, source, protected):
        self.source, self.protected = parse(source), parse(protected)
        kinds = [[box.kind for box in boxes] for boxes in (self.source, self.protected)]
        if kinds[0] != kinds[1] and [kind for kind in kinds[0] if kind != b"mfra"] != kinds[1]:
            raise Malformed(f"other boxes at the top of the file: {kinds[1]} for {kinds[0]}")

    def of(self, place):
        """The place of a byte of the clear file; only the borders of boxes and what is in an mdat have one."""
        for before, after in zip(self.source, self.protected):
            if before.start == place:
                return after.start
            if before.end == place:
                return after.end
            if before.kind == b"mdat" and before.content <= place < before.end:
                return after.content + place - before.content
        raise Malformed(f"nothing begins at {place}")


def references(sidx):
    """Where each referenced range begins and ends, in its resource, and the index with all that are no places."""
    fields = Reader(sidx.data, sidx.content + 4, sidx.end)
    fixed = [fields.take(8)]
    size = 8 if sidx.version else 4
    fixed.append(fields.take(size))
    position = sidx.end + fields.number(size)
    fixed.append(fields.take(2))
    ranges = []
    for _ in range(fields.number(2)):
        word = fields.number(4)
        fixed.append((word >> 31, fields.take(8)))
        ranges.append((position, position + (word & 0x7FFFFFFF)))
        position += word & 0x7FFFFFFF
    fields.at_end()
    return ranges, fixed


def compare_indexes(check, places):
    """Each sidx says the same of the same bytes. Returns how many there are."""
    count = 0
    for before, after in zip(places.source, places.protected):
        if before.kind != b"sidx":
            continue
        count += 1
        old, old_fixed = references(before)
        new, new_fixed = references(after)
        expected = [(places.of(start), places.of(end)) for start, end in old]
        check(before.data[before.content] == after.data[after.content], "another version of sidx")
        check(old_fixed == new_fixed, "a sidx differs beside its places")
        check(expected == new, f"sidx refers to {new}, expected {expected}")
    return count
