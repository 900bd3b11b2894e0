"""The memory and time that commands need for a catalog of many titles, as a table and as JSON.

Usage: python3 catalog.py FAIRLEAD FOLDER INPUT TITLES JSON-FILE
"""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import machine

FEW = 1000
"""The number of titles of a small catalog, whose memory is what a command needs anyway."""
COMMANDS = (
    ("status", "csv", ["status"]),
    ("status, JSON", "csv", ["status", "--format", "json"]),
    ("status, JSON", "jsonl", ["status", "--format", "json"]),
    ("status, metrics", "csv", ["status", "--metrics", "{folder}/catalog.prom"]),
    ("failed", "csv", ["failed"]),
    ("failed", "jsonl", ["failed"]),
    ("report, JUnit", "csv", ["report", "--junit", "{folder}/report.xml"]),
    ("--check", "csv", ["run", "--output", "{folder}/out/{{content_id}}", "--check"]),
)
"""What each does, the form of the manifest, and the words of the command."""


class Catalog:
    """Manifests of titles that a key store knows."""

    def __init__(self, fairlead, folder, source, count):
        self.fairlead, self.folder, self.count = fairlead, folder, count
        folder.mkdir()
        self.environment = dict(os.environ, FAIRLEAD_KEK="07" * 32, FAIRLEAD_KEY_STORE=f"sqlite:{folder}/keys.sqlite")
        subprocess.run([fairlead, "keys", "init", "--kind", "test", "--quiet"], env=self.environment, check=True, stdout=subprocess.DEVNULL)
        # In another process: what this one has in memory when it starts a command counts as memory of the command.
        if child := os.fork():
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
                raise SystemExit("the catalog could not be made")
        else:
            self.fill(source)
            os._exit(0)

    def fill(self, source):
        """Writes the manifests, and records their titles."""
        folder, count = self.folder, self.count
        names = [f"title-{number:07}" for number in range(count)]
        with open(folder / "catalogue.csv", "w") as file:
            file.write("content_id,input\n")
            file.writelines(f"{name},{source}\n" for name in names)
        with open(folder / "catalogue.jsonl", "w") as file:
            file.writelines(json.dumps({"content_id": name, "input": source}) + "\n" for name in names)
        store = sqlite3.connect(folder / "keys.sqlite")
        digest = bytes(32)
        published, failed = (0, None, digest, digest, digest, bytes(16)), (66, "clip.mp4: there is no such file.", None, None, None, None)
        store.executemany(
            "INSERT INTO title_runs (content_id, output, status, message, options_digest, input_stamp, output_stamp, key_ids, recorded_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1790000000)",
            ((name, f"{folder}/out/{name}", *(published if number % 10 else failed)) for number, name in enumerate(names)),
        )
        store.commit()
        store.close()

    def measure(self, words, ending):
        """Returns the seconds, processor seconds and peak memory in kilobytes of `fairlead batch`."""
        words = [word.format(folder=self.folder) for word in words]
        start = time.monotonic()
        command = [self.fairlead, "batch", words[0], self.folder / f"catalogue.{ending}", *words[1:]]
        process = subprocess.Popen(command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 69):
            raise SystemExit(f"fairlead batch {' '.join(words)}: ended with {os.waitstatus_to_exitcode(status)}")
        return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def main():
    fairlead, folder, source, count, document = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), Path(sys.argv[5])
    few, many = (Catalog(fairlead, folder / name, source, number) for name, number in (("few", FEW), ("many", count)))
    about = machine.machine()
    print(machine.title(about))
    print(f"{count} titles")
    print(f"{'command':24}{'seconds':>9}{'cpu s':>8}{'s a 10,000':>12}{'RSS MB':>9}{f'of {FEW}':>9}{'bytes a title':>15}")
    rows = []
    for name, ending, words in COMMANDS:
        *_, least = few.measure(words, ending)
        seconds, processor, peak = many.measure(words, ending)
        row = {
            "command": name, "format": ending, "seconds": seconds, "processor_seconds": processor, "kilobytes": peak,
            "kilobytes_of_few": least, "bytes_a_title": (peak - least) * 1024 / max(1, count - FEW),
        }
        rows.append(row)
        print(
            f"{f'{name}, {ending}':24}{seconds:>9.1f}{processor:>8.1f}{seconds * 10_000 / count:>12.2f}{peak / 1024:>9.0f}"
            f"{least / 1024:>9.0f}{row['bytes_a_title']:>15.0f}"
        )
    document.write_text(json.dumps({"machine": about, "titles": count, "commands": rows}, indent=2) + "\n")


main()
