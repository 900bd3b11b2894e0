"""PAT and PMT sections (ISO/IEC 13818-1 2.4.4): reading and writing those of one packet."""

from dataclasses import dataclass, field

from transport_stream import PACKET_SIZE, PMT_PID


@dataclass
class ElementaryStream:
    stream_type: int
    pid: int
    descriptors: bytes = b""


@dataclass
class ProgramMap:
    clock_pid: int
    streams: list[ElementaryStream]
    version: int = 0
    descriptors: bytes = b""
    program: int = field(default=1)

    def section(self):
        content = (0xE000 | self.clock_pid).to_bytes(2, "big") + length_field(self.descriptors) + self.descriptors
        for stream in self.streams:
            content += bytes([stream.stream_type]) + (0xE000 | stream.pid).to_bytes(2, "big")
            content += length_field(stream.descriptors) + stream.descriptors
        head = self.program.to_bytes(2, "big") + bytes([0xC1 | self.version << 1, 0, 0])
        section = b"\x02" + (0xB000 | len(head) + len(content) + 4).to_bytes(2, "big") + head + content
        return section + checksum(section).to_bytes(4, "big")


def length_field(content):
    return (0xF000 | len(content)).to_bytes(2, "big")


def checksum(content):
    """CRC-32/MPEG-2 (annex A)."""
    value = 0xFFFFFFFF
    for byte in content:
        value ^= byte << 24
        for _ in range(8):
            value = value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)
        value &= 0xFFFFFFFF
    return value


def section_of(packet):
    """The section of a packet that holds one as a whole."""
    start = 5 + packet[4]
    size = 3 + ((packet[start + 1] & 0x0F) << 8 | packet[start + 2])
    assert packet[3] & 0x20 == 0 and start + size <= PACKET_SIZE
    return bytes(packet[start : start + size])


def read_program_map(packet):
    section = section_of(packet)
    assert section[0] == 2 and checksum(section) == 0
    first = 12 + ((section[10] & 0x0F) << 8 | section[11])
    streams, position = [], first
    while position < len(section) - 4:
        size = (section[position + 3] & 0x0F) << 8 | section[position + 4]
        pid = (section[position + 1] & 0x1F) << 8 | section[position + 2]
        streams.append(ElementaryStream(section[position], pid, section[position + 5 : position + 5 + size]))
        position += 5 + size
    clock_pid = (section[8] & 0x1F) << 8 | section[9]
    return ProgramMap(clock_pid, streams, section[5] >> 1 & 0x1F, section[12:first])


def section_packet(pid, section, counter):
    head = bytes([0x47, 0x40 | pid >> 8, pid & 0xFF, 0x10 | counter % 16, 0])
    assert len(head + section) <= PACKET_SIZE
    return bytearray((head + section).ljust(PACKET_SIZE, b"\xff"))


def program_map_packet(program_map, counter):
    return section_packet(PMT_PID, program_map.section(), counter)
