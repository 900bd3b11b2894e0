"""H.264 pictures of uncompressed macroblocks (I_PCM, ISO/IEC 14496-10 7.3.5), most of their bytes zero.

Such slices are full of emulation prevention bytes, so encryption makes them grow by whole packets. No encoder makes
them on purpose.
"""

import random

WIDTH, HEIGHT = 5, 4
"""In macroblocks of 16 x 16 pixels."""
BYTES_PER_MACROBLOCK = 384
I_PCM_IN_I_SLICE, I_PCM_IN_P_SLICE = 25, 30
"""mb_type (tables 7-11 and 7-13)."""


class Bits:
    def __init__(self):
        self.text = ""

    def fixed(self, value, count):
        self.text += format(value, f"0{count}b")
        return self

    def golomb(self, *values):
        """ue(v), 9.1; no signed value but 0 is needed here, and that is coded the same."""
        for value in values:
            digits = format(value + 1, "b")
            self.text += "0" * (len(digits) - 1) + digits
        return self

    def align(self):
        self.text += "0" * (-len(self.text) % 8)
        return self

    def take(self):
        """The whole bytes so far; none may be left over."""
        content = int(self.text or "0", 2).to_bytes(len(self.text) // 8, "big")
        self.text = ""
        return content


def escaped(payload):
    """With emulation prevention bytes (7.4.1)."""
    result, zeros = bytearray(), 0
    for byte in payload:
        if zeros == 2 and byte <= 3:
            result.append(3)
            zeros = 0
        result.append(byte)
        zeros = zeros + 1 if byte == 0 else 0
    return bytes(result)


def unit(header, payload):
    return b"\0\0\0\1" + bytes([header]) + escaped(payload)


def closed(bits):
    """rbsp_trailing_bits."""
    return bits.fixed(1, 1).align().take()


def sequence_parameter_set():
    bits = Bits().fixed(66, 8).fixed(0xC0, 8).fixed(30, 8)  # baseline profile, level 3
    bits.golomb(0, 0, 2)  # id; 4 bits of frame_num; order of output is order of decoding
    bits.golomb(1).fixed(0, 1).golomb(WIDTH - 1, HEIGHT - 1)  # one reference, no gaps
    return closed(bits.fixed(1, 1).fixed(1, 1).fixed(0, 1).fixed(0, 1))  # frames only; no cropping, no VUI


def picture_parameter_set():
    bits = Bits().golomb(0, 0).fixed(0, 1).fixed(0, 1).golomb(0, 0, 0)  # CAVLC, one slice group, one reference
    bits.fixed(0, 1).fixed(0, 2).golomb(0, 0, 0)  # no weights, QP 26
    return closed(bits.fixed(1, 1).fixed(0, 1).fixed(0, 1))  # deblocking is controlled by slices


def samples(source):
    """Zeros, small numbers and some large ones: start codes wherever nothing prevents them."""
    return bytes(source.choices([0, 1, 2, 3, 128, 255], [60, 6, 6, 8, 10, 10], k=BYTES_PER_MACROBLOCK))


def picture_slice(source, first, last, number, is_key, key_number):
    """The macroblocks from `first` up to `last` of picture `number` of its group."""
    bits = Bits().golomb(first, 7 if is_key else 5, 0).fixed(number % 16, 4)
    if is_key:
        bits.golomb(key_number % 2).fixed(0, 2)  # idr_pic_id; reference marking
    else:
        bits.fixed(0, 1).fixed(0, 1).fixed(0, 1)  # as many references as stated, in order; marking by age
    bits.golomb(0, 1)  # slice_qp_delta; no deblocking
    payload = b""
    for _ in range(first, last):
        if is_key:
            bits.golomb(I_PCM_IN_I_SLICE)
        else:
            bits.golomb(0, I_PCM_IN_P_SLICE)  # none is skipped
        payload += bits.align().take() + samples(source)
    return unit(0x65 if is_key else 0x41, payload + b"\x80")


def stream(pictures, group, slices):
    """Annex B: access unit delimiters, parameter sets before every key picture, `slices` slices a picture."""
    source = random.Random("pulse code pictures")
    count = WIDTH * HEIGHT
    content = b""
    for number in range(pictures):
        is_key = number % group == 0
        content += unit(0x09, b"\x10" if is_key else b"\x30")
        if is_key:
            content += unit(0x67, sequence_parameter_set()) + unit(0x68, picture_parameter_set())
        for index in range(slices):
            first, last = count * index // slices, count * (index + 1) // slices
            content += picture_slice(source, first, last, number % group, is_key, number // group)
    return content
