"""Changes MP4 files that ffmpeg wrote, whose `moov` stands behind the media: what ffmpeg has no encoder or option for."""

import struct

from fragment_editing import top_level
from timed_text import box, full_box

STSD = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd")
FIELDS = {b"stsd": 8, b"avc1": 78, b"hvc1": 78, b"dvh1": 78, b"mp4a": 28, b"ec-3": 28}
"""How many bytes stand in front of the boxes in a box."""


def changed(data, path, change):
    """`change` gets the content of every box at `path` and returns what stands in its place, whole boxes."""
    parts = []
    for kind, whole in top_level(data):
        if kind == path[0]:
            fields = 8 + FIELDS.get(kind, 0)
            if len(path) == 1:
                whole = change(whole[8:])
            else:
                whole = box(kind, whole[8:fields], changed(whole[fields:], path[1:], change))
        parts.append(whole)
    return b"".join(parts)


def with_entry(data, old, new, boxes):
    """The sample entry `old` by another name, with more boxes at its end."""
    return changed(data, (*STSD, old), lambda content: box(new, content, boxes))


def descriptor(tag, *contents):
    content = b"".join(contents)
    return bytes([tag, len(content)]) + content


def with_audio_configuration(data, configuration):
    """Another AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1) in every `esds`."""
    info = descriptor(4, b"\x40\x15", bytes(3), struct.pack(">II", 64000, 64000), descriptor(5, configuration))
    whole = full_box(b"esds", 0, descriptor(3, b"\0\1\0", info, descriptor(6, b"\2")))
    return changed(data, (*STSD, b"mp4a", b"esds"), lambda _: whole)


def with_joint_object_coding(data, objects):
    """`dec3` says that JOC is there and how complex (ETSI TS 103 420 8.3)."""
    return changed(data, (*STSD, b"ec-3", b"dec3"), lambda content: box(b"dec3", content, bytes([1, objects])))


def with_64_bits(data):
    """`co64` in place of `stco`, and the size of `mdat` in 64 bits: ffmpeg leaves a `free` of 8 bytes for that."""
    place = data.index(b"free") - 4
    size, kind = struct.unpack_from(">I4s", data, place + 8)
    assert data[place : place + 8] == box(b"free") and kind == b"mdat"
    data = data[:place] + struct.pack(">I4sQ", 1, b"mdat", size + 8) + data[place + 16 :]
    head, moov = data[: place + size + 8], data[place + size + 8 :]

    def widened(content):
        (count,) = struct.unpack_from(">I", content, 4)
        offsets = struct.unpack_from(f">{count}I", content, 8)
        return full_box(b"co64", 0, struct.pack(f">I{count}Q", count, *offsets))

    return head + changed(moov, (*STSD[:-1], b"stco"), widened)


def with_number(data, path, offset, number):
    """32 bits in every box at `path`; `offset` counts from its content. `number` may be a function of the old one."""

    def change(content):
        (old,) = struct.unpack_from(">I", content, offset)
        new = number(old) if callable(number) else number
        return box(path[-1], content[:offset], struct.pack(">I", new), content[offset + 4 :])

    return changed(data, path, change)


def with_spectral_replication_in_frames(frame):
    """An ADTS frame with a fill element that carries SBR data in front of its ID_END (ISO/IEC 14496-3 4.4.2.7): what HE-AAC
    looks like when nothing else says that it is."""
    data = frame[7:]
    bits = int.from_bytes(data, "big")
    padding = (bits & -bits).bit_length() - 1
    bits, count = bits >> padding, 8 * len(data) - padding
    assert bits & 7 == 7, "the frame does not end with ID_END"
    # ID_FIL, 4 bytes, EXT_SBR_DATA without a header, ID_END.
    bits, count = (bits >> 3) << 42 | 0b110 << 39 | 4 << 35 | 0xD << 31 | 7, count - 3 + 42
    missing = -count % 8
    data = (bits << missing).to_bytes((count + missing) // 8, "big")
    size = 7 + len(data)
    header = bytearray(frame[:7])
    header[3] = header[3] & 0xFC | size >> 11
    header[4] = size >> 3 & 0xFF
    header[5] = (size & 7) << 5 | header[5] & 0x1F
    return bytes(header) + data
