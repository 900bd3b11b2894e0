"""Lets eight processes mint keys for the same 300 titles, kills some of them (SIGKILL), and restarts PostgreSQL as a crash
would: exactly one key is stored for each (title, track, period), and whatever any process saw is that key.

Usage: mint_at_once.py PROGRAM sqlite|postgresql SECONDS [--not-unique] [--seed N]

With `--not-unique` what makes identities unique is taken away, and several keys of an identity have to be stored: the test can
fail.
"""

import argparse
import collections
import contextlib
import pathlib
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from postgresql_server import PostgreSQLServer

PROCESSES = 8
TITLES = 300
KILLS_OF_A_ROUND = 6


def rebuild(database, table, constraint, replacement):
    """Makes a table of SQLite anew, without a constraint, as SQLite drops none."""
    (definition,) = database.execute("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [table]).fetchone()
    if definition.count(constraint) != 1:
        raise SystemExit(f"{table} has no {constraint}: {definition}")
    others = database.execute(
        "SELECT sql FROM sqlite_schema WHERE type != 'table' AND tbl_name = ? AND sql IS NOT NULL", [table]
    ).fetchall()
    statements = [
        "PRAGMA foreign_keys = OFF",
        "PRAGMA legacy_alter_table = ON",
        "BEGIN",
        f"ALTER TABLE {table} RENAME TO old",
        definition.replace(constraint, replacement),
        f"INSERT INTO {table} SELECT * FROM old",
        "DROP TABLE old",
        *(sql for (sql,) in others),
        "COMMIT",
    ]
    database.executescript(";\n".join(statements) + ";")


class SQLiteStore:
    name = "SQLite"

    def __init__(self, directory):
        self.path = f"{directory}/keys.sqlite"
        self.location = f"sqlite:{self.path}"
        self.minting = "mint"

    def disturb(self):
        pass

    def break_uniqueness(self):
        """Neither the primary key nor, in processes that mint from now on, a transaction around look-up and insertion."""
        with contextlib.closing(sqlite3.connect(self.path)) as database:
            rebuild(database, "content_keys", "PRIMARY KEY (content_id, track, period, generation)", "CHECK (true)")
        self.minting = "mint-apart"

    def close(self):
        pass


class PostgreSQLStore:
    name = "PostgreSQL"

    def __init__(self, directory):
        self.server = PostgreSQLServer(f"{directory}/server")
        self.location = self.server.url
        self.minting = "mint"
        self.restarts = 0

    def disturb(self):
        self.server.stop()
        self.server.start()
        self.restarts += 1

    def break_uniqueness(self):
        """Neither the primary key nor the locks that the writers of a title take turns by."""
        self.server.execute("ALTER TABLE fairlead.content_keys DROP CONSTRAINT content_keys_pkey")
        self.server.execute(
            "CREATE OR REPLACE FUNCTION pg_catalog.pg_advisory_xact_lock(int, int) RETURNS void "
            "LANGUAGE sql AS 'SELECT NULL::void'"
        )

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
            command = self.command(self.store.minting, TITLES, period)
            return subprocess.Popen(command, stdout=seen)

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

    def run(self, seconds, not_unique):
        subprocess.run(self.command("init"), check=True)
        if not_unique:
            self.store.break_uniqueness()
        start = time.monotonic()
        rounds = 0
        while rounds == 0 or time.monotonic() - start < seconds:
            self.round(rounds)
            rounds += 1
            if not_unique and any(len(keys) > 1 for keys in self.stored()[1].values()):
                break
        return rounds


def judge(trial, rounds):
    """What does not hold, in words."""
    count, seen = trial.observations()
    rows, stored = trial.stored()
    several = sum(len(keys) != 1 for keys in stored.values())
    differing = sum(not (keys == stored[identity] and len(keys) == 1) for identity, keys in seen.items())
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
    parser.add_argument("--not-unique", action="store_true")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as directory:
        pathlib.Path(directory).chmod(0o711)
        store = (SQLiteStore if options.store == "sqlite" else PostgreSQLStore)(directory)
        try:
            trial = Trial(options.program, store, directory)
            rounds = trial.run(options.seconds, options.not_unique)
            wrong, count = judge(trial, rounds)
        finally:
            store.close()
    if options.not_unique:
        count = 1
        wrong = [] if "an identity has several keys" in wrong else ["the control found nothing"]
    for what in wrong:
        print(f"FAILED {what} (seed {options.seed})")
    print(f"{count - len(wrong)} passed, {len(wrong)} failed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
