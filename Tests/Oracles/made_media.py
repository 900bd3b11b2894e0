"""Reads the media of a clear presentation for the oracles of `package`: when every frame is presented, and its bytes.

It shares no code with fairlead. Times are exact fractions of seconds on the timeline of the presentation as clients have it:
edit lists are applied, time stamps of transport streams and packed audio are as they stand there.
"""

import hashlib
import struct
from dataclasses import dataclass, field
from fractions import Fraction

from common_encryption.boxes import parse
from common_encryption.fragments import read_fragments
from common_encryption.sections import read_tracks
from hls import Malformed
from mpeg2_transport import pes_packets, program_map, read_packets

CLOCK = 90000
WRAP = 1 << 33
ADTS_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000]
SYNC_RATES = [48000, 44100, 32000]
AC3_KILOBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
TIMESTAMP = b"com.apple.streaming.transportStreamTimestamp\0"
AVC, HEVC, ADTS, AC3, EAC3 = 0x1B, 0x24, 0x0F, 0x81, 0x87


@dataclass
class Frame:
    time: Fraction
    decode_time: Fraction
    duration: Fraction | None
    """None where only the next frame says it: pictures in transport streams."""
    digest: str
    is_sync: bool = True


@dataclass
class Stream:
    """A track over all segments."""

    kind: str
    """video or audio."""
    segments: list[list[Frame]] = field(default_factory=list)

    @property
    def frames(self):
        return [frame for segment in self.segments for frame in segment]

    def times(self):
        """Of presentation, in order."""
        return sorted(frame.time for frame in self.frames)

    def end(self):
        """When the last frame ends: in transport streams, as long after it as the one before."""
        frames = sorted(self.frames, key=lambda frame: frame.time)
        last = frames[-1]
        return last.time + (last.duration if last.duration is not None else last.time - frames[-2].time)


def digest(content):
    return hashlib.md5(content).hexdigest()


def streams_of(playlist):
    """Of a media playlist, by track or PID."""
    suffix = playlist.segments[0].path.suffix
    if playlist.segments[0].section is not None:
        return fragmented_streams(playlist)
    return transport_streams(playlist) if suffix == ".ts" else {0: packed_stream(playlist)}


# Fragmented MP4


@dataclass
class Timing:
    timescale: int
    shift: Fraction
    """Of presentation against decoding plus composition offset, in seconds."""


def timings(section):
    moov = next(box for box in parse(section) if box.kind == b"moov")
    mvhd = moov.first(b"mvhd")
    movie_scale = mvhd.u32(20 if mvhd.version else 12)
    result = {}
    for trak in moov.all(b"trak"):
        tkhd, mdhd = trak.first(b"tkhd"), trak.first(b"mdia", b"mdhd")
        scale, shift = mdhd.u32(20 if mdhd.version else 12), Fraction(0)
        for edts in trak.all(b"edts"):
            (elst,) = parse(edts.data, edts.content, edts.end)
            layout = ">QqI" if elst.version else ">IiI"
            for duration, media_time, rate in struct.iter_unpack(layout, elst.payload[8:]):
                if rate != 0x10000:
                    raise Malformed(f"an edit at rate {rate:#x}")
                shift += Fraction(duration, movie_scale) if media_time == -1 else -Fraction(media_time, scale)
        result[tkhd.u32(20 if tkhd.version else 12)] = Timing(scale, shift)
    return result


def run_fields(traf):
    """Duration, flags and composition offset of every sample, and the time of the first."""
    tfhd, tfdt = traf.first(b"tfhd"), traf.first(b"tfdt")
    place, default_duration, default_flags = 8, None, 0x01010000
    for flag, size in ((0x1, 8), (0x2, 4), (0x8, 4), (0x10, 4), (0x20, 4)):
        if tfhd.flags & flag:
            if flag == 0x8:
                default_duration = tfhd.u32(place)
            elif flag == 0x20:
                default_flags = tfhd.u32(place)
            place += size
    entries = []
    for trun in traf.all(b"trun"):
        place = 8 + (4 if trun.flags & 0x1 else 0)
        first_flags = None
        if trun.flags & 0x4:
            first_flags, place = trun.u32(place), place + 4
        for number in range(trun.u32(4)):
            duration, flags, offset = default_duration, default_flags, 0
            if trun.flags & 0x100:
                duration, place = trun.u32(place), place + 4
            place += 4 if trun.flags & 0x200 else 0
            if trun.flags & 0x400:
                flags, place = trun.u32(place), place + 4
            if number == 0 and first_flags is not None:
                flags = first_flags
            if trun.flags & 0x800:
                offset, place = trun.u32(place), place + 4
                offset -= (1 << 32) if trun.version and offset >> 31 else 0
            entries.append((duration, flags, offset))
    start = tfdt.u64(4) if tfdt.version else tfdt.u32(4)
    return start, entries


def fragmented_streams(playlist):
    streams = {}
    for segment in playlist.segments:
        section, content = segment.section.read(), segment.read()
        tracks, times = read_tracks(section), timings(section)
        for number, track in tracks.items():
            kind = "audio" if track.is_audio else "video"
            streams.setdefault(number, Stream(kind)).segments.append([])
        for fragment in read_fragments(content, tracks):
            for traf, samples in zip(fragment.moof.all(b"traf"), fragment.tracks, strict=True):
                number = traf.first(b"tfhd").u32(4)
                time, entries = run_fields(traf)
                target, timing = streams[number].segments[-1], times[number]
                for sample, (duration, flags, offset) in zip(samples, entries, strict=True):
                    content_of = fragment.mdat.data[sample.start : sample.start + sample.size]
                    shown = Fraction(time + offset, timing.timescale) + timing.shift
                    decoded = Fraction(time, timing.timescale) + timing.shift
                    is_sync = not flags & 0x10000
                    target.append(Frame(shown, decoded, Fraction(duration, timing.timescale), digest(content_of), is_sync))
                    time += duration
    return streams


# Transport streams and packed audio


def stamp(data):
    """33 bits of PTS or DTS."""
    return (data[0] >> 1 & 7) << 30 | data[1] << 22 | data[2] >> 1 << 15 | data[3] << 7 | data[4] >> 1


def unwrapped(value, last):
    """Nearest to the time before."""
    return value if last is None else last + (value - last + WRAP // 2) % WRAP - WRAP // 2


def adts_frames(data):
    """Raw frame, samples and rate."""
    place = 0
    while place < len(data):
        if data[place] != 0xFF or data[place + 1] & 0xF6 != 0xF0:
            raise Malformed(f"no ADTS header at {place}")
        size = (data[place + 3] & 3) << 11 | data[place + 4] << 3 | data[place + 5] >> 5
        head = 7 if data[place + 1] & 1 else 9
        if size <= head or place + size > len(data) or data[place + 6] & 3:
            raise Malformed(f"an ADTS frame of {size} bytes at {place}")
        yield data[place + head : place + size], 1024, ADTS_RATES[data[place + 2] >> 2 & 15]
        place += size


def syncframes(data):
    place = 0
    while place < len(data):
        if data[place : place + 2] != b"\x0b\x77":
            raise Malformed(f"no syncframe at {place}")
        rate_code = data[place + 4] >> 6
        if data[place + 5] >> 3 > 10:
            size, blocks = 2 * (1 + ((data[place + 2] & 7) << 8 | data[place + 3])), (1, 2, 3, 6)[data[place + 4] >> 4 & 3]
        else:
            kilobits, blocks = AC3_KILOBITS[(data[place + 4] & 0x3F) >> 1], 6
            size = 2 * (2 * kilobits, kilobits * 1536000 // 44100 // 16 + (data[place + 4] & 1), 3 * kilobits)[rate_code]
        if place + size > len(data):
            raise Malformed(f"a syncframe of {size} bytes at {place}")
        yield data[place : place + size], 256 * blocks, SYNC_RATES[rate_code]
        place += size


def audio_frames(data, stream_type):
    return adts_frames(data) if stream_type == ADTS else syncframes(data)


def timed_audio(data, stream_type, start):
    """`start`: time of the first frame, in ticks."""
    time, frames = Fraction(start, CLOCK), []
    for content, samples, rate in audio_frames(data, stream_type):
        duration = Fraction(samples, rate)
        frames.append(Frame(time, time, duration, digest(content)))
        time += duration
    return frames


def nal_types(data, stream_type):
    types, place = [], data.find(b"\0\0\1")
    while place >= 0:
        types.append(data[place + 3] & 0x1F if stream_type == AVC else data[place + 3] >> 1 & 0x3F)
        place = data.find(b"\0\0\1", place + 3)
    return types


def transport_streams(playlist):
    streams, last = {}, {}
    for segment in playlist.segments:
        packets = read_packets(segment.read())
        table = program_map(packets)
        if table is None:
            raise Malformed(f"{segment.path.name}: no program map")
        for entry in table.entries:
            kind = "video" if entry.stream_type in (AVC, HEVC) else "audio"
            frames = []
            for pes in pes_packets(packets, entry.pid):
                flags = pes.content[7] >> 6
                shown = unwrapped(stamp(pes.content[9:14]), last.get(entry.pid))
                decoded = unwrapped(stamp(pes.content[14:19]), shown) if flags == 3 else shown
                if pes.stated_length and pes.stated_length != len(pes.content) - 6:
                    raise Malformed(f"{segment.path.name}: a PES packet of {len(pes.content)} bytes, not as stated")
                if kind == "video":
                    is_sync = bool(set(nal_types(pes.data, entry.stream_type)) & ({5} if entry.stream_type == AVC else {*range(16, 22)}))
                    times = Fraction(shown, CLOCK), Fraction(decoded, CLOCK)
                    frames.append(Frame(*times, None, digest(pes.data), is_sync))
                else:
                    frames += timed_audio(pes.data, entry.stream_type, shown)
                last[entry.pid] = shown
            streams.setdefault(entry.pid, Stream(kind)).segments.append(frames)
    return streams


def packed_stream(playlist):
    stream, last = Stream("audio"), None
    for segment in playlist.segments:
        content = segment.read()
        if content[:3] != b"ID3":
            raise Malformed(f"{segment.path.name} begins with no ID3 tag")
        size = 10 + sum((byte & 0x7F) << shift for byte, shift in zip(content[6:10], (21, 14, 7, 0)))
        place = content[:size].index(TIMESTAMP) + len(TIMESTAMP)
        last = unwrapped(int.from_bytes(content[place : place + 8], "big"), last)
        kind = ADTS if segment.path.suffix == ".aac" else AC3
        stream.segments.append(timed_audio(content[size:], kind, last))
    return stream
