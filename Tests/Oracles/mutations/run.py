"""Changes results of every kind at random and looks that `verify` notices, with the clear presentation and without.

Usage: run.py FAIRLEAD SAMPLES FOLDER. In the environment: MUTATIONS, how many of each kind; MUTATION_SEED; MUTATION_ONLY, a KIND
or KIND/NUMBER that is repeated (keys are drawn anew); MUTATION_PUBLISHED, 0 or 1: whether the key store knows what was published
(asked of the program where it is not said).
"""

import os
import random
import secrets
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import classes
import sources
from kinds import KINDS, Kind
from mutate import Tree, mutate

REFUSED = (65, 66, 69)
"""It does not hold, or cannot be read."""
SECONDS = 60
"""More is a hang."""
PARTS = 2
"""Each kind is the work of so many processes."""


class Title:
    """A protected presentation with its key store, in a folder of its own."""

    def __init__(self, fairlead: str, kind: Kind, samples: Path, folder: Path):
        self.fairlead, self.output = fairlead, folder / "out"
        self.store = ("--key-store", f"sqlite:{folder}/keys.sqlite", "--kek-file", f"{folder}/kek")
        sources.make(samples, folder / "clear", kind)
        self.source = folder / "clear" / kind.entry
        # A media playlist deep in a tree is the root of its own.
        self.entry = self.output / Path(kind.entry).name
        self.run("keys", "init").check_returncode()
        words = ("--output", str(self.output), "--content-id", "title", *kind.options.split())
        self.run("protect", str(self.source), *words).check_returncode()
        if kind.rewriting or kind.window:
            self.rewrite(self.entry, kind.rewriting, kind.window, "--content-id title")
        if kind.window:
            self.rewrite(self.source, kind.window, "--no-records")
        self.ways = (True,) if kind.window else (True, False)
        files = [path for path in sorted(self.output.rglob("*")) if path.is_file()]
        self.tree = {str(path.relative_to(self.output)): path.read_bytes() for path in files}
        for has_source in self.ways:
            result = self.verify(has_source)
            if result.returncode != 0:
                raise SystemExit(f"{kind.name} does not hold unchanged: {(result.stdout + result.stderr).decode()}")

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.fairlead, *arguments, *self.store], capture_output=True, timeout=SECONDS)

    def rewrite(self, entry: Path, *words: str) -> None:
        """Lays other playlists over those of a tree."""
        written = entry.parent.parent / "rewritten"
        self.run("rewrite", str(entry), "--output", str(written), *" ".join(words).split()).check_returncode()
        shutil.copytree(written, entry.parent, dirs_exist_ok=True)
        shutil.rmtree(written)

    def verify(self, has_source: bool) -> subprocess.CompletedProcess:
        source = ("--source", str(self.source)) if has_source else ()
        return self.run("verify", str(self.entry), "--format", "json", "--jobs", "1", *source)

    def write(self, tree: Tree, old: Tree) -> None:
        """Puts a tree in the place of another."""
        for path in old.keys() | tree.keys():
            if path not in tree:
                (self.output / path).unlink()
            elif old.get(path) != tree[path]:
                (self.output / path).write_bytes(tree[path])


def outcome(title: Title, has_source: bool) -> str:
    """`noticed`, `unnoticed`, or what is wrong with the end of the program."""
    try:
        result = title.verify(has_source)
    except subprocess.TimeoutExpired:
        return f"still runs after {SECONDS} s"
    if result.returncode in REFUSED:
        return "noticed"
    if result.returncode != 0:
        return f"ended with {result.returncode}: {result.stderr.decode(errors='replace')[:200]}"
    return "unnoticed"


@dataclass(frozen=True)
class Bench:
    """All that the work on a kind needs to know."""

    fairlead: str
    samples: Path
    folder: Path
    seed: str
    is_published_known: bool

    def work(self, kind: Kind, numbers: list[int]) -> tuple[str, Counter, list[str]]:
        """Tries the mutations of a kind that have these numbers; returns its name, counts and failures."""
        folder = self.folder / f"{kind.name}-{numbers[0]}"
        folder.mkdir(parents=True)
        title = Title(self.fairlead, kind, self.samples, folder)
        counts: Counter = Counter()
        failures = []
        for number in numbers:
            changed, what = mutate(title.tree, random.Random(f"{self.seed}/{kind.name}/{number}"))
            title.write(changed, title.tree)
            for has_source in title.ways:
                verdict = self.verdict(title, changed, has_source)
                counts[verdict if verdict in classes.REASONS else verdict.split(":")[0]] += 1
                if verdict.startswith("missed"):
                    way = "with" if has_source else "without"
                    failures.append(f"{kind.name}/{number} {way} --source: {what}{verdict.removeprefix('missed')}")
            title.write(title.tree, changed)
        return kind.name, counts, failures

    def verdict(self, title: Title, changed: Tree, has_source: bool) -> str:
        """`noticed`, the reason why it may not be, or `missed` and how."""
        found = outcome(title, has_source)
        if found != "unnoticed":
            return found if found == "noticed" else f"missed: {found}"
        known = {"has_source": has_source, "is_published_known": self.is_published_known}
        return classes.explain(title.tree, changed, **known) or "missed"


def knows_published_trees(fairlead: str) -> bool:
    """Whether the key store knows all that was published, and `verify` so notices any change of it."""
    said = os.environ.get("MUTATION_PUBLISHED")
    if said is not None:
        return said == "1"
    words = subprocess.run([fairlead, "verify", "--help"], capture_output=True, check=True).stdout
    return b"--playlists-from-elsewhere" in words


def jobs(count: int) -> list[tuple[Kind, list[int]]]:
    """The kinds with the numbers of their mutations, in parts."""
    only, _, number = os.environ.get("MUTATION_ONLY", "").partition("/")
    kinds = [kind for kind in KINDS if only in ("", kind.name)]
    if number:
        return [(kind, [int(number)]) for kind in kinds]
    parts = [(kind, list(range(part, count, PARTS))) for kind in kinds for part in range(PARTS)]
    return [(kind, numbers) for kind, numbers in parts if numbers]


def main() -> None:
    fairlead, samples, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    seed = os.environ.get("MUTATION_SEED") or secrets.token_hex(4)
    count = int(os.environ.get("MUTATIONS", "100"))
    bench = Bench(fairlead, samples, folder, seed, knows_published_trees(fairlead))
    known = "all" if bench.is_published_known else "the encrypted media"
    print(f"seed {seed}, {count} mutations a kind; the key store knows {known} that was published", flush=True)
    kinds: dict[str, Counter] = {}
    with ProcessPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        for job in as_completed([pool.submit(bench.work, *each) for each in jobs(count)]):
            name, counts, failures = job.result()
            kinds[name] = kinds.get(name, Counter()) + counts
            for failure in failures:
                print(f"FAILED {failure} (MUTATION_SEED={seed} MUTATION_ONLY={failure.split()[0]})", flush=True)
    report(kinds)


def report(kinds: dict[str, Counter]) -> None:
    """Prints the counts and ends the program."""
    for name, counts in sorted(kinds.items()):
        print(f"{name}: {counts.total()} verified, {counts['noticed']} noticed, {counts['missed']} missed")
    total = sum(kinds.values(), Counter())
    for reason in classes.REASONS:
        print(f"{total[reason]:7} that may pass: {reason}")
    missed = total["missed"]
    print(f"{total.total() - missed} passed, {missed} failed")
    sys.exit(1 if missed or not total else 0)


if __name__ == "__main__":
    main()
