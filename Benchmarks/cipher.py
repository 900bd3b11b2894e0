"""The table of the ciphers, and the same as JSON with every round.

Usage: python3 cipher.py FOLDER JSON-FILE      (FOLDER: in `speeds` is a line for each job and round, its name and bytes a second)
"""

import json
import statistics
import sys
from pathlib import Path

import machine


def main():
    folder, speeds = Path(sys.argv[1]), {}
    for line in (folder / "speeds").read_text().splitlines():
        name, speed = line.split("\t")
        speeds.setdefault(name, []).append(float(speed))
    about = json.loads((folder / "machine.json").read_text())
    unit, rows = None, []
    print(machine.title(about))
    print(f"{'cipher, 16 KiB at once, one core':36}{'GB/s':>8}{'x CBC of OpenSSL':>20}")
    for name, rounds in speeds.items():
        median = statistics.median(rounds)
        unit = unit or median
        print(f"{name:36}{median / 1e9:>8.2f}{median / unit:>20.2f}")
        ratio = round(median / unit, 3)
        rows.append({"name": name, "median_bytes_per_second": median, "ratio_to_cbc": ratio, "rounds": rounds})
    document = {"machine": about, "versions": machine.versions(), "jobs": rows}
    Path(sys.argv[2]).write_text(json.dumps(document, indent=2) + "\n")


main()
