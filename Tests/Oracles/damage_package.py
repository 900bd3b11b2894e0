#!/usr/bin/env python3
"""Proves the oracles of `package`: damages a clear presentation in one place at a time, and compare_with_mezzanine.py or
check_presentation.py has to find it.

Usage: damage_package.py FRAGMENTED TRANSPORT MOVIE SUBTITLES FFMPEG
FRAGMENTED, TRANSPORT: folders of clear presentations of MOVIE (AVC and AAC) and SUBTITLES (WebVTT), in segments of 2 s.
"""

import argparse
import contextlib
import io
import shutil
import tempfile
from pathlib import Path

import check_presentation
import compare_with_mezzanine
from common_encryption import Malformed as MalformedBoxes
from common_encryption.boxes import parse
from common_encryption.fragments import read_fragments
from common_encryption.sections import read_tracks
from hls import Malformed
from mpeg2_transport import pes_packets, program_map, read_packets
from outcome import Outcome

VIDEO, AUDIO, TEXT = "video-180p", "audio", "subtitles-en"
PACKET = 188
FAILURES = (Malformed, MalformedBoxes, OSError, LookupError, ValueError, RuntimeError, TypeError)


class Presentation:
    """A copy to be damaged."""

    def __init__(self, folder):
        self.folder = folder

    def segments(self, rendition):
        return sorted((self.folder / rendition).glob("segment-*"))

    def change(self, name, change):
        path = self.folder / name
        before = path.read_bytes()
        after = change(before)
        assert after != before, f"{name} is as it was"
        path.write_bytes(after)

    def change_segment(self, rendition, number, change):
        self.change(self.segments(rendition)[number], change)


def number_added(data, place, size, difference):
    value = int.from_bytes(data[place : place + size], "big") + difference
    return data[:place] + value.to_bytes(size, "big") + data[place + size :]


def replaced(old, new):
    def change(data):
        assert old in data, f"no {old}"
        return data.replace(old, new, 1)

    return change


def in_file(name, change):
    return lambda presentation: presentation.change(name, change)


def in_segment(rendition, number, change):
    return lambda presentation: presentation.change_segment(rendition, number, change)


# --- Fragmented MP4 ---


def first_run(data):
    moof = next(box for box in parse(data) if box.kind == b"moof")
    return moof.first(b"traf", b"trun")


def field_place(trun, sample, flag):
    """Of a sample's duration (0x100), size (0x200), flags (0x400) or composition offset (0x800)."""
    present = [each for each in (0x100, 0x200, 0x400, 0x800) if trun.flags & each]
    head = 8 + 4 * bool(trun.flags & 0x1) + 4 * bool(trun.flags & 0x4)
    return trun.content + head + 4 * (sample * len(present) + present.index(flag))


def with_swapped_samples(rendition, first):
    """Two neighbours in decoding order, their sizes too: only what they show says that they are swapped."""

    def damage(presentation):
        tracks = read_tracks((presentation.folder / rendition / "init.mp4").read_bytes())

        def change(data):
            one, other = read_fragments(data, tracks)[0].samples[first : first + 2]
            contents = [data[each.start : each.start + each.size] for each in (other, one)]
            data = data[: one.start] + b"".join(contents) + data[other.start + other.size :]
            places = [field_place(first_run(data), first + index, 0x200) for index in range(2)]
            data = number_added(data, places[0], 4, other.size - one.size)
            return number_added(data, places[1], 4, one.size - other.size)

        presentation.change_segment(rendition, 1, change)

    return damage


def with_offset_of_sample(sample, difference):
    return lambda data: number_added(data, field_place(first_run(data), sample, 0x800), 4, difference)


def with_decode_time(difference):
    def change(data):
        tfdt = next(box for box in parse(data) if box.kind == b"moof").first(b"traf", b"tfdt")
        return number_added(data, tfdt.content + 4, 8 if tfdt.version else 4, difference)

    return change


def with_edit_list(difference):
    def change(section):
        (elst,) = [box for box in parse_edits(section)]
        size = 8 if elst.version else 4
        return number_added(section, elst.content + 8 + size, size, difference)

    return change


def parse_edits(section):
    moov = next(box for box in parse(section) if box.kind == b"moov")
    for edts in moov.first(b"trak").all(b"edts"):
        yield from parse(edts.data, edts.content, edts.end)


def all_segments(rendition, change):
    def damage(presentation):
        for number in range(len(presentation.segments(rendition))):
            presentation.change_segment(rendition, number, change)

    return damage


def with_segment_of_another(rendition):
    """The second segment again in the third's place, at the third's time."""

    def damage(presentation):
        segments = presentation.segments(rendition)
        before = [with_time(path.read_bytes()) for path in segments]
        content, difference = segments[1].read_bytes(), before[2] - before[1]
        segments[2].write_bytes(with_decode_time(difference)(content))

    def with_time(data):
        tfdt = next(box for box in parse(data) if box.kind == b"moof").first(b"traf", b"tfdt")
        return tfdt.u64(4) if tfdt.version else tfdt.u32(4)

    return damage


FRAGMENTED = {
    "two pictures are swapped": with_swapped_samples(VIDEO, 5),
    "two audio frames are swapped": with_swapped_samples(AUDIO, 20),
    "a picture is shown a frame late": in_segment(VIDEO, 1, with_offset_of_sample(7, 512)),
    "a segment of sound is a frame late": in_segment(AUDIO, 1, with_decode_time(1024)),
    "all sound is a frame late": all_segments(AUDIO, with_decode_time(1024)),
    "all sound is two ticks late": all_segments(AUDIO, with_decode_time(2)),
    "the edit list of sound hides a frame more": in_file(f"{AUDIO}/init.mp4", with_edit_list(1024)),
    "the edit list of pictures hides a picture": in_file(f"{VIDEO}/init.mp4", with_edit_list(512)),
    "a byte of a picture differs": in_segment(VIDEO, 1, lambda data: number_added(data, len(data) - 40, 1, -1 if data[-40] else 1)),
    "a byte of an audio frame differs": in_segment(AUDIO, 1, lambda data: number_added(data, len(data) - 9, 1, -1 if data[-9] else 1)),
    "a segment is cut short": in_segment(AUDIO, 2, lambda data: data[:-100]),
    "a segment stands there twice": with_segment_of_another(VIDEO),
    "CODECS with another object type": in_file("main.m3u8", replaced(b"mp4a.40.2", b"mp4a.40.5")),
    "CODECS with another profile": in_file("main.m3u8", replaced(b"avc1.64", b"avc1.4d")),
    "CODECS without sound": in_file("main.m3u8", replaced(b",mp4a.40.2", b"")),
    "another RESOLUTION": in_file("main.m3u8", replaced(b"RESOLUTION=320x180", b"RESOLUTION=640x360")),
    "another FRAME-RATE": in_file("main.m3u8", replaced(b"FRAME-RATE=25.000", b"FRAME-RATE=24.975")),
    "other CHANNELS": in_file("main.m3u8", replaced(b'CHANNELS="2"', b'CHANNELS="6"')),
}


# --- Transport streams ---


def packet_places(data, stream):
    """Of the packets with payload of the video (0) or audio (1) stream: places in the segment."""
    packets = read_packets(data)
    kinds = {0: (0x1B,), 1: (0x0F,)}[stream]
    (entry,) = [entry for entry in program_map(packets).entries if entry.stream_type in kinds]
    pes = pes_packets(packets, entry.pid)
    return [[number * PACKET for number in each.numbers] for each in pes]


def with_changed_stamp(stream, number, ticks):
    """The presentation time of a PES packet: 33 bits with markers between (ISO/IEC 13818-1 2.4.3.6)."""

    def change(data):
        packet = packet_places(data, stream)[number][0]
        place = data.index(b"\0\0\1", packet, packet + PACKET) + 9
        old = int.from_bytes(data[place : place + 5], "big")
        value = (old >> 3 & 0x1C0000000 | old >> 2 & 0x3FFF8000 | old >> 1 & 0x7FFF) + ticks
        new = old & 0xF100010001 | (value & 0x1C0000000) << 3 | (value & 0x3FFF8000) << 2 | (value & 0x7FFF) << 1
        return data[:place] + new.to_bytes(5, "big") + data[place + 5 :]

    return change


def all_stamps(stream, ticks):
    def change(data):
        for number in range(len(packet_places(data, stream))):
            data = with_changed_stamp(stream, number, ticks)(data)
        return data

    return change


def without_last_pes(stream):
    def change(data):
        places = set(packet_places(data, stream)[-1])
        return b"".join(data[place : place + PACKET] for place in range(0, len(data), PACKET) if place not in places)

    return change


def with_later_clock(data):
    """The first clock reference stands 50 ms behind."""
    place = next(p for p in range(0, len(data), PACKET) if data[p + 3] & 0x20 and data[p + 4] > 6 and data[p + 5] & 0x10) + 6
    old = int.from_bytes(data[place : place + 6], "big")
    return data[:place] + (old + (90000 << 15)).to_bytes(6, "big") + data[place + 6 :]


def with_another_counter(data):
    place = packet_places(data, 0)[3][0] + 3
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def last_i_frame_left_out(text):
    head, mark, _ = text.rpartition(b"#EXTINF")
    assert mark
    return head + b"#EXT-X-ENDLIST\n"


TRANSPORT = {
    "a picture is shown late": in_segment(VIDEO, 1, with_changed_stamp(0, 4, 3600)),
    "an audio frame is shown late": in_segment(AUDIO, 1, with_changed_stamp(1, 2, 1920)),
    "all sound is a frame late": all_segments(AUDIO, all_stamps(1, 1920)),
    "the last picture of a segment is missing": in_segment(VIDEO, 1, without_last_pes(0)),
    "the last audio frames of a segment are missing": in_segment(AUDIO, 1, without_last_pes(1)),
    "a segment is cut short": in_segment(VIDEO, 2, lambda data: data[: -2 * PACKET]),
    "a segment without tables": in_segment(VIDEO, 1, lambda data: data[2 * PACKET :]),
    "a counter that jumps": in_segment(VIDEO, 1, with_another_counter),
    "a clock behind its pictures": in_segment(VIDEO, 1, with_later_clock),
    "CODECS with another level": in_file("main.m3u8", replaced(b'CODECS="avc1.64000c', b'CODECS="avc1.640028')),
    "a duration": in_file(f"{VIDEO}.m3u8", replaced(b"#EXTINF:2.00", b"#EXTINF:2.04")),
    "a duration of sound, by a frame": in_file(f"{AUDIO}.m3u8", replaced(b"#EXTINF:2.00", b"#EXTINF:2.02")),
    "a segment is not in the playlist": in_file(f"{VIDEO}.m3u8", replaced(b"#EXTINF:2.000000,\nvideo-180p/segment-00002.ts\n", b"")),
    "no EXT-X-ENDLIST": in_file(f"{AUDIO}.m3u8", replaced(b"#EXT-X-ENDLIST", b"")),
    "a BANDWIDTH that is too low": in_file("main.m3u8", replaced(b":BANDWIDTH=", b":BANDWIDTH=1")),
    "an AVERAGE-BANDWIDTH that is too high": in_file("main.m3u8", replaced(b"AVERAGE-BANDWIDTH=", b"AVERAGE-BANDWIDTH=1")),
    "a range of an I-frame begins late": in_file(f"{VIDEO}-iframes.m3u8", replaced(b"@0", b"@188")),
    "a range of an I-frame is of half its picture": in_file(
        f"{VIDEO}-iframes.m3u8", lambda text: halved(text)
    ),
    "an I-frame is not listed": in_file(f"{VIDEO}-iframes.m3u8", last_i_frame_left_out),
    "subtitles are a second late": all_segments(TEXT, replaced(b"MPEGTS:900000", b"MPEGTS:990000")),
    "a cue is not in the second of its segments": in_segment(TEXT, 1, replaced(b"Over two boundaries", b"Another")),
    "a cue is nowhere": in_segment(TEXT, 0, replaced(b"In the first segment.", b"In another.")),
    "a cue is shown at another time": in_segment(TEXT, 0, replaced(b"00:00.500", b"00:00.600")),
}


def halved(text):
    """The size of the first range, in whole packets."""
    head, mark, rest = text.partition(b"#EXT-X-BYTERANGE:")
    size, at, rest = rest.partition(b"@")
    return head + mark + b"%d" % (int(size) // PACKET // 2 * PACKET) + at + rest


def finds_nothing(folder, options, with_mezzanine=True):
    """What both oracles say, without their output."""
    presentation = folder / "main.m3u8"
    mezzanines = argparse.Namespace(presentation=presentation, mezzanines=[options.movie], ffmpeg=options.ffmpeg, start=None)
    itself = argparse.Namespace(presentation=presentation, subtitles=[options.subtitles])
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as work, contextlib.redirect_stdout(io.StringIO()):
        try:
            compare_with_mezzanine.compare(outcome, mezzanines, Path(work))
            if outcome.failed == 0:
                check_presentation.check(outcome, itself, Path(work))
        except FAILURES:
            return False
    return outcome.failed == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("fragmented", "transport"):
        parser.add_argument(name, type=Path)
    parser.add_argument("movie")
    parser.add_argument("subtitles", type=Path)
    parser.add_argument("ffmpeg")
    options = parser.parse_args()
    outcome = Outcome()
    for source, damages in ((options.fragmented, FRAGMENTED), (options.transport, TRANSPORT)):
        outcome.check(finds_nothing(source, options), f"{source.name}: damage is found where there is none")
        for name, damage in damages.items():
            with tempfile.TemporaryDirectory() as work:
                folder = Path(work) / "damaged"
                shutil.copytree(source, folder)
                damage(Presentation(folder))
                outcome.check(not finds_nothing(folder, options), f"{source.name}: the oracles do not find: {name}")
    outcome.finish()


if __name__ == "__main__":
    main()
