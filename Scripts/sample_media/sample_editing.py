"""Changes samples of fragments that ffmpeg wrote, one track and one run a fragment: what its muxer and encoders never write."""

import struct

from fragment_editing import children, top_level
from timed_text import box

BEFORE_BOXES = 78
"""Bytes of a VisualSampleEntry in front of its boxes (ISO/IEC 14496-12 12.1.3)."""


def with_changed_samples(data, change):
    """`change(number, sample)` returns the new bytes; numbers count through the whole file."""
    written, number, moof = [], 0, b""
    for kind, whole in top_level(data):
        if kind == b"moof":
            moof = whole
        elif kind == b"mdat":
            samples = []
            for content in cut(whole[8:], sizes(moof)):
                samples.append(change(number, content))
                number += 1
            written += [with_sizes(moof, [len(sample) for sample in samples]), box(b"mdat", *samples)]
        else:
            written.append(whole)
    return b"".join(written)


def run_of(moof):
    """The body of the only trun."""
    (fragment,) = (body for kind, body in children(moof[8:]) if kind == b"traf")
    (run,) = (body for kind, body in children(fragment) if kind == b"trun")
    return run


def entries(run):
    """The entries of a run that states its offset and all sizes; what stands in front of them; where a size is in one."""
    flags, count = struct.unpack_from(">II", run)
    assert flags & 0x201 == 0x201, "the trun states neither its data offset nor its sample sizes"
    start = 16 if flags & 0x4 else 12
    width = 4 * sum(bool(flags & bit) for bit in (0x100, 0x200, 0x400, 0x800))
    return [run[start + width * index :][:width] for index in range(count)], run[:start], 4 if flags & 0x100 else 0


def sizes(moof):
    found, _, place = entries(run_of(moof))
    return [struct.unpack_from(">I", entry, place)[0] for entry in found]


def cut(content, parts):
    for size in parts:
        yield content[:size]
        content = content[size:]


def with_sizes(moof, new):
    """The size of the moof stays, and so does the data offset."""
    found, front, place = entries(run_of(moof))
    changed = [entry[:place] + struct.pack(">I", size) + entry[place + 4 :] for entry, size in zip(found, new, strict=True)]
    return moof.replace(run_of(moof), front + b"".join(changed))


def units(sample):
    """NAL units behind lengths of 4 bytes."""
    while sample:
        (size,) = struct.unpack_from(">I", sample)
        yield sample[4 : 4 + size]
        sample = sample[4 + size :]


def joined(parts, length_size=4):
    return b"".join(len(part).to_bytes(length_size, "big") + part for part in parts)


def parameter_sets(data):
    """Of `avcC` (ISO/IEC 14496-15 5.3.3.1): sequence parameter sets, then picture parameter sets."""
    position, found = data.index(b"avcC") + 9, []
    for mask in (0x1F, 0xFF):
        count, position = data[position] & mask, position + 1
        for _ in range(count):
            (size,) = struct.unpack_from(">H", data, position)
            found.append(data[position + 2 : position + 2 + size])
            position += 2 + size
    return found


def with_changed_entry(data, change, path=(b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd")):
    """`change(type, fixed fields, boxes)` returns the new sample entry, whole."""

    def changed(kind, whole):
        if kind != path[0]:
            return whole
        if len(path) > 1:
            return box(kind, with_changed_entry(whole[8:], change, path[1:]))
        ((name, entry),) = children(whole[16:])
        return box(kind, whole[8:16], change(name, entry[:BEFORE_BOXES], entry[BEFORE_BOXES:]))

    return b"".join(changed(kind, whole) for kind, whole in top_level(data))
