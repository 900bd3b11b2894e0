"""Packed audio (RFC 8216 3.4): ADTS frames behind an ID3 tag that holds the time of the first sample."""

from dataclasses import dataclass

SAMPLES_PER_FRAME = 1024
OWNER = b"com.apple.streaming.transportStreamTimestamp\0"


@dataclass
class AudioSegment:
    content: bytes
    duration: float


def adts_frames(stream):
    frames, position = [], 0
    while position < len(stream):
        assert stream[position] == 0xFF and stream[position + 1] & 0xF0 == 0xF0
        size = (stream[position + 3] & 3) << 11 | stream[position + 4] << 3 | stream[position + 5] >> 5
        frames.append(stream[position : position + size])
        position += size
    assert position == len(stream)
    return frames


def synchsafe(value):
    return bytes(value >> shift & 0x7F for shift in (21, 14, 7, 0))


def timestamp_tag(ticks):
    """ID3v2.4 with one PRIV frame: the MPEG-2 time (90 kHz, 33 bits) of the first sample that follows."""
    content = OWNER + (ticks % 2**33).to_bytes(8, "big")
    frame = b"PRIV" + synchsafe(len(content)) + b"\0\0" + content
    return b"ID3\4\0\0" + synchsafe(len(frame)) + frame


def cut(stream, sample_rate, first_time, boundaries):
    """ADTS frames: `cut_frames` says how."""
    return cut_frames(adts_frames(stream), SAMPLES_PER_FRAME / sample_rate, first_time, boundaries)


def cut_frames(frames, frame_duration, first_time, boundaries):
    """Segments that start at the first frame at or after each boundary (seconds on the time line of first_time)."""
    times = [first_time + index * frame_duration for index in range(len(frames) + 1)]
    starts = [0] + [
        next(index for index, time in enumerate(times) if time >= boundary - 1e-9) for boundary in boundaries
    ]
    segments = []
    for start, end in zip(starts, starts[1:] + [len(frames)]):
        tag = timestamp_tag(round(times[start] * 90000))
        segments.append(AudioSegment(tag + b"".join(frames[start:end]), (end - start) * frame_duration))
    return segments
