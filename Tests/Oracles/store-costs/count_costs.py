"""Counts what a title of `fairlead batch` costs its key store, and compares it with bounds.

A title costs the difference between a run over 24 titles and one over 8, divided by 16: what a process does once is not in it, and
is printed apart. All runs have one worker, and each has a store of its own.

On PostgreSQL a proxy counts round trips (ReadyForQuery of the server, one for each Sync or simple query, and Flush of the client)
and transactions (COMMIT, ROLLBACK); transactions that write are those that got an id. With SQLite, strace counts calls.

Usage: count_costs.py FAIRLEAD FOLDER
"""

import collections
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from outcome import Outcome
from postgresql_proxy import RunningProxy, Session
from postgresql_server import PostgreSQLServer
from short_titles import PLAYLIST, SEGMENT, Catalogue, make_titles

FEW, MANY = 8, 24
ROUND_TRIPS, WRITING, TRANSACTIONS = "round trips", "transactions that write", "transactions"
SYNCS, OF_STORE = "fdatasync and fsync", "those of the store and its folder"
OTHER_SYNCS, THREADS = "syncfs, sync_file_range and msync", "threads started"
WORKS = {
    "publishing": ([], "published", True),
    "nothing to do": ([], "current", True),
    "keys only": (["--keys-only"], "keys-minted", False),
}
"""Options of the run, the state of each title after it, and whether it is published then."""
BOUNDS = {
    "PostgreSQL": {
        "publishing": {ROUND_TRIPS: 6, WRITING: 2},
        "nothing to do": {ROUND_TRIPS: 3, WRITING: 0},
        "keys only": {ROUND_TRIPS: 4, WRITING: 1},
    },
    "SQLite": {"publishing": {SYNCS: 3, THREADS: 1}, "nothing to do": {}, "keys only": {}},
}
CALLS = {
    "fdatasync": SYNCS,
    "fsync": SYNCS,
    "syncfs": OTHER_SYNCS,
    "sync_file_range": OTHER_SYNCS,
    "msync": OTHER_SYNCS,
    "clone": THREADS,
    "clone3": THREADS,
}
READS = ["read", "pread64", "readv", "preadv", "preadv2", "mmap", "sendfile", "copy_file_range", "splice"]
"""Calls by which a program reads a file: those of files of the title count."""
PIECE = 64 << 10


class PostgreSQLCosts:
    name = "PostgreSQL"

    def __init__(self, folder):
        # A vacuum or ANALYZE in the background would take ids of transactions.
        self.server = PostgreSQLServer(folder / "server", settings=["autovacuum=off"])
        self.databases = 0

    def new_store(self):
        self.databases += 1
        name = f"store_{self.databases}"
        self.server.execute(f"CREATE DATABASE {name}")
        return name

    def location(self, store):
        return self.server.url_of(store)

    def next_transaction(self):
        """The id of the next transaction that writes; asking takes none."""
        return int(self.server.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())"))

    def count(self, store, work):
        """What `work` costs, which gets the way through the proxy; and what it returns."""
        before = self.next_transaction()
        with RunningProxy(self.server.port) as proxy:
            value = work(self.server.url_of(store, proxy.port), [])
        return value, {
            ROUND_TRIPS: proxy.counts["ready"] + proxy.counts["flushes"],
            WRITING: self.next_transaction() - before,
            TRANSACTIONS: proxy.counts["commits"] + proxy.counts["rollbacks"],
        }

    def close(self):
        self.server.stop()


class SQLiteCosts:
    name = "SQLite"

    def __init__(self, folder):
        self.folder = folder
        self.stores = 0
        self.calls = []

    def new_store(self):
        self.stores += 1
        folder = self.folder / f"store-{self.stores}"
        folder.mkdir()
        return folder / "keys.sqlite"

    def location(self, store):
        return f"sqlite:{store}"

    def count(self, store, work):
        trace = self.folder / "trace"
        # -s 0: what is read may contain paths, too.
        strace = ["strace", "-f", "-y", "-s", "0", "-qq", "-e", "signal=none"]
        strace += ["-e", f"trace={','.join([*CALLS, *READS])}", "-o", str(trace)]
        value = work(self.location(store), strace)
        # A call that another thread interrupts has a second line, `<... NAME resumed>`.
        begun = (re.match(r"\d+ +(\w+)\((.*)", line) for line in trace.read_text().splitlines())
        self.calls = [call.groups() for call in begun if call]
        costs = {cost: 0 for cost in (SYNCS, OF_STORE, OTHER_SYNCS, THREADS)}
        for name, arguments in self.calls:
            if name in CALLS:
                costs[CALLS[name]] += 1
            if CALLS.get(name) == SYNCS:
                costs[OF_STORE] += f"<{store.parent}" in arguments
        return value, costs

    def most_reads(self, titles, name):
        """The reads of the file `name` in the last run: those of the title that has most."""
        reads = collections.Counter()
        for call, arguments in self.calls:
            if call in READS:
                reads.update(re.findall(r"\d<([^<>]*)>", arguments)[:1])
        return max(reads[str(title / name)] for title in titles)

    def close(self):
        pass


class Counting:
    """Runs over few and many titles with one kind of store."""

    def __init__(self, fairlead, folder, titles, costs, outcome):
        self.fairlead, self.folder, self.titles = fairlead, folder, titles
        self.costs, self.outcome = costs, outcome

    def check(self, holds, what):
        if self.outcome.check(holds, what):
            print(f"ok     {what}")

    def catalogue(self, name, count):
        store = self.costs.new_store()
        folder = self.folder / self.costs.name / f"{name}-{count}"
        return store, Catalogue(self.fairlead, folder, self.titles[:count], self.costs.location(store), folder / "kek")

    def run(self, work, store, catalogue):
        """The costs of a run, which has to do all of its work."""
        options, state, publishes = WORKS[work]

        def batch(way, before):
            catalogue.way = way
            command = [*before, *catalogue.batch("--workers", "1", *options)]
            return subprocess.run(command, capture_output=True, text=True, env=catalogue.environment)

        result, costs = self.costs.count(store, batch)
        what = f"{self.costs.name}, {work}: a run over {len(catalogue.titles)} titles does all of it"
        if result.returncode != 0:
            faults = [f"exit status {result.returncode}: {result.stderr.strip()}"]
        else:
            faults = list(catalogue.faults([result.stdout], state, publishes))
        self.check(not faults, "; ".join([what, *faults]))
        return costs

    def compare(self, work, few, many):
        for cost in few:
            each = (many[cost] - few[cost]) / (MANY - FEW)
            bound = BOUNDS[self.costs.name][work].get(cost)
            found = f"{self.costs.name}, {work}: {cost}: {each:g} a title"
            once = f"{few[cost] - FEW * each:g} once"
            if bound is None:
                print(f"       {found}, {once}")
            else:
                self.check(each <= bound, f"{found}, at most {bound}; {once}")

    def compare_reads(self):
        """Compares the reads of the last run with the pieces that its files have."""
        for name in (PLAYLIST, SEGMENT):
            size = (self.titles[0] / name).stat().st_size
            bound = -(-size // PIECE) + 2
            found = self.costs.most_reads(self.titles, name)
            what = f"{self.costs.name}, publishing: reads of {name} ({size} bytes): {found} for a title, at most {bound}"
            self.check(0 < found <= bound, what)

    def count(self):
        catalogues = [self.catalogue("publishing", count) for count in (FEW, MANY)]
        self.compare("publishing", *(self.run("publishing", *each) for each in catalogues))
        if isinstance(self.costs, SQLiteCosts):
            self.compare_reads()
        self.compare("nothing to do", *(self.run("nothing to do", *each) for each in catalogues))
        catalogues = [self.catalogue("keys-only", count) for count in (FEW, MANY)]
        self.compare("keys only", *(self.run("keys only", *each) for each in catalogues))


def check_proxy(costs, outcome):
    """A session whose costs are known, to see that they are counted: its start, four queries of which two come in one burst, and
    one transaction that writes."""

    def converse(way, _):
        session = Session(int(re.search(r":(\d+)/", way)[1]))
        session.ask("BEGIN", "CREATE TABLE known()")
        session.ask("COMMIT")
        session.ask("SELECT pg_snapshot_xmax(pg_current_snapshot())")
        session.close()

    _, counted = costs.count("postgres", converse)
    known = {ROUND_TRIPS: 5, WRITING: 1, TRANSACTIONS: 1}
    what = f"the costs of a known session: {counted}"
    if outcome.check(counted == known, f"{what}, not {known}"):
        print(f"ok     {what}")


def main():
    fairlead, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    outcome = Outcome()
    titles = make_titles(folder / "titles", MANY)
    for kind in (PostgreSQLCosts, SQLiteCosts):
        costs = kind(folder)
        try:
            if kind is PostgreSQLCosts:
                check_proxy(costs, outcome)
            Counting(fairlead, folder, titles, costs, outcome).count()
        finally:
            costs.close()
    outcome.finish()


if __name__ == "__main__":
    main()
