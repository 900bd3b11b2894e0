"""MPEG-2 transport streams (ISO/IEC 13818-1): where they can be cut, and where their I-frames are."""

from dataclasses import dataclass

PACKET_SIZE = 188
PAT_PID, SDT_PID = 0x0000, 0x0011
PMT_PID, VIDEO_PID = 0x1000, 0x0100  # ffmpeg's defaults


@dataclass
class RandomAccessPoint:
    """A PAT, a PMT and the PES packet of an IDR picture, back to back."""

    offset: int
    """Of the PAT, in bytes."""
    end: int
    """Of the byte after the picture's last packet."""
    time: float
    """Presentation time in seconds."""


def packets(stream):
    return [bytearray(stream[at : at + PACKET_SIZE]) for at in range(0, len(stream), PACKET_SIZE)]


def pid(packet):
    return (packet[1] & 0x1F) << 8 | packet[2]


def starts_payload_unit(packet):
    return bool(packet[1] & 0x40)


def is_random_access(packet):
    has_adaptation_field = bool(packet[3] & 0x20) and packet[4] > 0
    return pid(packet) == VIDEO_PID and has_adaptation_field and bool(packet[5] & 0x40)


def presentation_time(packet):
    """The PTS of the PES header that starts in this packet, in seconds."""
    pes = 5 + packet[4] if packet[3] & 0x20 else 4
    field = packet[pes + 9 : pes + 14]
    ticks = (
        (field[0] >> 1 & 0x07) << 30
        | field[1] << 22
        | (field[2] >> 1) << 15
        | field[3] << 7
        | field[4] >> 1
    )
    return ticks / 90000


def with_tables_at_random_access_only(stream):
    """ffmpeg writes PAT and PMT before every picture. Keeps those before IDR pictures and numbers them anew."""
    source = packets(stream)
    kept, counters = [], {PAT_PID: 0, PMT_PID: 0}
    for index, packet in enumerate(source):
        if pid(packet) == SDT_PID:
            continue
        if pid(packet) in counters:
            video = source[index + (2 if pid(packet) == PAT_PID else 1)]
            if not is_random_access(video):
                continue
            packet[3] = packet[3] & 0xF0 | counters[pid(packet)] % 16
            counters[pid(packet)] += 1
        kept.append(packet)
    return b"".join(kept)


def random_access_points(stream):
    source = packets(stream)
    points = []
    for index, packet in enumerate(source):
        if not is_random_access(packet):
            continue
        assert pid(source[index - 2]) == PAT_PID and pid(source[index - 1]) == PMT_PID
        end = index + 1
        while end < len(source) and pid(source[end]) == VIDEO_PID and not starts_payload_unit(source[end]):
            end += 1
        points.append(
            RandomAccessPoint((index - 2) * PACKET_SIZE, end * PACKET_SIZE, presentation_time(packet))
        )
    return points
