"""Reading of a published presentation: playlists, and the media of a rendition as one file."""

import dataclasses
import fractions
import pathlib
import re
import struct

import box_tree
import expectation

Fraction = fractions.Fraction


class BadPresentation(Exception):
    """What of a presentation does not hold."""


@dataclasses.dataclass
class Rendition:
    """A media playlist: its durations, its target duration and its segments in order."""

    path: pathlib.Path
    target: int
    durations: list
    segments: list
    section: bytes

    @property
    def is_fragmented(self):
        return bool(self.section)

    def events(self):
        """Reads the event messages of all segments, which are of version 1 (ISO/IEC 23009-1, 5.10.3.3)."""
        found = []
        for box in [b for segment in self.segments for b in box_tree.parse(segment) if b.kind == b"emsg"]:
            version, timescale, time, _, identifier = struct.unpack(">IIQII", box.body[:24])
            if version != 1 << 24:
                raise BadPresentation(f"an event message of version and flags {version:#x}")
            found.append(expectation.Event(identifier, box.body[24:], time=Fraction(time, timescale)))
        return found

    def joined(self, path):
        """Writes all segments, behind their initialization section, as one file."""
        data = self.section + b"".join(self.segments)
        if self.is_fragmented:
            data = b"".join(b.bytes() for b in box_tree.parse(data) if b.kind != b"sidx")
        path.write_bytes(data)
        return path


def attributes(line):
    pairs = re.findall(r'([A-Z0-9-]+)=("[^"]*"|[^,]*)', line.split(":", 1)[1])
    return {name: value.strip('"') for name, value in pairs}


def playlists(main):
    """Finds the playlists of video and audio; either may be None."""
    lines = main.read_text().splitlines()
    variants = [(attributes(line), lines[i + 1]) for i, line in enumerate(lines)
                if line.startswith("#EXT-X-STREAM-INF:")]
    media = [attributes(line) for line in lines if line.startswith("#EXT-X-MEDIA:")]
    sounds = [m for m in media if m["TYPE"] == "AUDIO" and "URI" in m]
    sounds.sort(key=lambda m: m.get("DEFAULT") != "YES")
    if not variants:
        raise BadPresentation("main.m3u8 has no variant")
    shown = [uri for values, uri in variants if "RESOLUTION" in values]
    heard = [m["URI"] for m in sounds] or [uri for values, uri in variants if "mp4a" in values["CODECS"]
                                           or "ac-3" in values["CODECS"]]
    return (main.parent / shown[0] if shown else None, main.parent / heard[0] if heard else None)


def rendition(path):
    """Reads a media playlist and its segments."""
    durations, segments, section, target, place, after = [], [], b"", None, None, {}
    for line in path.read_text().splitlines():
        if line.startswith("#EXT-X-TARGETDURATION:"):
            target = int(line.split(":")[1])
        elif line.startswith("#EXTINF:"):
            durations.append(Fraction(line.split(":")[1].split(",")[0]))
        elif line.startswith("#EXT-X-BYTERANGE:"):
            place = line.split(":")[1]
        elif line.startswith("#EXT-X-MAP:"):
            values = attributes(line)
            section = part(path.parent / values["URI"], values.get("BYTERANGE"), {})
        elif line and not line.startswith("#"):
            segments.append(part(path.parent / line, place, after))
            place = None
    if len(durations) != len(segments) or target is None:
        counts = f"{len(durations)} EXTINF, {len(segments)} segments"
        raise BadPresentation(f"{path.name}: {counts}, target {target}")
    return Rendition(path, target, durations, segments, section)


def part(path, place, after):
    data = path.read_bytes()
    if place is None:
        return data
    length, _, offset = place.partition("@")
    start = int(offset) if offset else after.get(path, 0)
    after[path] = start + int(length)
    if after[path] > len(data):
        raise BadPresentation(f"{path.name}: the byte range {place} ends behind the file")
    return data[start:after[path]]


def check_durations(rendition, expected, asked, name, is_muxed=False):
    """Checks that the durations of a playlist are those of the media.

    A rendition may begin with the wait for its first unit where another one begins earlier. Sound alone may end with a
    segment that also has what is left over behind the last multiple, where EXTINF still rounds to what was asked for.
    """
    units = expected.visible(name)
    first = min(u[0].time for u in (expected.visible("video"), expected.visible("audio")) if u)
    ends = units[-1].time + (Fraction(1, 25) if name == "video" else units[-1].length)
    start = units[0].time if expected.required_from is None else max(units[0].time, expected.required_from)
    least, most, total = ends - start, ends - min(first, units[0].time), sum(rendition.durations)
    slack = Fraction(15, 100)
    if is_muxed:
        sound = expected.visible("audio")
        most = max(ends, sound[-1].time + sound[-1].length) - min(first, units[0].time)
    if not least - slack <= total <= most + slack:
        raise BadPresentation(f"{rendition.path.name}: the EXTINF sum up to {float(total):.3f} s,"
                              f" the media have {float(least):.3f} to {float(most):.3f} s")
    longest = max(rendition.durations)
    if int(longest + Fraction(1, 2)) > rendition.target:
        raise BadPresentation(f"{rendition.path.name}: EXTINF {float(longest)},"
                              f" TARGETDURATION {rendition.target}")
    limit = asked + expected.key_gap() + (units[0].time - first if name == "video" else 0) + slack
    video = expected.visible("video")
    if name == "audio" and video:
        limit += max(abs(video[0].time - units[0].time), abs(video[-1].time - units[-1].time))
    limits = [limit] * len(rendition.durations)
    if not video and rendition.durations[-1] < asked + Fraction(1, 2):
        limits[-1] += max(Fraction(0), total - asked * len(limits))
    for duration, limit in zip(rendition.durations, limits):
        if duration > limit:
            raise BadPresentation(f"{rendition.path.name}: a segment of {float(duration):.3f} s, where at most"
                                  f" {float(limit):.3f} s was to be")


def check_targets(folder, expected, asked):
    """Checks that no TARGETDURATION is longer than a segment can be.

    Subtitles may begin at 0, before video that an empty edit delays. A recording that starts late has no such
    wait.
    """
    starts = [u[0].time for u in (expected.visible("video"), expected.visible("audio")) if u]
    ends = [u[-1].time for u in (expected.visible("video"), expected.visible("audio")) if u]
    if min(starts) < 5:
        starts.append(Fraction(0))
    limit = asked + expected.key_gap() + max(starts) - min(starts) + max(ends) - min(ends) + 1
    for path in sorted(folder.glob("*.m3u8")):
        for line in path.read_text().splitlines():
            if line.startswith("#EXT-X-TARGETDURATION:") and int(line.split(":")[1]) > limit:
                raise BadPresentation(f"{path.name}: {line}, where {float(limit):.1f} s is the most")
