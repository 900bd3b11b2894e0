"""The table of what playlists of many segments need, and the same as JSON.

Usage: python3 segments.py FOLDER SEGMENTS JSON-FILE      (FOLDER: what measure.py worked in, in round 0)
"""

import json
import sys
from pathlib import Path

import machine


def main():
    folder, segments = Path(sys.argv[1]), int(sys.argv[2])
    jobs = json.loads((folder / "runs.json").read_text())
    about = json.loads((folder / "machine.json").read_text())
    print(machine.title(about))
    print(f"{'job':20}{'seconds':>10}{'cpu s':>8}{'RSS MB':>10}{'anon MB':>10}{'bytes a segment':>17}{'aim':>6}")
    missed = []
    for job in jobs:
        look = job["look"]
        resident, anonymous = (look[name] / 1024 for name in ("peak_kilobytes", "peak_anonymous_kilobytes"))
        print(
            f"{job['task']:20}{look['seconds']:>10.1f}{look['processor_seconds']:>8.1f}{resident:>10.1f}{anonymous:>10.1f}"
            f"{anonymous * 1048576 / segments:>17.0f}{job['aim']:>6}"
        )
        if anonymous > float(job["aim"]):
            missed.append(job["task"])
    print(f"aim missed: {'; '.join(missed)}" if missed else "aim met by all")
    document = {"machine": about, "versions": machine.versions(), "segments": segments, "jobs": jobs}
    Path(sys.argv[3]).write_text(json.dumps(document, indent=2) + "\n")


main()
