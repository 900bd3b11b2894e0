"""Makes a media playlist of very many segments of WebVTT with one cue each: links to one file, or ranges of one file.

Usage: python3 many_segments.py files|ranges FOLDER COUNT
"""

import os
import sys
from pathlib import Path

SEGMENT = b"WEBVTT\n\n00:00.000 --> 00:01.000\nx\n"
LINKS = 60_000
"""As many names of one file as ext4 allows, and some less."""


def main():
    form, folder, count = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    folder.mkdir()
    lines = ["#EXTM3U", "#EXT-X-VERSION:4", "#EXT-X-TARGETDURATION:2", "#EXT-X-PLAYLIST-TYPE:VOD"]
    if form == "ranges":
        (folder / "all.vtt").write_bytes(SEGMENT * count)
    for index in range(count):
        lines.append("#EXTINF:2,")
        if form == "ranges":
            lines += [f"#EXT-X-BYTERANGE:{len(SEGMENT)}@{index * len(SEGMENT)}", "all.vtt"]
            continue
        lines.append(f"segment_{index:06}.vtt")
        if index % LINKS == 0:
            first = folder / lines[-1]
            first.write_bytes(SEGMENT)
        else:
            os.link(first, folder / lines[-1])
    (folder / "index.m3u8").write_text("\n".join([*lines, "#EXT-X-ENDLIST", ""]))


main()
