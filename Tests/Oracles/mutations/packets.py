"""What a transport stream says, packet by packet, without the bytes that no reader looks at (ISO/IEC 13818-1)."""

SIZE = 188
SYNC = 0x47
NULL = 0x1FFF
PROGRAMS = 0
"""The PID of the program association table (2.4.4.4)."""


def of_file(content: bytes) -> list[bytes] | None:
    """The packets with priorities, null packets, stuffing of adaptation fields and bytes behind tables in one form; nil for other files."""
    packets = [content[start : start + SIZE] for start in range(0, len(content), SIZE)]
    if not packets or any(len(packet) != SIZE or packet[0] != SYNC for packet in packets):
        return None
    tables = {PROGRAMS}.union(*(_program_maps(packet) for packet in packets if _pid(packet) == PROGRAMS))
    return [_normalized(packet, tables) for packet in packets]


def _pid(packet: bytes) -> int:
    return (packet[1] & 0x1F) << 8 | packet[2]


def _payload(packet: bytes) -> int:
    """Where the payload begins; the end of a packet without one (2.4.3.2)."""
    field = 1 + packet[4] if packet[3] & 0x20 else 0
    return min(SIZE, 4 + field) if packet[3] & 0x10 else SIZE


def _sections(packet: bytes) -> tuple[list[bytes], int]:
    """The sections that begin and end in a packet, and where the stuffing behind them begins (2.4.4)."""
    sections: list[bytes] = []
    at = _payload(packet)
    if not packet[1] & 0x40 or at >= SIZE:
        return sections, SIZE
    at += 1 + packet[at]
    while at + 3 <= SIZE and packet[at] != 0xFF:
        end = at + 3 + ((packet[at + 1] & 0x0F) << 8 | packet[at + 2])
        if end > SIZE:
            return sections, SIZE
        sections.append(packet[at:end])
        at = end
    return sections, at if at < SIZE and packet[at] == 0xFF else SIZE


def _program_maps(packet: bytes) -> set[int]:
    found = set()
    for section in _sections(packet)[0]:
        for at in range(8, len(section) - 4, 4):
            if section[at : at + 2] != b"\0\0":
                found.add((section[at + 2] & 0x1F) << 8 | section[at + 3])
    return found


def _normalized(packet: bytes, tables: set[int]) -> bytes:
    if _pid(packet) == NULL:
        return packet[:4]
    # transport_priority is for networks.
    packet = packet[:1] + bytes([packet[1] & ~0x20]) + packet[2:]
    if packet[3] & 0x20 and packet[4]:
        content, end = _content_of_adaptation_field(packet), min(SIZE, 5 + packet[4])
        packet = packet[:content] + b"\xff" * (end - content) + packet[end:]
    if _pid(packet) in tables:
        stuffing = _sections(packet)[1]
        packet = packet[:stuffing] + b"\xff" * (SIZE - stuffing)
    return packet


def _content_of_adaptation_field(packet: bytes) -> int:
    """Where the fields of an adaptation field end, and its stuffing begins (2.4.3.4)."""
    flags, at = packet[5], 6
    at += 6 * bool(flags & 0x10) + 6 * bool(flags & 0x08) + bool(flags & 0x04)
    for flag in (0x02, 0x01):
        if flags & flag and at < SIZE:
            at += 1 + packet[at]
    return min(at, SIZE, 5 + packet[4])
