#!/usr/bin/env python3
"""Packages the inputs of a clear presentation of `fairlead package` with Shaka Packager, too, and compares what the playlists
say: boundaries, durations, CODECS, CHANNELS, RESOLUTION, FRAME-RATE, bandwidths within 1 %.

Where Shaka does something else on purpose or by mistake, the check says so and holds the presentation to the rule:
- It cuts audio at the first frame behind the boundary; here it is the frame that is nearest.
- It lists one I-frame of a segment, here every one is listed.
- It packs every audio frame of transport streams into a PES packet of its own: audio is smaller here.
- It names HE-AAC v2 mp4a.40.2; its audio frames stand for their core's.
"""

import argparse
import re
import subprocess
import tempfile
from fractions import Fraction
from pathlib import Path

from check_presentation import exact_durations, peak_and_average
from hls import attributes, read_playlist
from outcome import Outcome

AUDIO_FRAME = Fraction(1536, 44100)
"""No codec has longer ones here: 1536 samples."""


class Multivariant:
    """What is compared of a multivariant playlist."""

    def __init__(self, path):
        self.path, self.variants, self.audio, self.i_frames = path, {}, {}, {}
        lines = path.read_text().splitlines()
        groups = {}
        for line in lines:
            if line.startswith("#EXT-X-MEDIA:") and "TYPE=AUDIO" in line:
                values = attributes(line.partition(":")[2])
                groups[values["GROUP-ID"]] = values
        for number, line in enumerate(lines):
            values = attributes(line.partition(":")[2])
            if line.startswith("#EXT-X-STREAM-INF:"):
                video, _, audio = values["CODECS"].partition(",")
                if "AUDIO" in values:
                    self.audio.setdefault(audio, groups[values["AUDIO"]])
                self.variants[values["RESOLUTION"], video, audio] = values, lines[number + 1]
            elif line.startswith("#EXT-X-I-FRAME-STREAM-INF:"):
                self.i_frames[values["RESOLUTION"], values["CODECS"]] = values["URI"]

    def playlist(self, uri):
        return read_playlist(self.path.parent / uri)


def package(packager, inputs, output, duration, is_transport):
    suffix, descriptors = "ts" if is_transport else "m4s", []
    for number, path in enumerate(inputs):
        kind = "video" if re.match(r"(avc|hevc)-", path.name) else "audio"
        folder = output / str(number)
        text = f"in={path},stream={kind},segment_template={folder}/$Number$.{suffix},playlist_name={number}.m3u8"
        text += "" if is_transport else f",init_segment={folder}/init.mp4"
        text += f",iframe_playlist_name={number}-iframes.m3u8" if kind == "video" else f",hls_group_id={number},hls_name={number}"
        descriptors.append(text)
    options = ["--segment_duration", duration, "--hls_master_playlist_output", output / "main.m3u8", "--quiet"]
    result = subprocess.run([packager, *descriptors, *map(str, options)], capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"Shaka ends with {result.returncode}: {result.stderr[-500:]}")
    return Multivariant(output / "main.m3u8")


def near(ours, theirs):
    return abs(ours - theirs) <= theirs / 100


def starts(playlist):
    result, position = [], Fraction(0)
    for duration, _ in exact_durations(playlist):
        result.append(position)
        position += duration
    return [*result, position]


def compare_video(outcome, what, ours, theirs):
    mine, other = [exact_durations(playlist) for playlist in (ours, theirs)]
    same = len(mine) == len(other) and all(abs(a - b) <= Fraction(1, 1000) for (a, _), (b, _) in zip(mine, other))
    outcome.check(same, f"{what}: durations {[float(a) for a, _ in mine]}, by Shaka {[float(b) for b, _ in other]}")
    for name, a, b in zip(("peak", "average"), peak_and_average(ours), peak_and_average(theirs)):
        outcome.check(near(a, b), f"{what}: {name} of {float(a):.0f} bit/s, of Shaka's {float(b):.0f}")


def compare_audio(outcome, what, ours, theirs, boundaries, is_transport):
    """Nearest to the boundaries of the video, and no further from Shaka's than a frame."""
    mine, other = starts(ours), starts(theirs)
    if not outcome.check(len(mine) == len(other), f"{what}: {len(mine) - 1} segments, by Shaka {len(other) - 1}"):
        return
    far = [float(a) for a, b in zip(mine, boundaries) if a != mine[-1] and abs(a - b) > AUDIO_FRAME / 2 + Fraction(1, 1000)]
    outcome.check(not far, f"{what}: boundaries at {far}, more than half a frame from those of the video")
    # In transport streams Shaka's first segment is longer by the priming, too.
    allowed = AUDIO_FRAME * (2 if is_transport else 1) + Fraction(len(mine), 1000)
    apart = [float(a - b) for a, b in zip(mine, other) if abs(a - b) > allowed]
    outcome.check(not apart, f"{what}: boundaries {apart} s from Shaka's")
    average, shakas = peak_and_average(ours)[1], peak_and_average(theirs)[1]
    holds = average <= shakas * Fraction(101, 100) if is_transport else near(average, shakas)
    outcome.check(holds, f"{what}: {float(average):.0f} bit/s, of Shaka's {float(shakas):.0f}")


def compare(outcome, options, theirs):
    ours = Multivariant(options.presentation)
    outcome.check(set(ours.variants) == set(theirs.variants), f"variants {sorted(set(ours.variants) ^ set(theirs.variants))}")
    boundaries, done = None, set()
    for key in [key for key in theirs.variants if key in ours.variants]:
        (mine, uri), (other, their_uri) = ours.variants[key], theirs.variants[key]
        for name in ("FRAME-RATE", "VIDEO-RANGE"):
            same = Fraction(mine.get(name, 0)) == Fraction(other.get(name, 0)) if name == "FRAME-RATE" else True
            outcome.check(same, f"{key}: {name}={mine.get(name)}, by Shaka {other.get(name)}")
        if not options.transport and not options.subtitles:
            for name in ("BANDWIDTH", "AVERAGE-BANDWIDTH"):
                same = near(Fraction(mine[name]), Fraction(other[name]))
                outcome.check(same, f"{key}: {name}={mine[name]}, by Shaka {other[name]}")
        boundaries = boundaries or starts(ours.playlist(uri))
        if uri not in done:
            done.add(uri)
            compare_video(outcome, str(key[:2]), ours.playlist(uri), theirs.playlist(their_uri))
    for codec in set(ours.audio) & set(theirs.audio):
        mine, other = ours.audio[codec], theirs.audio[codec]
        outcome.check(mine["CHANNELS"] == other["CHANNELS"], f"{codec}: CHANNELS {mine['CHANNELS']}, by Shaka {other['CHANNELS']}")
        outcome.check(mine.get("LANGUAGE") == other.get("LANGUAGE"), f"{codec}: LANGUAGE {mine.get('LANGUAGE')}")
        what = ours.playlist(mine["URI"]), theirs.playlist(other["URI"])
        compare_audio(outcome, codec, *what, boundaries, options.transport)
    outcome.check(set(ours.i_frames) == set(theirs.i_frames), f"I-frame playlists {sorted(set(ours.i_frames) ^ set(theirs.i_frames))}")
    for key in set(ours.i_frames) & set(theirs.i_frames):
        counts = [len(each.playlist(each.i_frames[key]).segments) for each in (ours, theirs)]
        outcome.check(counts[0] >= counts[1], f"{key}: {counts[0]} I-frames, Shaka lists {counts[1]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presentation", type=Path, help="multivariant playlist of the clear presentation")
    parser.add_argument("inputs", nargs="+", type=Path, help="movies of one track each; avc-* and hevc-* are video")
    parser.add_argument("--packager", required=True)
    parser.add_argument("--duration", default="2")
    parser.add_argument("--transport", action="store_true", help="transport streams")
    parser.add_argument("--subtitles", action="store_true", help="bandwidths of variants count subtitles, which Shaka has not")
    options = parser.parse_args()
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "shaka"
        output.mkdir()
        try:
            compare(outcome, options, package(options.packager, options.inputs, output, options.duration, options.transport))
        except (RuntimeError, OSError, LookupError, ValueError) as error:
            outcome.check(False, f"{type(error).__name__} {error}")
    outcome.finish()


if __name__ == "__main__":
    main()
