#!/usr/bin/env python3
"""Runs commands under limits of the system, from the lowest up, and proves that each ends well or leaves nothing.

    try_limits.py FAIRLEAD WORK [--values N] [--seed N] [--only TEXT]

Under a limit a command ends in time, with 0 or with an error of the contract (75, or 74 for what cannot be written); limits of memory,
stack and processor time may kill it. There is no half result, and a run without the limit ends with 0, gives what it gives without any
limit, and leaves nothing beside it. Root gives each runner a user of its own, as limits of processes do not bind root, and a file
system; others cannot try limits of processes and disks.
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from commands import KEK, NEW, STORE, Command, commands, preparation  # noqa: E402
from limits import KIB, MIB, PAGE, Limit, limits  # noqa: E402
from outcome import Outcome  # noqa: E402

SECONDS = 60
"""What a command that takes a tenth of a second may take before it counts as one that waits for good."""
FIRST_USER = 20_000 + os.getpid() % 40_000
"""A user that has nothing else, also where two of these run at once."""
LOADER_FAILED = 127
"""The status of the dynamic loader, which ends a process before the program begins."""
ROOMY = "size=64M,nr_inodes=10000"
COMMANDS = {command.name: command for command in commands()}
LIMITS = {limit.name: limit for limit in limits()}


class Runner:
    """A folder of one user, in which one command runs at a time."""

    def __init__(self, fairlead: Path, work: Path, number: int) -> None:
        self.fairlead, self.user = fairlead, FIRST_USER + number if os.getuid() == 0 else None
        self.folder, self.fresh = work / f"runner-{number}", work / f"fresh-{number}"
        self.folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", ROOMY, "tmpfs", self.folder]
        self.is_mounted = subprocess.run(mount, check=False, stderr=subprocess.DEVNULL).returncode == 0
        shutil.copytree(HERE.parents[2] / "SampleMedia", self.folder / "samples")
        (self.folder / "titles.csv").write_text(
            "content_id,input\nfirst,samples/packed-audio/index.m3u8\nsecond,samples/ts-byterange/multivariant.m3u8\n"
        )
        self.own(self.folder)
        for words in preparation():
            done = self.run(words)
            if done.returncode != 0:
                raise SystemExit(f"{' '.join(words)} ended with {done.returncode}: {done.stderr}")
        shutil.copytree(self.folder / "store", self.fresh)
        self.kept = set(os.listdir(self.folder))
        self.expected = {command.name: self.reference(command) for command in COMMANDS.values()}

    def own(self, folder: Path) -> None:
        if self.user:
            subprocess.run(["chown", "-R", f"{self.user}:{self.user}", folder], check=True)

    def reset(self) -> None:
        """The store as it was, and nothing that a command made."""
        self.remount(ROOMY)
        for name in set(os.listdir(self.folder)) - self.kept | {"store"}:
            path = self.folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.copytree(self.fresh, self.folder / "store")
        self.own(self.folder / "store")

    def remount(self, options: str) -> None:
        if self.is_mounted:
            subprocess.run(["mount", "-o", f"remount,{options}", self.folder], check=True)

    def run(self, words: tuple[str, ...], limit: Limit | None = None, value: int = 0) -> subprocess.CompletedProcess:
        """Raises `subprocess.TimeoutExpired` for a command that waits for good."""
        return subprocess.run(
            [self.fairlead, *words],
            cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
            **({"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}),
            preexec_fn=limit and (lambda: limit.set(value)),
        )

    def reference(self, command: Command) -> tuple[str, dict[str, bytes]]:
        """What a command prints and makes without any limit; it differs by what is drawn by chance."""
        self.reset()
        done = self.run(command.words)
        if done.returncode != 0:
            raise SystemExit(f"{command.name} ended with {done.returncode}: {done.stderr}")
        return done.stdout, self.result(command)

    def result(self, command: Command) -> dict[str, bytes]:
        """Files by their names."""
        path = self.folder / command.result
        if not command.result or not path.exists():
            return {}
        if path.is_file():
            return {path.name: path.read_bytes()}
        files = {str(each.relative_to(path)): each for each in path.rglob("*") if each.is_file()}
        return {name: each.read_bytes() for name, each in files.items() if not name.startswith(".fairlead-")}

    def strays(self, command: Command) -> list[str]:
        """What stands in the folder that is neither a source nor a result."""
        top = command.result.split("/")[0]
        found = [name for name in os.listdir(self.folder) if name not in self.kept | {top, "report.json"}]
        beside = [path for name in {"store", top or "store"} for path in (self.folder / name).rglob("*")]
        return found + [str(path) for path in beside if ".fairlead" in path.name or "-journal" in path.name]

    def has_several_keys(self) -> bool:
        done = self.run(("keys", "list", "--content-id", NEW, "--format", "json", *STORE, *KEK))
        return len({json.loads(line)["key_id"] for line in done.stdout.splitlines()}) > 1

    def attempt(self, command: Command, limit: Limit, value: int) -> tuple[str, list[str]]:
        """Runs a command under a limit, and once more without it.

        Returns how the first ended, and what does not hold.
        """
        self.reset()
        if limit.of_file_system:
            used = os.statvfs(self.folder)
            blocks, inodes = used.f_blocks - used.f_bfree, used.f_files - used.f_ffree
            amount = (blocks + value) * PAGE if limit.of_file_system == "size" else inodes + value
            self.remount(f"{limit.of_file_system}={amount}")
        done = self.run(command.words, limit, value)
        ended = f"signal {-done.returncode}" if done.returncode < 0 else str(done.returncode)
        faults = list(self.faults_of_end(command, limit, done))
        self.remount(ROOMY)
        first = self.result(command)
        if command.name == "keys export" and first:
            # It never replaces a file.
            (self.folder / command.result).unlink()
        again = self.run(command.words)
        if again.returncode != 0:
            faults.append(f"the next run ended with {again.returncode}: {again.stderr}")
        second = self.result(command)
        if command.name != "batch" and first and first != second:
            faults.append(f"a half result: {sorted(name for name in second if first.get(name) != second[name])}")
        if command.name == "batch" and any(second.get(name) != content for name, content in first.items()):
            faults.append("a title was published that the next run replaced")
        printed, made = self.expected[command.name]
        if set(second) != set(made):
            faults.append(f"the next run made other files: {set(second) ^ set(made)}")
        if not command.result and NEW not in command.words and again.stdout != printed:
            faults.append("the next run printed something else")
        if strays := self.strays(command):
            faults.append(f"left behind by the next run: {strays}")
        if command.check:
            check = self.run(command.check)
            if check.returncode != 0:
                faults.append(f"the result does not hold: {check.stdout}{check.stderr}")
        if self.has_several_keys():
            faults.append("two keys of one title")
        return ended, faults

    def faults_of_end(self, command: Command, limit: Limit, done: subprocess.CompletedProcess):
        if done.returncode < 0 or (limit.may_kill and done.returncode == LOADER_FAILED):
            if not limit.may_kill:
                yield f"killed by signal {-done.returncode}"
            return
        printed, made = self.expected[command.name]
        if done.returncode == 0:
            if set(self.result(command)) != set(made):
                yield "ended with 0 and made other files"
            if not command.result and NEW not in command.words and done.stdout != printed:
                yield "ended with 0 and printed something else"
        elif done.returncode == LOADER_FAILED and "error while loading shared libraries" in done.stderr:
            pass
        elif done.returncode not in limit.statuses | {75} or "error: " not in done.stderr:
            yield f"ended with {done.returncode}: {done.stderr.strip()}"
        # SQLite leaves the journal of a transaction that it could not roll back to the next that opens the store.
        strays = [name for name in self.strays(command) if not name.endswith("-journal")]
        # And there may be too little memory to remove a stage.
        if strays and not limit.may_kill:
            yield f"left behind: {strays}"
        report = self.folder / "report.json"
        text = report.read_text() if report.exists() else ""
        if text and not is_json(text):
            yield f"a half report: {text}"


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def least_address_space(runner: Runner) -> int:
    """The lowest limit, in MiB, under which the program begins."""
    low, high = 1, 4096
    while low < high:
        middle = (low + high) // 2
        if runner.run(("--version",), LIMITS["address space"], middle).returncode == 0:
            high = middle
        else:
            low = middle + 1
    return low


def begin(fairlead: Path, work: Path, number) -> None:
    """Makes the runner of this process."""
    global runner
    with number.get_lock():
        number.value += 1
        own = number.value
    runner = Runner(fairlead, work, own)


def look() -> tuple[bool, int]:
    return runner.is_mounted, least_address_space(runner)


def attempt(trial: tuple[str, str, int]) -> tuple[str, list[str]]:
    try:
        return runner.attempt(COMMANDS[trial[0]], LIMITS[trial[1]], trial[2])
    except subprocess.TimeoutExpired as error:
        return "no end", [f"{error.cmd[1]} did not end within {SECONDS} s"]


def chosen(values: list[int], count: int, chance: random.Random) -> list[int]:
    """So many values: one of each of as many parts of the list."""
    if not count or count >= len(values):
        return values
    borders = [index * len(values) // count for index in range(count + 1)]
    return [values[chance.randrange(low, high)] for low, high in zip(borders, borders[1:])]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("fairlead", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--values", type=int, default=0, help="so many of each limit for each command; 0: all")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", default="", help="commands and limits whose names have this in them")
    arguments = parser.parse_args()
    outcome, chance = Outcome(), random.Random(arguments.seed)
    print(f"values of seed {arguments.seed}")
    work = arguments.work.resolve()
    work.chmod(0o711)
    fairlead = Path(shutil.copy(arguments.fairlead, work / "fairlead"))
    context = multiprocessing.get_context("fork")
    number = context.Value("i", 0)
    # A process each: what is done between fork and exec must not wait for a lock of another thread.
    with ProcessPoolExecutor(os.cpu_count(), context, initializer=begin, initargs=(fairlead, work, number)) as pool:
        is_mounted, least = pool.submit(look).result()
        print(f"the program begins in {least} MiB of addresses")
        trials = []
        for limit in LIMITS.values():
            if (limit.of_file_system and not is_mounted) or (limit.of_user and os.getuid() != 0):
                print(f"{limit.name}: not tried, as root alone can")
                continue
            for command in COMMANDS.values():
                if arguments.only in f"{command.name}: {limit.name}":
                    trials += [(command.name, limit.name, value) for value in chosen(limit.values(least), arguments.values, chance)]
        ends = collections.defaultdict(collections.Counter)
        for (command, limit, value), (ended, faults) in zip(trials, pool.map(attempt, trials)):
            ends[limit][ended] += 1
            outcome.check(not faults, f"{command}, {limit} {value}{LIMITS[limit].unit}: {'; '.join(faults)}")
    for name, counts in ends.items():
        tried = ", ".join(f"{count} times {ended}" for ended, count in sorted(counts.items()))
        print(f"{name}: {sum(counts.values())} tried, ended with {tried}")
    outcome.finish()


main()
