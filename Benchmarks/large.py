"""The table of the memory that large titles need, and the same as JSON.

Usage: python3 large.py FOLDER JSON-FILE      (FOLDER: what measure.py worked in, in round 0)
"""

import json
import sys
from pathlib import Path

import machine


def main():
    folder = Path(sys.argv[1])
    jobs = json.loads((folder / "runs.json").read_text())
    about = json.loads((folder / "machine.json").read_text())
    missed = []
    print(machine.title(about))
    print(f"{'job':28}{'title MB':>10}{'seconds':>10}{'RSS MB':>10}{'anon MB':>10}{'aim':>6}")
    for job in jobs:
        look, size = job["look"], job["input"].split("-")[1]
        peaks = look["peak_kilobytes"] / 1024, look["peak_anonymous_kilobytes"] / 1024
        print(f"{job['task']:28}{size:>10}{look['seconds']:>10.1f}{peaks[0]:>10.1f}{peaks[1]:>10.1f}{job['aim']:>6}")
        if peaks[1] > float(job["aim"]):
            missed.append(f"{job['task']}, {size} MB")
    print(f"aim missed: {'; '.join(missed)}" if missed else "aim met by all")
    document = {"machine": about, "versions": machine.versions(), "jobs": jobs}
    Path(sys.argv[2]).write_text(json.dumps(document, indent=2) + "\n")


main()
