"""What the checks of license flows work with: the program, its key stores, credentials of both sizes, and both key servers."""

import json
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from export_files import Table, read_export
from key_security_module import KeySecurityModule
from ksm_server import Server
from license_client import Client
from outcome import Outcome
from primitives import Certificate
from samples import make_certificate, pem

FORMS = ("octets", "form", "json")
EXPORTS = ("csv", "jsonl", "fps-sdk")
BITS = (1024, 2048)
LONGEST = 300
"""Seconds that a command may take."""


@dataclass(frozen=True)
class Credentials:
    """A certificate, its private key and an ASk, as values and as files."""

    certificate: Certificate
    key: object
    ask: bytes
    folder: Path

    @staticmethod
    def make(folder: Path, bits: int, ask: bytes) -> "Credentials":
        folder.mkdir()
        key, certificate = make_certificate(bits)
        for name, data in (("certificate.der", certificate.der), ("key.pem", pem(key)), ("ask", ask.hex().encode() + b"\n")):
            (folder / name).write_bytes(data)
        return Credentials(certificate, key, ask, folder)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    @property
    def of_client(self) -> list[str]:
        return ["--certificate", self.path("certificate.der"), "--ask-file", self.path("ask")]


class SharedOutcome(Outcome):
    """An outcome that several threads add to."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()

    def check(self, holds, what):
        with self.lock:
            return super().check(holds, what)


class TheirServer(Server):
    """The KSM of the oracle, in this process; it keeps what it was asked, by the path of the request."""

    def __init__(self, module: KeySecurityModule) -> None:
        super().__init__(module)
        self.entries: list[dict] = []

    def note(self, entry: dict) -> None:
        self.entries.append(entry)

    def asked(self, path: str) -> list[dict]:
        return [each for each in list(self.entries) if each["path"] == path]


@contextmanager
def serving(server: Server):
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def their_server(credentials: Credentials, table: Table):
    return serving(TheirServer(KeySecurityModule(credentials.certificate, credentials.key, credentials.ask, table, offline=True)))


class Bench:
    def __init__(self, fairlead: str, our_server: str, folder: Path) -> None:
        self.fairlead, self.our_server_program, self.folder = fairlead, our_server, folder

    def run(self, *words: str, statuses=(0,)) -> str:
        """What `fairlead` prints; an error of a status that is not expected."""
        result = subprocess.run([self.fairlead, *map(str, words)], capture_output=True, text=True, timeout=LONGEST)
        if result.returncode not in statuses:
            raise RuntimeError(f"fairlead {' '.join(map(str, words))}: {result.returncode} {result.stderr.strip()}")
        return result.stdout

    def store(self, name: str) -> list[str]:
        """The options of a key store, which is made if it is not there."""
        words = ["--key-store", f"sqlite:{self.folder / name}.sqlite", "--kek-file", str(self.folder / f"{name}.kek")]
        if not (self.folder / f"{name}.kek").exists():
            self.run("keys", "init", *words)
        return words

    def export(self, store: list[str], form: str, name: str, *words: str) -> Path:
        """A file of keys of a store."""
        file = self.folder / f"{name}.{form}"
        self.run("keys", "export", "--as", form, "--allow-plaintext", "-o", file, *words, *store)
        return file

    def rehearse(self, *words: str) -> dict:
        """The report of a rehearsal, of one that does not hold, too."""
        return json.loads(self.run("rehearse", *words, "--format", "json", statuses=(0, 69)))

    @contextmanager
    def our_server(self, credentials: Credentials, export: Path, form: str, key: str | None = None):
        """The URL of our KSM over an export."""
        words = [export, form, credentials.path("certificate.der"), key or credentials.path("key.pem"), credentials.path("ask")]
        process = subprocess.Popen([self.our_server_program, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            said = process.stdout.readline()
            if not said.startswith("listening on "):
                raise RuntimeError(f"our server over {export.name}: {said!r}")
            yield said.removeprefix("listening on ").strip()
        finally:
            process.communicate()


def their_client(url: str, credentials: Credentials, form: str = "octets") -> Client:
    return Client(url, credentials.certificate, credentials.ask, form)


def steps_of(report: dict) -> dict[str, dict]:
    """The steps of the one flow of a report, by their codes."""
    return {each["code"]: each for each in report["flows"][0]["steps"]}


def first_failure(report: dict) -> str:
    """The code of the first step that does not hold, and what was found; empty where all hold."""
    for code, step in steps_of(report).items():
        if step["outcome"] == "fails":
            return code + ": " + "; ".join(each["message"] for each in step["findings"])
    return ""


def table_of(export: Path, form: str) -> Table:
    return read_export(export, form)
