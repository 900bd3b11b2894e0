"""Changes fragments that ffmpeg wrote into others that say the same: forms that are legal and that it never writes."""

import struct

from timed_text import box, full_box


def top_level(data):
    position = 0
    while position < len(data):
        size, kind = struct.unpack_from(">I4s", data, position)
        yield kind, data[position : position + size]
        position += size


def children(content):
    return [(kind, whole[8:]) for kind, whole in top_level(content)]


def with_more_boxes(data, states_offsets=True):
    """Events and a reference time in front of each moof, free space, unknown boxes, 64-bit sizes, runs cut in two. Only the
    first of them has to state its offset."""
    changed, number = [], 0
    for kind, whole in top_level(data):
        if kind == b"moof":
            number += 1
            changed += [reference_time(number), event(number)]
            moof = edited_fragment(whole[8:], states_offsets)
        elif kind == b"mdat":
            content = whole[8:]
            changed += [moof, box(b"free", b"between"), struct.pack(">I4sQ", 1, b"mdat", len(content) + 16), content]
            changed.append(box(b"uuid", bytes(range(16)), b"behind the samples"))
        else:
            changed.append(whole)
    return b"".join(changed)


def event(number):
    """`emsg` of version 1 (ISO/IEC 23009-1 5.10.3.3)."""
    times = struct.pack(">IQII", 1000, number * 2000, 0, number)
    return full_box(b"emsg", 0, times, b"urn:example:events\0", b"1\0", b"an event", version=1)


def reference_time(number):
    return full_box(b"prft", 24, struct.pack(">IQQ", 1, number << 32, number * 1000), version=1)


def edited_fragment(content, states_offsets):
    """Two traf stay two; each trun becomes two; a box that nobody knows stands in moof and in traf."""
    gap = 8 + len(b"between") + 16
    """From the end of the moof to the first sample: the box `free` and the header of the mdat."""

    def built(shift):
        parts = []
        for kind, inner in children(content):
            if kind == b"traf":
                inner = b"".join(edited_child(name, body, shift, states_offsets) for name, body in children(inner))
                inner += box(b"xtra", b"unknown")
            parts.append(box(kind, inner))
        return box(b"moof", *parts, box(b"free", b"in moof"))

    growth = len(built(0)) - (len(content) + 8)
    # Offsets count from the moof; the samples stood 8 bytes behind it.
    return built(growth + gap - 8)


def edited_child(kind, body, shift, states_offsets):
    if kind != b"trun":
        return box(kind, body)
    flags = struct.unpack_from(">I", body)[0] & 0xFFFFFF
    count, offset = struct.unpack_from(">Ii", body, 4)
    assert flags & 0x201 == 0x201 and count > 1, "the trun states neither its data offset nor its sample sizes"
    first_flags = body[12:16] if flags & 0x4 else b""
    width = 4 * sum(bool(flags & bit) for bit in (0x100, 0x200, 0x400, 0x800))
    entries = body[12 + len(first_flags) :]
    half = count // 2 * width
    size_at = 4 if flags & 0x100 else 0
    size = sum(struct.unpack_from(">I", entries, place + size_at)[0] for place in range(0, half, width))
    first = struct.pack(">Ii", count // 2, offset + shift) + first_flags + entries[:half]
    second = struct.pack(">I", count - count // 2)
    second += struct.pack(">i", offset + shift + size) if states_offsets else b""
    second_flags = struct.pack(">I", flags & ~(0x4 if states_offsets else 0x5))[1:]
    return box(kind, body[:4], first) + box(kind, body[:1], second_flags, second, entries[half:])


def with_spectral_replication(data):
    """AAC-LC that says it is HE-AAC: the backward compatible extension of ffmpeg's AudioSpecificConfig says that SBR is
    present, at twice the rate. Decoders only double the rate. ISO/IEC 14496-3 1.6.5."""
    without, at_48_khz = bytes.fromhex("56e500"), bytes.fromhex("56e598")
    assert data.count(without) == 1
    return data.replace(without, at_48_khz)
