"""Measures how many titles a second the key store lets `fairlead batch` publish, and give keys to: many processes on one PostgreSQL
store, with a delay of the network before it and without, and workers of one process with a SQLite store.

Each measurement has a new store and a new folder of results, and is checked: every process ended well, every title is in the state
that it has to be in, and has one key. Nothing is removed meanwhile.

Usage: python3 store.py FOLDER DISK TITLES ROUNDS PATTERN JSON-FILE      (the program is in the environment: fairlead)
(FOLDER: for inputs and results, with what machine.py said; DISK: for stores; PATTERN: of the measurements to do)
"""

import json
import os
import pathlib
import re
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Tests" / "Oracles"))

import machine
from postgresql_proxy import RunningProxy, Session
from postgresql_server import PostgreSQLServer
from short_titles import Catalogue, make_titles

DELAY = 2.5
"""What a round trip takes longer, in milliseconds."""
PROCESSES = (1, 2, 4, 8)
WORKERS = (1, 2)
WORKS = {"publishing": ([], "published", True), "keys only": (["--keys-only"], "keys-minted", False)}
"""Options of the run, the state of each title after it, and whether it is published then."""


def run_together(commands, environment, folder):
    """Starts all commands at once; seconds until the last one has ended, and processor seconds of all of them."""
    reports = [folder / f"report-{number}" for number in range(len(commands))]
    flags = os.O_WRONLY | os.O_CREAT
    start = time.perf_counter()
    running = [
        os.posix_spawn(command[0], command, environment, file_actions=[(os.POSIX_SPAWN_OPEN, 1, report, flags, 0o600)])
        for command, report in zip(commands, reports)
    ]
    ended = [os.wait4(process, 0) for process in running]
    seconds = time.perf_counter() - start
    if any(status for _, status, _ in ended):
        sys.exit(f"error: a run of fairlead batch failed: {' '.join(commands[0])}")
    took = {"seconds": seconds, "processor_seconds": sum(usage.ru_utime + usage.ru_stime for _, _, usage in ended)}
    return took, [report.read_text() for report in reports]


class Stores:
    """New stores and folders of results for each measurement."""

    def __init__(self, fairlead, memory, disk, titles):
        self.fairlead, self.memory, self.disk, self.titles = fairlead, memory, disk, titles
        settings = ["shared_buffers=256MB", "max_connections=200"]
        self.server = PostgreSQLServer(disk / "postgresql", settings)
        self.made = 0

    def measure(self, row):
        self.made += 1
        return self.measure_postgresql(row) if row["store"] == "PostgreSQL" else self.measure_sqlite(row)

    def measure_postgresql(self, row):
        database = f"store_{self.made}"
        self.server.execute(f"CREATE DATABASE {database}")
        catalogue = self.catalogue(self.memory, self.server.url_of(database))
        # What the server and the system have not written yet would be written meanwhile.
        self.server.execute("CHECKPOINT")
        count = row["processes"]
        shards = [["--workers", "1", "--shard-index", index, "--shard-count", count] for index in range(count)]
        if not row["delay_milliseconds"]:
            return self.run(row, catalogue, shards)
        with RunningProxy(self.server.port, row["delay_milliseconds"]) as proxy:
            catalogue.way = self.server.url_of(database, proxy.port)
            took = self.run(row, catalogue, shards)
        return took | {"proxy": proxy.counts}

    def measure_sqlite(self, row):
        store = self.disk / f"store-{self.made}"
        store.mkdir()
        place = self.memory if row["results"] == "in memory" else self.disk
        return self.run(row, self.catalogue(place, f"sqlite:{store}/keys.sqlite"), [["--workers", row["workers"]]])

    def catalogue(self, place, location):
        folder = place / f"measurement-{self.made}"
        return Catalogue(self.fairlead, folder, self.titles, location, folder / "kek")

    def run(self, row, catalogue, runs):
        options, state, publishes = WORKS[row["work"]]
        commands = [catalogue.batch(*options, *each) for each in runs]
        os.sync()
        took, reports = run_together(commands, catalogue.environment, catalogue.folder)
        faults = list(catalogue.faults(reports, state, publishes))
        if faults:
            sys.exit(f"error: {row['name']}: {'; '.join(faults)}")
        return took

    def proxy_milliseconds(self):
        """A round trip without the proxy and through it, and ten of one burst through it: medians, in milliseconds."""
        found = []
        with RunningProxy(self.server.port, DELAY) as proxy:
            for port, count in [(self.server.port, 1), (proxy.port, 1), (proxy.port, 10)]:
                session = Session(port)
                found.append(1000 * statistics.median(session.ask(*["SELECT 1"] * count) for _ in range(100)))
                session.close()
        return dict(zip(("direct", "delayed", "burst_of_ten"), found))


def all_rows():
    for work in WORKS:
        for delay in (DELAY, 0):
            for processes in PROCESSES:
                row = {"store": "PostgreSQL", "work": work, "delay_milliseconds": delay, "processes": processes, "workers": 1}
                yield row | {"name": f"PostgreSQL, {work}, {f'{delay} ms' if delay else 'no delay'}, processes: {processes}"}
    for results in ("in memory", "on disk"):
        for workers in WORKERS:
            row = {"store": "SQLite", "work": "publishing", "results": results, "processes": 1, "workers": workers}
            yield row | {"name": f"SQLite, publishing, results {results}, workers: {workers}"}


def summarize(rows, titles):
    """Medians, and ratios to the first row that differs only in processes or workers."""
    units = {}
    for row in rows:
        times = [each["seconds"] for each in row["rounds"]]
        seconds, fastest = statistics.median(times), min(times)
        processor = statistics.median(each["processor_seconds"] for each in row["rounds"])
        proxies = [each["proxy"] for each in row["rounds"] if "proxy" in each]
        kind = (row["store"], row["work"], row.get("delay_milliseconds"), row.get("results"))
        unit, fastest_unit = units.setdefault(kind, (seconds, fastest))
        row |= {
            "median_seconds": round(seconds, 4),
            "titles_per_second": round(titles / seconds, 2),
            "ratio": round(unit / seconds, 3),
            "titles_per_second_of_fastest": round(titles / fastest, 2),
            "ratio_of_fastest": round(fastest_unit / fastest, 3),
            "processor_milliseconds_per_title": round(1000 * processor / titles, 3),
        }
        if proxies:
            ready = statistics.median(proxy["ready"] for proxy in proxies)
            row["round_trips_per_title"] = round(ready / titles, 2)
            row["proxy_microseconds_per_chunk"] = round(
                1e6 * sum(proxy["processor_seconds"] for proxy in proxies) / sum(proxy["chunks"] for proxy in proxies), 1
            )


def show(rows, titles, rounds, proxy):
    print(f"{titles} titles of one segment of 2 s, rounds: {rounds}; medians, and the fastest round")
    print(
        f"a round trip takes {proxy['direct']:.2f} ms, through the proxy {proxy['delayed']:.2f} ms, "
        f"ten in one burst {proxy['burst_of_ten']:.2f} ms"
    )
    headings = ("median s", "titles/s", "x first", "fastest", "x first", "cpu ms/title", "trips/title", "proxy us")
    print(f"{'':52}" + "".join(f"{heading:>13}" for heading in headings))
    for row in rows:
        cells = [f"{row['median_seconds']:.3f}", f"{row['titles_per_second']:.1f}", f"{row['ratio']:.2f}"]
        cells += [f"{row['titles_per_second_of_fastest']:.1f}", f"{row['ratio_of_fastest']:.2f}"]
        cells += [f"{row['processor_milliseconds_per_title']:.2f}"]
        cells += [row.get("round_trips_per_title", "-"), row.get("proxy_microseconds_per_chunk", "-")]
        print(f"{row['name']:52}" + "".join(f"{cell:>13}" for cell in cells))


def main():
    memory, disk = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    count, rounds, pattern, json_file = int(sys.argv[3]), int(sys.argv[4]), sys.argv[5], sys.argv[6]
    rows = [row | {"rounds": []} for row in all_rows() if re.search(pattern, row["name"])]
    if not rows:
        sys.exit(f"error: no measurement matches {pattern}")
    stores = Stores(os.environ["fairlead"], memory, disk, make_titles(memory / "titles", count))
    try:
        proxy = stores.proxy_milliseconds()
        # Interleaved, so that what else the machine does meets all of them.
        for number in range(rounds):
            for row in rows:
                print(f"round {number + 1}: {row['name']}", file=sys.stderr)
                row["rounds"].append(stores.measure(row))
    finally:
        stores.server.stop()
    summarize(rows, count)
    about = json.loads((memory / "machine.json").read_text())
    print(machine.title(about))
    show(rows, count, rounds, proxy)
    document = {"machine": about, "versions": machine.versions(), "titles": count, "round_trip_milliseconds": proxy, "rows": rows}
    pathlib.Path(json_file).write_text(json.dumps(document, indent=2) + "\n")


if __name__ == "__main__":
    main()
