"""The tables of the ways to read and write files, and the same as JSON with every round.

Usage: python3 io.py FOLDER JSON-FILE

In FOLDER/runs is a line for each run: place, form, temperature, task, threads, way, seconds, seconds with synchronization,
processor seconds, with tabs between them; `-` for seconds where the file system does not have the way.
"""

import json
import statistics
import sys
from pathlib import Path

import machine

UNIT = "cp -r"
CASE = ("place", "form", "temperature", "task", "threads", "way")
TIMES = ("seconds", "synced_seconds", "processor_seconds")
TABLES = (
    ("memory", "segments", "warm", "files on a memory file system"),
    ("memory", "ranges", "warm", "one file with byte ranges on a memory file system"),
    ("disk", "segments", "warm", "files on a disk, the source in the page cache"),
    ("disk", "segments", "cold", "files on a disk, the source not in the page cache"),
)
WIDTH = 17


def read(path):
    """The runs of each case."""
    cases = {}
    for line in path.read_text().splitlines():
        values = line.split("\t")
        times = values[len(CASE) :]
        runs = cases.setdefault(tuple(values[: len(CASE)]), [])
        if "-" not in times:
            runs.append([float(time) for time in times])
    return cases


def column(runs, time):
    return [run[TIMES.index(time)] for run in runs]


def ratio(runs, unit, time):
    """Of medians, and of the fastest rounds."""
    ours, theirs = column(runs, time), column(unit, time)
    return statistics.median(ours) / statistics.median(theirs), min(ours) / min(theirs)


def table(cases, place, form, temperature, title):
    here = {case[3:]: runs for case, runs in cases.items() if case[:3] == (place, form, temperature)}
    unit = next((runs for (_, _, way), runs in here.items() if way == UNIT), None)
    if not unit:
        return
    columns = sorted({case[:2] for case in here if case[2] != UNIT})
    times = ("seconds", "synced_seconds") if place == "disk" else ("seconds", "processor_seconds")
    labels = {"seconds": "", "synced_seconds": " synced", "processor_seconds": " cpu"}
    median = [statistics.median(column(unit, time)) for time in times]
    print(f"\n{title}; {UNIT} takes " + ", ".join(f"{m:.3f} s{labels[t]}" for m, t in zip(median, times)))
    heads = [f"{task} {threads}{labels[time]}" for task, threads in columns for time in times]
    print(f"{'way':31}" + "".join(f"{head:>{WIDTH}}" for head in heads))
    for way in dict.fromkeys(case[2] for case in here if case[2] != UNIT):
        cells = []
        for task, threads in columns:
            runs = here.get((task, threads, way))
            for time in times:
                cells.append("{:.2f} {:.2f}".format(*ratio(runs, unit, time)) if runs else "-")
        print(f"{way:31}" + "".join(f"{cell:>{WIDTH}}" for cell in cells))


def main():
    folder = Path(sys.argv[1])
    cases = read(folder / "runs")
    about = json.loads((folder / "machine.json").read_text())
    print(machine.title(about))
    print(f"In units of {UNIT} of the same files: ratio of medians, ratio of the fastest rounds.")
    for each in TABLES:
        table(cases, *each)
    rows = [dict(zip(CASE, case)) | {time: column(runs, time) for time in TIMES} for case, runs in cases.items()]
    document = {"machine": about, "versions": machine.versions(), "jobs": rows}
    Path(sys.argv[2]).write_text(json.dumps(document, indent=2) + "\n")


main()
