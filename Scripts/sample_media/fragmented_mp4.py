"""Fragmented MP4 (ISO/IEC 14496-12): the header, the fragments, and the first sample of each."""

import struct
from dataclasses import dataclass

CONTAINERS = {b"moov", b"trak", b"mdia", b"moof", b"traf"}


@dataclass
class Fragment:
    """A moof and its mdat."""

    offset: int
    end: int
    first_sample_end: int
    """The byte after the first sample of the first track: an I-frame when that track is video."""
    time: float
    """Decode time in seconds."""


def boxes(data, start=0, end=None):
    """Yields (type, offset of the box, offset of its content, end), in file order, containers before content."""
    position = start
    while position < (len(data) if end is None else end):
        size, kind = struct.unpack_from(">I4s", data, position)
        yield kind, position, position + 8, position + size
        if kind in CONTAINERS:
            yield from boxes(data, position + 8, position + size)
        position += size


def first(data, wanted, start=0):
    return next(box for box in boxes(data, start) if box[0] == wanted)


def u32(data, offset):
    return struct.unpack_from(">I", data, offset)[0]


def first_sample_size(data, trun):
    """Of a trun with data_offset, in which every sample may carry duration, size, flags and composition offset."""
    flags = u32(data, trun) & 0xFFFFFF
    position = trun + 8 + 4 + (4 if flags & 0x4 else 0) + (4 if flags & 0x100 else 0)
    assert flags & 0x1 and flags & 0x200, "the trun states neither its data offset nor its sample sizes"
    return u32(data, position)


def fragments(data):
    _, _, mdhd, _ = first(data, b"mdhd")
    timescale = u32(data, mdhd + (20 if data[mdhd] == 1 else 12))
    found = []
    top_level = [box for box in boxes(data) if box[0] in (b"moof", b"mdat")]
    for moof, mdat in zip(top_level[::2], top_level[1::2]):
        assert (moof[0], mdat[0]) == (b"moof", b"mdat")
        _, _, tfdt, _ = first(data, b"tfdt", moof[1])
        _, _, trun, _ = first(data, b"trun", moof[1])
        assert data[tfdt] == 1 and moof[1] + u32(data, trun + 8) == mdat[2]
        found.append(
            Fragment(
                offset=moof[1],
                end=mdat[3],
                first_sample_end=mdat[2] + first_sample_size(data, trun),
                time=struct.unpack_from(">Q", data, tfdt + 4)[0] / timescale,
            )
        )
    return found


def avc_codec_string(data):
    """RFC 6381: avc1 and the profile, constraint and level bytes of the decoder configuration record."""
    at = data.index(b"avcC") + 4
    return "avc1." + data[at + 1 : at + 4].hex()
