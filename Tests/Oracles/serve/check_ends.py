"""How `serve` ends, and what it does not begin with."""

import contextlib
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import raw_http
from check_key_log import client_of
from served import LONGEST, Served, Titles
from tllv import LicenseError

QUICK = 5
"""Seconds in which a signal ends it."""


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def slow_clients(served: Served) -> list[socket.socket]:
    """Connections that are half a request, half an answer, nothing at all, or wait between requests."""
    host = f"Host: 127.0.0.1:{served.port}\r\n".encode()
    path = f"/{served.token}/media/ts/multivariant.m3u8".encode()
    texts = (
        b"",
        b"GET " + path,
        b"GET " + path + b" HTTP/1.1\r\n" + host,
        b"POST /" + served.token.encode() + b"/license HTTP/1.1\r\n" + host + b"Content-Length: 500\r\n\r\nabc",
        b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n",
        # Answers that nobody reads fill the buffers.
        (b"GET /" + served.token.encode() + b"/media/ts/video/720p/segment0.ts HTTP/1.1\r\n" + host + b"\r\n") * 200,
        # Held back by --slow.
        b"GET /" + served.token.encode() + b"/keys/0 HTTP/1.1\r\n" + host + b"\r\n",
    )
    connections = []
    for number in range(28):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", served.port))
        connection.setblocking(False)
        with contextlib.suppress(BlockingIOError, ConnectionError):
            connection.send(texts[number % len(texts)])
        connections.append(connection)
    return connections


def check_signals(outcome, titles: Titles) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with Served(titles, "--slow", "60") as served:
            connections = slow_clients(served)
            time.sleep(0.5)
            answer = raw_http.request(served.port, "GET", f"/{served.token}/media/ts/multivariant.m3u8")
            outcome.check(answer.status == 200, f"beside slow clients: {answer.status}")
            status, seconds = served.end(number)
            outcome.check(status == 0, f"{number.name}: exit status {status}, expected 0")
            outcome.check(seconds < QUICK, f"{number.name}: {seconds:.1f} s, expected less than {QUICK}")
            outcome.check(is_free(served.port), f"{number.name}: the port is still taken")
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", served.port), 2).close()
                outcome.check(False, f"{number.name}: something still listens")
            for connection in connections:
                connection.close()


def check_port(outcome, titles: Titles) -> None:
    with Served(titles) as first:
        port, token = first.port, first.token
        # Some connections are still open at the end, so that addresses are in TIME_WAIT.
        connections = slow_clients(first)
        status, output = run(titles, [*usual(titles), "--port", str(port)])
        outcome.check(status == 75 and str(port) in output, f"a port in use: {status} {output}")
        outcome.check(first.lives and raw_http.request(port, "GET", f"/{token}/").status == 200, "the first one goes on")
        outcome.check(first.end()[0] == 0, "the end of the first one")
        for connection in connections:
            connection.close()
    for turn in range(2):
        with Served(titles, "--port", str(port)) as second:
            outcome.check(second.port == port, f"--port {port}: it listens on {second.port}")
            outcome.check(second.token != token, "two runs have one token")
            outcome.check(raw_http.request(port, "GET", f"/{second.token}/").status == 200, f"run {turn} on the same port")
            outcome.check(raw_http.request(port, "GET", f"/{token}/").status == 401, "the token of the first run opens the next one")
            outcome.check(second.end()[0] == 0, "the end")
    # A server of something else, on all addresses.
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        status, output = run(titles, [*usual(titles), "--port", str(other.getsockname()[1])])
        outcome.check(status == 75, f"a port that another program has: {status} {output}")


def usual(titles: Titles) -> list[str]:
    return [str(titles.tree), "--flow", "key-delivery", "--content-id", "ts", *titles.store]


def run(titles: Titles, words: list[str], before: list[str] = []) -> tuple[int, str]:
    """The status of a run that has to end by itself, and what it says; -1 for one that listens."""
    process = subprocess.Popen(
        [*before, titles.fairlead, "serve", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        output = "".join(process.communicate(timeout=LONGEST))
        return process.returncode, output
    except subprocess.TimeoutExpired:
        process.kill()
        return -1, "".join(process.communicate())


def check_refusals(outcome, titles: Titles) -> None:
    production = titles.make_store("production", "production")
    titles.protect("ts-production", store=production)
    of_production = [str(titles.tree), "--flow", "ksm", "--content-id", "ts-production", *production]
    nagra = titles.folder / "nagra.jsonl"
    titles.run("keys", "export", "--as", "jsonl", "--allow-plaintext", "--content-id", "nagra", "-o", nagra, *titles.store)
    (titles.tree / "ends-link.m3u8").symlink_to("ts/multivariant.m3u8")
    os.mkfifo(titles.tree / "ends-pipe.m3u8")
    (titles.tree / "ends-key.pem").touch()
    tree, store, flow, title = str(titles.tree), titles.store, ["--flow", "key-delivery"], ["--content-id", "ts"]
    cases = [
        ("a store of production", of_production, 64),
        ("a test store with --require-production", [*usual(titles), "--require-production"], 77),
        ("--d-command", [*usual(titles), "--d-command", "cat"], 64),
        ("--private-key", [*usual(titles), "--private-key", "/dev/null"], 64),
        ("--flow cenc", [tree, "--flow", "cenc", *title, *store], 64),
        ("--flow cenc beside another", [*usual(titles), "--flow", "cenc"], 64),
        ("--flow nobody", [tree, "--flow", "nobody", *title, *store], 64),
        ("no --flow", [tree, *title, *store], 64),
        ("no keys", [tree, *flow, *store], 64),
        ("no folder", [*flow, *title, *store], 64),
        ("an unknown content id", [tree, *flow, "--content-id", "nobody", *store], 66),
        ("an unknown content id beside a known one", [*usual(titles), "--content-id", "nobody"], 66),
        ("a folder that is not there", [tree + "/nothing", *flow, *title, *store], 66),
        ("a store that is not there", [tree, *flow, *title, "--key-store", f"sqlite:{titles.folder}/none.sqlite", *store[2:]], 66),
        ("an export that is not there", [tree, *flow, "--export", "/nothing"], 66),
        ("a title that the export does not have", [tree, *flow, *title, "--export", str(nagra), *store], 66),
        ("a playlist that is a link", [str(titles.tree / "ends-link.m3u8"), *flow, *title, *store], 66),
        ("a playlist that is a pipe", [str(titles.tree / "ends-pipe.m3u8"), *flow, *title, *store], 66),
        ("the folder of the key store", [str(titles.folder), *flow, *title, *store], 64),
        ("the key of an export in the folder", [tree, *flow, "--export", str(nagra), "--cpix-key", str(titles.tree / "ends-key.pem")], 64),
        ("an export in the folder", [str(titles.folder), *flow, "--export", str(nagra)], 64),
        ("--as without --export", [*usual(titles), "--as", "jsonl"], 64),
        *((f"--allow-origin {each}", [*usual(titles), f"--allow-origin={each}"], 64) for each in
          ("*", "http://*", "https://*.example.com", "http://a.example/", "http://a.example/path", "a.example", "", "null", "http://",
           "http://a.example\nX: y", "//a.example", "http:a.example")),
        *((f"--fail {each}", [*usual(titles), f"--fail={each}"], 64) for each in
          ("R99:500", "R08", "R08:", "R08:200", "R08:600", "R08:denied", "R10:500", "R12:key", "R04:-1", "R07:-1", ":500", "nonsense", "",
           "R03:denied", "R05:404", "R08:-42584", "R10:key", "R12:refused")),
        *((f"--flow {of} --fail {each}", [tree, "--flow", of, *title, *store, f"--fail={each}"], 64) for of, each in
          (("ksm", "R03:denied"), ("ksm", "R04:500"), ("ksm", "R06:-42589"), ("ksm", "R08:4011"), ("nagra-ssp", "R04:-4010"),
           ("nagra-ssp", "R07:-42589"), ("nagra-ssp", "R03:1007"), ("entitlement", "R03:1007"))),
        ("--fail-once R99:500", [*usual(titles), "--fail-once", "R99:500"], 64),
        *((f"--port {each}", [*usual(titles), f"--port={each}"], 64) for each in ("65536", "-1", "http")),
        *((f"--slow {each}", [*usual(titles), f"--slow={each}"], 64) for each in ("-1", "3601", "nan", "inf")),
        *((f"--expire {each}", [*usual(titles), f"--expire={each}"], 64) for each in ("0", "-1", "86401")),
        *((f"--heartbeat {each}", [*usual(titles), f"--heartbeat={each}"], 64) for each in ("0", "86401")),
        *((f"--ssm {each}", [*usual(titles), f"--ssm={each}"], 64) for each in ("0", "3")),
    ]  # fmt: skip
    since = titles.newest()
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda case: run(titles, case[1]), cases))
    for (name, _, expected), (status, output) in zip(cases, results, strict=True):
        outcome.check(status == expected and "rror" in output, f"{name!r}: {status}, expected {expected}: {output[:200]}")
    outcome.check(titles.given(since) == [], "a run that did not begin has given keys")
    with Served(titles, "--allow-production-keys", flows=("ksm",), names=("ts-production",), store=production) as served:
        outcome.check(raw_http.request(served.port, "GET", f"/{served.token}/certificate").status == 200, "--allow-production-keys")
        outcome.check(served.end()[0] == 0, "the end")


def answers(served: Served, count: int) -> int:
    """How many of so many requests over one connection are answered with 200."""
    one = f"GET /{served.token}/media/ts/multivariant.m3u8 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n".encode()
    last = one + b"Connection: close\r\n\r\n"
    return raw_http.send(served.port, (one + b"\r\n") * (count - 1) + last, patience=5).raw.count(b"HTTP/1.1 200 OK")


def check_logs(outcome, titles: Titles) -> None:
    """It goes on and ends as usual wherever its log goes, and whether somebody reads it or not."""
    reads, writes = os.pipe()
    gone, broken = os.pipe()
    os.close(gone)
    with open("/dev/full", "wb") as full:
        for name, log in (("that nobody reads", writes), ("whose reader is gone", broken), ("on a full disk", full)):
            with Served(titles, log=log) as served:
                count = answers(served, 1000)
                outcome.check(count == 1000, f"a log {name}: {count} of 1000 requests are answered")
                key = raw_http.send(served.port, f"GET /{served.token}/keys/0 HTTP/1.0\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode(), patience=5)
                outcome.check(key.status == 200, f"a log {name}: {key.status} for a key")
                try:
                    status, seconds = served.end()
                    outcome.check(status == 0 and seconds < QUICK, f"a log {name}: exit status {status} after {seconds:.1f} s")
                except subprocess.TimeoutExpired:
                    outcome.check(False, f"a log {name}: it does not end")
    for each in (writes, broken):
        os.close(each)
    # What stands in the pipe are whole lines, of which others were left out.
    with open(reads, "rb") as log:
        lines = log.read().splitlines()
    outcome.check(all(line.startswith(b"{") and line.endswith(b"}") for line in lines), f"a line of the log is cut: {lines[-1:]}")
    # Nobody reads standard output behind the announcement.
    with Served(titles) as served:
        served.process.stdout.close()
        outcome.check(answers(served, 3) == 3 and served.end()[0] == 0, "a standard output that is closed")


def check_locked_store(outcome, titles: Titles) -> None:
    """A key that cannot be noted in the log is not given."""
    since = titles.newest()
    with Served(titles) as served:
        with contextlib.closing(sqlite3.connect(titles.folder / "keys.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            target = f"GET /{served.token}/keys/0 HTTP/1.0\r\nHost: 127.0.0.1:{served.port}\r\n\r\n"
            answer = raw_http.send(served.port, target.encode(), patience=60)
            other.execute("ROLLBACK")
        outcome.check(answer.status == 503 and b"log" in answer.body, f"a key that cannot be noted: {answer.status}")
        outcome.check(titles.given(since) == [], "a key that was not given is in the log")
        outcome.check(raw_http.request(served.port, "GET", f"/{served.token}/keys/0").status == 200, "the key, as soon as it can be noted")
        outcome.check(len(titles.given(since)) == 1, "the key in the log")
        outcome.check(served.end()[0] == 0, "the end")


def check_unlogged(outcome, titles: Titles, served: Served, answer: raw_http.Answer, since: int, what: str) -> None:
    """A key was not given: the answer has nothing of it, and standard error says why."""
    keys = [bytes.fromhex(each["key"]) for each in titles.records()]
    outcome.check(answer.status == 503 and not any(key in answer.raw for key in keys), f"a key of {what}: {answer.status}")
    outcome.check(titles.given(since) == [], f"{what}: a key that was not given is in the log")
    said = [line["message"] for line in served.lines() if line["event"] == "error"]
    outcome.check(len(said) == 1 and "not given" in said[0] and "key store" in said[0], f"{what}: said {said}")


def copy_of_store(titles: Titles, folder: Path) -> list[str]:
    """Copies the key store and its key-encryption key into a new folder, and returns the options that name them."""
    folder.mkdir()
    for name in ("keys.sqlite", "keys.kek"):
        shutil.copy(titles.folder / name, folder / name)
    return ["--key-store", f"sqlite:{folder}/keys.sqlite", "--kek-file", str(folder / "keys.kek")]


def check_read_only_store(outcome, titles: Titles) -> None:
    """A store whose log cannot be written is refused at the start."""
    folder = titles.folder / "read-only"
    store = copy_of_store(titles, folder)
    command = [*usual(titles)[:-4], *store]
    if os.geteuid() != 0:
        for each in (folder / "keys.sqlite", folder):
            each.chmod(0o500 if each == folder else 0o400)
        status, output = run(titles, command)
        folder.chmod(0o700)
    else:
        # Root writes whatever the mode is, but not on a mount that is read-only; the mount ends with the run.
        mount = f"mount --bind {folder} {folder} && mount -o remount,bind,ro {folder}"
        if not may_mount(mount):
            return
        status, output = run(titles, command, before=in_mount(mount))
        outcome.check("Read-only file system, expected a folder that can be written" in output, f"a read-only mount: {output}")
    outcome.check(status == 77, f"a store that cannot be written: {status} {output}")


def check_full_store(outcome, titles: Titles) -> None:
    """No key of a store whose log has no room, and keys again as soon as it has."""
    if os.geteuid() != 0:
        return
    folder = titles.folder / "full"
    store = copy_of_store(titles, folder)
    since = titles.newest()
    # The files are read before the mount hides them.
    mount = f"cp -a {folder} {folder}-copy && mount -t tmpfs -o size=4m,mode=700 tmpfs {folder} && cp {folder}-copy/* {folder}/ && rm -r {folder}-copy"
    if not may_mount(mount):
        return
    with Served(titles, flows=("key-delivery", "ksm"), store=store, before=in_mount(mount)) as served:
        target = f"/{served.token}/keys/0"
        filling = Path(f"/proc/{served.process.pid}/root/{folder}/filling")
        with contextlib.suppress(OSError), open(filling, "wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        check_unlogged(outcome, titles, served, raw_http.request(served.port, "GET", target), since, "a store without room")
        try:
            client_of(served).license(b"fairplay")
            outcome.check(False, "a license of a store without room")
        except LicenseError:
            outcome.check(served.lines()[-1]["status"] == 503, f"a license of a store without room: {served.lines()[-1]}")
        outcome.check(raw_http.request(served.port, "HEAD", target).status == 200, "HEAD, which gives no key")
        filling.unlink()
        outcome.check(raw_http.request(served.port, "GET", target).status == 200, "the key, as soon as there is room")
        outcome.check(served.end()[0] == 0, "the end")


def may_mount(mount: str) -> bool:
    """Tells whether this machine lets a process mount what the shell command says, for itself."""
    if subprocess.run(["unshare", "-m", "sh", "-c", mount], capture_output=True).returncode == 0:
        return True
    print("        a read-only or full store is not checked: this machine lets nobody mount")
    return False


def in_mount(mount: str) -> list[str]:
    """The beginning of a command that runs with the mount of a shell command."""
    return ["unshare", "-m", "sh", "-c", f'{mount} && exec "$@"', "sh"]


def check_export(outcome, titles: Titles) -> None:
    """Of an export without a key store there is no log, which is said; titles that are named narrow it."""
    export = titles.folder / "all.jsonl"
    titles.run("keys", "export", "--as", "jsonl", "--allow-plaintext", "-o", export, *titles.store)
    flows = ("key-delivery", "ksm")
    with Served(titles, "--export", export, "--as", "jsonl", flows=flows, names=(), store=()) as served:
        outcome.check(served.announced["keys_are_logged"] is False, f"an export: {served.announced}")
        outcome.check("are not logged" in served.log_file.read_text(), "an export: no warning")
        outcome.check(client_of(served).license(b"fairplay").key != b"", "a license of an export")
        outcome.check(served.end()[0] == 0, "the end")
    with Served(titles, "--export", export, "--as", "jsonl", flows=flows, names=("ts",)) as served:
        outcome.check(served.announced["keys_are_logged"] is True, f"an export with a store: {served.announced}")
        count = sum(each["content_id"] == "ts" for each in titles.records())
        statuses = [raw_http.request(served.port, "GET", f"/{served.token}/keys/{number}").status for number in range(len(titles.records()))]
        outcome.check(statuses == [200] * count + [404] * (len(statuses) - count), f"keys of one title: {statuses}")
        try:
            client_of(served).license(b"fairplay")
            outcome.check(False, "a license of a title that was not named")
        except LicenseError as error:
            outcome.check(error.status == -42584, f"a title that was not named: {error.status}")
        outcome.check(served.end()[0] == 0, "the end")


def check_slow(outcome, titles: Titles) -> None:
    """Answers of servers are held back, each on its connection, and files are not."""
    delay = 1.5
    with Served(titles, "--slow", str(delay)) as served:
        head = f"Host: 127.0.0.1:{served.port}\r\n"
        one = f"GET /{served.token}/certificate HTTP/1.1\r\n{head}\r\n"
        last = f"GET /{served.token}/certificate HTTP/1.1\r\n{head}Connection: close\r\n\r\n"
        cases = {
            "a certificate": (last, 1, delay), "two on one connection": (one + last, 2, 2 * delay),
            "a playlist": (last.replace("/certificate", "/media/ts/multivariant.m3u8"), 1, 0),
            "a segment": (last.replace("/certificate", "/media/ts/video/240p/segment0.ts"), 1, 0),
            "without a token": (last.replace(served.token, "0" * 32), 1, 0),
        }  # fmt: skip
        for name, (text, count, least) in cases.items():
            began = time.monotonic()
            answer = raw_http.send(served.port, text.encode())
            seconds = time.monotonic() - began
            outcome.check(answer.raw.count(b"HTTP/1.1 ") == count, f"--slow, {name}: {answer.raw.count(b'HTTP/1.1 ')} answers")
            outcome.check(least <= seconds < least + 1.2, f"--slow, {name}: {seconds:.2f} s, expected {least}")
        outcome.check(served.end()[0] == 0, "the end")


def check_names(outcome, titles: Titles) -> None:
    """The address of the presentation that is announced is one, whatever the name is."""
    content = b"#EXTM3U\n"
    for name in ("my film.m3u8", "a%20b.m3u8", "a#b.m3u8", "a?b.m3u8", "\u00fc\".m3u8"):
        (titles.tree / name).write_bytes(content)
        with Served(titles, flows=("ksm",), path=titles.tree / name) as served:
            answer = raw_http.request(served.port, "GET", served.announced["presentation"].removeprefix(served.address))
            outcome.check((answer.status, answer.body) == (200, content), f"{name}: {answer.status} at {served.announced['presentation'][-30:]}")
            outcome.check(served.announced["endpoints"][0]["url"] == served.announced["presentation"], f"{name}: {served.announced['endpoints'][0]}")
            outcome.check(served.end()[0] == 0, "the end")
        (titles.tree / name).unlink()


def check_moved_store(outcome, titles: Titles) -> None:
    since, store, away = titles.newest(), titles.folder / "keys.sqlite", titles.folder / "away.sqlite"
    with Served(titles) as served:
        store.rename(away)
        answer = raw_http.request(served.port, "GET", f"/{served.token}/keys/0")
        away.rename(store)
        check_unlogged(outcome, titles, served, answer, since, "a store that is gone")
        outcome.check(served.end()[0] == 0, "the end")


def check_addresses(outcome, titles: Titles) -> None:
    """It listens on 127.0.0.1 alone."""
    with Served(titles) as served:
        listening = []
        for table in ("/proc/net/tcp", "/proc/net/tcp6"):
            with open(table) as lines:
                listening += [line.split()[1] for line in lines if line.split()[3] == "0A"]
        of_port = [each for each in listening if each.endswith(f":{served.port:04X}")]
        outcome.check(of_port == [f"0100007F:{served.port:04X}"], f"it listens on {of_port}")
        command = Path(f"/proc/{served.process.pid}/cmdline").read_bytes() + Path(f"/proc/{served.process.pid}/environ").read_bytes()
        outcome.check(not any(secret in command for secret in served.secrets().values()), "a secret is in the arguments or in the environment")
        outcome.check(served.end()[0] == 0, "the end")


def check_all(outcome, titles: Titles, is_whole: bool) -> None:
    check_signals(outcome, titles)
    check_logs(outcome, titles)
    check_moved_store(outcome, titles)
    check_read_only_store(outcome, titles)
    check_full_store(outcome, titles)
    check_export(outcome, titles)
    check_slow(outcome, titles)
    check_names(outcome, titles)
    check_addresses(outcome, titles)
    if is_whole:
        check_locked_store(outcome, titles)
    check_port(outcome, titles)
    check_refusals(outcome, titles)
