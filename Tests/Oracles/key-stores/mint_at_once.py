"""Lets eight processes mint keys for the same 300 titles, kills some of them (SIGKILL), and restarts PostgreSQL as a crash
would: exactly one key is stored for each (title, track, period), and whatever any process saw is that key.

Usage: mint_at_once.py PROGRAM sqlite|postgresql SECONDS [--without-constraint] [--seed N]

Without the constraint that makes identities unique there have to be several keys: the test can fail.
"""

import argparse
import collections
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from postgresql_server import PostgreSQLServer

PROCESSES = 8
TITLES = 300
KILLS_OF_A_ROUND = 6


class SQLiteStore:
    name = "SQLite"

    def __init__(self, directory):
        self.path = f"{directory}/keys.sqlite"
        self.location = f"sqlite:{self.path}"

    def disturb(self):
        pass

    def drop_constraint(self):
        script = """
            PRAGMA foreign_keys = 0;
            PRAGMA legacy_alter_table = 1;
            CREATE TABLE other AS SELECT * FROM content_keys;
            DROP TABLE content_keys;
            ALTER TABLE other RENAME TO content_keys;
            """
        subprocess.run(["sqlite3", "-bail", self.path, script], check=True)

    def close(self):
        pass


class PostgreSQLStore:
    name = "PostgreSQL"

    def __init__(self, directory):
        self.server = PostgreSQLServer(f"{directory}/server")
        self.location = self.server.url
        self.restarts = 0

    def disturb(self):
        self.server.stop()
        self.server.start()
        self.restarts += 1

    def drop_constraint(self):
        self.server.execute("ALTER TABLE fairlead.content_keys DROP CONSTRAINT content_keys_pkey")

    def close(self):
        self.server.stop()


class Trial:
    def __init__(self, program, store, directory):
        self.program = program
        self.store = store
        self.directory = pathlib.Path(directory)
        self.started = 0
        self.kills = 0
        self.failures = []

    def command(self, *arguments):
        return [self.program, self.store.location, str(self.directory / "kek"), *map(str, arguments)]

    def start(self, period):
        self.started += 1
        with open(self.directory / f"seen-{self.started}", "wb") as seen:
            return subprocess.Popen(self.command("mint", TITLES, period), stdout=seen)

    def round(self, period):
        """Eight processes mint the titles of a period; whoever is killed is followed by another."""
        running = [self.start(period) for _ in range(PROCESSES)]
        kills = 0
        disturbance = time.monotonic() + random.uniform(0.1, 1.5)
        while running:
            time.sleep(random.uniform(0.02, 0.2))
            if kills < KILLS_OF_A_ROUND:
                victim = random.choice(running)
                victim.send_signal(signal.SIGKILL)
                if victim.wait() == -signal.SIGKILL:
                    kills += 1
                    running.remove(victim)
                    running.append(self.start(period))
            if disturbance and time.monotonic() > disturbance:
                self.store.disturb()
                disturbance = None
            for process in [process for process in running if process.poll() is not None]:
                running.remove(process)
                if process.returncode != 0:
                    self.failures.append(f"a process ended with {process.returncode}")
        self.kills += kills

    def observations(self):
        seen = collections.defaultdict(set)
        count = 0
        for path in self.directory.glob("seen-*"):
            for line in path.read_text().splitlines():
                identity, key = line.split("\t")
                seen[identity].add(key)
                count += 1
        return count, seen

    def stored(self):
        listed = subprocess.run(self.command("list"), check=True, capture_output=True, text=True).stdout
        stored = collections.defaultdict(set)
        rows = 0
        for line in listed.splitlines():
            identity, key = line.split("\t")
            stored[identity].add(key)
            rows += 1
        return rows, stored

    def run(self, seconds, without_constraint):
        subprocess.run(self.command("init"), check=True)
        if without_constraint:
            self.store.drop_constraint()
        start = time.monotonic()
        rounds = 0
        while rounds == 0 or time.monotonic() - start < seconds:
            self.round(rounds)
            rounds += 1
        return rounds


def judge(trial, rounds):
    """What does not hold, in words."""
    count, seen = trial.observations()
    rows, stored = trial.stored()
    several = sum(len(keys) != 1 for keys in stored.values())
    differing = sum(keys != stored[identity] for identity, keys in seen.items())
    restarts = getattr(trial.store, "restarts", 0)
    print(
        f"{trial.store.name}: {rounds} rounds, {trial.kills} killed, {restarts} restarts, {count} observations, "
        f"{rows} rows of {len(stored)} identities, {several} with several keys, {differing} seen otherwise"
    )
    checks = {
        "a process failed: " + "; ".join(trial.failures): not trial.failures,
        "an identity has several keys": several == 0 and rows == len(stored),
        "an observation is not the stored row": differing == 0,
        "a title is missing": len(stored) == rounds * TITLES and stored.keys() == seen.keys(),
        "too few observations": count >= rounds * PROCESSES * TITLES,
        "nobody was killed": trial.kills > 0,
    }
    return [what for what, holds in checks.items() if not holds], len(checks)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("store", choices=["sqlite", "postgresql"])
    parser.add_argument("seconds", type=float)
    parser.add_argument("--without-constraint", action="store_true")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory).chmod(0o711)
        store = (SQLiteStore if options.store == "sqlite" else PostgreSQLStore)(directory)
        try:
            trial = Trial(options.program, store, directory)
            rounds = trial.run(options.seconds, options.without_constraint)
            wrong, count = judge(trial, rounds)
        finally:
            store.close()
    if options.without_constraint:
        count = 1
        wrong = [] if "an identity has several keys" in wrong else ["the control found nothing"]
    for what in wrong:
        print(f"FAILED {what} (seed {options.seed})")
    print(f"{count - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
