#!/usr/bin/env python3
"""Protects and packages in every way, and looks for the keys in all that is published or printed.

    search_trees.py FAIRLEAD WORK

What is published may depend on a key by the functions alone that docs/internals/key-dependence.md lists. So no file of
a tree, no report and no line of a log holds a key or a part of one, in any form; and an IV that FairPlay delivers is in `tenc` and
`seig` alone. A control case plants each form where it has to be found.
"""

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from cases import Case, all_cases
from forms import Finder, forms

HERE = Path(__file__).resolve().parent
SAMPLES = HERE.parents[2] / "SampleMedia"
sys.path.insert(0, str(HERE.parent))
from common_encryption import boxes  # noqa: E402

TITLE = "movie-42"
TEXTS = (".m3u8", ".json", ".vtt", ".xml", ".txt")
BOXES_WITH_VECTORS = (b"tenc", b"sgpd")


class Failed(Exception):
    """Something that does not hold."""


class Bench:
    """A folder with an empty key store, sources, and servers that give keys."""

    def __init__(self, fairlead: str, work: Path) -> None:
        self.fairlead, self.work = fairlead, work
        self.fresh = work / "fresh"
        self.fresh.mkdir(parents=True)
        self.run(["keys", "init"], self.fresh)
        self.servers = {version: self.start_server(version) for version in (1, 2)}
        self.sources = {each.name: each for each in SAMPLES.iterdir() if each.is_dir()}
        for name in list(self.sources):
            # Nobody can open a part of a segment: presentations without I-frame playlists.
            copy = work / "whole" / name
            shutil.copytree(self.sources[name], copy)
            for playlist in copy.glob("multivariant.m3u8"):
                lines = playlist.read_text().splitlines(keepends=True)
                playlist.write_text("".join(line for line in lines if not line.startswith("#EXT-X-I-FRAME-STREAM-INF")))

    def start_server(self, version: int):
        server = HERE.parent / "speke" / "speke_server.py"
        words = [sys.executable, "-B", str(server), "--log", str(self.work / f"server-{version}"), "--speke", str(version)]
        process = subprocess.Popen([*words, "--modes", "aws"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return process, int(process.stdout.readline())

    def stop(self) -> None:
        for process, _ in self.servers.values():
            process.stdin.close()
            process.wait()

    def store(self, name: str) -> Path:
        """A folder with a store of its own."""
        folder = self.work / name
        shutil.copytree(self.fresh, folder)
        return folder

    def run(self, words: list[str], folder: Path, statuses: tuple[int, ...] = (0,)) -> bytes:
        """Runs the program over the store of a folder, and gives what it prints; another exit status is an error."""
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "FAIRLEAD_KEY_STORE": f"sqlite:{folder}/keys.sqlite"}
        words = [self.fairlead, *words, "--kek-file", f"{folder}/kek"]
        done = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode not in statuses:
            raise Failed(f"{' '.join(words)} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
        return done.stdout + b"\n" + done.stderr

    def export(self, folder: Path, *words: str) -> bytes:
        return self.run(["keys", "export", "--allow-plaintext", *words], folder).rpartition(b"\n")[0]


def secret_file(path: Path, contents: bytes) -> str:
    path.write_bytes(contents)
    path.chmod(0o600)
    return str(path)


def key_options(bench: Bench, case: Case, folder: Path) -> list[str]:
    """Makes that the store or the options have the keys of a case."""
    length = 32 if case.method == "aes-256-gcm" else 16
    key, vector = case.secret[:length], case.secret[32:48]
    create = ["keys", "create", "--content-id", TITLE, "--method", case.method]
    match case.keys:
        case "given":
            return ["--key", key.hex()] + (["--iv", vector.hex()] if length == 16 else [])
        case "key-file":
            return ["--key-file", secret_file(folder / "key", key)]
        case "key-and-iv-file":
            return ["--key-file", secret_file(folder / "key", (key + vector).hex().encode())]
        case "derived":
            return ["--derive-from", secret_file(folder / "master", case.secret)]
        case "speke" | "speke1":
            version = 1 if case.keys == "speke1" else 2
            systems = ["--drm", "fairplay"] if "--drm" in case.options and version == 1 else []
            return [*systems, "--key-server", f"{case.keys}:http://127.0.0.1:{bench.servers[version][1]}/"]
        case "created":
            bench.run(create, folder)
        case "cpix" | "imported":
            other = bench.store(f"{folder.name}-origin")
            bench.run([*create, "--key-file", secret_file(other / "key", key)], other)
            name = "cpix-2.3" if case.keys == "cpix" else "jsonl"
            file = secret_file(folder / "keys", bench.export(other, "--as", name, "--content-id", TITLE))
            if case.keys == "cpix":
                return ["--cpix", file, "--key-uri", "skd://x/{key_id}"]
            bench.run(["keys", "import", file], folder)
    return []


def without_vector_boxes(data: bytes) -> bytes:
    """The bytes of fMP4 with zeros for what `tenc` and `sgpd` hold; other bytes as they are."""
    blank = bytearray(data)
    for match in re.finditer(b"|".join(BOXES_WITH_VECTORS), data):
        size = int.from_bytes(data[match.start() - 4 : match.start()], "big")
        if 8 <= size <= 1024:
            blank[match.end() : match.start() - 4 + size] = bytes(match.start() - 4 + size - match.end())
    return bytes(blank)


def published(folder: Path) -> dict[str, tuple[bytes, bool]]:
    """What is published, and whether it is text."""
    files = [each for each in (folder / "out").rglob("*") if each.is_file()] + [folder / "report.json"]
    return {str(each.relative_to(folder)): (each.read_bytes(), each.suffix in TEXTS) for each in files}


def rehearsed(bench: Bench, folder: Path, entry: str, keys: dict[str, bytes]) -> dict[str, tuple[bytes, bool]]:
    """What a rehearsal of the published tree prints and writes; its ASk is one more key to look for."""
    keys["the ASk"] = secrets.token_bytes(16)
    playlist = folder / "out" / entry
    if not playlist.exists():
        playlist = next((folder / "out").glob("*.m3u8"))
    words = ["rehearse", str(playlist), "--ask-file", secret_file(folder / "ask", keys["the ASk"].hex().encode()), "--format", "json"]
    words += ["-v", "--content-id", TITLE, "--html", str(folder / "way.html"), "--report", str(folder / "way.json")]
    # Not all titles hold: templates of FairPlay give no URLs for whole segments, and the key server's PlayReady document is none.
    printed = bench.run(words, folder, (0, 69))
    files = {name: ((folder / name).read_bytes(), True) for name in ("way.html", "way.json")}
    return files | {"what is printed of the rehearsal": (printed, True)}


# What a command that stands for Apple's D may say of its input on standard error.
CONFESSIONS = {
    "digits": "cat",
    "digits apart": "tail -n 1 | sed 's/../& /g'",
    "digits with colons": "tail -n 1 | sed 's/../&:/g'",
    "digits on lines": "tail -n 1 | fold -w 4",
    "upper case": "tail -n 1 | tr a-f A-F",
    "od": "tail -n 1 | xxd -r -p | od -An -tx1",
    "od in decimal": "tail -n 1 | xxd -r -p | od -An -tu1",
    "od -c": "tail -n 1 | xxd -r -p | od -An -c",
    "xxd": "tail -n 1 | xxd -r -p | xxd",
    "base64": "tail -n 1 | xxd -r -p | base64",
    "bytes": "tail -n 1 | xxd -r -p",
}


def check_confession(bench: Bench, name: str) -> None:
    """A command that fails, and prints the ASk that it was given: the rehearsal shows none of it."""
    folder = bench.store(f"confession-{name.replace(' ', '-')}")
    ask = secrets.token_bytes(16)
    source = bench.sources["packed-audio"] / "index.m3u8"
    bench.run(["protect", str(source), "-o", str(folder / "out"), "--content-id", TITLE, "--key-uri", "skd://{content_id}"], folder)
    words = ["rehearse", str(folder / "out" / "index.m3u8"), "--ask-file", secret_file(folder / "ask", ask.hex().encode())]
    words += ["--d-command", f"echo it failed >&2; {CONFESSIONS[name]} >&2; exit 3", "-v", "--html", str(folder / "way.html")]
    printed = bench.run(words, folder, (69,))
    if b"it failed" not in printed:
        raise Failed(f"what the command says is not shown: {printed.decode(errors='replace')}")
    found = Finder({"the ASk": ask}).found(printed + (folder / "way.html").read_bytes(), is_text=True)
    if found:
        raise Failed(f"the ASk is shown: {'; '.join(sorted(set(found)))}")


def check(bench: Bench, case: Case, number: int) -> int:
    """Runs a case and gives how many keys were looked for."""
    folder = bench.store(f"case-{number}")
    sources = bench.sources if case.method != "aes-256-gcm" else {name: bench.work / "whole" / name for name in bench.sources}
    source = sources["mezzanines"] / case.input if case.command == "package" else sources[case.input]
    if source.is_dir():
        source /= "index.m3u8" if case.input == "packed-audio" else "multivariant.m3u8"
    options = [word for word in case.options]
    given = key_options(bench, case, folder)
    if "--drm" in given and "--drm" in options:
        del options[options.index("--drm") : options.index("--drm") + 2]
    words = [case.command, str(source), "-o", str(folder / "out"), "--content-id", TITLE, "--method", case.method]
    words += [*options, *given, "-v", "--log-format", ("text", "json")[number % 2], "--report", str(folder / "report.json")]
    printed = bench.run(words, folder)
    records = [json.loads(line) for line in bench.export(folder, "--as", "jsonl").splitlines()]
    keys = {f"key {record['key_id']}": bytes.fromhex(record["key"]) for record in records}
    if not keys:
        raise Failed("there is no key")
    vectors = {f"IV of {record['key_id']}": bytes.fromhex(record["iv"]) for record in records} if case.hides_vector else {}
    if case.keys == "derived":
        keys["the master secret"] = case.secret
    everything = published(folder) | {"what is printed": (printed, True)} | rehearsed(bench, folder, source.name, keys)
    key_finder, vector_finder = Finder(keys), Finder(vectors)
    for name, (data, is_text) in everything.items():
        found = key_finder.found(data, is_text) + vector_finder.found(without_vector_boxes(data), is_text)
        if found:
            raise Failed(f"{name} holds {'; '.join(sorted(set(found)))}")
    if vectors and case.input.startswith("fmp4"):
        media = b"".join(data for data, is_text in everything.values() if not is_text)
        missing = [name for name, vector in vectors.items() if vector not in media]
        if missing:
            raise Failed(f"no box has the {missing[0]}: it is not the IV that was used")
    shutil.rmtree(folder)
    return len(keys) + len(vectors)


def control() -> int:
    """Each form of a key is found where it was put; nothing is found where it was not."""
    key = secrets.token_bytes(32)
    finder = Finder({"key": key})
    noise = secrets.token_bytes(1 << 16)
    text = b"#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"skd://abc\"\n" * 100
    if finder.found(noise) or finder.found(text, is_text=True):
        raise Failed("something is found that is not there")
    planted = list(forms(key))
    for form in planted:
        at = secrets.randbelow(len(noise))
        if not finder.found(noise[:at] + form + noise[at:]):
            raise Failed(f"not found among bytes: {form}")
        if not finder.found(text + b'URI="' + form + b'"\n', is_text=True):
            raise Failed(f"not found in a text: {form}")
    # A box in a data URI, with an object of PlayReady in it whose XML has the key: the longest way.
    import base64

    xml = f"<KID>{base64.b64encode(key).decode()}</KID>".encode("utf-16-le")
    line = b'#EXT-X-KEY:URI="data:text/plain;base64,' + base64.b64encode(secrets.token_bytes(31) + xml) + b'"'
    if not finder.found(line, is_text=True):
        raise Failed("not found in an object of PlayReady")
    box = boxes.written(b"tenc", b"\x00" * 8 + key[:16])
    blank = Finder({"IV": key[:16]})
    if blank.found(without_vector_boxes(noise + box + noise)) or not blank.found(without_vector_boxes(box + key[:16])):
        raise Failed("an IV is not looked for outside of tenc alone")
    return len(planted)


def main() -> int:
    fairlead, work = sys.argv[1], Path(sys.argv[2])
    bench = Bench(fairlead, work)
    passed, failed = 0, 0

    def attempt(item: tuple[str, Callable[[], object]]) -> str | None:
        name, work = item
        try:
            work()
        except Failed as error:
            return f"FAILED  {name}: {error}"
        except Exception:  # noqa: BLE001  a broken case is a failed one
            return f"FAILED  {name}: {traceback.format_exc()}"
        return None

    checks = [(case.name, partial(check, bench, case, number)) for number, case in enumerate(all_cases())]
    checks += [(f"D that fails and prints its ASk: {name}", partial(check_confession, bench, name)) for name in CONFESSIONS]

    try:
        print(f"ok      {control()} forms of a planted key are found")
        passed += 1
    except Failed as error:
        print(f"FAILED  control: {error}")
        failed += 1
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for failure in pool.map(attempt, checks):
            if failure:
                print(failure)
                failed += 1
            else:
                passed += 1
    bench.stop()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
