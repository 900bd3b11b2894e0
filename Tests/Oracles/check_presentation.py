#!/usr/bin/env python3
"""Checks a clear presentation that `fairlead package` made against itself, with a reader of its own: durations against the
times of the media, boundaries, byte ranges, I-frames (each decoded by ffmpeg), bandwidths by exact fractions, the rules of
transport streams that a player relies on, and subtitles against their sources.
"""

import argparse
import re
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path

import made_media
import mezzanine_media
from common_encryption import Malformed as MalformedBoxes
from hls import Malformed, attributes, media_playlists, read_playlist
from mpeg2_transport import PAT_PID, map_pid, pes_packets, program_map, read_packets
from outcome import Outcome
from stated_attributes import check_attributes

TICK = Fraction(1, 90000)
MOST_BETWEEN_CLOCKS = Fraction(1, 10)


def exact_durations(playlist):
    """As they are written, with the greatest error that rounding explains."""
    texts = re.findall(r"(?m)^#EXTINF:([\d.]+)", playlist.path.read_text())
    return [(Fraction(text), Fraction(1, 2 * 10 ** len(text.partition(".")[2]))) for text in texts]


def size_of(segment):
    return segment.byte_range.size if segment.byte_range else segment.path.stat().st_size


class Rendition:
    """A media playlist of audio or video, and what its media say."""

    def __init__(self, playlist):
        self.playlist, self.name = playlist, playlist.path.stem
        self.streams = made_media.streams_of(playlist)
        kinds = sorted(self.streams.values(), key=lambda stream: stream.kind != "video")
        self.stream = kinds[0]
        self.durations = exact_durations(playlist)

    @property
    def is_video(self):
        return self.stream.kind == "video"

    def check(self, outcome, start):
        text = self.playlist.path.read_text()
        target = int(re.search(r"#EXT-X-TARGETDURATION:(\d+)", text)[1])
        longest = max(int(duration + Fraction(1, 2)) for duration, _ in self.durations)
        outcome.check(longest == target or longest < target and self.is_short, f"{self.name}: target {target}, longest {longest}")
        for tag in ("#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-ENDLIST"):
            outcome.check(tag in text, f"{self.name}: no {tag}")
        self.check_durations(outcome, start)
        problems = [n for n, frames in enumerate(self.stream.segments) if frames and not frames[0].is_sync]
        outcome.check(not problems, f"{self.name}: segments {problems[:3]} do not begin with a sync sample")

    is_short = True
    """The same target for audio and video may stand above what audio needs."""

    def starts(self, frames):
        """When a segment may begin: with its first picture, or, in an open group, with one that leads it."""
        return {frames[0].time, min(frame.time for frame in frames)}

    def possible_ends(self):
        """From when to when the last frame may end. In transport streams nothing says how long the last picture is shown, and
        audio frames are whole that the edit list of their source cuts; so they are in packed audio."""
        end = self.stream.end()
        if self.playlist.segments[0].section is not None:
            return end, end
        times = self.stream.times()
        longest = max((frame.duration for frame in self.stream.frames if frame.duration is not None), default=None)
        longest = longest or max(after - before for before, after in zip(times, times[1:]))
        return times[-1], max(end, times[-1] + longest)

    source_end = Fraction(0)
    """When the presentation ends, by its video: segments without media follow audio that ends before."""

    def check_durations(self, outcome, start):
        """Each is the distance of two segments in media time, and no error adds up."""
        segments, total, problems = self.stream.segments, Fraction(0), []
        begin, is_ended = {start, max(start, self.stream.times()[0])}, False
        for number, (duration, error) in enumerate(self.durations):
            total += duration
            if is_ended:
                continue
            following = next((frames for frames in segments[number + 1 :] if frames), None)
            least, most = self.possible_ends() if following is None else (min(self.starts(following)), max(self.starts(following)))
            if not least - max(begin) - error - TICK <= duration <= most - min(begin) + error + TICK:
                problems.append(f"{float(duration)} in place of {float(least - max(begin)):.6f} to {float(most - min(begin)):.6f}")
            begin, is_ended = {least, most}, following is None
        outcome.check(not problems, f"{self.name}: durations: {'; '.join(problems[:3])}")
        error = sum(error for _, error in self.durations) + TICK
        least, most = self.possible_ends()
        if not segments[-1]:
            least = most = self.source_end
        least, most = least - max(start, self.stream.times()[0]), most - start
        holds = least - error <= total <= most + error
        outcome.check(holds, f"{self.name}: the durations add up to {float(total)}, the media to {float(least)} to {float(most)}")


# Bandwidth


def peak_and_average(playlist):
    """Bits a second: of any run of segments of half to one and a half target durations (RFC 8216bis 4.1), and of all."""
    target = Fraction(re.search(r"#EXT-X-TARGETDURATION:(\d+)", playlist.path.read_text())[1])
    bits = [8 * size_of(segment) for segment in playlist.segments]
    durations = [duration for duration, _ in exact_durations(playlist)]
    peaks = []
    for first in range(len(bits)):
        size = length = Fraction(0)
        for last in range(first, len(bits)):
            size, length = size + bits[last], length + durations[last]
            if length > target * 3 / 2:
                break
            if length >= target / 2:
                peaks.append(size / length)
    average = Fraction(sum(bits)) / sum(durations)
    return max(peaks, default=average), average


def check_bandwidths(outcome, path):
    """Of every variant against what is measured; the greatest of each group counts."""
    lines = path.read_text().splitlines()
    measured, groups = {}, {}

    def measure(uri):
        if uri not in measured:
            measured[uri] = peak_and_average(read_playlist(path.parent / uri))
        return measured[uri]

    for line in lines:
        if line.startswith("#EXT-X-MEDIA:"):
            values = attributes(line.partition(":")[2])
            if "URI" in values:
                group = groups.setdefault((values["TYPE"], values["GROUP-ID"]), [])
                group.append(measure(values["URI"]))
    for number, line in enumerate(lines):
        values = attributes(line.partition(":")[2]) if "-STREAM-INF:" in line or line.startswith("#EXT-X-STREAM-INF:") else None
        if values is None:
            continue
        uri = values.get("URI") or lines[number + 1]
        sums = list(measure(uri))
        for kind in ("AUDIO", "SUBTITLES"):
            group = groups.get((kind, values.get(kind)), [])
            for place in range(2):
                sums[place] += max((each[place] for each in group), default=0)
        for name, value in zip(("BANDWIDTH", "AVERAGE-BANDWIDTH"), sums):
            stated = Fraction(values.get(name, 0))
            holds = value - 1 <= stated <= value * Fraction(101, 100) + 1000
            outcome.check(holds, f"{uri}: {name}={stated}, measured {float(value):.0f}")


# I-frames


def decoded_picture(section, content, folder, suffix):
    file = folder / f"picture{suffix}"
    file.write_bytes(section + content)
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", file, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framemd5", "-"]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    return [line.split(",")[5].strip() for line in text.splitlines() if line and not line.startswith("#")]


def check_i_frames(outcome, playlist, rendition, folder):
    """One for each sync sample; each decodes to the picture that it is in the whole."""
    name, frames = playlist.path.stem, rendition.stream.frames
    order = sorted(range(len(frames)), key=lambda number: frames[number].time)
    suffix = playlist.segments[0].path.suffix
    joined = folder / f"{playlist.path.parent.name}-{name}-whole{suffix}"
    section = rendition.playlist.segments[0].section
    head = section.read() if section else b""
    joined.write_bytes(head + b"".join(segment.read() for segment in rendition.playlist.segments))
    pictures = mezzanine_media.pictures(str(joined))
    sync = [place for place, number in enumerate(order) if frames[number].is_sync]
    holds = len(sync) == len(playlist.segments)
    if not outcome.check(holds, f"{name}: {len(playlist.segments)} I-frames, {len(sync)} sync samples"):
        return
    hidden, problems = len(order) - len(pictures), []
    for place, resource in zip(sync, playlist.segments):
        found = decoded_picture(head, resource.read(), folder, suffix)
        expected = pictures[place - hidden : place - hidden + 1]
        if found != expected:
            problems.append(f"{resource.path.name} at {resource.start}: {len(found)} pictures")
    outcome.check(not problems, f"{name}: not the picture: {', '.join(problems[:3])}")
    total, expected = sum(duration for duration, _ in exact_durations(playlist)), sum(d for d, _ in rendition.durations)
    outcome.check(abs(total - expected) < Fraction(1, 100), f"{name}: {float(total)} s of {float(expected)} s")


# Transport streams


def check_transport(outcome, rendition):
    """Tables in front, counters that run on, clock references that are frequent and not late."""
    counters, problems, last_clock = {}, [], None
    for segment in rendition.playlist.segments:
        packets, what = read_packets(segment.read()), segment.path.name
        if packets[0].pid != PAT_PID or packets[1].pid != map_pid(packets):
            problems.append(f"{what} does not begin with its tables")
        clock_pid = (program_map(packets).section[8] & 0x1F) << 8 | program_map(packets).section[9]
        for packet in packets:
            if packet.has_payload:
                if packet.pid in counters and packet.counter != (counters[packet.pid] + 1) % 16:
                    problems.append(f"{what}: the counter of PID {packet.pid}")
                counters[packet.pid] = packet.counter
            if packet.pid == clock_pid and packet.fields and packet.fields[0] & 0x10:
                base = int.from_bytes(packet.fields[1:7], "big") >> 15
                clock = Fraction(made_media.unwrapped(base, last_clock and int(last_clock * 90000)), 90000)
                if last_clock is not None and not 0 <= clock - last_clock <= MOST_BETWEEN_CLOCKS + TICK:
                    problems.append(f"{what}: {float(clock - last_clock)} s between two clock references")
                last_clock = clock
                if packet.starts_unit:
                    pes = pes_packets([packet], packet.pid)[0].content
                    field = pes[14:19] if pes[7] >> 6 == 3 else pes[9:14]
                    stamp = made_media.unwrapped(made_media.stamp(field), base)
                    if stamp < base:
                        problems.append(f"{what}: the clock {base} is behind the time stamp {stamp}")
    outcome.check(last_clock is not None, f"{rendition.name}: no clock references")
    outcome.check(not problems, f"{rendition.name}: {'; '.join(problems[:3])}")


# Subtitles


def seconds(text):
    parts = text.split(":")
    return sum(Fraction(part) * 60**power for power, part in enumerate(reversed(parts)))


def cues(text):
    found = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        match = re.search(r"(?m)^([\d:.]+) --> ([\d:.]+).*\n((?s:.*))", block)
        if match:
            found.append((seconds(match[1]), seconds(match[2]), match[3].strip("\n")))
    return found


def check_subtitles(outcome, playlist, sources, start):
    """Each cue is in all segments in which it is shown, and in no other; the map puts it where the media are."""
    name, position, found, problems = playlist.path.stem, Fraction(0), set(), []
    texts = [segment.read().decode() for segment in playlist.segments]
    every = {cue for text in texts for cue in cues(text)}
    for text, (duration, _) in zip(texts, exact_durations(playlist)):
        stated = re.search(r"(?m)^X-TIMESTAMP-MAP=(?:MPEGTS:(\d+),LOCAL:([\d:.]+)|LOCAL:([\d:.]+),MPEGTS:(\d+))$", text)
        if not stated:
            problems.append("no X-TIMESTAMP-MAP")
            break
        shift = Fraction(int(stated[1] or stated[4]), 90000) - seconds(stated[2] or stated[3])
        if shift != start:
            problems.append(f"0 of cues is at {float(shift)} s, the media begin at {float(start)} s")
        here, end = set(cues(text)), position + duration
        expected = {cue for cue in every if cue[0] < end - Fraction(1, 1000) and cue[1] > position + Fraction(1, 1000)}
        if not here >= expected:
            problems.append(f"the segment at {float(position)} s lacks {len(expected - here)} cues")
        found |= here
        position = end
    outcome.check(not problems, f"{name}: {'; '.join(problems[:3])}")
    wanted = [{cue for cue in cues(source.read_text()) if cue[0] < position} for source in sources]
    outcome.check(found in wanted, f"{name}: {len(found)} cues, those of no source")


def check(outcome, options, folder):
    playlists = media_playlists(options.presentation)
    media = [playlist for playlist in playlists if not playlist.i_frames_only and playlist.segments[0].path.suffix != ".vtt"]
    renditions = [Rendition(playlist) for playlist in media]
    video = [rendition for rendition in renditions if rendition.is_video]
    is_transport = renditions[0].playlist.segments[0].section is None
    # Of transport streams as inputs, sound may begin before the pictures.
    start = Fraction(10 if is_transport else 0)
    first = min((r.stream.times()[0] for r in video), default=start)
    outcome.check(0 <= first - start <= Fraction(1, 10), f"the pictures begin at {float(first)} s")
    end = max((r.stream.end() for r in video), default=None)
    for rendition in renditions:
        durations = sum(duration for duration, _ in rendition.durations)
        rendition.source_end = end if end is not None else start + durations
        rendition.check(outcome, start)
        if rendition.playlist.segments[0].path.suffix == ".ts":
            check_transport(outcome, rendition)
    counts = {len(r.playlist.segments) for r in video}
    outcome.check(len(counts) <= 1, f"videos of {sorted(counts)} segments")
    for playlist in playlists:
        if playlist.i_frames_only:
            whole = [r for r in video if r.playlist.segments[0].path == playlist.segments[0].path]
            check_i_frames(outcome, playlist, whole[0], folder)
        elif playlist.segments[0].path.suffix == ".vtt":
            check_subtitles(outcome, playlist, options.subtitles, start)
    with_i_frames = {p.segments[0].path for p in playlists if p.i_frames_only}
    without = [r.name for r in video if r.playlist.segments[0].path not in with_i_frames]
    outcome.check(not without, f"without I-frame playlist: {without}")
    check_bandwidths(outcome, options.presentation)
    check_attributes(outcome, options.presentation, {r.playlist.path: r.stream for r in video})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presentation", type=Path, help="multivariant playlist of the clear presentation")
    parser.add_argument("--subtitles", type=Path, nargs="*", default=[], help="WebVTT files that it was made of")
    options = parser.parse_args()
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        try:
            check(outcome, options, Path(folder))
        except (Malformed, MalformedBoxes, OSError, LookupError, ValueError, RuntimeError, TypeError) as error:
            outcome.check(False, f"cannot be read: {type(error).__name__} {error}")
    outcome.finish()


if __name__ == "__main__":
    main()
