#!/usr/bin/env python3
"""Compares how fairlead reads random AV1 headers with how ffmpeg's trace_headers does.

AV1Ranges makes streams of headers that it can parse. ffmpeg refuses some of them, for values that do not change how
headers are read; what is left of such a stream is passed over.

Usage: compare_random_headers.py AV1RANGES COUNT [FIRST_SEED]
"""

import struct
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from compare_tiles import fits_headers
from outcome import Outcome
from traced_headers import traced_packets

# Branches that have to be taken in some stream: a syntax element and its value.
BRANCHES = {
    "frame_type": {0, 1, 2, 3},
    "frame_refs_short_signaling": {0, 1},
    "found_ref": {0, 1},
    "uniform_tile_spacing_flag": {0, 1},
    "use_superres": {0, 1},
    "error_resilient_mode": {0, 1},
    "allow_intrabc": {0, 1},
    "delta_lf_present": {0, 1},
    "segmentation_update_data": {0, 1},
    "skip_mode_present": {0, 1},
    "is_translation": {0, 1},
    "is_rot_zoom": {0, 1},
    "loop_filter_delta_update": {0, 1},
    "lr_uv_shift": {0, 1},
    "lr_unit_shift": {0, 1, 2},
    "update_grain": {0, 1},
    "chroma_scaling_from_luma": {0, 1},
    "buffer_removal_time_present_flag": {0, 1},
    "frame_id_numbers_present_flag": {0, 1},
    "reduced_still_picture_header": {0, 1},
    "mono_chrome": {0, 1},
    "show_existing_frame": {0, 1},
}


def read_samples(path):
    """The samples of a file of one segment that AV1Ranges made."""
    data = path.read_bytes()
    position = 4 + struct.unpack_from(">I", data)[0]
    count, position = struct.unpack_from(">I", data, position)[0], position + 4
    for _ in range(count):
        size, position = struct.unpack_from(">I", data, position)[0], position + 4
        yield data[position : position + size]
        position += size


def write_ivf(path, samples):
    header = struct.pack("<4sHH4sHHIIII", b"DKIF", 0, 32, b"AV01", 64, 64, 25, 1, len(samples), 0)
    frames = [struct.pack("<IQ", len(sample), number) + sample for number, sample in enumerate(samples)]
    path.write_bytes(header + b"".join(frames))


def is_refused(unit):
    """Whether ffmpeg does not allow a value; bits that are left over show that one of the two misreads the header."""
    return unit.problem and "zero_bit" not in unit.problem and "trailing" not in unit.problem


def has_tall_tiles(unit):
    """Whether tiles are higher than 256 superblocks: ffmpeg keeps only eight bits of their heights and misreads the rest."""
    return any(name == "height_in_sbs_minus_1" and value > 255 for name, value in unit.elements)


def compare(program, seed, folder):
    """Checks of one stream, and the branches that it takes."""
    path, ivf = folder / f"{seed}.samples", folder / f"{seed}.ivf"
    subprocess.run([program, "--random", str(seed), path], check=True)
    samples = list(read_samples(path))
    write_ivf(ivf, samples)
    lines = subprocess.run([program, path], capture_output=True, text=True, check=True).stdout.splitlines()
    checks, taken = [(len(lines) == len(samples), f"seed {seed}: {len(lines)} lines for {len(samples)} samples")], Counter()
    for number, (sample, line, traced) in enumerate(zip(samples, lines, traced_packets(ivf))):
        if line.startswith("refused"):
            checks.append((False, f"seed {seed}, sample {number}: {line}"))
            break
        if any(is_refused(unit) or has_tall_tiles(unit) for unit in traced):
            break
        ranges = [tuple(map(int, text.split("+"))) for text in line.split() if text != "-"]
        wrong = fits_headers(sample, ranges, traced)
        checks.append((not wrong, f"seed {seed}, sample {number}: {wrong}"))
        if wrong:
            break
        for unit in traced:
            taken.update((name, value) for name, value in unit.elements if value in BRANCHES.get(name, ()))
    return checks, taken


def main():
    program, count, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    outcome, taken = Outcome(), Counter()
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(2) as pool:
        for checks, branches in pool.map(lambda seed: compare(program, seed, Path(work)), range(first, first + count)):
            taken += branches
            for holds, what in checks:
                outcome.check(holds, what)
    for name, values in BRANCHES.items():
        for value in values:
            outcome.check(taken[name, value], f"no stream has {name} {value}")
    outcome.finish()


if __name__ == "__main__":
    main()
