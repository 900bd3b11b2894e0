"""Small clear presentations: those of SampleMedia with two segments a rendition and one video."""

import re
import shutil
from pathlib import Path

LAST_SEGMENTS = re.compile(r"segment2\.(ts|aac|vtt|m4s)|(9|10)\.aac")
"""Names of the media that are left out."""
OTHER_VIDEO = "720p"


def _without(playlist: str, has_iframes: bool) -> str:
    """A media playlist without the entries, or a multivariant playlist without the variants, that are left out."""
    kept, entry = [], []
    for line in playlist.splitlines():
        if line.startswith(("#EXT-X-STREAM-INF", "#EXTINF", "#EXT-X-BYTERANGE")):
            entry.append(line)
        elif line.startswith("#EXT-X-I-FRAME-STREAM-INF") and not has_iframes:
            continue
        elif line.startswith("#"):
            if OTHER_VIDEO not in line:
                kept.append(line)
        elif line:
            if OTHER_VIDEO not in line and not LAST_SEGMENTS.fullmatch(line.rsplit("/", 1)[-1]):
                kept += [*entry, line]
            entry = []
        else:
            kept.append(line)
    return "\n".join(kept) + "\n"


def make(sample: Path, folder: Path, has_iframes: bool) -> None:
    """Copies a sample into a folder, cut short."""
    for path in sample.rglob("*"):
        target = folder / path.relative_to(sample)
        if not path.is_file() or path.suffix not in (".m3u8", ".ts", ".aac", ".vtt", ".m4s", ".mp4"):
            continue
        if OTHER_VIDEO in str(path.relative_to(sample)) or LAST_SEGMENTS.fullmatch(path.name):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".m3u8":
            target.write_text(_without(path.read_text(encoding="utf-8"), has_iframes), encoding="utf-8")
        else:
            shutil.copyfile(path, target)
