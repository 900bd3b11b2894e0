#!/usr/bin/env python3
"""Nothing that a command publishes has an error by our own linter or `verify` that its source had not.

    check_results.py FAIRLEAD WORK [--seed TEXT] [--cases N] [--case NUMBER [--keep]]

Random mezzanines and presentations, some of them damaged, go through `package`, `protect` and `rewrite` with random options. What
ends with 0 has to hold for `verify`, with and without its source, and for the linter of `inspect`; an error that the source has,
too, is not held against it. What ends otherwise has to say so as the contract has it, and to leave nothing.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import options  # noqa: E402
import sources  # noqa: E402
from recordings import Encodings  # noqa: E402
from outcome import Outcome  # noqa: E402

TITLE = "movie-42"
REFUSALS = {64, 65, 66}
SECONDS = 120
HOLDS, DOES_NOT_HOLD = 0, 69
COMMANDS = {"package": 5, "protect": 4, "rewrite": 2}


class Broken(Exception):
    """Something that does not hold."""


class Case:
    """One case: its random numbers, its folder, its key store."""

    def __init__(self, fairlead: Path, seed: str, number: int, work: Path, encodings: Encodings) -> None:
        self.fairlead, self.encodings, self.number = fairlead, encodings, number
        self.draw = random.Random(f"{seed}/{number}")
        self.work = work / str(number)
        self.work.mkdir()
        self.said: list[str] = []
        self.has_damaged_input = False
        self.lines: list[str] = []

    def run(self, *words: object) -> subprocess.CompletedProcess:
        arguments = [str(self.fairlead), *map(str, words)]
        self.lines.append(" ".join(f"'{word}'" if set(word) & set("{}~$;&") else word for word in arguments))
        store = {"FAIRLEAD_KEY_STORE": f"sqlite:{self.work}/keys.sqlite", "XDG_CONFIG_HOME": str(self.work)}
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.work), **store}
        try:
            return subprocess.run(arguments, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise Broken(f"no end after {SECONDS} s: {self.lines[-1]}") from None

    def publish(self, output: Path, *words: object) -> bool:
        """Runs a command that makes a tree; whether it did, or refused as it has to."""
        done = self.run(*words, "--output", output)
        message = done.stderr.decode(errors="replace")
        if done.returncode == 0:
            return True
        if done.returncode not in REFUSALS:
            raise Broken(f"ended with {done.returncode}: {message}")
        if not any(line.startswith("error: ") for line in message.splitlines()):
            raise Broken(f"refused with {done.returncode} without an error: {message}")
        if output.exists():
            raise Broken(f"refused with {done.returncode}, and left {output.name}")
        self.said.append(f"refused: {message.splitlines()[0]}")
        return False

    def errors(self, playlist: Path, *words: object) -> list[dict]:
        """What `verify` and the linter of `inspect` call wrong with a presentation."""
        verified = self.run("verify", playlist, "--format", "json", *words)
        found = self.findings(verified, (HOLDS, DOES_NOT_HOLD, 65))
        inspected = self.run("inspect", playlist, "--format", "json")
        found += self.findings(inspected, (0, 65))
        errors = [each for each in found if each["severity"] == "error"]
        # Checksums of frames that were damaged in a mezzanine are wrong there, too.
        return [each for each in errors if not (self.has_damaged_input and "frame with a wrong CRC" in each["message"])]

    def findings(self, done: subprocess.CompletedProcess, statuses: tuple[int, ...]) -> list[dict]:
        if done.returncode not in statuses:
            raise Broken(f"{self.lines[-1]} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        if done.returncode == 65:
            return [{"severity": "error", "rule": "unreadable", "playlist": "", "message": done.stderr.decode(errors="replace")}]
        found = json.loads(done.stdout)["findings"]
        if done.returncode == DOES_NOT_HOLD and not any(each["severity"] == "error" for each in found):
            raise Broken(f"{self.lines[-1]} ended with {DOES_NOT_HOLD} without an error: {found}")
        return found

    def check(self, output: Path, source: Path | None, *words: object) -> None:
        """The result has no error that its source has not."""
        known = Counter(kind(each) for each in self.errors(source, "--clear")) if source else Counter()
        found = self.errors(sources.entry(output), *words)
        seen = Counter(kind(each) for each in found)
        new = [each for each in found if seen[kind(each)] > known[kind(each)]]
        if new:
            raise Broken(f"{output.name} has what its source has not: {brief(new)}")
        if source and "--clear" not in words:
            self.compare(output, source, *words)

    def compare(self, output: Path, source: Path, *words: object) -> None:
        """Verifies with the clear presentation."""
        done = self.run("verify", sources.entry(output), "--source", source, "--format", "json", *words)
        if done.returncode != HOLDS:
            text = brief(json.loads(done.stdout)["findings"]) if done.stdout else done.stderr.decode(errors="replace")
            raise Broken(f"verify --source ended with {done.returncode}: {text}")

    def prove(self) -> str:
        """Makes the case; what became of it."""
        self.run("keys", "init")
        command = self.draw.choices(list(COMMANDS), list(COMMANDS.values()))[0]
        if command == "package":
            return f"package {self.package()}"
        return f"{command} {self.protect(rewrites=command == 'rewrite')}"

    def package(self) -> str:
        inputs, said = sources.mezzanines(self.draw, self.encodings, self.work / "in", self.draw.random() < 0.5)
        words = options.packaging(self.draw)
        self.said.append(said)
        self.has_damaged_input = bool(said)
        output, clear = self.work / "out", self.work / "clear"
        is_clear = "--clear" in words
        title = [] if is_clear else ["--content-id", TITLE]
        if not self.publish(output, "package", *inputs, *words, *title):
            return "refused"
        self.check(output, None, *(["--clear"] if is_clear else []))
        # AES-256-GCM has no I-frame playlists, which the clear presentation has.
        is_comparable = not is_clear and "aes-256-gcm" not in words and self.draw.random() < 0.4
        if is_comparable and self.publish(clear, "package", *inputs, *packaging_alone(words), "--clear"):
            self.check(output, sources.entry(clear))
        return "published"

    def protect(self, rewrites: bool) -> str:
        source, output = self.work / "in", self.work / "out"
        container, said = sources.presentation(self.draw, self.encodings, source)
        self.said += [said, sources.vary(self.draw, source)]
        is_damaged = self.draw.random() < 0.3
        if is_damaged:
            self.said.append(sources.damage_segment(self.draw, source))
        words = options.protection(self.draw, container)
        entry = sources.entry(source)
        if not self.publish(output, "protect", entry, *words, "--content-id", TITLE):
            return "refused"
        self.check(output, entry)
        if not rewrites:
            return "published"
        protected = {kind(each) for each in self.errors(sources.entry(output))}
        # The key store knows media as a whole, and so of a part not that their source has faults.
        words, window = options.rewriting(self.draw), [] if is_damaged else options.window(self.draw)
        if not self.lay(output, *words, *window, "--content-id", TITLE):
            return "refused"
        rewritten = self.errors(sources.entry(output))
        if any(each["rule"] == "not-protected" for each in rewritten):
            # In a part of the clear lead alone nothing says of which title it is.
            rewritten = self.errors(sources.entry(output), "--content-id", TITLE)
        new = [each for each in rewritten if kind(each) not in protected]
        if new:
            raise Broken(f"rewritten, it has what it had not: {brief(new)}")
        if window and self.lay(source, *window, "--no-records"):
            self.compare(output, entry, "--content-id", TITLE)
        return "published"

    def lay(self, tree: Path, *words: object) -> bool:
        """Rewrites the playlists of a tree; whether that was not refused."""
        written = self.work / f"rewritten-{tree.name}"
        if not self.publish(written, "rewrite", sources.entry(tree), *words):
            return False
        shutil.copytree(written, tree, dirs_exist_ok=True)
        return True


def kind(finding: dict) -> tuple[str, str]:
    return finding["rule"], finding.get("playlist", "")


def brief(findings: list[dict]) -> str:
    """The first of each kind."""
    firsts = {each["rule"]: each for each in reversed(findings)}
    return "\n".join(json.dumps(each) for each in firsts.values())


def packaging_alone(words: list[str]) -> list[str]:
    """The options that `package --clear` takes, too: protection comes last."""
    return words[: words.index("--method")]


def prove(fairlead: Path, seed: str, number: int, work: Path, encodings: Encodings, keep: bool) -> tuple[str, str]:
    """What became of a case, and why it failed."""
    case = Case(fairlead, seed, number, work, encodings)
    try:
        return case.prove(), ""
    except Broken as broken:
        reason = str(broken)
    except Exception:  # noqa: BLE001  a fault of the oracle is a failure
        reason = traceback.format_exc()
    finally:
        if keep:
            print("\n".join([*case.said, *case.lines]))
        else:
            shutil.rmtree(case.work, ignore_errors=True)
    return "failed", "\n".join([f"case {number} of seed {seed}: {' / '.join(case.said)}", *case.lines, reason])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("fairlead", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--seed", default="published")
    parser.add_argument("--cases", type=int, default=24)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--case", type=int, help="this case alone; --keep leaves its files in WORK")
    parser.add_argument("--keep", action="store_true")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    encodings, outcome, became = Encodings(given.work / "encodings"), Outcome(), Counter()
    print(f"seed {given.seed}; one case again: --seed {given.seed} --case NUMBER")
    numbers = [given.case] if given.case is not None else range(given.first, given.first + given.cases)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        run = lambda number: prove(given.fairlead, given.seed, number, given.work, encodings, given.keep)
        for what, reason in pool.map(run, numbers):
            became[what] += 1
            outcome.check(not reason, reason)
            sys.stdout.flush()
    print(", ".join(f"{what}: {count}" for what, count in sorted(became.items())))
    if given.case is None and given.cases >= 24:
        for command in COMMANDS:
            outcome.check(became[f"{command} published"], f"no case of {command} published anything")
    outcome.finish()


main()
