"""Oddities of the program tables of transport streams."""

import struct

import packet_editor
from packet_editor import Packet
from stream_oddities import oddity, require_later, sprinkled


@oddity("tables", stage=6)
def tables_more_often(rng, packets, expected):
    pid = packet_editor.map_pid(packets)
    tables = [next(p for p in packets if p.pid == 0), next(p for p in packets if p.pid == pid)]
    for _ in range(rng.randint(1, 20)):
        place = rng.randint(4, len(packets))
        packets[place:place] = [Packet(t.pid, True, t.adaptation, t.payload) for t in tables]
    return packets


@oddity("tables", stage=6)
def tables_behind_20_media_packets(rng, packets, expected):
    special = (0, 17, packet_editor.map_pid(packets))
    tables = [p for p in packets[:6] if p.pid in special]
    others = [p for p in packets if not any(p is t for t in tables)]
    if len(tables) < 2 or any(p.pid in special for p in others[:20]):
        return None
    require_later(expected, expected.tracks.keys[0])
    return others[:20] + tables + others[20:]


@oddity("private stream")
def private_stream(rng, packets, expected):
    """A stream of private data in the program map, and a few packets of it."""
    table = packet_editor.read_map(packets)
    kind, descriptors = rng.choice([(0x06, b""), (0x06, b"\x05\x04KLVA"), (0x05, b""), (0xC0, b""),
                                    (0xEA, b""), (0x15, b""), (0x86, b"\x05\x04CUEI"), (0x0B, b"")])
    table.streams.append((kind, 0x1ABC, descriptors))
    packet_editor.write_map(packets, table)
    if kind in (0x05, 0x86, 0x0B):
        body = (b"\0" + b"\xfc\x30\x11" + bytes(17)).ljust(184, b"\xff")
        return sprinkled(rng, packets, lambda: Packet(0x1ABC, True, None, body), 5)
    pes = b"\0\0\1\xbd" + struct.pack(">H", 3 + 20) + b"\x80\0\0" + bytes(20)
    return sprinkled(rng, packets, lambda: packet_editor.filled(0x1ABC, True, None, pes), 5)


@oddity("descriptors")
def descriptors_in_the_program_map(rng, packets, expected):
    table = packet_editor.read_map(packets)
    if rng.random() < 0.7:
        table.descriptors += rng.choice([b"\x0e\x03\xc0\x10\x00", b"\x5f\x04\0\0\0\x28", b"\xc0\x02\1\2"])
    for place, (kind, pid, descriptors) in enumerate(table.streams):
        if rng.random() < 0.7 and kind != 0x06:
            more = [b"\x52\x01\x01", b"\x0e\x03\xc0\x10\x00", b"\xc1\x00"]
            more += [b"\x28\x04\x42\x00\x1e\x3f", b"\x06\x01\x02"] if kind == 0x1B else []
            more += [b"\x0a\x04eng\0"] if kind != 0x1B and b"\x0a\x04" not in descriptors else []
            table.streams[place] = (kind, pid, descriptors + rng.choice(more))
    packet_editor.write_map(packets, table)
    return packets


@oddity("network")
def network_in_the_association_table(rng, packets, expected):
    """Names the PID of the network tables in front of the program."""
    pid = packet_editor.map_pid(packets)
    for packet in [p for p in packets if p.pid == 0]:
        data = packet_editor.section_in(packet)[:-4]
        packet_editor.set_section(packet, data + b"\0\0\xe0\x10")
    assert packet_editor.map_pid(packets) == pid
    return packets


@oddity("identifiers", stage=6)
def other_identifiers(rng, packets, expected):
    """Gives all streams and the program map other PIDs."""
    table, old = packet_editor.read_map(packets), packet_editor.map_pid(packets)
    pids = [old] + [pid for _, pid, _ in table.streams]
    free = [0x20, 0x31, 0x44, 0x100, 0x101, 0x1000, 0x1FFE, 0x1ABD, 0x666]
    fresh = dict(zip(pids, rng.sample(free, len(pids))))
    table.streams = [(kind, fresh[pid], descriptors) for kind, pid, descriptors in table.streams]
    table.pcr = fresh.get(table.pcr, table.pcr)
    packet_editor.write_map(packets, table)
    for packet in packets:
        if packet.pid == 0:
            data = packet_editor.section_in(packet)[:-4]
            entry = struct.pack(">H", 0xE000 | old)
            packet_editor.set_section(packet, data.replace(entry, struct.pack(">H", 0xE000 | fresh[old])))
        packet.pid = fresh.get(packet.pid, packet.pid)
    return packets
