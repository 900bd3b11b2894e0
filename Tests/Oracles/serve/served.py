"""A run of `serve`, and the titles that it serves."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

LONGEST = 60
"""Seconds that a command may take that ends by itself."""
START = 20
"""Seconds until a server has to listen."""
KEY_URI = "https://keys.example.com/{content_id}/{key_id}"
FLOWS = ("key-delivery", "ksm", "token", "entitlement", "nagra-ssm")


class Titles:
    """A tree of protected titles, and the key store that has their keys.

    `ts` and `fmp4` are of AES-128 with keys at https URLs, `fairplay` and `nagra` of sample encryption for FairPlay.
    """

    NAMES = ("ts", "fmp4", "fairplay", "nagra")
    SOURCES = {"ts": "ts/multivariant.m3u8", "fmp4": "fmp4/multivariant.m3u8", "fairplay": "packed-audio/index.m3u8"}

    def __init__(self, fairlead: str, folder: Path, samples: Path) -> None:
        self.fairlead, self.folder, self.samples = fairlead, folder, samples
        self.tree = folder / "tree"
        self.kept: list[dict] = []
        self.tree.mkdir()
        self.store = self.make_store("keys", "test")
        identity = ("--method", "aes-128", "--key-per", "type")
        self.protect("ts", *identity, "--key-uri", KEY_URI)
        self.protect("fmp4", *identity, "--template", "https-key", "--set", "key_url=https://keys.example.com/hls")
        self.protect("fairplay")
        self.protect("nagra", "--template", "nagra-ssp")

    def make_store(self, name: str, kind: str) -> list[str]:
        """The options of a new key store."""
        words = ["--key-store", f"sqlite:{self.folder / name}.sqlite", "--kek-file", str(self.folder / f"{name}.kek")]
        self.run("keys", "init", "--kind", kind, *words)
        return words

    def run(self, *words: str) -> str:
        """What `fairlead` prints; an error where it fails."""
        result = subprocess.run([self.fairlead, *map(str, words)], capture_output=True, text=True, timeout=LONGEST)
        if result.returncode != 0:
            raise RuntimeError(f"fairlead {' '.join(map(str, words))}: {result.returncode} {result.stderr.strip()}")
        return result.stdout

    def source(self, name: str) -> Path:
        return self.samples / self.SOURCES.get(name, self.SOURCES["fairplay"])

    def protect(self, name: str, *words: str, store: list[str] | None = None) -> None:
        self.run("protect", self.source(name), "-o", self.tree / name, "--content-id", name, *words, *(store or self.store))

    def records(self) -> list[dict]:
        """The records of all titles, with their keys."""
        if not self.kept:
            for name in self.NAMES:
                text = self.run("keys", "export", "--as", "jsonl", "--allow-plaintext", "--content-id", name, *self.store)
                self.kept += [json.loads(line) for line in text.splitlines()]
        return self.kept

    def log(self) -> list[dict]:
        """The log of the key store, which has to hold."""
        lines = [json.loads(line) for line in self.run("keys", "audit", "--format", "json", *self.store).splitlines()]
        return [line for line in lines if "sequence" in line and "action" in line]

    def given(self, since: int) -> list[str]:
        """The ids of the keys that were given out by `serve`, in order, by the entries of the log behind a number."""
        details = [line["detail"] for line in self.log() if line["sequence"] > since and "stand-in" in line["detail"]]
        return [re.fullmatch(r"served by a stand-in, key ([0-9a-f-]{36})", detail)[1] for detail in details]

    def newest(self) -> int:
        return self.log()[-1]["sequence"]


class Served:
    """A run of `serve`. The log is in a file, unless it is to go elsewhere."""

    number = 0

    def __init__(self, titles: Titles, *words: str, flows=FLOWS, names=Titles.NAMES, store=None, log=None, path=None, before=()) -> None:
        Served.number += 1
        self.titles = titles
        self.log_file = titles.folder / f"serve-{Served.number}.log"
        ids = [word for name in names for word in ("--content-id", name)]
        of_flows = [word for flow in flows for word in ("--flow", flow)]
        of_store = titles.store if store is None else store
        command = [*before, titles.fairlead, "serve", path or titles.tree, *of_flows, *ids, "--format", "json", *of_store, *words]
        with open(self.log_file, "wb") as file:
            self.process = subprocess.Popen(
                list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=file if log is None else log, text=True
            )
        said = self.process.stdout.readline()
        if not said:
            raise RuntimeError(f"serve ended with {self.process.wait()}: {self.log_file.read_text()}")
        self.announced = json.loads(said)
        self.url, self.token = self.announced["url"], self.announced["token"]
        self.address = self.url.removesuffix(f"/{self.token}")
        self.port = int(self.address.rpartition(":")[2])

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def end(self, number=signal.SIGTERM, limit: float = 10) -> tuple[int, float]:
        """The exit status after a signal, and how long it took."""
        start = time.monotonic()
        self.process.send_signal(number)
        return self.process.wait(limit), time.monotonic() - start

    @property
    def lives(self) -> bool:
        return self.process.poll() is None

    @property
    def memory(self) -> float:
        """What is resident, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1000

    @property
    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def lines(self) -> list[dict]:
        """The log; what is no JSON is an error."""
        return [json.loads(line) for line in self.log_file.read_text().splitlines()]

    def secrets(self) -> dict[str, bytes]:
        """What may be in no log, by what it is."""
        found = {"the token": self.token.encode()}
        for name in ("ask", "authenticator"):
            if name in self.announced:
                found[name] = self.announced[name].encode()
        for record in self.titles.records():
            key = record["key"]
            found[f"the key {record.get('key_id')}"] = key.encode()
            found[f"the bytes of the key {record.get('key_id')}"] = bytes.fromhex(key)
        return found

    def check_log(self, outcome, what: str, others: dict[str, bytes] | None = None) -> None:
        """No secret is in the log, in any case of letters, and each line is JSON with what the guide says."""
        log = self.log_file.read_bytes()
        for name, secret in (self.secrets() | (others or {})).items():
            is_there = secret in log or (secret.isalnum() and secret.lower() in log.lower())
            outcome.check(not is_there, f"{what}: {name} is in the log")
        members = {"event", "time", "method", "endpoint", "file", "status", "fault", "message"}
        strange = [line for line in self.lines() if set(line) - members or "?" in line.get("file", "")]
        outcome.check(not strange, f"{what}: lines of the log with more than the guide says: {strange[:2]}")
