"""What other multiplexers do with the packets of a transport stream and ffmpeg does not."""

import random

from program_tables import ElementaryStream, program_map_packet, read_program_map, section_packet
from transport_stream import PACKET_SIZE, PAT_PID, PMT_PID, VIDEO_PID, is_random_access, packets, pid, starts_payload_unit

NULL_PID = 0x1FFF


def pes_packet(stream_id, content, ticks):
    """A PES packet with a PTS."""
    time = bytes(
        [
            0x21 | ticks >> 29 & 0x0E,
            ticks >> 22 & 0xFF,
            0x01 | ticks >> 14 & 0xFE,
            ticks >> 7 & 0xFF,
            0x01 | ticks << 1 & 0xFE,
        ]
    )
    payload = b"\x84\x80\x05" + time + content
    return b"\0\0\1" + bytes([stream_id]) + len(payload).to_bytes(2, "big") + payload


def packetized(stream_pid, content, counter, fields=b""):
    """Packets of a PES packet; the last one is filled up by an adaptation field. The first has that of `fields`."""
    result, is_first = [], True
    while content:
        room = PACKET_SIZE - 4 - (1 + len(fields) if fields else 0)
        piece, content = content[:room], content[room:]
        missing = PACKET_SIZE - 4 - len(piece)
        head = bytes([0x47, (0x40 if is_first else 0) | stream_pid >> 8, stream_pid & 0xFF])
        head += bytes([(0x30 if missing else 0x10) | counter % 16])
        field = bytes([missing - 1]) + (fields or b"\0") if missing else b""
        result.append(bytearray(head + field[:missing].ljust(missing, b"\xff") + piece))
        counter, is_first, fields = counter + 1, False, b""
    return result


def timed_metadata(source, ticks):
    title = b"TIT2\0\0\0\x0b\0\0\x03" + bytes(source.choices(b"abcdefgh", k=10))
    return pes_packet(0xBD, b"ID3\4\0\0\0\0\0" + bytes([len(title)]) + title, ticks)


def random_pes(size):
    def content(source, ticks):
        # Start codes and slice headers on purpose: what is not protected must not be looked at.
        return pes_packet(0xBD, b"\0\0\1\x65" + source.randbytes(size - 8) + b"\0\0\1\x09", ticks)

    return content


# Stream type and descriptors as the standards of each have them, and what one access unit of it is.
PRIVATE_STREAMS = [
    (ElementaryStream(0x15, 0x200, bytes.fromhex("260dffff49443320ff49443320000f")), timed_metadata),
    (ElementaryStream(0x06, 0x201, bytes.fromhex("5605656e670100")), random_pes(1296)),  # teletext, EN 300 468 6.2.43
    (ElementaryStream(0x06, 0x202, bytes.fromhex("5908656e671000010001")), random_pes(700)),  # DVB subtitles
    (ElementaryStream(0x06, 0x203, bytes.fromhex("05044b4c5641")), random_pes(90)),  # KLV metadata
]
SECTIONS = ElementaryStream(0x86, 0x210, bytes.fromhex("8a0100"))
"""SCTE-35 cues."""
SPLICE_NULL = bytes.fromhex("fc301100000000000000ffffff0000004f253396")


def with_private_streams(stream, first_ticks=900_000, ticks_per_picture=3600):
    """Adds streams that no protection touches, null packets, and their entries in the program map."""
    source, counters, result, pictures = random.Random("private streams"), {}, [], 0

    def count(stream_pid, number):
        counters[stream_pid] = counters.get(stream_pid, 0) + number
        return counters[stream_pid] - number

    for packet in packets(stream):
        if pid(packet) == PMT_PID:
            program_map = read_program_map(packet)
            program_map.streams += [entry for entry, _ in PRIVATE_STREAMS] + [SECTIONS]
            result.append(program_map_packet(program_map, packet[3] & 15))
            continue
        result.append(packet)
        if pid(packet) != VIDEO_PID or not starts_payload_unit(packet):
            continue
        pictures += 1
        if pictures % 10 == 5:
            for entry, content in PRIVATE_STREAMS:
                ticks = first_ticks + pictures * ticks_per_picture
                pieces = packetized(entry.pid, content(source, ticks), counters.get(entry.pid, 0))
                count(entry.pid, len(pieces))
                result += pieces
            result.append(section_packet(SECTIONS.pid, SPLICE_NULL, count(SECTIONS.pid, 1)))
            result.append(bytearray(b"\x47\x1f\xff\x10" + source.randbytes(PACKET_SIZE - 4)))
    return b"".join(result)


def interleaved(stream):
    """Between a program map before an IDR picture and the next, the packets of all streams are spread evenly: PES
    packets of several streams are unfinished at a time. Packets of one stream keep their order."""
    result, part = [], []

    def spread():
        sizes, seen, places = {}, {}, []
        for packet in part:
            sizes[pid(packet)] = sizes.get(pid(packet), 0) + 1
        for index, packet in enumerate(part):
            number = seen.get(pid(packet), 0)
            seen[pid(packet)] = number + 1
            places.append(((number + 0.5) / sizes[pid(packet)], index, packet))
        result.extend(packet for _, _, packet in sorted(places, key=lambda place: place[:2]))

    for packet in packets(stream):
        if pid(packet) == PAT_PID:
            spread()
            part = []
        if pid(packet) in (PAT_PID, PMT_PID):
            result.append(packet)
        else:
            part.append(packet)
    spread()
    return b"".join(result)


def with_duplicates(stream):
    """Every fiftieth packet with payload stands there twice, as 2.4.3.3 allows."""
    result = []
    for index, packet in enumerate(packets(stream)):
        result.append(packet)
        if index % 50 == 25 and packet[3] & 0x10 and not is_random_access(packet) and pid(packet) != NULL_PID:
            result.append(packet)
    return b"".join(result)


def with_units_over_pes_packets(stream, stream_pid):
    """Moves the borders of the PES packets of a stream by some bytes, so that its frames or NAL units run over them; not
    over those between groups of pictures. The packets of the stream then stand together at the start of their group."""
    result, group, place, counter = [], [], 0, 0

    def payload_of(packet):
        return bytes(packet[5 + packet[4] :]) if packet[3] & 0x20 else bytes(packet[4:])

    def fields_of(packet):
        """Its flags and clock reference."""
        has_fields = packet[3] & 0x20 and packet[4] > 0 and packet[5]
        return bytes(packet[5 : 12 if packet[5] & 0x10 else 6]) if has_fields else b""

    def shifted():
        nonlocal counter
        heads, fields, contents = [], [], []
        for packet in group:
            payload = payload_of(packet)
            if starts_payload_unit(packet):
                heads.append(payload[: 9 + payload[8]])
                fields.append(fields_of(packet))
                contents.append(payload[9 + payload[8] :])
            else:
                contents[-1] += payload
        for index in range(1, len(contents)):
            moved = 1 + index * 37 % 200
            contents[index - 1] += contents[index][:moved]
            contents[index] = contents[index][moved:]
        pieces = []
        for head, field, content in zip(heads, fields, contents):
            size = len(head) - 6 + len(content) if any(head[4:6]) else 0
            pes = head[:4] + size.to_bytes(2, "big") + head[6:] + content
            pieces += packetized(stream_pid, pes, counter + len(pieces), field)
        counter += len(pieces)
        return pieces

    for packet in packets(stream):
        if pid(packet) == PAT_PID and group:
            result[place:place] = shifted()
            group = []
        if pid(packet) == stream_pid:
            place = place if group else len(result)
            group.append(packet)
        else:
            result.append(packet)
    result[place:place] = shifted()
    return b"".join(result)


def with_times_in_front(stream):
    """Packets of 192 bytes (M2TS): four bytes of arrival time before each."""
    return b"".join((index * 300).to_bytes(4, "big") + packet for index, packet in enumerate(packets(stream)))


def with_parity_behind(stream):
    """Packets of 204 bytes: sixteen of Reed-Solomon parity behind each; these are random."""
    source = random.Random("parity")
    return b"".join(bytes(packet) + source.randbytes(16) for packet in packets(stream))


def without_tables(stream):
    """For segments whose EXT-X-MAP has PAT and PMT."""
    return b"".join(packet for packet in packets(stream) if pid(packet) not in (PAT_PID, PMT_PID))
