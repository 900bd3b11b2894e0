"""Damage of media: of transport streams packet by packet, of anything byte by byte."""

import random

PACKET = 188
SYNC = 0x47


def damaged(draw: random.Random, content: bytes) -> tuple[bytes, str]:
    """The content with one to three faults, and what they are."""
    said = []
    for _ in range(draw.choice([1, 1, 1, 2, 3])):
        is_transport = len(content) >= 4 * PACKET and len(content) % PACKET == 0 and content[0] == content[PACKET] == SYNC
        changes = OF_PACKETS if is_transport and draw.random() < 0.85 else OF_BYTES
        # All else of a movie is at other offsets than its tables say, which is found at once.
        if content[4:8] == b"ftyp" and draw.random() < 0.9:
            changes = IN_PLACE
        change = draw.choice(changes)
        content = change(draw, content)
        said.append(change.__name__)
    return content, " ".join(said)


# Of bytes


def flipped_bit(draw, content):
    at = draw.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << draw.randrange(8)]) + content[at + 1 :]


def cut_off(draw, content):
    return content[: draw.randrange(1, len(content))]


def lost_bytes(draw, content):
    at = draw.randrange(len(content))
    return content[:at] + content[at + draw.choice([1, 4, 100]) :] or content


def foreign_bytes(draw, content):
    at = draw.randrange(len(content))
    return content[:at] + draw.randbytes(draw.choice([1, 4, 100])) + content[at:]


def zeroed_bytes(draw, content):
    at, count = draw.randrange(len(content)), draw.choice([1, 16, 1000])
    return (content[:at] + bytes(count) + content[at + count :])[: len(content)]


def foreign_value(draw, content):
    at = draw.randrange(len(content))
    foreign = draw.randbytes(draw.choice([1, 2, 4]))
    return (content[:at] + foreign + content[at + len(foreign) :])[: len(content)]


IN_PLACE = [flipped_bit, zeroed_bytes, foreign_value]
OF_BYTES = [flipped_bit, cut_off, lost_bytes, foreign_bytes, zeroed_bytes]

# Of packets


def split(content):
    return [content[at : at + PACKET] for at in range(0, len(content), PACKET)]


def pid(packet):
    return (packet[1] & 0x1F) << 8 | packet[2]


def begins_payload(packet):
    return bool(packet[1] & 0x40)


def payload_offset(packet):
    control = packet[3] >> 4 & 3
    return min(PACKET, 5 + packet[4] if control == 3 else 4) if control & 1 else PACKET


def replaced(packet, at, value):
    return packet[:at] + bytes([value & 0xFF]) + packet[at + 1 :]


def change_of(choose):
    """Makes a change of one packet, among those that `choose` takes, a change of the content."""

    def decorate(change):
        def changed(draw, content):
            packets = split(content)
            chosen = [number for number, packet in enumerate(packets) if choose(packet)]
            if not chosen:
                return flipped_bit(draw, content)
            number = draw.choice(chosen)
            packets[number] = change(draw, packets[number])
            return b"".join(packets)

        changed.__name__ = change.__name__
        return changed

    return decorate


def any_packet(_):
    return True


def has_payload(packet):
    return bool(packet[3] & 0x10)


def has_adaptation(packet):
    return bool(packet[3] & 0x20)


def is_table(packet):
    return pid(packet) in (0, 0x1000)


def has_time(packet):
    at = payload_offset(packet)
    return begins_payload(packet) and packet[at : at + 3] == b"\0\0\1" and at + 14 <= PACKET and bool(packet[at + 7] & 0x80)


@change_of(any_packet)
def continuity_counter(draw, packet):
    return replaced(packet, 3, packet[3] & 0xF0 | draw.randrange(16))


@change_of(any_packet)
def lost_sync(draw, packet):
    return replaced(packet, 0, draw.randrange(256))


@change_of(any_packet)
def transport_error(draw, packet):
    return replaced(packet, 1, packet[1] | 0x80)


@change_of(any_packet)
def scrambling_control(draw, packet):
    return replaced(packet, 3, packet[3] | 0x80)


@change_of(any_packet)
def other_pid(draw, packet):
    return replaced(packet, 2, draw.randrange(256))


@change_of(any_packet)
def payload_start(draw, packet):
    return replaced(packet, 1, packet[1] ^ 0x40)


@change_of(has_adaptation)
def adaptation_length(draw, packet):
    return replaced(packet, 4, draw.choice([0, 1, 183, 184, 255, draw.randrange(256)]))


@change_of(has_adaptation)
def adaptation_flags(draw, packet):
    return replaced(packet, 5, draw.randrange(256)) if packet[4] else packet


@change_of(is_table)
def table_byte(draw, packet):
    return replaced(packet, draw.randrange(4, 40), draw.randrange(256))


@change_of(has_time)
def time_jump(draw, packet):
    """The time of presentation becomes another: five bytes with three marker bits."""
    at = payload_offset(packet) + 9
    field = packet[at : at + 5]
    time = (field[0] >> 1 & 7) << 30 | field[1] << 22 | field[2] >> 1 << 15 | field[3] << 7 | field[4] >> 1
    time = (time + draw.choice([-1, 1]) * draw.choice([1, 1800, 45000, 900000, 90000000])) % (1 << 33)
    field = bytes([field[0] & 0xF1 | time >> 30 << 1, time >> 22 & 0xFF, time >> 14 & 0xFE | 1, time >> 7 & 0xFF, time << 1 & 0xFE | 1])
    return packet[:at] + field + packet[at + 5 :]


@change_of(has_time)
def pes_header(draw, packet):
    return replaced(packet, payload_offset(packet) + draw.randrange(9), draw.randrange(256))


@change_of(has_payload)
def payload_byte(draw, packet):
    at = payload_offset(packet)
    return replaced(packet, draw.randrange(at, PACKET), draw.randrange(256)) if at < PACKET else packet


def lost_packets(draw, content):
    packets = split(content)
    at = draw.randrange(len(packets))
    del packets[at : at + draw.choice([1, 1, 2, 16])]
    return b"".join(packets) or content


def duplicated_packet(draw, content):
    packets = split(content)
    at = draw.randrange(len(packets))
    packets[at:at] = [packets[at]] * draw.choice([1, 2])
    return b"".join(packets)


def swapped_packets(draw, content):
    packets = split(content)
    at = draw.randrange(len(packets) - 1)
    packets[at : at + 2] = packets[at : at + 2][::-1]
    return b"".join(packets)


def moved_packets(draw, content):
    packets = split(content)
    at, count = draw.randrange(len(packets)), draw.choice([2, 8])
    moved = packets[at : at + count]
    del packets[at : at + count]
    to = draw.randrange(len(packets) + 1)
    packets[to:to] = moved
    return b"".join(packets)


def repeated_stretch(draw, content):
    packets = split(content)
    at = draw.randrange(len(packets))
    packets[at:at] = packets[at : at + draw.choice([4, 40])]
    return b"".join(packets)


def lost_stream(draw, content):
    packets = split(content)
    at = draw.randrange(len(packets))
    lost = pid(packets[at])
    return b"".join(packets[:at] + [packet for packet in packets[at:] if pid(packet) != lost]) or content


def null_packets(draw, content):
    packets = split(content)
    at = draw.randrange(len(packets))
    packets[at:at] = [b"\x47\x1f\xff\x10" + bytes(184)] * draw.choice([1, 20])
    return b"".join(packets)


OF_PACKETS = [
    continuity_counter, lost_sync, transport_error, scrambling_control, other_pid, payload_start, adaptation_length,
    adaptation_flags, table_byte, time_jump, time_jump, pes_header, payload_byte, lost_packets, lost_packets, duplicated_packet,
    swapped_packets, moved_packets, repeated_stretch, lost_stream, null_packets,
]  # fmt: skip
