"""Coder of H.264 pictures that are fields, which ffmpeg decodes and cannot encode: two of them are a frame (ITU-T H.264, 7.3)."""

import packet_editor

WIDTH_IN_MACROBLOCKS = 3
MACROBLOCK = 256 + 64 + 64
"""Samples of a macroblock in 4:2:0."""
I_PCM = 25
"""mb_type of samples as they are."""


class Bits:
    """Writer of the fields of a NAL unit."""

    def __init__(self):
        self.text = ""

    def add(self, *fields):
        """Appends fields of bits, as text."""
        self.text += "".join(fields)
        return self

    def bytes(self, fill):
        text = self.text + fill
        text += "0" * (-len(text) % 8)
        return int(text, 2).to_bytes(len(text) // 8, "big")


def ue(value):
    """An unsigned number of Exp-Golomb code (9.1)."""
    digits = f"{value + 1:b}"
    return "0" * (len(digits) - 1) + digits


def unit(header, bits, fill="1"):
    return b"\0\0\1" + bytes([header]) + bits.bytes(fill)


def sequence_set():
    """Main profile, level 3, order of output is that of decoding, frames of two rows of macroblocks."""
    bits = Bits().add(f"{77:08b}", "0" * 8, f"{30:08b}", ue(0), ue(0), ue(2), ue(1), "0")
    return unit(0x67, bits.add(ue(WIDTH_IN_MACROBLOCKS - 1), ue(0), "0", "0", "1", "0", "0"))


def picture_set():
    bits = Bits().add(ue(0), ue(0), "0", "0", ue(0), ue(0), ue(0), "0", "00", ue(0), ue(0), ue(0))
    return unit(0x68, bits.add("0", "0", "0"))


def field(number, frame_number, is_key, is_bottom):
    """A field picture, coded as samples without prediction."""
    bits = Bits().add(ue(0), ue(7), ue(0), f"{frame_number % 16:04b}", "1", str(int(is_bottom)))
    if is_key:
        bits.add(ue(number % 2), "0", "0")
    else:
        bits.add("0")
    bits.add(ue(0))
    data = b""
    for macroblock in range(WIDTH_IN_MACROBLOCKS):
        if data:
            bits = Bits()
        # No value is one that a start code could be made of.
        samples = bytes(16 + (number * 7 + 90 * is_bottom + 31 * macroblock + place) % 200 for place in range(MACROBLOCK))
        data += bits.add(ue(I_PCM)).bytes("") + samples
    return b"\0\0\1" + bytes([0x65 if is_key else 0x41]) + data + b"\x80"


def coded(stream):
    """Puts two fields into each PES packet of a transport stream in place of its picture; key frames stay where they are.

    The pictures have to be shown in the order in which they are decoded.
    """
    packets = packet_editor.parse(stream)
    video, _ = packet_editor.media_pids(packets)
    state = {"frame": 0}

    def change(number, data, fields):
        header, media = data[:9 + data[8]], data[9 + data[8]:]
        is_key = b"\0\0\1\x65" in media
        if is_key:
            state["frame"] = 0
        pair = [field(number, state["frame"], is_key, False), field(number, state["frame"], False, True)]
        state["frame"] += 1
        sets = sequence_set() + picture_set() if is_key else b""
        return header[:4] + b"\0\0" + header[6:] + b"\0\0\0\1\x09\xf0" + sets + b"".join(pair), fields
    return packet_editor.written(packet_editor.repacked(packets, video, change))
