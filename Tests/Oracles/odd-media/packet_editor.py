"""Editor for MPEG transport streams (ISO/IEC 13818-1): packets, PES packets and program tables."""

import dataclasses
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from mpeg2_transport import NULL_PID, SIZE, checksum, map_pid, program_map, read_packets, section_in  # noqa: E402


@dataclasses.dataclass
class Packet:
    """One packet. `adaptation` is the field behind its length; None stands for no field."""

    pid: int
    starts_unit: bool
    adaptation: object
    payload: bytes
    counter: int = 0
    control: object = None
    repeats: bool = False

    @property
    def counts(self):
        """Tells whether the continuity counter goes on with this packet."""
        control = self.afc
        return bool(control & 1) and not self.repeats

    @property
    def afc(self):
        if self.control is not None:
            return self.control
        return (1 if self.payload else 0) | (2 if self.adaptation is not None else 0)

    def bytes(self):
        field = b"" if self.adaptation is None else bytes([len(self.adaptation)]) + self.adaptation
        start = 0x4000 if self.starts_unit else 0
        head = struct.pack(">BHB", 0x47, self.pid | start, self.afc << 4 | self.counter)
        data = head + field + self.payload
        if len(data) != SIZE:
            raise ValueError(f"a packet of {len(data)} bytes")
        return data


def parse(data):
    packets = []
    for read in read_packets(data):
        begin, control = 4 + read.adaptation_size, read.data[3] >> 4 & 3
        adaptation = read.data[5:begin] if control & 2 else None
        packet = Packet(read.pid, read.starts_unit, adaptation, read.data[begin:], read.counter)
        if packet.afc != control:
            packet.control = control
        packets.append(packet)
    return packets


def written(packets):
    """Writes packets, with continuity counters that go on from the first of each PID."""
    counters = {}
    for packet in packets:
        if packet.pid == NULL_PID:
            continue
        if packet.pid not in counters:
            counters[packet.pid] = (packet.counter - (1 if packet.counts else 0)) & 15
        if packet.counts:
            counters[packet.pid] = (counters[packet.pid] + 1) & 15
        packet.counter = counters[packet.pid]
    return b"".join(p.bytes() for p in packets)


def essential(adaptation):
    """The adaptation field without its stuffing bytes."""
    if not adaptation or adaptation[0] & 0x1F == 0 and adaptation[0] & 0xE0 == 0:
        return None
    flags, end = adaptation[0], 1
    end += (6 if flags & 16 else 0) + (6 if flags & 8 else 0) + (1 if flags & 4 else 0)
    for bit in (2, 1):
        if flags & bit:
            end += 1 + adaptation[end]
    return adaptation[:end]


def filled(pid, starts_unit, field, payload, counter=0):
    """Makes a packet of a payload and an adaptation field without stuffing, and stuffs it."""
    room = SIZE - 4 - len(payload)
    if field is None and room == 0:
        return Packet(pid, starts_unit, None, payload, counter)
    field = (field or b"\0")[:max(0, room - 1)] if field is None else field
    return Packet(pid, starts_unit, field + b"\xff" * (room - 1 - len(field)), payload, counter)


def stuffing(pid):
    """Makes a packet with an adaptation field alone."""
    return Packet(pid, False, b"\0" + b"\xff" * 182, b"")


def pes_spans(packets, pid):
    """The places of the packets of each PES packet of a PID. Those before the first start are left out."""
    spans = []
    for place, packet in enumerate(packets):
        if packet.pid != pid or not packet.payload or not packet.afc & 1:
            continue
        if packet.starts_unit:
            spans.append([])
        if spans:
            spans[-1].append(place)
    return spans


def repacked(packets, pid, change):
    """Changes PES packets: change(number, data, fields) returns other data and adaptation fields."""
    replaced = {}
    for number, span in enumerate(pes_spans(packets, pid)):
        data = b"".join(packets[p].payload for p in span)
        fields = [essential(packets[p].adaptation) for p in span]
        data, fields = change(number, data, fields)
        for order, place in enumerate(span):
            made = []
            while True:
                field = fields[order] if not made else None
                room = SIZE - 4 - (0 if field is None else 1 + len(field))
                if not data and made:
                    break
                if not data and field is None:
                    break
                piece, data = data[:room], data[room:]
                made.append(filled(pid, order == 0 and not made, field, piece, packets[place].counter))
                if order < len(span) - 1:
                    break
            replaced[place] = made
    result = []
    for place, packet in enumerate(packets):
        result.extend(replaced.get(place, [packet]))
    return result


@dataclasses.dataclass
class ProgramMap:
    """A program map: descriptors of the program, and (type, PID, descriptors) of its streams."""

    pcr: int
    descriptors: bytes
    streams: list


def set_section(packet, data):
    data = data[:1] + struct.pack(">H", 0xB000 | len(data) + 1) + data[3:]
    body = b"\0" + data + struct.pack(">I", checksum(data))
    packet.payload = body + b"\xff" * (SIZE - 4 - len(body))
    packet.adaptation = None


def read_map(packets):
    table = program_map(packets)
    streams = [(e.stream_type, e.pid, b"".join(e.descriptors)) for e in table.entries]
    clock, = struct.unpack(">H", table.section[8:10])
    return ProgramMap(clock & 0x1FFF, table.section[12:table.first_entry], streams)


def map_packets(packets):
    """The packets that have the program map."""
    pid = map_pid(packets)
    return [p for p in packets if p.pid == pid]


def write_map(packets, table, count=None):
    """Writes a program map into all packets that have one, or into the first ones."""
    for packet in map_packets(packets)[:count]:
        data = section_in(packet)[:8] + struct.pack(">HH", 0xE000 | table.pcr, 0xF000 | len(table.descriptors))
        data += table.descriptors
        for kind, stream, descriptors in table.streams:
            data += struct.pack(">BHH", kind, 0xE000 | stream, 0xF000 | len(descriptors)) + descriptors
        set_section(packet, data)


def move_map(packets, place, pid):
    """Gives the program map another PID from a place on."""
    before = map_pid(packets)
    for packet in packets[place:]:
        if packet.pid == 0:
            data = section_in(packet)
            set_section(packet, data[:10] + struct.pack(">H", 0xE000 | pid))
        elif packet.pid == before:
            packet.pid = pid


def media_pids(packets):
    """The PID of video and that of audio; None where there is none."""
    streams = read_map(packets).streams
    video = next((pid for kind, pid, _ in streams if kind == 0x1B), None)
    audio = next((pid for kind, pid, _ in streams if kind in (0x0F, 0x81, 0x06)), None)
    return video, audio


def stamp(data, at):
    """Reads a time stamp of 33 bits."""
    head, high, low = struct.unpack(">BHH", data[at:at + 5])
    return (head >> 1 & 7) << 30 | high >> 1 << 15 | low >> 1


def stamped(data, at, value):
    """Writes a time stamp of 33 bits; the marks around it stay."""
    head = data[at] & 0xF0 | (value >> 30 & 7) << 1 | 1
    field = struct.pack(">BHH", head, (value >> 15 & 0x7FFF) << 1 | 1, (value & 0x7FFF) << 1 | 1)
    return data[:at] + field + data[at + 5:]
