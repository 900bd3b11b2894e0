"""Reads MPEG-2 transport streams (ISO/IEC 13818-1) for the oracles. It shares no code with fairlead."""

from dataclasses import dataclass

from hls import Malformed

SYNC = 0x47
SIZE = 188
PAT_PID, NULL_PID = 0x0000, 0x1FFF


@dataclass(frozen=True)
class Packet:
    data: bytes

    @property
    def pid(self):
        return (self.data[1] & 0x1F) << 8 | self.data[2]

    @property
    def starts_unit(self):
        return bool(self.data[1] & 0x40)

    @property
    def counter(self):
        return self.data[3] & 0x0F

    @property
    def has_payload(self):
        return bool(self.data[3] & 0x10)

    @property
    def adaptation_size(self):
        """With its length byte."""
        return 1 + self.data[4] if self.data[3] & 0x20 else 0

    @property
    def fields(self):
        """The adaptation field from its flags on, without stuffing; empty when it says nothing."""
        if self.adaptation_size < 2 or not self.data[5]:
            return b""
        flags, size = self.data[5], 1
        size += 6 if flags & 0x10 else 0
        size += 6 if flags & 0x08 else 0
        size += 1 if flags & 0x04 else 0
        for flag in (0x02, 0x01):
            if flags & flag:
                size += 1 + self.data[5 + size]
        return self.data[5 : 5 + size]

    @property
    def stuffing(self):
        return self.data[5 + max(1, len(self.fields)) : 4 + self.adaptation_size]

    @property
    def payload(self):
        return self.data[4 + self.adaptation_size :] if self.has_payload else b""

    @property
    def room(self):
        """Bytes for payload when nothing is stuffed."""
        return SIZE - 4 - (1 + len(self.fields) if self.fields else 0)


def packet_size(content):
    for size, offset in ((188, 0), (192, 4), (204, 0)):
        if len(content) % size == 0 and all(byte == SYNC for byte in content[offset::size]):
            return size, offset
    raise Malformed(f"{len(content)} bytes are no packets of 188, 192 or 204 bytes")


def read_packets(content):
    """Of 188 bytes each, whatever was around them."""
    size, offset = packet_size(content)
    return [Packet(content[at + offset : at + offset + SIZE]) for at in range(0, len(content), size)]


def checksum(content):
    value = 0xFFFFFFFF
    for byte in content:
        value ^= byte << 24
        for _ in range(8):
            value = value << 1 & 0xFFFFFFFF ^ (0x04C11DB7 if value & 0x80000000 else 0)
    return value


def section_in(packet):
    """The section that a packet holds as a whole. Behind it there is nothing but 0xFF."""
    payload = packet.payload
    if not packet.starts_unit or payload[0] != 0:
        raise Malformed(f"PID {packet.pid}: a section that does not start a packet")
    size = 3 + ((payload[2] & 0x0F) << 8 | payload[3])
    section, rest = payload[1 : 1 + size], payload[1 + size :]
    if len(section) != size or checksum(section) != 0 or rest.strip(b"\xff"):
        raise Malformed(f"PID {packet.pid}: a section that is cut or damaged, or not followed by stuffing")
    return section


@dataclass(frozen=True)
class Entry:
    stream_type: int
    pid: int
    descriptors: tuple[bytes, ...]
    """Each with its tag and its length."""


def descriptor_list(content):
    result = []
    while content:
        result.append(content[: 2 + content[1]])
        content = content[2 + content[1] :]
    return tuple(result)


@dataclass(frozen=True)
class ProgramMap:
    section: bytes

    @property
    def version(self):
        return self.section[5] >> 1 & 0x1F

    @property
    def first_entry(self):
        return 12 + ((self.section[10] & 0x0F) << 8 | self.section[11])

    @property
    def entries(self):
        result, position = [], self.first_entry
        while position < len(self.section) - 4:
            size = (self.section[position + 3] & 0x0F) << 8 | self.section[position + 4]
            end = position + 5 + size
            pid = (self.section[position + 1] & 0x1F) << 8 | self.section[position + 2]
            result.append(Entry(self.section[position], pid, descriptor_list(self.section[position + 5 : end])))
            position = end
        if position != len(self.section) - 4:
            raise Malformed("an entry of the program map runs over its end")
        return result


def map_pid(packets):
    """From the first PAT; None when there is none."""
    table = next((section_in(packet) for packet in packets if packet.pid == PAT_PID), None)
    return None if table is None else (table[10] & 0x1F) << 8 | table[11]


def program_map(packets):
    pid = map_pid(packets)
    return next((ProgramMap(section_in(packet)) for packet in packets if packet.pid == pid), None)


@dataclass
class PESPacket:
    numbers: list[int]
    """Of its packets in the segment, duplicates included."""
    content: bytes = b""

    @property
    def stated_length(self):
        return int.from_bytes(self.content[4:6], "big")

    @property
    def header(self):
        """Without PES_packet_length."""
        return self.content[:4] + self.content[6 : 9 + self.content[8]]

    @property
    def data(self):
        return self.content[9 + self.content[8] :]


def pes_packets(packets, pid):
    result, previous = [], None
    for number, packet in enumerate(packets):
        if packet.pid != pid:
            continue
        is_duplicate = previous is not None and packet.has_payload and packet.data == previous.data
        if packet.starts_unit and not is_duplicate:
            result.append(PESPacket([]))
        if not result:
            raise Malformed(f"PID {pid}: a segment that does not start with a PES packet")
        result[-1].numbers.append(number)
        result[-1].content += b"" if is_duplicate else packet.payload
        previous = packet
    if any(pes.content[:3] != b"\0\0\1" for pes in result):
        raise Malformed(f"PID {pid}: a PES packet without its start code")
    return result
