#!/usr/bin/env python3
"""Compares what `fairlead inspect --media` measures with what ffprobe finds in the same bytes.

Every segment is cut out of its file, put behind its initialization section, and given to ffprobe: codecs, size of the
pictures, key frame at the start, and length. Lengths of transport streams are taken from the first presentation time to
that of the next segment, as a player takes them.
"""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from hls import read_playlist
from outcome import Outcome

# The start of a codec's text in CODECS by ffprobe's name.
CODEC_PREFIXES = {
    "h264": ("avc1", "avc3"),
    "hevc": ("hvc1", "hev1", "dvh1", "dvhe"),
    "av1": ("av01",),
    "vp9": ("vp09",),
    "aac": ("mp4a.40.",),
    "mp3": ("mp4a.40.34",),
    "ac3": ("ac-3",),
    "eac3": ("ec-3",),
    "opus": ("Opus",),
    "flac": ("fLaC",),
    "alac": ("alac",),
}
TRANSPORT_CLOCK = 90_000
WRAP = 1 << 33
# Seconds: a frame of FLAC or ALAC of which nothing else is known.
LONGEST_FRAME = 0.1


def ffprobe(data):
    """The streams and packets of a stream, as ffprobe sees them."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        command = ["ffprobe", "-v", "error", "-of", "json", "-show_streams", "-show_packets"]
        command += ["-correct_ts_overflow", "0", file.name]
        return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def main_stream(found):
    """The stream that a segment is measured by: video, else audio."""
    for kind in ("video", "audio"):
        for stream in found["streams"]:
            if stream["codec_type"] == kind:
                return stream
    return None


def packets(found, stream):
    return [packet for packet in found["packets"] if packet["stream_index"] == stream["index"]]


def first_time(found):
    """The earliest presentation time of the main stream, compared with its first one modulo 2^33."""
    times = [packet["pts"] for packet in packets(found, main_stream(found)) if "pts" in packet]
    distances = [(time - times[0] + WRAP // 2) % WRAP - WRAP // 2 for time in times]
    return times[0] + min(distances)


def length(found, following, is_transport):
    """Seconds, and how far another measurement may be from them."""
    stream = main_stream(found)
    numerator, denominator = map(int, stream["time_base"].split("/"))
    tick = numerator / denominator
    if is_transport and following is not None:
        return (first_time(following) - first_time(found)) % WRAP / TRANSPORT_CLOCK, 1.5 / TRANSPORT_CLOCK
    own = packets(found, stream)
    times = [packet["dts"] for packet in own]
    # ffprobe does not always know the last packet's length, and takes one that was cut for a whole one.
    steps = [after - before for before, after in zip(times, times[1:])]
    last = max([*steps, *(packet.get("duration", 0) for packet in own)], default=0) or LONGEST_FRAME / tick
    return (times[-1] - times[0] + last / 2) * tick, (last / 2 + 1) * tick


def compare(outcome, folder, media):
    """Compares one media playlist."""
    measured = media["measured"]
    path = folder / media["playlist"]
    playlist = read_playlist(path.resolve())
    outcome.check(len(playlist.segments) == len(measured["segments"]), f"{path}: number of segments")
    # The presentations at hand have one section, if any.
    section = playlist.sections[0].read() if playlist.sections else b""
    found = [ffprobe(section + segment.read()) for segment in playlist.segments]
    for index, (segment, ours) in enumerate(zip(playlist.segments, measured["segments"])):
        place = f"{path}, segment {index}"
        outcome.check(ours["bytes"] == len(segment.read()), f"{place}: {ours['bytes']} bytes")
        if not found[index]["packets"]:
            # ffmpeg ends FLAC with a segment of nothing but its brand.
            outcome.check("failure" in ours, f"{place}: ffprobe finds no media")
            continue
        following = found[index + 1] if index + 1 < len(found) else None
        expected, tolerance = length(found[index], following, measured["container"] == "mpeg-ts")
        difference = abs(float(ours["duration"]) - expected)
        outcome.check(difference <= tolerance, f"{place}: {ours['duration']} s, ffprobe {expected} s")
        stream = main_stream(found[index])
        if stream["codec_type"] == "video":
            starts = packets(found[index], stream)[0]["flags"].startswith("K")
            outcome.check(ours["starts_with_key_frame"] == starts, f"{place}: key frame at the start {starts}")
            size = f"{stream['width']}x{stream['height']}"
            outcome.check(measured["resolution"] == size, f"{place}: {measured['resolution']}, ffprobe {size}")
    streams = [stream for stream in found[0]["streams"] if stream["codec_type"] in ("video", "audio")]
    outcome.check(len(streams) == len(measured["codecs"]), f"{path}: {measured['codecs']}")
    for stream, codec in zip(streams, measured["codecs"]):
        prefixes = CODEC_PREFIXES.get(stream["codec_name"], ("none",))
        outcome.check(codec.startswith(prefixes), f"{path}: {codec}, ffprobe {stream['codec_name']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fairlead")
    parser.add_argument("playlist", type=Path)
    options = parser.parse_args()
    command = [options.fairlead, "inspect", options.playlist, "--media", "--no-lint", "--format", "json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    outcome = Outcome()
    for media in report["media"]:
        if not media["i_frames_only"] and media["measured"]["container"] != "webvtt":
            compare(outcome, options.playlist.parent, media)
    outcome.finish()


if __name__ == "__main__":
    main()
