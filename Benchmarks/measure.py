"""Runs jobs in interleaved rounds: each once, then all again.

A line of standard input is a job, `TASK|PROGRAM|INPUT|AIM|COMMAND`. COMMAND is an exported function of bash and what it gets
behind the folder of the input and the folder of the result. An input whose name begins with `cold-` is taken out of the page cache
before each run. Round 0 does not count for time: it looks at the memory of each job
every millisecond, counts instructions where the machine can, and has programs and their files warm.

Usage: python3 measure.py FOLDER ROUNDS      (writes FOLDER/runs.json)
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

FIELDS = ("task", "program", "input", "aim", "command")
COLD = "cold-"
OBSERVERS = ("perf", "time")
"""Programs that stand between us and a job."""


class Runner:
    """Runs jobs in a folder, in which are their inputs and their result."""

    def __init__(self, folder):
        self.folder, self.result = folder, folder / "result"
        self.counter = ["perf", "stat", "-x,", "-e", "instructions:u", "-o", folder / "instructions", "--"]
        if not self.counts_instructions():
            self.counter = []

    def run(self, job, looks=False):
        """What one run of the job took. Wall time is that from start to exit, processor time that of all its threads."""
        if job["input"].startswith(COLD):
            take_out_of_cache(self.folder / job["input"])
        function, *arguments = job["command"].split()
        command = ["bash", "-c", '"$@"', "job", function, self.folder / job["input"], self.result, *arguments]
        command = ["time", "--quiet", "--format=%M", f"--output={self.folder}/peak", *command]
        took = self.looked_at(command) if looks else self.timed(command)
        took["peak_kilobytes"] = int((self.folder / "peak").read_text().split()[-1])
        shutil.rmtree(self.result)
        return took

    def timed(self, command, look=None):
        start = time.perf_counter()
        process = os.posix_spawnp(command[0], [os.fspath(word) for word in command], os.environ)
        if look:
            look(process)
        _, status, usage = os.wait4(process, 0)
        seconds = time.perf_counter() - start
        if status != 0:
            sys.exit(f"error: this job failed: {' '.join(map(str, command))}")
        return {"seconds": seconds, "processor_seconds": usage.ru_utime + usage.ru_stime}

    def looked_at(self, command):
        peak = 0

        def look(process):
            nonlocal peak
            while os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
                peak = max(peak, *map(anonymous_kilobytes, descendants(process)))
                time.sleep(0.001)

        took = self.timed([*self.counter, *command], look)
        return took | {"peak_anonymous_kilobytes": peak, "instructions": self.instructions() if self.counter else None}

    def counts_instructions(self):
        """Whether `perf` is there, may count, and the machine has the counter."""
        try:
            subprocess.run([*self.counter, "true"], check=True, stderr=subprocess.DEVNULL)
        except (OSError, subprocess.CalledProcessError):
            return False
        return self.instructions() is not None

    def instructions(self):
        """How many the last run took outside of the kernel."""
        counted = re.search(r"^(\d+),", (self.folder / "instructions").read_text(), re.MULTILINE)
        return int(counted[1]) if counted else None


def take_out_of_cache(folder):
    for path in filter(Path.is_file, folder.rglob("*")):
        with path.open("rb") as file:
            os.fdatasync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def descendants(process):
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return [process]
    return [process] + [each for child in children for each in descendants(child)]


def anonymous_kilobytes(process):
    try:
        status = dict(line.split(":", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines())
    except OSError:
        return 0
    return 0 if status["Name"].strip() in OBSERVERS else int(status.get("RssAnon", "0 kB").split()[0])


def main():
    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    jobs = [dict(zip(FIELDS, line.rstrip("\n").split("|"))) for line in sys.stdin]
    runner = Runner(folder)
    for job in jobs:
        job["look"] = runner.run(job, looks=True)
    for job in jobs:
        job["rounds"] = []
    for _ in range(rounds):
        for job in jobs:
            job["rounds"].append(runner.run(job))
    (folder / "runs.json").write_text(json.dumps(jobs))


if __name__ == "__main__":
    main()
