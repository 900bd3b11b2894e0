#!/usr/bin/env python3
"""Compares the tiles that fairlead finds in AV1 samples with what Shaka Packager protects, and with ffmpeg's headers.

Usage: compare_tiles.py AV1RANGES PACKAGER [NAME...]
"""

import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fragments import configuration, fragments
from outcome import Outcome
from streams import STREAMS
from traced_headers import traced_packets

FRAME, TILE_GROUP = 6, 4
PROTECTION = [
    "--enable_raw_key_encryption",
    *("--keys", f"label=:key_id={'1' * 32}:key={'2' * 32}"),
    *("--protection_scheme", "cbcs", "--clear_lead", "0"),
]


def package(packager, source, output, options):
    """Makes fragments, each of which begins with a key frame; returns what went wrong."""
    stream = f"in={source},stream=video,output={output}"
    durations = ["--segment_duration", "0.2", "--fragment_duration", "0.2"]
    command = [packager, stream, *durations, *options, "--quiet", "--temp_dir", output.parent]
    return subprocess.run(command, capture_output=True, text=True).stderr.strip()


def found_ranges(program, folder, config, parts):
    """What fairlead finds: for each sample its ranges, or why its fragment is refused."""
    path = folder / "samples"
    with path.open("wb") as file:
        file.write(struct.pack(">I", len(config)) + config)
        for part in parts:
            file.write(struct.pack(">I", len(part.samples)))
            for sample in part.samples:
                file.write(struct.pack(">I", len(sample)) + sample)
    lines = subprocess.run([program, path], capture_output=True, text=True, check=True).stdout.splitlines()
    for part in parts:
        samples = []
        while len(samples) < len(part.samples):
            line = lines.pop(0)
            if line.startswith("refused"):
                yield line
                break
            samples.append([tuple(map(int, text.split("+"))) for text in line.split() if text != "-"])
        else:
            yield samples
    assert not lines, "lines are left"


def units(sample):
    """Type, start, payload and end of each unit."""
    position = 0
    while position < len(sample):
        start, first = position, sample[position]
        position += 1 + (first >> 2 & 1)
        size = len(sample) - position
        if first & 2:
            size = shift = 0
            while True:
                byte = sample[position]
                size |= (byte & 0x7F) << shift
                position, shift = position + 1, shift + 7
                if not byte & 0x80:
                    break
        yield first >> 3 & 15, start, position, position + size
        position += size


def fits_headers(sample, ranges, traced, tile_counts=None):
    """Whether the tiles of a sample start where ffmpeg's headers end and go on as their sizes say; returns what is wrong."""
    problem = next((unit.problem for unit in traced if unit.problem), None)
    if problem:
        return f"ffmpeg refuses it: {problem}"
    found = list(units(sample))
    if len(found) != len(traced):
        return f"{len(traced)} units are traced, {len(found)} are there"
    ranges = list(ranges)
    size_length = missing = 0
    for (kind, start, _, end), header in zip(found, traced):
        if kind in (3, FRAME) and not header.values.get("show_existing_frame"):
            size_length = header.values.get("tile_size_bytes_minus1", -1) + 1
        if kind not in (FRAME, TILE_GROUP):
            continue
        position, count = start + (header.bits + 7) // 8, 0
        while position < end:
            if not ranges:
                return f"no tile at {position}"
            is_last = ranges[0][0] == position
            if not is_last:
                size = int.from_bytes(sample[position : position + size_length], "little") + 1
                if ranges[0] != (position + size_length, size):
                    return f"{ranges[0]}, expected {(position + size_length, size)}"
                position += size_length
            position, length = ranges.pop(0)
            position, count = position + length, count + 1
            if is_last and position != end:
                return f"a last tile to {position}, expected {end}"
        first, last = header.values.get("tg_start"), header.values.get("tg_end")
        if last is not None and header.values["tile_start_and_end_present_flag"]:
            if count != last - first + 1:
                return f"{count} tiles in a group of tiles {first} to {last}"
        elif tile_counts and count not in tile_counts:
            return f"{count} tiles, expected {tile_counts}"
    return f"tiles that are left: {ranges}" if ranges else None


def compare(stream, program, packager, folder):
    """Checks of one stream: pairs of whether it holds and what."""
    folder.mkdir()
    source, clear, protected = folder / "source.mp4", folder / "clear.mp4", folder / "protected.mp4"
    stream.make(source)
    problem = package(packager, source, clear, [])
    if problem:
        return [(False, f"{stream.name}: Shaka makes no fragments: {problem}")]
    data = clear.read_bytes()
    parts = list(fragments(data))
    results = list(found_ranges(program, folder, configuration(data), parts))
    packets = iter(traced_packets(clear))
    problem = package(packager, source, protected, PROTECTION)
    shaka = list(fragments(protected.read_bytes())) if not problem else []
    checks = []
    if stream.is_known_to_shaka:
        checks.append((not problem, f"{stream.name}: Shaka protects nothing: {problem}"))
    for index, (part, result) in enumerate(zip(parts, results)):
        name = f"{stream.name}, fragment {index}"
        traced = [next(packets) for _ in part.samples]
        if isinstance(result, str):
            checks.append((False, f"{name}: {result}"))
            continue
        for number, (sample, ranges, headers) in enumerate(zip(part.samples, result, traced)):
            wrong = fits_headers(sample, ranges, headers, stream.tiles)
            checks.append((not wrong, f"{name}, sample {number}: {wrong}"))
        if shaka:
            for number, (ranges, theirs) in enumerate(zip(result, shaka[index].protected, strict=True)):
                checks.append((ranges == theirs, f"{name}, sample {number}: {ranges}, Shaka {theirs}"))
    return checks


def main():
    program, packager, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    outcome = Outcome()
    chosen = [stream for stream in STREAMS if not names or stream.name in names]
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(compare, stream, program, packager, Path(work) / stream.name) for stream in chosen]
        for stream, job in zip(chosen, jobs):
            try:
                for holds, what in job.result():
                    outcome.check(holds, what)
            except Exception as error:  # noqa: BLE001 - one stream that fails is a failure, and the others go on
                outcome.check(False, f"{stream.name}: {type(error).__name__}: {error}")
    outcome.finish()


if __name__ == "__main__":
    main()
