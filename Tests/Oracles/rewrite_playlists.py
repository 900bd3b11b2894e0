"""Rewrites playlists of other packagers and compares line by line, with nothing of the program under test.

Usage: rewrite_playlists.py FAIRLEAD
What has to change is worked out here by regular expressions; all other bytes have to be the same. Where the library
m3u8 is installed, it has to read the same segments and keys before and after.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from outcome import Outcome

try:
    import m3u8
except ImportError:
    m3u8 = None

FAIRPLAY = "com.apple.streamingkeydelivery"
PLAYLISTS = pathlib.Path(__file__).parent / "playlists"
MEZZANINE = pathlib.Path(__file__).parents[2] / "SampleMedia/mezzanines/h264-aac.mp4"
KEY_LINE = re.compile(rb"^#EXT-X-(SESSION-)?KEY:")
FORMAT = re.compile(rb'KEYFORMAT="([^"]*)"')
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def entry(tree):
    """The multivariant playlist of a tree, else its only playlist."""
    playlists = sorted(tree.rglob("*.m3u8"))
    return next((path for path in playlists if b"#EXT-X-STREAM-INF" in path.read_bytes()), playlists[0])


def key_format(line):
    """The KEYFORMAT of a key line; None for another line, and for METHOD=NONE."""
    if not KEY_LINE.match(line) or b"METHOD=NONE" in line:
        return None
    found = FORMAT.search(line)
    return found.group(1).decode() if found else "identity"


def formats(tree):
    lines = [line for path in tree.rglob("*.m3u8") for line in path.read_bytes().splitlines()]
    return {key_format(line) for line in lines} - {None}


def with_new_key_uri(system):
    def change(line, _folder):
        if key_format(line) != system:
            return line
        return re.sub(rb'(?<![A-Z-])URI="[^"]*"', lambda _: b'URI="skd://new/k?a=1&b=2"', line)

    return change


def without_system(system):
    return lambda line, _folder: b"" if key_format(line) == system else line


def without_session_keys(line, _folder):
    return b"" if line.startswith(b"#EXT-X-SESSION-KEY:") else line


def with_segment_base(line, folder):
    """Relative URIs of media; those of a multivariant playlist name playlists."""
    prefix = b"https://cdn.example.com/x/" + (folder.encode() + b"/" if folder else b"")

    def based(uri):
        if b"://" in uri:
            return uri
        if uri.startswith(b"../"):
            # The samples go up one folder and into it again.
            return b"https://cdn.example.com/x/" + uri[3:]
        return prefix + uri

    if line.startswith(b"#EXT-X-MAP:"):
        return re.sub(rb'URI="([^"]*)"', lambda found: b'URI="' + based(found.group(1)) + b'"', line)
    if not line.strip() or line.startswith(b"#") or line.startswith(BYTE_ORDER_MARK):
        return line
    return based(line)


def expected(source, change, is_multivariant, folder):
    lines = source.splitlines(keepends=True)
    if is_multivariant and change is with_segment_base:
        return source
    return b"".join(change(line, folder) for line in lines)


def variants(source, work):
    """The tree as it is, with CRLF and a byte order mark, and without the last line ending."""
    changes = {
        "as-written": lambda data: data,
        "crlf-and-mark": lambda data: BYTE_ORDER_MARK + data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
        "open-end": lambda data: data.rstrip(b"\r\n"),
    }
    for name, change in changes.items():
        tree = work / name / "in"
        shutil.copytree(source, tree)
        for path in tree.rglob("*.m3u8"):
            path.write_bytes(change(path.read_bytes()))
        yield name, tree


def read_by_library(data):
    playlist = m3u8.loads(data.decode("utf-8-sig"))
    keys = [(key.method, key.iv, key.keyformat) for key in playlist.keys if key]
    return [(segment.uri, segment.duration, segment.byterange) for segment in playlist.segments], keys


def rewrite(fairlead, tree, output, options):
    command = [fairlead, "rewrite", entry(tree), "--output", output, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check(outcome, fairlead, name, tree, options, change):
    output = tree.parent / "out"
    shutil.rmtree(output, ignore_errors=True)
    run = rewrite(fairlead, tree, output, options)
    what = f"{name}: {' '.join(options) or 'nothing'}"
    if run.returncode:
        return outcome.check(False, f"{what}: status {run.returncode}: {run.stderr.strip()}")
    names = sorted(path.relative_to(tree) for path in tree.rglob("*.m3u8"))
    found = sorted(path.relative_to(output) for path in output.rglob("*") if path.is_file())
    outcome.check(names == found, f"{what}: {found} instead of {names}")
    for path in found:
        before, after = (tree / path).read_bytes(), (output / path).read_bytes()
        folder = "" if str(path.parent) == "." else str(path.parent)
        wanted = expected(before, change, b"#EXT-X-STREAM-INF" in before, folder)
        outcome.check(after == wanted, f"{what}: {path} has other lines than expected")
        if m3u8 and change not in (with_segment_base, without_session_keys) and "--drop-drm" not in options:
            outcome.check(read_by_library(before) == read_by_library(after), f"{what}: {path} reads differently")
    return None


def check_tree(outcome, fairlead, name, tree):
    present = formats(tree)
    system = FAIRPLAY if FAIRPLAY in present else "identity"
    uri = ["--no-records", "--key-uri", "skd://new/k?a=1&b=2"]
    check(outcome, fairlead, name, tree, [], lambda line, _folder: line)
    check(outcome, fairlead, name, tree, uri, with_new_key_uri(system))
    check(outcome, fairlead, name, tree, ["--session-keys", "none"], without_session_keys)
    check(outcome, fairlead, name, tree, ["--segment-base", "https://cdn.example.com/x"], with_segment_base)
    for other in sorted(present - {system}):
        check(outcome, fairlead, name, tree, ["--drop-drm", other], without_system(other))


def ffmpeg_trees(work):
    """Playlists of this machine's ffmpeg: encrypted segments, fragmented MP4, byte ranges."""
    (work / "key").write_bytes(bytes(range(16)))
    (work / "info").write_text(f"https://keys.example.com/k?id=1\n{work / 'key'}\n")
    kinds = {
        "ffmpeg-key": ["-hls_key_info_file", work / "info", "-hls_playlist_type", "vod"],
        "ffmpeg-key-live": ["-hls_key_info_file", work / "info", "-hls_list_size", "3", "-hls_flags", "program_date_time"],
        "ffmpeg-fmp4": ["-hls_segment_type", "fmp4", "-hls_playlist_type", "event"],
        "ffmpeg-ranges": ["-hls_flags", "single_file+independent_segments", "-hls_playlist_type", "vod"],
    }
    for name, options in kinds.items():
        tree = work / name
        tree.mkdir()
        command = ["ffmpeg", "-v", "error", "-i", MEZZANINE, "-c", "copy", "-hls_time", "1", *options, tree / "i.m3u8"]
        subprocess.run(command, check=True)
        yield name, tree


def main():
    fairlead = str(pathlib.Path(sys.argv[1]).resolve())
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        trees = [(path.name, path) for path in sorted(PLAYLISTS.iterdir()) if path.is_dir()]
        for name, source in trees + list(ffmpeg_trees(work)):
            for form, tree in variants(source, work / ("forms-" + name)):
                if formats(tree):
                    check_tree(outcome, fairlead, f"{name} ({form})", tree)
                else:
                    check(outcome, fairlead, name, tree, [], lambda line, _folder: line)
                    base = ["--segment-base", "https://cdn.example.com/x"]
                    check(outcome, fairlead, name, tree, base, with_segment_base)
    outcome.finish()


main()
