#!/usr/bin/env python3
"""Lets ffmpeg play a presentation of METHOD=SAMPLE-AES and compares its frame MD5 lists with those of the clear one.

Works on a copy: each key line becomes an identity line with a file of 16 bytes and the IV of the record, and the last
segment stands there twice, because ffmpeg leaves the last packet of each stream encrypted. Packed audio is opened as
the rendition of a multivariant playlist: only there ffmpeg reads how its samples are protected.
"""

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from content_keys import load_records
from hls import attributes, media_playlists
from outcome import Outcome
from play_presentation import is_playable, with_ranges_as_files

PACKED = {".aac", ".ac3", ".ec3"}
COPIES = {
    "h264": ["-c", "copy", "-bsf:v", "h264_mp4toannexb,filter_units=pass_types=1-5"],
    "aac": ["-c", "copy", "-bsf:a", "aac_adtstoasc"],
    "ac3": ["-c", "copy"],
    "eac3": ["-c", "copy"],
}


class Player:
    """An ffmpeg: Debian's, or a newer one for what that cannot play."""

    def __init__(self, program):
        self.program = program
        help_text = subprocess.run([program, "-v", "quiet", "-h", "demuxer=hls"], capture_output=True, text=True)
        self.options = ["-allowed_extensions", "ALL"]
        if "extension_picky" in help_text.stdout:
            self.options += ["-extension_picky", "0"]

    def run(self, playlist, *options):
        command = [self.program, "-nostdin", "-v", "error", *self.options, "-i", str(playlist), *options]
        return subprocess.run(command, capture_output=True, text=True)

    def streams(self, playlist):
        """Index and codec of every stream that is compared, from ffmpeg's description of the input."""
        lines = self.run(playlist, "-v", "info", "-map", "0", "-c", "copy", "-t", "0", "-f", "null", "-").stderr
        description = lines.partition("Output #")[0]
        found = re.findall(r"Stream #0:(\d+)[^:]*: (?:Video|Audio): (\w+)", description)
        return [(int(index), codec) for index, codec in found if codec in COPIES]

    def frames(self, playlist, index, options, with_times):
        """Decoding and presentation time, duration, size and MD5 of each frame; without times only the last two."""
        result = self.run(playlist, "-map", f"0:{index}", *options, "-f", "framemd5", "-")
        lines = [line for line in result.stdout.splitlines() if line and not line.startswith("#")]
        # Behind the MD5 there is side data, which depends on the place of a frame in the whole.
        return [re.split(r",\s*", line)[1 if with_times else 4 : 6] for line in lines]


def make_playable(playlist, folder, records):
    """Key lines with files, ranges as files, the last segment twice."""

    def replaced(match):
        record = records[attributes(match[0])["URI"]]
        key_file = folder / f"{record.key.hex()}.key"
        key_file.write_bytes(record.key)
        return f'#EXT-X-KEY:METHOD=SAMPLE-AES,URI="{key_file}",IV=0x{record.iv.hex()}'

    text = playlist.path.read_bytes().decode("utf-8-sig")
    text = re.sub(r"(?m)^#EXT-X-KEY:.*METHOD=SAMPLE-AES.*$", replaced, text)
    lines = with_ranges_as_files(text, playlist).splitlines()
    last = max(number for number, line in enumerate(lines) if not line.startswith("#"))
    lines[last + 1 : last + 1] = [f"#EXTINF:{playlist.segments[-1].duration},", lines[last]]
    playlist.path.write_text("\n".join([*lines, ""]))


def as_rendition(path):
    media = f'#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,AUTOSELECT=YES,URI="{path.name}"'
    multivariant = path.with_name(path.stem + ".multivariant.m3u8")
    multivariant.write_text(f'#EXTM3U\n{media}\n#EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO="a"\n{path.name}\n')
    return multivariant


def compare(outcome, player, name, clear, protected, decodes, is_packed):
    protected = as_rendition(protected) if is_packed else protected
    streams = player.streams(clear)
    if not outcome.check(bool(streams), f"{name}: ffmpeg finds nothing to play in the source"):
        return
    for index, codec in streams:
        kinds = {"samples": COPIES[codec]}
        if codec == "h264" and decodes:
            kinds["pictures"] = ["-fps_mode", "passthrough"]
        for what, options in kinds.items():
            expected = player.frames(clear, index, options, with_times=not is_packed)
            found = player.frames(protected, index, options, with_times=not is_packed)
            same = next((n for n, (a, b) in enumerate(zip(expected, found)) if a != b), min(len(expected), len(found)))
            holds = bool(expected) and found[: len(expected)] == expected
            outcome.check(holds, f"{name}: {codec} {what} {index}: {same} of {len(expected)} are the same")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("protected", type=Path, help="playlist of the protected presentation")
    parser.add_argument("source", type=Path, help="playlist of the clear presentation")
    parser.add_argument("--keys", type=Path, required=True, help="exported records (jsonl)")
    parser.add_argument("--ffmpeg", default=os.environ.get("FFMPEG", "ffmpeg"), help="the program that plays")
    parser.add_argument("--samples-only", action="store_true", help="do not decode pictures")
    options = parser.parse_args()

    outcome, player, records = Outcome(), Player(options.ffmpeg), load_records(options.keys)
    source_root = options.source.resolve().parent
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "presentation"
        shutil.copytree(options.protected.resolve().parent, copy)
        for playlist in filter(is_playable, media_playlists(copy / options.protected.name)):
            make_playable(playlist, Path(folder), records)
        for playlist in filter(is_playable, media_playlists(options.source)):
            name = playlist.path.relative_to(source_root)
            is_packed = playlist.segments[0].path.suffix in PACKED
            compare(outcome, player, name, playlist.path, copy / name, not options.samples_only, is_packed)
    outcome.finish()


if __name__ == "__main__":
    main()
