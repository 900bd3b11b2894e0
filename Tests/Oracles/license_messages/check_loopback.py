"""Server and client as programs, over loopback: all forms of a request with all formats of an export, and what is refused."""

import base64
import http.client
import json
import subprocess
import sys
import tempfile
import urllib.parse
from contextlib import contextmanager
from pathlib import Path

import spc_ckc
from license_client import KINDS, ckc_of
from samples import EXPECTED, EXPORTS, Bench, pem, status_of
from spc_ckc import Session

HERE = Path(__file__).parent
PYTHON = (sys.executable, "-B")
ABSENT = b"movie-9".hex()


class Place:
    """A folder with the files of both programs."""

    def __init__(self, folder: str, bench: Bench) -> None:
        self.folder, self.bench = Path(folder), bench
        self.write("key.pem", pem(bench.key))
        self.write("ask", bench.ask.hex().encode() + b"\n")
        self.write("wrong-ask", bytes(16))
        self.write("certificate.der", bench.certificate.der)
        for form, text in EXPORTS.items():
            self.write(form, text.encode())

    def write(self, name: str, data: bytes) -> None:
        (self.folder / name).write_bytes(data)

    def path(self, name: str) -> str:
        return str(self.folder / name)

    @contextmanager
    def server(self, form: str):
        """The address of a server over the export."""
        words = ["--export", self.path(form), "--as", form, "--private-key", self.path("key.pem"), "--log", self.path("log")]
        words += ["--certificate", self.path("certificate.der"), "--ask-file", self.path("ask")]
        process = subprocess.Popen([*PYTHON, str(HERE / "ksm_server.py"), *words], stdout=subprocess.PIPE, text=True)
        try:
            yield process.stdout.readline().removeprefix("listening on ").strip()
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def client(self, address: str, digits, *words: str, ask: str = "ask") -> tuple[int, list[dict]]:
        """The exit status and the lines of the client."""
        ids = [word for each in digits for word in ("--asset-id-hex", each)]
        files = ["--certificate", self.path("certificate.der"), "--ask-file", self.path(ask)]
        command = [*PYTHON, str(HERE / "license_client.py"), "--ksm", address, *files, *ids, *words]
        result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        return result.returncode, [json.loads(line) for line in result.stdout.splitlines()]


def line(digits: str, values: tuple, has_state: bool = True) -> dict:
    names = ["key", "iv", "lease_seconds", "rental_seconds", "duration_type", "hdcp"]
    if not has_state:
        values = (*values[:2], None, None, None, values[5])
    return {"asset_id_hex": digits, **dict(zip(names, values, strict=True))}


def check_programs(outcome, place: Place) -> None:
    bits = place.bench.bits
    for export in EXPORTS:
        with place.server(export) as address:
            for form in KINDS:
                name = f"{bits} bits, {export}, {form}"
                status, lines = place.client(address, EXPECTED, "--form", form)
                expected = [line(digits, values) for digits, values in EXPECTED.items()]
                outcome.check((status, lines) == (0, expected), f"{name}: {status} {lines}")
                status, lines = place.client(address, [*EXPECTED, ABSENT], "--form", form, "--renew")
                outcome.check(lines[:-1] == expected, f"{name}, renewed: {lines}")
                refused = lines[-1]["asset_id_hex"], lines[-1]["status"], "error" in lines[-1]
                outcome.check((status, refused) == (1, (ABSENT, -42584, True)), f"{name}, no key: {status} {lines[-1]}")
            status, lines = place.client(address + "/license", EXPECTED, "--no-playback-state")
            expected = [line(digits, values, False) for digits, values in EXPECTED.items()]
            outcome.check((status, lines) == (0, expected), f"{bits} bits, {export}, no playback state: {lines}")
            status, lines = place.client(address, [b"gone".hex(), "", "61", "zz"])
            found = [each["status"] for each in lines]
            outcome.check((status, found) == (1, [-42584, -42673, -42675, None]), f"{export}, asset ids that are none: {lines}")
            status, lines = place.client(address, list(EXPECTED)[:1], ask="wrong-ask")
            outcome.check((status, lines[0]["status"]) == (1, -42589), f"{export}, another ASk: {lines}")
    status, lines = place.client(address, list(EXPECTED)[:1])
    outcome.check((status, lines[0]["status"]) == (1, None), f"nobody listens: {lines}")
    log = [json.loads(each) for each in Path(place.path("log")).read_text().splitlines()]
    states = {each.get("state") for each in log}
    outcome.check(states >= {"ready", "playing, key needed", None}, f"states in the log: {states}")
    sessions = [each["session_id"] for each in log if each.get("state") == "playing, key needed"]
    first = {each["session_id"] for each in log if each.get("state") == "ready"}
    outcome.check(sessions and set(sessions) <= first, "a renewal belongs to a session")


def exchange(address: str, method: str, path: str, body: bytes | None = None, kind: str | None = None) -> tuple[int, bytes, str]:
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=10)
    connection.request(method, path, body, {"Content-Type": kind} if kind else {})
    answer = connection.getresponse()
    result = answer.status, answer.read(), answer.headers.get("Content-Type")
    connection.close()
    return result


def check_requests(outcome, place: Place, address: str) -> None:
    """Requests that are written here by hand, good and bad."""
    bench = place.bench
    octets, form, as_json = (KINDS[each] for each in ("octets", "form", "json"))

    def fresh(asset: bytes = b"movie-1") -> tuple[Session, bytes]:
        session = Session(asset)
        return session, bench.spc(session)

    def text(spc: bytes) -> str:
        return base64.b64encode(spc).decode()

    def refuse(body: bytes, kind: str | None, http_status: int, status: int, name: str, path: str = "/license") -> None:
        found, answer, answered = exchange(address, "POST", path, body, kind)
        members = json.loads(answer) if answered == as_json else {}
        right = found == http_status and members.get("status") == status and set(members) == {"status", "message"}
        outcome.check(right, f"{name}: {found} {answer[:200]}")

    found = exchange(address, "GET", "/certificate")
    outcome.check(found == (200, bench.certificate.der, octets), "the certificate")
    outcome.check(exchange(address, "GET", "/license")[0] == 404, "GET /license")
    session, spc = fresh()
    status, ckc, kind = exchange(address, "POST", "/license?renew=true", spc, octets + "; x=y")
    outcome.check((status, kind) == (200, octets) and spc_ckc.open_ckc(ckc, session).hdcp == "type-1", "octets")
    session, spc = fresh()
    body = urllib.parse.urlencode({"spc": text(spc), "assetId": "movie-1"}).encode()
    status, answer, _ = exchange(address, "POST", "/license", body, form)
    outcome.check(status == 200 and spc_ckc.open_ckc(base64.b64decode(answer, validate=True), session).lease == 7200, "a form")
    refuse(body.replace(b"movie-1", b"movie-2"), form, 400, -42585, "a form with the asset id of another SPC")
    refuse(body + b"&spc=", form, 400, -42585, "a form with two SPCs")
    refuse(b"assetId=movie-1", form, 400, -42585, "a form without an SPC")
    refuse(body.replace(b"spc=", b"SPC="), form, 400, -42585, "a form with another name")
    refuse(b"spc=" + b"AA+A", form, 400, -42585, "base64 that is not escaped")
    refuse(b"spc=AAAA", form, 400, -42581, "a form with three bytes")
    sessions = [fresh(), fresh("mövie-2".encode())]
    keys = [{"id": number, "uri": "skd://x", "spc": text(each[1])} for number, each in enumerate(sessions, 7)]

    def batch(keys, version: object = 1) -> bytes:
        return json.dumps({"fairplay-streaming-request": {"version": version, "streaming-keys": keys}}).encode()

    status, answer, _ = exchange(address, "POST", "/license", batch(keys), as_json)
    answers = json.loads(answer)["fairplay-streaming-response"]["streaming-keys"]
    pairs = zip(answers, sessions, strict=True)
    opened = [spc_ckc.open_ckc(base64.b64decode(each["ckc"]), session) for each, (session, _) in pairs]
    outcome.check([each["id"] for each in answers] == [7, 8], "ids of a batch")
    outcome.check([each.hdcp for each in opened] == ["type-1", "none"], "a batch of two")
    absent = {"id": 1, "uri": "skd://movie-9", "spc": text(fresh(b"movie-9")[1])}
    refuse(batch([keys[0], absent]), as_json, 404, -42584, "a batch with an asset that is not there")
    for changed in ([], None, [keys[0], keys[0]], [{"id": 1, "uri": "skd://x"}], [keys[0] | {"uri": 1}], [keys[0] | {"spc": "?"}]):
        refuse(batch(changed), as_json, 400, -42585, f"JSON with {str(changed)[:40]}")
    refuse(batch(keys, 2), as_json, 400, -42585, "JSON of version 2")
    refuse(b"{", as_json, 400, -42585, "JSON that is none")
    refuse(spc, "text/plain", 400, -42585, "another content type")
    refuse(spc, None, 400, -42585, "no content type")
    refuse(spc, octets, 404, -42587, "another path", "/licence")
    refuse(b"", octets, 400, -42581, "no octets")
    refuse(bench.certificate.der, octets, 400, -42580, "the certificate as SPC")
    refuse(text(spc).encode(), octets, 400, -42580, "base64 as octets")
    refuse(spc[:-1], octets, 400, -42581, "an SPC that is cut")
    refuse(bytes((1 << 20) + 1), octets, 400, -42585, "more than a request may have")


def check_answers(outcome) -> None:
    """What the client takes for an answer."""
    json_of = '{"fairplay-streaming-response":{"streaming-keys":[%s]}}'.__mod__
    good = [("octets", "abc"), ("form", "YWJj"), ("form", " <ckc>YWJj</ckc>\n"), ("form", "<ckc>\nYWJj\n</ckc>")]
    good += [("json", json_of('{"id":1,"ckc":"YWJj"}')), ("json", json_of('{"ckc":"YWJj"}'))]
    for form, text in good:
        outcome.check(ckc_of(form, text.encode()) == b"abc", f"answer {text!r}")
    bad = [("form", "YWJ"), ("form", "<ckc>YWJj"), ("form", "YW Jj"), ("form", "\u00e9"), ("json", "YWJj"), ("json", "{}")]
    bad += [("json", json_of(each)) for each in ("", '{"id":1}', '{"id":2,"ckc":"YWJj"}', '{"ckc":"?"}', '{"ckc":""},{"ckc":""}', "1")]
    for form, text in bad:
        outcome.check(status_of(lambda: ckc_of(form, text.encode())) == -42668, f"answer {text!r}")


def check_start(outcome, place: Place) -> None:
    """A server that cannot start says why."""
    other = Bench(place.bench.bits)
    place.write("other.pem", pem(other.key))
    place.write("empty", b"")
    good = {"--export": "csv", "--private-key": "key.pem", "--certificate": "certificate.der", "--ask-file": "ask"}
    cases = {"--export": "key.pem", "--private-key": "other.pem", "--certificate": "key.pem", "--ask-file": "empty"}
    for option, name in cases.items():
        words = [word for key, value in (good | {option: name}).items() for word in (key, place.path(value))]
        command = [*PYTHON, str(HERE / "ksm_server.py"), "--as", "csv", *words]
        result = subprocess.run(command, capture_output=True, text=True, timeout=30)
        outcome.check(result.returncode == 1 and result.stderr.startswith("error: "), f"{option} {name}: {result}")


def check_all(outcome, benches: list[Bench]) -> None:
    check_answers(outcome)
    for bench in benches:
        with tempfile.TemporaryDirectory() as folder:
            place = Place(folder, bench)
            check_programs(outcome, place)
            with place.server("jsonl") as address:
                check_requests(outcome, place, address)
    with tempfile.TemporaryDirectory() as folder:
        check_start(outcome, Place(folder, benches[0]))
