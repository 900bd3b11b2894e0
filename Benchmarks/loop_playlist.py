"""Makes a long media playlist of a short one: its segments again and again, each under a name of its own, a link to the same
bytes. What a program holds of such a title is what it holds of a real one.

Usage: python3 loop_playlist.py PLAYLIST REPETITIONS      (PLAYLIST: ffmpeg's, which is replaced)
"""

import os
import sys
from pathlib import Path


def main():
    playlist, repetitions = Path(sys.argv[1]), int(sys.argv[2])
    lines = playlist.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("#EXTINF"))
    head, body = lines[:first], [line for line in lines[first:] if line != "#EXT-X-ENDLIST"]
    all_of = head + body
    for repetition in range(1, repetitions):
        all_of.append("#EXT-X-DISCONTINUITY")
        for line in body:
            if line.startswith("#"):
                all_of.append(line)
            else:
                all_of.append(f"{repetition}-{line}")
                os.link(playlist.parent / line, playlist.parent / all_of[-1])
    playlist.write_text("\n".join([*all_of, "#EXT-X-ENDLIST", ""]))


main()
