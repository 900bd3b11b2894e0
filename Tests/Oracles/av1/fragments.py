"""Reads the fragments of an MP4 with one track: where its samples are, and the ranges that `senc` protects."""

import struct
from dataclasses import dataclass


@dataclass
class Fragment:
    samples: list
    """The bytes of each."""
    protected: list
    """For each sample its ranges (start, length); None without `senc`."""


def boxes(data, start=0, end=None):
    end = len(data) if end is None else end
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        header = 8
        if size == 1:
            size, header = struct.unpack_from(">Q", data, start + 8)[0], 16
        assert size >= header and start + size <= end, f"box {kind} of {size} bytes at {start}"
        yield kind.decode("latin-1"), start, start + header, start + size
        start += size


def child(data, kind, start, end):
    return next((found for found in boxes(data, start, end) if found[0] == kind), None)


def configuration(data):
    """configOBUs of `av1C`."""
    place = data.index(b"av1C")
    size = struct.unpack_from(">I", data, place - 4)[0]
    return data[place + 8 : place - 4 + size]


def default_size(data):
    place = data.find(b"trex")
    return struct.unpack_from(">I", data, place + 20)[0] if place >= 0 else 0


def sample_sizes(data, traf, default):
    """The sizes, and where the first sample starts behind the start of `moof`."""
    _, _, start, _ = child(data, "tfhd", *traf)
    flags = struct.unpack_from(">I", data, start)[0] & 0xFFFFFF
    position = start + 8 + (8 if flags & 1 else 0) + (4 if flags & 2 else 0) + (4 if flags & 8 else 0)
    if flags & 0x10:
        default = struct.unpack_from(">I", data, position)[0]
    runs = [run for run in boxes(data, *traf) if run[0] == "trun"]
    assert len(runs) == 1, "one run expected"
    start = runs[0][2]
    flags, count = struct.unpack_from(">II", data, start)
    offset = struct.unpack_from(">i", data, start + 8)[0]
    position = start + 12 + (4 if flags & 4 else 0)
    fields = [bit for bit in (0x100, 0x200, 0x400, 0x800) if flags & bit]
    sizes = []
    for _ in range(count):
        values = dict(zip(fields, struct.unpack_from(f">{len(fields)}I", data, position)))
        sizes.append(values.get(0x200, default))
        position += 4 * len(fields)
    return sizes, offset


def protected_ranges(data, traf):
    """Of each sample, from `senc` without initialization vectors."""
    senc = child(data, "senc", *traf)
    if senc is None:
        return None
    count = struct.unpack_from(">I", data, senc[2] + 4)[0]
    position = senc[2] + 8
    samples = []
    for _ in range(count):
        entries = struct.unpack_from(">H", data, position)[0]
        position += 2
        ranges, place = [], 0
        for _ in range(entries):
            clear, encrypted = struct.unpack_from(">HI", data, position)
            position += 6
            if encrypted:
                ranges.append((place + clear, encrypted))
            place += clear + encrypted
        samples.append(ranges)
    assert position == senc[3], "senc ends elsewhere"
    return samples


def fragments(data):
    default = default_size(data)
    for kind, start, content, end in boxes(data):
        if kind != "moof":
            continue
        _, _, inside, traf_end = child(data, "traf", content, end)
        sizes, offset = sample_sizes(data, (inside, traf_end), default)
        samples, place = [], start + offset
        for size in sizes:
            samples.append(data[place : place + size])
            place += size
        yield Fragment(samples, protected_ranges(data, (inside, traf_end)))
