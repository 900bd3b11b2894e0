"""Other ways to write the playlists of a presentation: of the same meaning, of another, and wrong ones."""

import random
import re
from pathlib import Path


def vary(draw: random.Random, folder: Path) -> str:
    """Changes playlists of a presentation in place, and tells how."""
    said = []
    for _ in range(draw.choice([0, 0, 1, 1, 2, 3])):
        change = draw.choice(CHANGES)
        said.append(change.__name__)
        playlists = sorted(folder.rglob("*.m3u8"))
        media = [path for path in playlists if b"#EXTINF" in path.read_bytes()]
        multivariant = [path for path in playlists if path not in media]
        change(draw, media, multivariant)
    return " ".join(said)


def edit(path, change):
    lines = path.read_text().split("\n")
    path.write_text("\n".join(change(lines)))


def substitute(path, pattern, replacement, count=0):
    path.write_text(re.sub(pattern, replacement, path.read_text(), count=count, flags=re.MULTILINE))


def carriage_returns(draw, media, multivariant):
    for path in media + multivariant:
        path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))


def comments(draw, media, multivariant):
    path = draw.choice(media + multivariant)
    edit(path, lambda lines: [lines[0], "# a comment", "", "#EXT-X-OF-ANOTHER-VENDOR:A=1", *lines[1:]])


def no_end_of_line(draw, media, multivariant):
    path = draw.choice(media + multivariant)
    path.write_text(path.read_text().rstrip("\n"))


def discontinuities(draw, media, multivariant):
    """In all renditions at the same segment."""
    number = draw.randrange(1, 4)
    for path in media:
        def insert(lines):
            starts = [at for at, line in enumerate(lines) if line.startswith("#EXTINF")]
            return lines if number >= len(starts) else [*lines[: starts[number]], "#EXT-X-DISCONTINUITY", *lines[starts[number] :]]
        edit(path, insert)


def repeated_sections(draw, media, multivariant):
    """The same EXT-X-MAP again, in front of a later segment."""
    number = draw.randrange(1, 4)
    for path in media:
        def insert(lines):
            starts = [at for at, line in enumerate(lines) if line.startswith("#EXTINF")]
            section = next((line for line in lines if line.startswith("#EXT-X-MAP")), None)
            if section is None or number >= len(starts):
                return lines
            return [*lines[: starts[number]], section, *lines[starts[number] :]]
        edit(path, insert)


def program_times(draw, media, multivariant):
    for path in media:
        substitute(path, r"^#EXTINF", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXTINF", 1)


def date_range(draw, media, multivariant):
    program_times(draw, media, multivariant)
    line = '#EXT-X-DATERANGE:ID="ad",START-DATE="2026-01-01T00:00:01.000Z",DURATION=1.5'
    for path in media:
        substitute(path, r"^#EXTINF", f"{line}\n#EXTINF", 1)


def media_sequence(draw, media, multivariant):
    for path in media:
        text = re.sub(r"^#EXT-X-MEDIA-SEQUENCE.*\n", "", path.read_text(), flags=re.MULTILINE)
        path.write_text(text.replace("#EXTINF", "#EXT-X-MEDIA-SEQUENCE:4294967290\n#EXTINF", 1))


def no_end(draw, media, multivariant):
    for path in media:
        text = path.read_text().replace("#EXT-X-ENDLIST\n", "")
        path.write_text(re.sub(r"^#EXT-X-PLAYLIST-TYPE:VOD\n", "", text, flags=re.MULTILINE))


def gap(draw, media, multivariant):
    substitute(draw.choice(media), r"^#EXTINF", "#EXT-X-GAP\n#EXTINF", 1)


def segment_bitrates(draw, media, multivariant):
    substitute(draw.choice(media), r"^#EXTINF", f"#EXT-X-BITRATE:{draw.choice([1, 64, 5000])}\n#EXTINF", 1)


def variable(draw, media, multivariant):
    for path in media:
        text = re.sub(r"^([^#\n].*)$", r"{$base}\1", path.read_text(), flags=re.MULTILINE)
        text = re.sub(r"^#EXT-X-VERSION.*\n", "", text, flags=re.MULTILINE)
        path.write_text(text.replace("#EXTM3U", '#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME="base",VALUE=""', 1))


def low_bandwidth(draw, media, multivariant):
    for path in multivariant:
        substitute(path, r"([:,]BANDWIDTH=)\d+", rf"\g<1>{draw.choice([1, 1000, 30000, 100000])}")


def odd_average(draw, media, multivariant):
    for path in multivariant:
        substitute(path, r"AVERAGE-BANDWIDTH=\d+", f"AVERAGE-BANDWIDTH={draw.choice([1, 30000, 10**7])}")


def no_average(draw, media, multivariant):
    for path in multivariant:
        substitute(path, r",AVERAGE-BANDWIDTH=\d+", "")


def no_codecs(draw, media, multivariant):
    for path in multivariant:
        substitute(path, r',CODECS="[^"]*"', "")


def low_version(draw, media, multivariant):
    for path in media + multivariant:
        substitute(path, r"^#EXT-X-VERSION:.*$", f"#EXT-X-VERSION:{draw.choice([1, 3, 4, 5])}")


def no_version(draw, media, multivariant):
    for path in media + multivariant:
        substitute(path, r"^#EXT-X-VERSION:.*\n", "")


def target_duration(draw, media, multivariant):
    substitute(draw.choice(media), r"^#EXT-X-TARGETDURATION:.*$", f"#EXT-X-TARGETDURATION:{draw.choice([1, 2, 20])}")


def durations(draw, media, multivariant):
    for path in media:
        substitute(path, r"^#EXTINF:[0-9.]+", draw.choice(["#EXTINF:1", "#EXTINF:2.0004", "#EXTINF:0.5"]))


def version_twice(draw, media, multivariant):
    substitute(draw.choice(media + multivariant), r"^(#EXT-X-VERSION:.*)$", r"\1\n\1")


def start(draw, media, multivariant):
    path = draw.choice(multivariant or media)
    substitute(path, r"^#EXTM3U", f"#EXTM3U\n#EXT-X-START:TIME-OFFSET={draw.choice([-1, 0.5, 1000])}", 1)


def session_data(draw, media, multivariant):
    for path in multivariant:
        substitute(path, r"^#EXTM3U", '#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="x"', 1)


def byte_range_sections(draw, media, multivariant):
    """Sections that are files, as byte ranges."""
    for path in media:
        def ranged(match):
            section = path.parent / match[1]
            return f'#EXT-X-MAP:URI="{match[1]}",BYTERANGE="{section.stat().st_size}@0"' if section.exists() else match[0]
        path.write_text(re.sub(r'^#EXT-X-MAP:URI="([^"]*)"$', ranged, path.read_text(), flags=re.MULTILINE))


CHANGES = [
    carriage_returns, comments, no_end_of_line, discontinuities, repeated_sections, repeated_sections, program_times, date_range,
    media_sequence, no_end, gap, segment_bitrates, variable, low_bandwidth, odd_average, no_average, no_codecs, low_version,
    no_version, target_duration, durations, version_twice, start, session_data, byte_range_sections,
]  # fmt: skip
