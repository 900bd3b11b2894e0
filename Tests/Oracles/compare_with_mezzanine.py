#!/usr/bin/env python3
"""Compares a clear presentation that `fairlead package` made with its mezzanines: decoded pictures, the bytes of all audio
frames, and when each is presented. Every track of the mezzanines has to be in it once, and nothing else.
"""

import argparse
import tempfile
from fractions import Fraction
from pathlib import Path

import made_media
import mezzanine_media
from common_encryption import Malformed as MalformedBoxes
from hls import Malformed, media_playlists
from outcome import Outcome

TICK = Fraction(1, 90000)


def made_streams(path, folder):
    """Name, stream, and a function that gives the decoded pictures, of every rendition."""
    for playlist in media_playlists(path):
        if playlist.i_frames_only or playlist.segments[0].path.suffix == ".vtt":
            continue
        name = playlist.path.stem
        joined = folder / f"{playlist.path.parent.name}-{name}{playlist.segments[0].path.suffix}"
        section = playlist.segments[0].section
        content = [section.read()] if section else []
        joined.write_bytes(b"".join([*content, *(segment.read() for segment in playlist.segments)]))
        for number, stream in made_media.streams_of(playlist).items():
            yield f"{name} track {number}", stream, joined


def times_differ(ours, source, shift):
    """The first frame that is presented more than a tick away from where it should be, or None."""
    for number, (found, expected) in enumerate(zip(ours, source)):
        if abs(found - expected - shift) > TICK:
            return f"frame {number} at {float(found):.6f} s, expected {float(expected + shift):.6f} s"
    return None


def essence(stream, joined, source, path):
    """Digests of both, of what can be compared: pictures, or audio frames."""
    if stream.kind == "video":
        # A cut into a group of pictures leaves packets that are decoded and not shown.
        return mezzanine_media.pictures(str(joined)), mezzanine_media.pictures(path)
    return [frame.digest for frame in stream.frames], source.digests


def compare(outcome, options, folder):
    sources = [(path, stream) for path in options.mezzanines for stream in mezzanine_media.source_streams(options.ffmpeg, path)]
    sources = [each for each in sources if each[1].kind in ("video", "audio")]
    shift, shift_of = None, None
    for name, stream, joined in made_streams(options.presentation, folder):
        candidates = [each for each in sources if each[1].kind == stream.kind]
        best, score, total = None, -1, 0
        for path, source in candidates:
            ours, theirs = essence(stream, joined, source, path)
            same = sum(a == b for a, b in zip(ours, theirs))
            if (ours == theirs, same) > (score == total, score):
                best, score, total = (path, source), same, max(len(ours), len(theirs))
        what = "pictures" if stream.kind == "video" else "audio frames"
        holds = best is not None and score == total and score > 0
        if not outcome.check(holds, f"{name}: {score} of {total} {what} are those of {best[1].name if best else 'nothing'}"):
            continue
        sources.remove(best)
        source = best[1]
        ours, theirs = stream.times(), sorted(source.times)
        if stream.kind == "video":
            ours, theirs = ours[-score:], theirs[-score:]
        outcome.check(len(ours) == len(theirs), f"{name}: {len(ours)} frames, {source.name} has {len(theirs)}")
        if shift is None:
            shift, shift_of = ours[0] - theirs[0], name
            expected = options.start
            if expected is not None:
                outcome.check(abs(shift - expected) <= TICK, f"{name}: begins {float(shift)} s after its source")
        problem = times_differ(ours, theirs, shift)
        outcome.check(problem is None, f"{name}, against {shift_of}: {problem}")
    missing = [source.name for _, source in sources]
    outcome.check(not missing, f"not in the presentation: {', '.join(missing)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presentation", type=Path, help="playlist of the clear presentation")
    parser.add_argument("mezzanines", nargs="+", help="its inputs")
    parser.add_argument("--ffmpeg", required=True, help="a new one, for the packets of mezzanines")
    parser.add_argument("--start", type=Fraction, help="where the timeline of the inputs starts in the result, in seconds")
    options = parser.parse_args()
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        try:
            compare(outcome, options, Path(folder))
        except (Malformed, MalformedBoxes, OSError, LookupError, ValueError, RuntimeError) as error:
            outcome.check(False, f"cannot be read: {type(error).__name__} {error}")
    outcome.finish()


if __name__ == "__main__":
    main()
