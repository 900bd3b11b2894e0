#!/usr/bin/env python3
"""Compares the lengths of slice headers with ffmpeg's trace_headers."""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from outcome import Outcome  # noqa: E402
from streams import FIELDS, STREAMS  # noqa: E402
from tracing import escaped_length, trace, units  # noqa: E402

# Seconds for an encoder, many times what the slowest stream takes.
TIME_LIMIT = 20


def is_slice(is_avc, unit):
    kind = unit[0] & 0x1F if is_avc else unit[0] >> 1 & 0x3F
    return kind in (1, 5) if is_avc else kind <= 9 or 16 <= kind <= 21


def traced_lengths(ffmpeg, is_avc, path):
    """The place and clear length of each slice by ffmpeg, and the fields that it met."""
    slices, errors = trace(ffmpeg, "h264" if is_avc else "hevc", path)
    found = [(place, unit) for place, unit in units(path.read_bytes()) if is_slice(is_avc, unit)]
    if errors or len(found) != len(slices):
        raise ValueError(f"{len(slices)} slices traced of {len(found)}: {' '.join(errors[:3])}")
    lengths = [(place, escaped_length(unit, traced.bits)) for (place, unit), traced in zip(found, slices)]
    return lengths, set().union(*(traced.fields for traced in slices))


def own_lengths(program, is_avc, path):
    """The same by fairlead."""
    command = [program, "avc" if is_avc else "hevc", str(path)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [(int(place), int(length)) for place, _, length in map(str.split, lines)]


def compare(arguments, stream, path):
    """Problems, slices, fields."""
    try:
        subprocess.run(stream.command(arguments.ffmpeg[0], path), check=True, capture_output=True, text=True,
                       timeout=TIME_LIMIT)
        own = own_lengths(arguments.program, stream.is_avc, path)
        problems, fields = [], set()
        for ffmpeg in arguments.ffmpeg:
            traced, met = traced_lengths(ffmpeg, stream.is_avc, path)
            fields |= met
            problems += [f"{ffmpeg}: byte {place}: {length}, traced {expected}"
                         for (place, length), (_, expected) in zip(own, traced) if length != expected]
            if [place for place, _ in own] != [place for place, _ in traced]:
                problems.append(f"{ffmpeg}: other slices")
        if not own:
            problems.append("no slices")
        return problems, len(own), fields
    except subprocess.CalledProcessError as error:
        return [f"{error.cmd[0]}: {error.stderr.strip()}"], 0, set()
    except (ValueError, subprocess.TimeoutExpired) as error:
        return [str(error)], 0, set()
    finally:
        path.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--ffmpeg", nargs="+", required=True)
    parser.add_argument("--only", default="", help="streams whose name contains this")
    arguments = parser.parse_args()
    outcome = Outcome()
    streams = [stream for stream in STREAMS if arguments.only in stream.name]
    total, fields = 0, set()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        paths = [Path(folder) / str(index) for index in range(len(streams))]
        results = pool.map(lambda stream, path: compare(arguments, stream, path), streams, paths)
        for stream, (problems, count, met) in zip(streams, results):
            outcome.check(not problems, f"{stream.name}: {'; '.join(problems[:3])}")
            total += count
            fields |= met
    if not arguments.only:
        outcome.check(FIELDS <= fields, f"no slice has {', '.join(sorted(FIELDS - fields))}")
    print(f"{total} slices of {len(streams)} streams, each against {len(arguments.ffmpeg)} versions of ffmpeg")
    outcome.finish()


if __name__ == "__main__":
    main()
