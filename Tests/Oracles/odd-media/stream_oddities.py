"""Oddities of transport streams: each a function of a random source, bytes and expectation."""

import fractions
import struct

import packet_editor
from packet_editor import Packet

Fraction = fractions.Fraction
ODDITIES = []
WRAP = 1 << 33


def oddity(topic, stage=5):
    """Registers an oddity of packets: it is given the list, and returns another or None."""
    def register(function):
        def wrapped(rng, data, expected):
            packets = function(rng, packet_editor.parse(data), expected)
            return None if packets is None else packet_editor.written(packets)
        wrapped.__name__, wrapped.topic, wrapped.stage = function.__name__, topic, stage
        ODDITIES.append(wrapped)
        return wrapped
    return register


def sprinkled(rng, packets, make, count=12):
    """Puts packets between others, behind the first ones."""
    for _ in range(rng.randint(1, count)):
        packets.insert(rng.randint(4, len(packets)), make())
    return packets


def media_pid(rng, packets):
    return rng.choice([pid for pid in packet_editor.media_pids(packets) if pid is not None])


@oddity("null")
def null_packets(rng, packets, expected):
    return sprinkled(rng, packets, lambda: Packet(packet_editor.NULL_PID, False, None, bytes(184)), 40)


@oddity("stuffing")
def stuffing_packets(rng, packets, expected):
    pid = media_pid(rng, packets)
    return sprinkled(rng, packets, lambda: packet_editor.stuffing(pid))


@oddity("no payload")
def packets_without_room_for_payload(rng, packets, expected):
    """The payload flag, and an adaptation field that fills the packet: players go on."""
    pid = media_pid(rng, packets)
    return sprinkled(rng, packets, lambda: Packet(pid, False, b"\0" + b"\xff" * 182, b"", control=3), 4)


@oddity("reserved")
def packets_of_reserved_control(rng, packets, expected):
    """adaptation_field_control 0, which decoders throw away."""
    pid = media_pid(rng, packets)
    return sprinkled(rng, packets, lambda: Packet(pid, False, None, b"\xff" * 184, control=0), 4)


@oddity("duplicates", stage=8)
def duplicate_packets(rng, packets, expected):
    """Sends packets twice, the second time at once or behind a packet of another PID.

    The last oddity: others would take the second ones for packets of their own.
    """
    media = [p.payload and p.control is None and p.pid != packet_editor.NULL_PID for p in packets]
    places = [place for place, has_media in enumerate(media) if has_media]
    for place in sorted(rng.sample(places, min(len(places), rng.randint(1, 12))), reverse=True):
        packet = packets[place]
        copy = Packet(packet.pid, packet.starts_unit, packet.adaptation, packet.payload, control=packet.control,
                      repeats=True)
        behind = place + 1
        if behind < len(packets) and packets[behind].pid != packet.pid and rng.random() < 0.5:
            behind += 1
        packets.insert(behind, copy)
    return packets


def require_later(expected, time):
    """Requires the media from the second key frame on at or behind a time."""
    later = [key for key in sorted(expected.tracks.keys) if key >= time]
    expected.required_from = max(later[1], expected.required_from or later[1])


@oddity("start", stage=2)
def start_within_a_group_of_pictures(rng, packets, expected):
    """Cuts the first packets, so that the stream begins with anything."""
    video, _ = packet_editor.media_pids(packets)
    last = sorted(expected.tracks.keys)[-3 if len(expected.tracks.keys) > 3 else -2]
    spans = [s for s in packet_editor.pes_spans(packets, video)
             if Fraction(packet_editor.stamp(packets[s[0]].payload, 9), 90000) <= last]
    place = rng.randint(1, spans[-1][0])
    following = next(s for s in packet_editor.pes_spans(packets, video) if s[0] >= place)
    require_later(expected, Fraction(packet_editor.stamp(packets[following[0]].payload, 9), 90000))
    return packets[place:]


@oddity("times", stage=4)
def times_near_the_wrap(rng, packets, expected):
    """Moves PTS, DTS and PCR of the file, so that 33 bits begin again within it."""
    video, audio = packet_editor.media_pids(packets)
    first = packet_editor.stamp(packets[packet_editor.pes_spans(packets, video)[0][0]].payload, 9)
    leads = [rng.randint(1, 3 * 90000), rng.randint(-20000, 0), rng.randint(3000, 9000), 90000 * 3600]
    lead = rng.choice(leads)
    change = (WRAP - lead - first) % WRAP
    for packet in packets:
        field = packet.adaptation
        if field and field[0] & 16:
            base = int.from_bytes(field[1:7], "big")
            moved = ((base >> 15) + change) % WRAP << 15 | base & 0x7FFF
            packet.adaptation = field[:1] + moved.to_bytes(6, "big") + field[7:]
        if packet.starts_unit and packet.pid in (video, audio):
            data = packet.payload
            for bit, at in ((0x80, 9), (0x40, 14)):
                if data[7] & bit and (bit == 0x80 or data[7] & 0xC0 == 0xC0):
                    data = packet_editor.stamped(data, at, (packet_editor.stamp(data, at) + change) % WRAP)
            packet.payload = data
    return packets


@oddity("length")
def other_length_of_video(rng, packets, expected):
    """Sets PES_packet_length of video where it was 0 and fits, or sets it to 0."""
    video, _ = packet_editor.media_pids(packets)
    sets = rng.random() < 0.5

    def change(number, data, fields):
        length = len(data) - 6 if sets and len(data) - 6 < 65536 else 0
        return data[:4] + struct.pack(">H", length) + data[6:], fields
    return packet_editor.repacked(packets, video, change)


@oddity("header stuffing", stage=3)
def stuffing_in_pes_headers(rng, packets, expected):
    pid = media_pid(rng, packets)

    def change(number, data, fields):
        if rng.random() < 0.4:
            return data, fields
        count = rng.randint(1, 32)
        length = struct.unpack(">H", data[4:6])[0]
        length = length + count if length and length + count < 65536 else 0 if pid == 0x100 else length
        if length == 0 and pid != packet_editor.media_pids(packets)[0]:
            return data, fields
        end = 9 + data[8]
        head = data[:4] + struct.pack(">H", length) + data[6:8] + bytes([data[8] + count]) + data[9:end]
        return head + b"\xff" * count + data[end:], fields
    return packet_editor.repacked(packets, pid, change)


@oddity("private data", stage=3)
def private_data_in_adaptation_fields(rng, packets, expected):
    pid = media_pid(rng, packets)

    def change(number, data, fields):
        if rng.random() < 0.5:
            return data, fields
        order = rng.randrange(len(fields))
        private = bytes(rng.randrange(256) for _ in range(rng.randint(0, 20)))
        field = fields[order] or b"\0"
        fields[order] = bytes([field[0] | 2]) + field[1:] + bytes([len(private)]) + private
        return data, fields
    return packet_editor.repacked(packets, pid, change)


@oddity("clock", stage=3)
def clock_on_its_own(rng, packets, expected):
    """Sends the PCR in packets of a PID of their own."""
    table = packet_editor.read_map(packets)
    table.pcr = 0x1F00
    packet_editor.write_map(packets, table)
    result = []
    for packet in packets:
        field = packet.adaptation
        if field and field[0] & 16:
            result.append(Packet(0x1F00, False, b"\x10" + field[1:7] + b"\xff" * 176, b""))
            packet.adaptation = bytes([field[0] & ~16]) + field[7:] + b"\xff" * 6
        result.append(packet)
    return result


@oddity("random access", stage=3)
def no_random_access_indicators(rng, packets, expected):
    for packet in packets:
        if packet.adaptation:
            packet.adaptation = bytes([packet.adaptation[0] & ~0x40]) + packet.adaptation[1:]
    return packets


@oddity("checksums", stage=3)
def checksums_of_some_frames(rng, packets, expected):
    """Gives a CRC to some ADTS frames (ISO/IEC 14496-3, 1.A.3.2), at which decoders do not look."""
    pid = next((pid for kind, pid, _ in packet_editor.read_map(packets).streams if kind == 0x0F), None)
    share = rng.choice([0.05, 0.5, 1])

    def with_checksum(frame):
        size = len(frame) + 2
        head = bytearray(frame[:7])
        head[1] &= 0xFE
        head[3:6] = [head[3] & 0xFC | size >> 11, size >> 3 & 0xFF, head[5] & 0x1F | (size & 7) << 5]
        return bytes(head) + bytes([rng.randrange(256), rng.randrange(256)]) + frame[7:]

    def change(number, data, fields):
        begin = 9 + data[8]
        frames, rest = b"", data[begin:]
        while rest:
            size = (rest[3] & 3) << 11 | rest[4] << 3 | rest[5] >> 5
            frame, rest = rest[:size], rest[size:]
            frames += with_checksum(frame) if rng.random() < share else frame
        length, = struct.unpack(">H", data[4:6])
        if length:
            length += begin + len(frames) - len(data)
        return data[:4] + struct.pack(">H", length) + data[6:begin] + frames, fields
    return None if pid is None else packet_editor.repacked(packets, pid, change)


@oddity("nothing")
def a_stream_that_brings_nothing(rng, packets, expected):
    table = packet_editor.read_map(packets)
    table.streams.append((rng.choice([0x0F, 0x1B, 0x24, 0x81, 0x87]), 0x1DF, b""))
    packet_editor.write_map(packets, table)
    return packets


@oddity("map", stage=7)
def a_map_that_says_more_later(rng, packets, expected):
    """Lets the first maps leave streams out, or say nothing of them but that they are private data."""
    table = packet_editor.read_map(packets)
    count = len(packet_editor.map_packets(packets))
    if count < 2 or len(table.streams) < 2:
        return None
    others = rng.sample(table.streams, rng.randint(1, len(table.streams) - 1))
    if rng.random() < 0.5:
        table.streams = [s for s in table.streams if s not in others]
    else:
        table.streams = [(0x06, s[1], b"") if s in others else s for s in table.streams]
    packet_editor.write_map(packets, table, rng.randint(1, count - 1))
    return packets


@oddity("map", stage=7)
def a_map_that_moves(rng, packets, expected):
    places = [place for place, packet in enumerate(packets) if packet.pid == 0]
    if len(places) < 2:
        return None
    packet_editor.move_map(packets, rng.choice(places[1:]), 0x1F10)
    return packets


@oddity("data")
def data_streams(rng, packets, expected):
    """Adds streams of cues, teletext and metadata, of whatever bytes."""
    table = packet_editor.read_map(packets)
    for kind, descriptors in rng.sample([(0x86, b""), (0x06, b"\x56\0"), (0x15, b""), (0x05, b""), (0xA0, b"")], 2):
        pid = 0x1E0 + len(table.streams)
        table.streams.insert(rng.randint(0, len(table.streams)), (kind, pid, descriptors))
        sprinkled(rng, packets, lambda: Packet(pid, True, None, bytes(rng.randrange(256) for _ in range(184))))
    packet_editor.write_map(packets, table)
    return packets


def longer_packets(rng, data, expected):
    """Writes packets of 192 bytes (a time in front) or 204 bytes (check bytes behind)."""
    result, arrival = bytearray(), rng.randrange(1 << 29)
    in_front = rng.random() < 0.5
    for at in range(0, len(data), packet_editor.SIZE):
        packet = data[at:at + packet_editor.SIZE]
        result += struct.pack(">I", arrival) + packet if in_front else packet + bytes(
            rng.randrange(256) for _ in range(16))
        arrival = (arrival + 3000) & 0x3FFFFFFF
    return bytes(result)


longer_packets.topic, longer_packets.stage = "packet size", 9
ODDITIES.append(longer_packets)
