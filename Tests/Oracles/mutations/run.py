"""Changes results of every kind at random and looks that `verify` notices, with the clear presentation and without.

Usage: run.py FAIRLEAD SAMPLES FOLDER. In the environment: MUTATIONS, how many of each kind; MUTATION_SEED; MUTATION_ONLY, a KIND
or KIND/NUMBER that is repeated; MUTATION_PUBLISHED, 0 or 1: whether the key store knows what was published (asked of the program
where it is not said).
"""

import json
import os
import random
import secrets
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import classes
import mutate
import sources
from kinds import KINDS, Kind

REFUSED = (65, 66, 69)
"""It does not hold, or cannot be read."""
SECONDS = 60
"""More is a hang."""
PARTS = 2
"""Each kind is the work of so many processes."""


class Title:
    """A protected presentation with its key store, in a folder of its own."""

    def __init__(self, fairlead: str, kind: Kind, samples: Path, folder: Path):
        self.fairlead, self.kind, self.folder = fairlead, kind, folder
        self.store = ("--key-store", f"sqlite:{folder}/keys.sqlite", "--kek-file", f"{folder}/kek")
        sources.make(samples / kind.sample, folder / "clear", kind.has_iframes)
        self.source = str(folder / "clear" / kind.entry)
        self.output = folder / "out"
        self.run("keys", "init").check_returncode()
        self.run(
            "protect", self.source, "--output", str(self.output), "--content-id", "title", *kind.options
        ).check_returncode()
        self.root = self.output
        self.tree = {
            str(path.relative_to(self.output)): path.read_bytes()
            for path in sorted(self.output.rglob("*"))
            if path.is_file()
        }
        self.entry = self.kind.entry if (self.output / self.kind.entry).exists() else Path(self.kind.entry).name
        for is_compared in (True, False):
            result = self.verify(is_compared)
            if result.returncode != 0:
                raise SystemExit(f"{kind.name} does not hold unchanged: {result.stdout.decode()} {result.stderr.decode()}")

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.fairlead, *arguments, *self.store], capture_output=True, timeout=SECONDS)

    def verify(self, is_compared: bool) -> subprocess.CompletedProcess:
        source = ("--source", self.source) if is_compared else ()
        return self.run("verify", str(self.output / self.entry), "--format", "json", "--jobs", "1", *source)

    def write(self, tree: mutate.Tree, old: mutate.Tree) -> None:
        for path in old.keys() | tree.keys():
            if old.get(path) == tree.get(path):
                continue
            if path in tree:
                (self.output / path).write_bytes(tree[path])
            else:
                (self.output / path).unlink()


def outcome(title: Title, is_compared: bool) -> str:
    """`noticed`, `unnoticed`, or what is wrong with the end of the program."""
    try:
        result = title.verify(is_compared)
    except subprocess.TimeoutExpired:
        return f"still runs after {SECONDS} s"
    if result.returncode in REFUSED:
        return "noticed"
    if result.returncode != 0:
        return f"ended with {result.returncode}: {result.stderr.decode(errors='replace')[:200]}"
    warnings = {finding["rule"] for finding in json.loads(result.stdout)["findings"]}
    return "unnoticed" + (f" (warnings: {', '.join(sorted(warnings))})" if warnings else "")


def work(fairlead: str, kind: Kind, samples: Path, folder: Path, numbers: list[int], seed: str, is_known: bool):
    """Tries the mutations of the numbers; returns counts and failures."""
    folder.mkdir(parents=True)
    title = Title(fairlead, kind, samples, folder)
    counts: Counter = Counter()
    failures = []
    for number in numbers:
        chance = random.Random(f"{seed}/{kind.name}/{number}")
        changed, what = mutate.mutate(title.tree, chance)
        title.write(changed, title.tree)
        for is_compared in (True, False):
            result = outcome(title, is_compared)
            counts["tried"] += 1
            if result == "noticed":
                counts["noticed"] += 1
                continue
            reason = None
            if result.startswith("unnoticed"):
                reason = classes.explain(
                    title.tree, changed, has_source=is_compared, is_published_known=is_known
                )
            if reason:
                counts[reason] += 1
            else:
                counts["missed"] += 1
                way = "with" if is_compared else "without"
                failures.append(f"{kind.name}/{number} {way} source: {what}: {result}")
        title.write(title.tree, changed)
    return kind.name, counts, failures


def main() -> None:
    fairlead, samples, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    seed = os.environ.get("MUTATION_SEED") or secrets.token_hex(4)
    count = int(os.environ.get("MUTATIONS", "100"))
    only, _, one = os.environ.get("MUTATION_ONLY", "").partition("/")
    known = os.environ.get("MUTATION_PUBLISHED")
    if known is None:
        help_text = subprocess.run([fairlead, "verify", "--help"], capture_output=True, check=True).stdout
        known = "1" if b"--playlists-from-elsewhere" in help_text else "0"
    print(f"seed {seed}, {count} of each kind; the key store knows {'all' if known == '1' else 'the media'} that is published")
    jobs = []
    with ProcessPoolExecutor(max_workers=len(os.sched_getaffinity(0))) as pool:
        for kind in KINDS:
            if only and kind.name != only:
                continue
            for part in range(1 if one else PARTS):
                numbers = [int(one)] if one else list(range(part, count, PARTS))
                place = folder / f"{kind.name}-{part}"
                jobs.append(pool.submit(work, fairlead, kind, samples, place, numbers, seed, known == "1"))
        total: Counter = Counter()
        kinds: dict[str, Counter] = defaultdict(Counter)
        failures: list[str] = []
        for job in as_completed(jobs):
            name, counts, failed = job.result()
            total += counts
            kinds[name] += counts
            failures += failed
            for failure in failed:
                print(f"FAILED {failure} (MUTATION_SEED={seed} MUTATION_ONLY={failure.split()[0]})", flush=True)
    for name, counts in sorted(kinds.items()):
        print(f"{name}: {counts['tried']} verified, {counts['noticed']} noticed, {counts['missed']} missed")
    tried = total.pop("tried")
    missed, noticed = total.pop("missed", 0), total.pop("noticed", 0)
    print(f"{tried} verified, {noticed} noticed, {missed} missed, {sum(total.values())} that may pass:")
    for reason, number in sorted(total.items()):
        print(f"  {number:6} {reason}")
    print(f"{tried - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures or not tried else 0)


if __name__ == "__main__":
    main()
