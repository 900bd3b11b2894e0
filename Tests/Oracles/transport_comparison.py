"""Compares a transport stream segment with what protection made of it: packet for packet, then decrypted."""

from bisect import bisect_left
from dataclasses import dataclass

import sample_aes
from hls import Malformed
from mpeg2_transport import NULL_PID, PAT_PID, map_pid, pes_packets, program_map, read_packets

COUNTERS = 16
NEW_PACKET_ROOM = 184


@dataclass
class Streams:
    """What the program map of a segment, or of its EXT-X-MAP, says."""

    map_pid: int
    source: list
    protected: list
    """Entries of both, in order."""

    @property
    def protected_codecs(self):
        """PID to codec of what is protected."""
        return {
            after.pid: sample_aes.codec_of(after)
            for after in self.protected
            if after.stream_type in sample_aes.PROTECTED_TYPES.values()
        }


def streams_of(source, protected, section=None):
    """`section` holds the packets of the two EXT-X-MAPs; a segment's own tables come first."""
    for before, after in ((source, protected), section or ((), ())):
        table = program_map(before)
        if table:
            return Streams(map_pid(before), table.entries, program_map(after).entries)
    raise Malformed("no program map")


# --- The program map ---


def expected_descriptors(entry, codec, stream):
    """Those that a protected entry may have: a list of alternatives."""
    indicator = b"\x0f\x04" + sample_aes.INDICATORS[codec]
    old = (b"\x05\x04AC-3", b"\x05\x04EAC3")
    kept = tuple(item for item in entry.descriptors if item not in old)
    if codec == sample_aes.AVC:
        return [(indicator, *kept)]
    setups = sample_aes.setup_candidates(codec, stream)
    registrations = [bytes([5, 4 + len(setup)]) + b"apad" + setup for setup in setups]
    return [(indicator, registration, *kept) for registration in registrations]


def check_program_maps(check, source, protected, pid, clear_streams):
    """Every packet of the map's PID. `clear_streams`: PID to the clear elementary stream."""
    before, after = (
        [packet for packet in packets if packet.pid == pid] for packets in (source, protected)
    )
    check(len(before) == len(after), f"{len(after)} packets of the program map, the source has {len(before)}")
    if not before:
        return
    # Descriptors may change on the way: each packet has the protected form of its own map.
    for old, new in zip(before, after):
        compare_program_maps(
            check, program_map([old] + source), program_map([new] + protected), clear_streams
        )


def compare_program_maps(check, old, new, clear_streams):
    check(new.version == (old.version + 1) % 32, f"program map version {new.version} after {old.version}")
    check(new.section[6:12] == old.section[6:12] and new.section[3:5] == old.section[3:5], "its head differs")
    check(new.section[12 : new.first_entry] == old.section[12 : old.first_entry], "its program descriptors differ")
    check([entry.pid for entry in new.entries] == [entry.pid for entry in old.entries], "it lists other PIDs")
    for was, now in zip(old.entries, new.entries):
        codec = sample_aes.codec_of(was)
        if codec is None:
            check(now == was, f"PID {was.pid}: its entry was changed")
            continue
        check(now.stream_type == sample_aes.PROTECTED_TYPES[codec], f"PID {was.pid}: type {now.stream_type:#x}")
        expected = expected_descriptors(was, codec, clear_streams[was.pid])
        found = b"".join(now.descriptors).hex()
        fits = sample_aes.without_checksums(now.descriptors) in map(sample_aes.without_checksums, expected)
        check(fits, f"PID {was.pid}: descriptors {found}, expected {expected[0]}")


# --- Packets ---


class Growth:
    """Which packets of a protected stream are new, and which of the source's had to be filled anew.

    New packets come in sixteens behind the PES packet that needs them, so that no counter behind them changes."""

    def __init__(self, check, source, protected, pid):
        self.check, self.source, self.protected, self.pid = check, source, protected, pid
        self.inserted, self.filled_anew = [], set()
        before, after = pes_packets(source, pid), pes_packets(protected, pid)
        if not check(len(before) == len(after), f"PID {pid}: {len(after)} PES packets, the source has {len(before)}"):
            raise Malformed("PES packets cannot be compared")
        for old, new in zip(before, after):
            self.take(old, new)

    def take(self, old, new):
        what = f"PID {self.pid} PES packet at packet {old.numbers[0]}"
        if len(old.content) != len(new.content):
            self.filled_anew.update(old.numbers)
        room = sum(self.source[index].room for index in without_duplicates(self.source, old.numbers))
        missing = -(-max(0, len(new.content) - room) // NEW_PACKET_ROOM)
        count, least = len(new.numbers) - len(old.numbers), -(-missing // COUNTERS) * COUNTERS
        if self.check(count == least, f"{what}: {count} new packets, {least} are enough and needed"):
            end = 1 + max(place for place, index in enumerate(old.numbers) if self.source[index].has_payload)
            first = new.numbers[end - 1] + 1
            self.inserted += new.numbers[end : end + count]
            is_behind = self.inserted[-count or None :] == list(range(first, first + count)) or not count
            self.check(is_behind, f"{what}: new packets are not directly behind it")


def without_duplicates(packets, numbers):
    return [
        index
        for index, previous in zip(numbers, [None, *numbers])
        if previous is None or packets[index] != packets[previous] or not packets[index].has_payload
    ]


def check_packets(check, source, protected, streams):
    growths = {pid: Growth(check, source, protected, pid) for pid in streams.protected_codecs}
    inserted = {index for growth in growths.values() for index in growth.inserted}
    moved, kept = dict.fromkeys(growths, 0), []
    for index, packet in enumerate(protected):
        if index in inserted:
            moved[packet.pid] += 1
            expected = (protected[index - 1].counter + 1) % COUNTERS
            check(packet.counter == expected, f"new packet {index}: counter {packet.counter}")
            is_plain = not packet.fields and not packet.starts_unit and not packet.stuffing.strip(b"\xff")
            check(is_plain, f"new packet {index} says more than its payload")
        else:
            kept.append((packet, moved.get(packet.pid, 0)))
    if not check(len(kept) == len(source), f"{len(kept)} packets without new ones, the source has {len(source)}"):
        return
    for index, ((packet, shift), original) in enumerate(zip(kept, source)):
        what = f"packet {index} (PID {original.pid})"
        if original.pid == streams.map_pid:
            # Stuffing may stand behind the section or in an adaptation field.
            heads = [one.data[:3] + bytes([one.data[3] & 0xDF]) for one in (original, packet)]
            check(heads[0] == heads[1], f"{what}: header {packet.data[:4].hex()}")
        elif original.pid not in growths:
            check(packet == original, f"{what} differs and is not protected")
        else:
            is_filled_anew = index in growths[original.pid].filled_anew
            check_patched(check, what, original, packet, shift, is_filled_anew)


def check_patched(check, what, original, packet, shift, is_filled_anew):
    """A packet of a protected stream keeps all but its payload; one that was filled anew has other stuffing."""
    mask = 0xD0 if is_filled_anew else 0xF0
    heads = [one.data[:3] + bytes([one.data[3] & mask]) for one in (original, packet)]
    check(heads[0] == heads[1], f"{what}: header {packet.data[:4].hex()}, was {original.data[:4].hex()}")
    check(packet.counter == (original.counter + shift) % COUNTERS, f"{what}: counter {packet.counter}")
    check(packet.fields == original.fields, f"{what}: adaptation field (PCR included) {packet.fields.hex()}")
    if is_filled_anew:
        check(not packet.stuffing.strip(b"\xff"), f"{what}: stuffing is not 0xFF")
    else:
        fields = [one.data[4 : 4 + one.adaptation_size] for one in (original, packet)]
        check(fields[0] == fields[1], f"{what}: stuffing changed where nothing grew")


# --- Elementary streams ---


@dataclass
class ElementaryStream:
    data: bytes
    starts: list[int]
    """Where the data of PES packets begin."""
    packets: list


def elementary_stream(packets, pid):
    pes, starts, size = pes_packets(packets, pid), [], 0
    for packet in pes:
        starts.append(size)
        size += len(packet.data)
    return ElementaryStream(b"".join(packet.data for packet in pes), starts, pes)


def check_elementary_stream(check, codec, pid, source, protected, record):
    """Returns how many blocks were encrypted."""
    clear = sample_aes.decrypt(codec, protected.data, record.key, record.iv, protected.starts)
    if not check(clear.data == source.data, f"PID {pid}: {codec} differs {first_difference(clear.data, source)}"):
        return clear.blocks
    borders = [start - bisect_left(clear.removed, start) for start in protected.starts]
    check(borders == source.starts, f"PID {pid}: access units moved between PES packets")
    for number, (before, after) in enumerate(zip(source.packets, protected.packets)):
        check(before.header == after.header, f"PID {pid} PES packet {number}: header {after.header.hex()}")
        actual = len(after.content) - 6
        is_open = before.stated_length == 0 or actual > 0xFFFF
        expected = 0 if is_open else actual
        check(after.stated_length == expected, f"PID {pid} PES packet {number}: length {after.stated_length}, not {expected}")
    return clear.blocks


def first_difference(data, source):
    place = next((i for i, (a, b) in enumerate(zip(data, source.data)) if a != b), min(len(data), len(source.data)))
    number = sum(start <= place for start in source.starts)
    return f"from byte {place} on, PES packet {number} of {len(source.starts)} ({len(data)} bytes, {len(source.data)})"


def compare_segment(check, source_bytes, protected_bytes, record, section=None):
    """`section`: the packets of both EXT-X-MAPs. Returns the number of encrypted blocks."""
    source, protected = read_packets(source_bytes), read_packets(protected_bytes)
    check(len(protected_bytes) == 188 * len(protected), "packets of more than 188 bytes were written")
    streams = streams_of(source, protected, section)
    pids = [entry.pid for entry in streams.source if sample_aes.codec_of(entry)]
    clear_streams = {pid: elementary_stream(source, pid) for pid in pids}
    check_program_maps(
        check, source, protected, streams.map_pid, {pid: stream.data for pid, stream in clear_streams.items()}
    )
    check(sorted(streams.protected_codecs) == sorted(pids), "not every stream that can be is marked as protected")
    check_packets(check, source, protected, streams)
    blocks = 0
    for pid, codec in streams.protected_codecs.items():
        after = elementary_stream(protected, pid)
        blocks += check_elementary_stream(check, codec, pid, clear_streams[pid], after, record)
    return blocks


def compare_picture(check, source_bytes, protected_bytes, record, section=None):
    """A range of an I-frame playlist: it begins with the same tables and holds the same pictures, as a whole."""
    source, protected = read_packets(source_bytes), read_packets(protected_bytes)
    streams = streams_of(source, protected, section)
    tables = (PAT_PID, streams.map_pid)
    pid = next(entry.pid for entry in streams.source if sample_aes.codec_of(entry) == sample_aes.AVC)
    heads = [[packet.pid for packet in packets if packet.pid in (*tables, NULL_PID)] for packets in (source, protected)]
    check(heads[0] == heads[1], "other tables stand in the range")
    before, after = elementary_stream(source, pid), elementary_stream(protected, pid)
    check_elementary_stream(check, sample_aes.AVC, pid, before, after, record)
