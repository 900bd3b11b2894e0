#!/usr/bin/env python3
"""Lets ffmpeg play a protected presentation and compares its frame MD5 lists with those of the clear one.

Works on a copy in which the key URIs are replaced by files of 16 bytes. ffmpeg is blind to a wrong IV (one spoiled
block at the start of a segment): decrypt_presentation.py proves those.
"""

import argparse
import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import content_keys
from hls import media_playlists
from outcome import Outcome

# What is compared: sample bytes without their container, and decoded pictures.
FRAME_LISTS = {
    "video samples": ["-map", "0:v", "-c", "copy", "-bsf:v", "h264_mp4toannexb,filter_units=pass_types=1-5"],
    "audio samples": ["-map", "0:a", "-c", "copy", "-bsf:a", "aac_adtstoasc"],
    "pictures": ["-map", "0:v", "-fps_mode", "passthrough"],
}


def frame_list(playlist, options):
    """None when the playlist has no such stream or does not play."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-allowed_extensions", "ALL", "-i", str(playlist)]
    result = subprocess.run([*command, *options, "-f", "framemd5", "-"], capture_output=True, text=True)
    frames = [line for line in result.stdout.splitlines() if line and not line.startswith("#")]
    return frames if result.returncode == 0 and frames else None


def with_ranges_as_files(text, playlist):
    """Each byte range becomes a file: ffmpeg 5.1 leaves the padding of an encrypted range in its middle."""
    segments, sections = iter(playlist.segments), iter(playlist.sections)

    def written(resource):
        # Renditions may have files of one name in folders of their own, and their playlists side by side.
        name = f"{resource.path.parent.name}-{resource.path.stem}-{resource.start}{resource.path.suffix}"
        (playlist.path.parent / name).write_bytes(resource.read())
        return name

    lines = []
    for line in text.splitlines():
        if line.startswith("#EXT-X-BYTERANGE:"):
            continue
        if line.startswith("#EXT-X-MAP:"):
            section = next(sections)
            line = f'#EXT-X-MAP:URI="{written(section)}"' if section.byte_range else line
        elif line and not line.startswith("#"):
            segment = next(segments)
            line = written(segment) if segment.byte_range else line
        lines.append(line)
    return "\n".join(lines) + "\n"


def make_readable(playlist, key_file_of):
    """Replaces the URIs of key lines by the paths of key files, and byte ranges by files."""

    def replaced(match):
        return f'{match[1]}"{key_file_of(match[2])}"'

    text = playlist.path.read_bytes().decode("utf-8-sig")
    text = re.sub(r'(?m)^(#EXT-X-KEY:.*?\bURI=)"([^"]*)"', replaced, text)
    playlist.path.write_text(with_ranges_as_files(text, playlist))


def copy_with_key_files(protected, folder, keys):
    """Copies the tree of the playlist `protected`; returns where its root is."""
    copy = folder / "presentation"
    shutil.copytree(protected.resolve().parent, copy)

    def key_file_of(uri):
        key_file = folder / f"{hashlib.sha256(uri.encode()).hexdigest()}.key"
        key_file.write_bytes(keys[uri])
        return key_file

    for playlist in filter(is_playable, media_playlists(copy / protected.name)):
        make_readable(playlist, key_file_of)
    return copy


def is_playable(playlist):
    """ffmpeg reads neither I-frame playlists as a client does nor WebVTT in segments."""
    return not playlist.i_frames_only and playlist.segments[0].path.suffix != ".vtt"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    content_keys.add_arguments(parser)
    options = parser.parse_args()
    keys = content_keys.from_arguments(options)

    outcome = Outcome()
    source_root = options.source.resolve().parent
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_with_key_files(options.protected, Path(folder), keys)
        for playlist in filter(is_playable, media_playlists(options.source)):
            name = playlist.path.relative_to(source_root)
            for what, selection in FRAME_LISTS.items():
                expected = frame_list(playlist.path, selection)
                if expected is not None:
                    outcome.check(frame_list(copy / name, selection) == expected, f"{name}: {what} differ")
    outcome.finish()


if __name__ == "__main__":
    main()
