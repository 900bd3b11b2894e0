"""The table of all jobs, which aims are met, and the same as JSON with every round.

Usage: python3 table.py FOLDER SUFFIXES JSON-FILE
(FOLDER: what measure.py worked in, with what machine.py said at the start; SUFFIXES: of the files whose bytes count)
"""

import json
import statistics
import sys
from pathlib import Path

import machine

HEADINGS = ("median s", "x cp", "aim", "fastest", "MB/s", "cpu s", "G instr", "RSS MB", "anon MB")


def input_sizes(folder, jobs, suffixes):
    """Files and bytes of the media of each input."""
    sizes = {}
    for name in dict.fromkeys(job["input"] for job in jobs):
        counted = [each.stat().st_size for each in (folder / name).iterdir() if each.name.endswith(suffixes)]
        sizes[name] = {"files": len(counted), "bytes": sum(counted)}
    return sizes


def summaries(jobs, inputs):
    """Medians of each job, in units of the first one that has the same input."""
    units, rows = {}, []
    for job in jobs:
        times = [each["seconds"] for each in job["rounds"]]
        seconds, fastest = statistics.median(times), min(times)
        unit, fastest_unit = units.setdefault(job["input"], (seconds, fastest))
        ratio = seconds / unit
        aim = float(job["aim"]) if job["aim"] else None
        rows.append(
            {
                **{name: job[name] for name in ("task", "program", "input", "command")},
                "median_seconds": round(seconds, 4),
                "ratio_to_cp": round(ratio, 3),
                "aim": aim,
                "aim_met": None if aim is None else ratio <= aim,
                "ratio_of_fastest": round(fastest / fastest_unit, 3),
                "megabytes_per_second": round(inputs[job["input"]]["bytes"] / seconds / 1e6, 1),
                "processor_seconds": round(statistics.median(each["processor_seconds"] for each in job["rounds"]), 4),
                "instructions": job["look"]["instructions"],
                "peak_kilobytes": max(each["peak_kilobytes"] for each in job["rounds"]),
                "peak_anonymous_kilobytes": job["look"]["peak_anonymous_kilobytes"],
                "rounds": job["rounds"],
            }
        )
    return rows


def line(row):
    aim = f"{row['aim']:.1f}" if row["aim"] else ""
    instructions = "-" if row["instructions"] is None else f"{row['instructions'] / 1e9:.2f}"
    return (
        f"{row['task']:28}{row['program']:20}"
        f"{row['median_seconds']:>10.3f}{row['ratio_to_cp']:>8.2f}{aim:>6}{row['ratio_of_fastest']:>9.2f}"
        f"{row['megabytes_per_second']:>8.0f}{row['processor_seconds']:>8.2f}{instructions:>9}"
        f"{row['peak_kilobytes'] / 1024:>9.1f}{row['peak_anonymous_kilobytes'] / 1024:>9.1f}"
    )


def show(rows):
    widths = (10, 8, 6, 9, 8, 8, 9, 9, 9)
    headings = "".join(f"{heading:>{width}}" for heading, width in zip(HEADINGS, widths))
    print(f"{'job':28}{'program':20}{headings}")
    before = None
    for row in rows:
        if before not in (None, row["input"]):
            print()
        print(line(row))
        before = row["input"]


def show_aims(rows):
    for met, word in ((True, "met"), (False, "missed")):
        aims = [f"{row['task']} {row['ratio_to_cp']:.2f} of {row['aim']:.1f}" for row in rows if row["aim_met"] is met]
        if aims:
            print(f"aims {word}: {'; '.join(aims)}")


def main():
    folder, suffixes = Path(sys.argv[1]), tuple(sys.argv[2].split())
    jobs = json.loads((folder / "runs.json").read_text())
    inputs = input_sizes(folder, jobs, suffixes)
    rows = summaries(jobs, inputs)
    about = json.loads((folder / "machine.json").read_text())
    print(machine.title(about))
    for name, size in inputs.items():
        print(f"{name}: {size['bytes'] / 1e6:.0f} MB in {size['files']} files")
    print(f"{len(jobs[0]['rounds'])} rounds")
    show(rows)
    show_aims(rows)
    document = {"machine": about, "versions": machine.versions(), "inputs": inputs, "jobs": rows}
    Path(sys.argv[3]).write_text(json.dumps(document, indent=2) + "\n")


main()
