"""Small clear presentations: those of SampleMedia, most with two segments a rendition and one video."""

import re
from pathlib import Path

from kinds import Kind

MEDIA = (".ts", ".aac", ".vtt", ".m4s", ".mp4")
OTHER_VIDEO = "720p"
LAST_SEGMENTS = re.compile(r"segment2\.(ts|aac|vtt|m4s)|(9|10)\.aac")


def make(samples: Path, folder: Path, kind: Kind) -> None:
    """Makes the presentation of a kind in a folder."""
    sample = samples / kind.sample
    for path in sorted(sample.rglob("*")):
        name = str(path.relative_to(sample))
        if path.suffix not in (".m3u8", *MEDIA) or not _stays(name, kind):
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        content = path.read_bytes()
        target.write_bytes(_playlist(content.decode(), kind).encode() if path.suffix == ".m3u8" else content)


def _stays(name: str, kind: Kind) -> bool:
    return kind.is_whole or OTHER_VIDEO not in name and not LAST_SEGMENTS.fullmatch(name.rsplit("/", 1)[-1])


def _playlist(text: str, kind: Kind) -> str:
    """A playlist without the entries and variants that are left out."""
    kept: list[str] = []
    entry: list[str] = []
    for line in text.splitlines():
        if line.startswith(("#EXT-X-STREAM-INF", "#EXTINF", "#EXT-X-BYTERANGE")):
            entry.append(line)
        elif line and not line.startswith("#"):
            kept += [*entry, line] if _stays(line, kind) else []
            entry = []
        elif not line.startswith("#EXT-X-I-FRAME-STREAM-INF") or kind.has_iframes and _stays(line, kind):
            kept.append(line)
    return "\n".join(kept) + "\n"
