"""What ffmpeg reads in a mezzanine: packets with their times and digests, and decoded pictures."""

import functools
import os
import re
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import made_media
from common_encryption.boxes import parse
from hls import ByteRange, Playlist, Resource


@dataclass
class SourceStream:
    name: str
    kind: str
    """video or audio."""
    codec: str
    times: list[Fraction]
    """When each packet is presented, in order of decoding; edit lists are applied."""
    digests: list[str]


def run(program, *arguments):
    command = [program, "-nostdin", "-v", "error", *map(str, arguments), "-f", "framemd5", "-"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"{' '.join(command)}: {result.stderr[-500:]}")
    return result.stdout


def header(text, name):
    return {int(number): value for number, value in re.findall(rf"(?m)^#{name} (\d+): (.*)$", text)}


def packets(program, path, *options):
    return run(program, "-copyts", "-i", path, "-map", "0:v?", "-map", "0:a?", "-c", "copy", *options, "-avoid_negative_ts", "disabled")


@functools.cache
def source_streams(program, path):
    """`program`: an ffmpeg that knows all codecs, if only by their names."""
    text = packets(program, path)
    kinds, codecs = header(text, "media_type"), header(text, "codec_id")
    audio = [number for number, kind in kinds.items() if kind == "audio"]
    filters = []
    for place, number in enumerate(audio):
        # Of frames with ADTS headers what stands behind those.
        filters += [f"-bsf:a:{place}", "aac_adtstoasc"] if codecs[number] == "aac" else []
    if filters:
        text = packets(program, path, *filters)
    clocks = {number: Fraction(value) for number, value in header(text, "tb").items()}
    streams = {
        number: SourceStream(f"{os.path.basename(path)}:{number}", kind, codecs[number], [], [])
        for number, kind in kinds.items()
    }
    for line in text.splitlines():
        if line and not line.startswith("#"):
            number, _, shown, _, _, digest, *_ = (field.strip() for field in line.split(","))
            streams[int(number)].times.append(int(shown) * clocks[int(number)])
            streams[int(number)].digests.append(digest)
    if path.endswith((".mp4", ".mov")):
        correct_times_of_fragments(Path(path), list(streams.values()))
    return list(streams.values())


def correct_times_of_fragments(path, streams):
    """ffmpeg presents fragments later when they have negative composition offsets: ISO/IEC 14496-12 8.8.8 does not."""
    first = next((box.start for box in parse(path.read_bytes()) if box.kind == b"moof"), None)
    if first is None:
        return
    section = Resource(path, ByteRange(0, first), None, None)
    rest = Resource(path, ByteRange(first, path.stat().st_size - first), None, None, section=section)
    made = made_media.streams_of(Playlist(path, segments=[rest]))
    for stream, (_, reading) in zip(streams, sorted(made.items()), strict=True):
        stream.times = [frame.time for frame in reading.frames]


@functools.cache
def pictures(path, index=0):
    """The digests of the decoded pictures, by Debian's ffmpeg, which has a decoder of AV1."""
    text = run("ffmpeg", "-i", path, "-map", f"0:v:{index}", "-fps_mode", "passthrough")
    return [line.split(",")[5].strip() for line in text.splitlines() if line and not line.startswith("#")]
