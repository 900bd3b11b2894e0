"""Compares a segment of packed audio (RFC 8216 3.4) with what protection made of it."""

import sample_aes
from hls import Malformed

DESCRIPTION = b"com.apple.streaming.audioDescription\0"
CODECS = {b"zaac": sample_aes.AAC, b"zac3": sample_aes.AC3, b"zec3": sample_aes.EAC3}


def number(digits):
    """Four synchsafe bytes (ID3v2.4 6.2)."""
    if any(digit & 0x80 for digit in digits):
        raise Malformed("an ID3 size with a high bit")
    return digits[0] << 21 | digits[1] << 14 | digits[2] << 7 | digits[3]


def split(content):
    """The head of the tag without its size, its frames, and what follows the tag."""
    if content[:3] != b"ID3":
        raise Malformed("packed audio without an ID3 tag")
    end, position, frames = 10 + number(content[6:10]), 10, []
    while position < end:
        size = 10 + number(content[position + 4 : position + 8])
        frames.append(content[position : position + size])
        position += size
    if position != end:
        raise Malformed("an ID3 frame runs over the tag")
    return content[:6], frames, content[end:]


def codec_of(stream):
    if stream[0] == 0xFF:
        return sample_aes.AAC
    return sample_aes.EAC3 if stream[5] >> 3 > 10 else sample_aes.AC3


def compare_segment(check, source, protected, record):
    """Returns the number of encrypted blocks."""
    (old_head, old_frames, clear), (head, frames, data) = split(source), split(protected)
    codec = codec_of(clear)
    check(head == old_head, "the head of the tag differs")
    descriptions = [frame for frame in frames if DESCRIPTION in frame]
    check([frame for frame in frames if frame not in descriptions] == old_frames, "other ID3 frames differ")
    if check(len(descriptions) == 1, f"{len(descriptions)} audio descriptions"):
        description = descriptions[0]
        check(description[:4] == b"PRIV" and description[8:10] == b"\0\0", "the audio description is no plain PRIV frame")
        setups = sample_aes.setup_candidates(codec, clear)
        expected = {DESCRIPTION + sample_aes.without_checksum(setup) for setup in setups}
        check(sample_aes.without_checksum(description[10:]) in expected, f"audio description {description[10:].hex()}")
        check(frames.index(description) == 1, "the audio description does not follow the timestamp")
    result = sample_aes.decrypt(codec, data, record.key, record.iv)
    check(result.data == clear, "frames differ")
    return result.blocks
