"""What a file of boxes says: its bytes without those that no reader looks at. Written apart from fairlead."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from common_encryption.boxes import Box, Malformed, parse  # noqa: E402

WIDEVINE = bytes.fromhex("edef8ba979d64acea3c827dcd51d21ed")
KEY_ID = 2
"""The field of a Widevine header with the id of a key: the one that a license is asked for by."""


def of_file(content: bytes) -> tuple | None:
    """Its boxes; nil for what is no file of boxes."""
    try:
        return tuple(_said(box) for box in parse(content))
    except (Malformed, ValueError, IndexError):
        return None


def _said(box: Box) -> tuple:
    if box.prefix is not None:
        prefix = box.data[box.content : box.content + box.prefix]
        return (box.kind, prefix, tuple(_said(child) for child in box.children))
    payload = box.payload
    if box.kind == b"tenc":
        # No flags, and a reserved byte, two in version 0 (ISO/IEC 23001-7, 8.2).
        return (box.kind, payload[:1], payload[6:] if payload[0] == 0 else payload[5:])
    if box.kind == b"schm":
        # One flag, which says that a URI follows (ISO/IEC 14496-12, 8.12.5).
        return (box.kind, payload[:1], payload[3] & 1, payload[4:])
    if box.kind in (b"saio", b"saiz"):
        # One flag, which says that a type follows (ISO/IEC 14496-12, 8.7.8 and 8.7.9).
        return (box.kind, payload[:1], payload[3] & 1, payload[4:])
    if box.kind == b"senc":
        # One flag, for parts of samples (ISO/IEC 23001-7, 7.2); PIFF's other one some readers know here, too.
        return (box.kind, payload[:1], payload[3] & 3, payload[4:])
    if box.kind == b"sbgp":
        # No flags (ISO/IEC 14496-12, 8.9.2).
        return (box.kind, payload[:1], payload[4:])
    if box.kind == b"sgpd" and payload[4:8] == b"seig":
        # No flags (ISO/IEC 14496-12, 8.9.3).
        return (box.kind, payload[:1], payload[4:16], _group(payload[16:]))
    if box.kind == b"pssh":
        # No flags (ISO/IEC 23001-7, 8.1).
        return (box.kind, payload[:1], _header(payload))
    return (box.kind, payload)


def _group(entry: bytes) -> bytes:
    """An entry of `seig`, of which there is one: a reserved byte, then a pattern, which without blocks that are skipped is of all."""
    pattern = entry[1] if entry[1] & 0x0F else 0
    return bytes([0, pattern]) + entry[2:]


def _header(payload: bytes) -> object:
    if payload[0] == 0 and payload[4:20] == WIDEVINE and int.from_bytes(payload[20:24], "big") == len(payload) - 24:
        return _widevine(payload[24:])
    return payload[4:]


def _widevine(message: bytes) -> tuple:
    """The ids of the keys of a protocol buffers message; a field that says more, such as the scheme, may be missing.

    What the scheme is players learn from the sample entries, which have to say it.
    """
    ids, place = [], 0
    while place < len(message):
        tag, place = _integer(message, place)
        if tag & 7 == 0:
            _, place = _integer(message, place)
        elif tag & 7 == 2:
            length, place = _integer(message, place)
            if tag >> 3 == KEY_ID:
                ids.append(message[place : place + length])
            place += length
        else:
            raise ValueError("a wire type that no field of the header has")
    if place != len(message):
        raise ValueError("a field is longer than the message")
    return tuple(ids)


def _integer(message: bytes, place: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        byte = message[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7
