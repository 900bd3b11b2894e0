"""The oracle's app against the servers that `fairlead serve` keeps up: every flow, what they refuse, the faults that they are told to
answer with, and who may ask at all."""

import http.client
import json
import secrets
import signal
import subprocess
import threading
import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import hls
from app_titles import AppTitle
from bench import Bench
from check_app import APPS, app_for, check_ranges, check_refusals, check_title, expect_error
from decrypt_presentation import Decrypter
from exported_keys import ExportedKeys
from license_app import App, AppError, HardCodedApp
from licensed_media import download
from tllv import LicenseError

ENDS = 15
"""Seconds within which a server that is told to end has ended."""


@dataclass
class Serving:
    """What a server said at its start, and its lines on standard error."""

    said: dict
    log: list[str]

    @property
    def url(self) -> str:
        return self.said["url"]

    @property
    def ask(self) -> bytes:
        return bytes.fromhex(self.said["ask"])


@contextmanager
def serve(outcome, bench: Bench, name: str, *words):
    """Servers of `fairlead serve`, which end when they are told to."""
    command = [bench.fairlead, "serve", *map(str, words), "--format", "json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    log: list[str] = []
    reader = threading.Thread(target=lambda: log.extend(process.stderr), daemon=True)
    reader.start()
    try:
        line = process.stdout.readline()
        if not line:
            process.wait(ENDS)
            reader.join(ENDS)
            raise RuntimeError(f"{name}: serve ended with {process.returncode}: {''.join(log)[:300]}")
        said = json.loads(line)
        outcome.check(said["event"] == "listening" and said["url"].startswith("http://127.0.0.1:"), f"{name}: said {line}")
        yield Serving(said, log)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(ENDS)
            reader.join(ENDS)
        except subprocess.TimeoutExpired:
            outcome.check(False, f"{name}: does not end with SIGTERM")
            process.kill()
        process.stdout.close()


def options_of(title: AppTitle, flow: str, ssm: int, export) -> list:
    words = [title.playlist, "--flow", flow, "--export", export, "--as", "jsonl"]
    return [*words, "--ssm", ssm] if flow == "nagra-ssm" else words


def check_walk(outcome, bench: Bench, keys: ExportedKeys, export, title: AppTitle, flow: str, ssm: int, form: str) -> None:
    name = f"{title.name} from serve, {flow}, SSM {ssm}, {form}"
    with serve(outcome, bench, name, *options_of(title, flow, ssm, export)) as serving:
        app = HardCodedApp(serving.url, serving.ask, form) if flow == "ksm" else app_for(flow, serving.url, serving.ask, ssm, form)
        check_title(outcome, app, title, keys, bench.folder / f"served-{secrets.token_hex(4)}", name)
        check_refusals(outcome, app, title, name)
        check_ranges(outcome, app, title, name)
        app.close()
    shown = "".join(serving.log)
    secret = {serving.said["token"], *(each.record.key.hex() for each in keys.by_key_id.values())}
    outcome.check(not any(each in shown for each in secret), f"{name}: the log has a key or the token of the run")


def check_identity(outcome, bench: Bench, title: Path, source: Path, export) -> None:
    """Keys in the clear: key lines lead to the server, and each key decrypts its segments, bytes of I-frames too."""
    name = "identity keys from serve"
    with serve(outcome, bench, name, title, "--flow", "key-delivery", "--export", export, "--as", "jsonl") as serving:
        app = App(serving.url, b"")
        playlist = download(app, title.name, bench.folder / "served-identity")
        media, clear = hls.media_playlists(playlist), hls.media_playlists(source)
        segments = [segment for each in media for segment in each.segments if segment.key]
        keys = {uri: app.send(uri) for uri in {segment.key.uri for segment in segments}}
        outcome.check(all(uri.startswith(f"{serving.url}/keys/") for uri in keys), f"{name}: key URIs {list(keys)[:2]}")
        kinds = {(len(key), kind) for key, kind in keys.values()}
        outcome.check(kinds == {(16, "application/octet-stream")} and len(keys) > 1, f"{name}: {len(keys)} keys, {kinds}")
        decrypter = Decrypter({uri: key for uri, (key, _) in keys.items()})
        decrypter.learn_units(media)
        same = [
            decrypter.clear_bytes(segment, ours.i_frames_only) == before.read()
            for ours, theirs in zip(media, clear, strict=True)
            for segment, before in zip(ours.segments, theirs.segments, strict=True)
        ]
        outcome.check(all(same) and len(segments) > 10, f"{name}: {same.count(False)} of {len(same)} segments differ")
        expect_error(outcome, f"{name}: no such key", lambda: app.send("/keys/999"), statuses=[404])


def make_identity(bench: Bench, samples: Path) -> tuple[Path, Path]:
    source, folder = samples / "ts" / "multivariant.m3u8", bench.folder / "identity"
    words = ["--template", "aes-128-https", "--set", "key_url=https://keys.example.com/hls", "--rotate-every", "4"]
    bench.run("protect", source, "-o", folder, "--content-id", "identity", *words, *bench.store("identity"))
    return folder / source.name, source


def request(url: str, method: str, path: str, headers: dict) -> tuple[int, dict[str, str]]:
    parts = urllib.parse.urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for field, value in headers.items():
        connection.putheader(field, value)
    connection.putheader("Content-Length", "0")
    connection.endheaders()
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, {key.lower(): value for key, value in answer.getheaders()}


def check_gate(outcome, bench: Bench, export, title: AppTitle) -> None:
    """Who may ask: only with the token of the run, by the address, and from origins that were named."""
    words = [*options_of(title, "ksm", 0, export), "--allow-origin", "http://localhost:3000"]
    with serve(outcome, bench, "the gate", *words) as serving:
        path = urllib.parse.urlsplit(serving.url).path
        token, playlist = path.strip("/"), f"{path}/media/{title.playlist.name}"
        cases = {
            "with the token": ("GET", playlist, {}, 200),
            "HEAD": ("HEAD", playlist, {}, 200),
            "without the token": ("GET", f"/media/{title.playlist.name}", {}, 401),
            "with another token": ("GET", f"/{'0' * len(token)}/media/{title.playlist.name}", {}, 401),
            "the token in a field": ("GET", f"/media/{title.playlist.name}", {"X-Rehearsal-Token": token}, 200),
            "another token in a field": ("GET", f"/media/{title.playlist.name}", {"X-Rehearsal-Token": token[::-1] + "0"}, 401),
            "another host": ("GET", playlist, {"Host": "evil.example.com"}, 421),
            "another origin": ("GET", playlist, {"Origin": "http://evil.example.com"}, 403),
            "the origin null": ("GET", playlist, {"Origin": "null"}, 403),
            "the origin that was named": ("GET", playlist, {"Origin": "http://localhost:3000"}, 200),
            "the question before": ("OPTIONS", f"{path}/license", {"Origin": "http://localhost:3000"}, 204),
            "POST of a file": ("POST", playlist, {}, 405),
            "GET of licenses": ("GET", f"{path}/license", {}, 405),
            "out of the tree": ("GET", f"{path}/media/../{title.playlist.parent.name}/{title.playlist.name}", {}, 404),
            "out of the tree, encoded": ("GET", f"{path}/media/%2e%2e/apps.kek", {}, 404),
            "a slash, encoded": ("GET", f"{path}/media/..%2fapps.kek", {}, 404),
            "what is not there": ("GET", f"{path}/media/none.m3u8", {}, 404),
            "servers of no flow": ("GET", f"{path}/content-token?content_id={title.name}", {}, 404),
        }
        for what, (method, at, headers, expected) in cases.items():
            status, fields = request(serving.url, method, at, headers)
            outcome.check(status == expected, f"the gate, {what}: {status}, expected {expected}")
            allowed = fields.get("access-control-allow-origin")
            outcome.check(allowed in (None, headers.get("Origin")) and allowed != "*", f"the gate, {what}: origin {allowed}")


# Flow, what `--fail` says, and where the app meets it, with which statuses and numbers.
FAULTS = [
    ("ksm", "R05:404", "/certificate", [404], []),
    ("ksm", "R06:500", "/license", [500], []),
    ("ksm", "R06:-42581", "/license", [], [-42581]),
    ("ksm", "R07:-42589", "/license", [], [-42589]),
    ("ksm", "R08:-42584", "/license", [], [-42584]),
    ("token", "R04:-4010", "/token", [], [-4010]),
    ("token", "R04:503", "/token", [502, 503], []),
    ("token", "R06:500", "/hms/fp/rights/", [500], []),
    ("token", "R07:-42589", "/hms/fp/rights/", [], [-42589]),
    ("entitlement", "R03:denied", "/entitlement", [200], []),
    ("entitlement", "R03:401", "/entitlement", [401], []),
    ("entitlement", "R04:-2019", "/entitlement", [200], [-2019]),
    ("nagra-ssp", "R03:4005", "/licenses", [], [4005]),
    ("nagra-ssp", "R03:denied", "/licenses", [403], [4000]),
    ("nagra-ssp", "R06:1001", "/licenses", [], [1001]),
    ("nagra-ssp", "R07:2001", "/licenses", [], [2001]),
    ("nagra-ssp", "R05:500", "/certificates", [500], []),
    ("nagra-ssp", "R06:500", "/licenses", [500], []),
    ("nagra-ssp", "R08:4011", "/licenses", [], [4011]),
    ("nagra-ssm", "R03:1007", "/setup", [], [1007]),
    ("nagra-ssm", "R03:500", "/setup", [500], []),
]


def check_fault(outcome, bench: Bench, export, title: AppTitle, fault: tuple, once: bool) -> None:
    flow, text, at, statuses, numbers = fault
    name = f"{flow}, {'--fail-once' if once else '--fail'} {text}"
    words = [*options_of(title, flow, 1, export), "--fail-once" if once else "--fail", text]
    with serve(outcome, bench, name, *words) as serving:
        def new_app() -> App:
            if flow == "ksm":
                return HardCodedApp(serving.url, serving.ask)
            return app_for(flow, serving.url, serving.ask, int(flow == "nagra-ssm"), "octets")

        uri = title.uris[0]
        expect_error(outcome, name, lambda: new_app().license(uri), at=at, statuses=statuses, numbers=numbers)
        if once:
            new_app().license(uri)
        else:
            expect_error(outcome, f"{name}, again", lambda: new_app().license(uri), at=at, statuses=statuses, numbers=numbers)


def check_answers(outcome, bench: Bench, keys: ExportedKeys, export, title: AppTitle, flow: str, text: str) -> None:
    """Faults that are licenses: with another key or IV, or none after the first one."""
    name = f"{flow}, --fail {text}"
    with serve(outcome, bench, name, *options_of(title, flow, 1, export), "--fail", text) as serving:
        app = HardCodedApp(serving.url, serving.ask) if flow == "ksm" else app_for(flow, serving.url, serving.ask, 1, "octets")
        uri = title.uris[0]
        records = {(key.record.key, key.record.iv) for key in keys.by_key_id.values() if key.content_id == title.name}
        given = app.license(uri)
        other_key = all(given.key != key for key, _ in records)
        other_iv = all(given.iv != iv for _, iv in records)
        expected = {"R10:key": (True, False), "R10:iv": (False, True)}.get(text, (False, False))
        outcome.check((other_key, other_iv) == expected, f"{name}: another key {other_key}, another IV {other_iv}")
        if text == "R12:refused":
            expect_error(outcome, f"{name}, the second", lambda: app.license(uri))
        app.close()


def check_ends(outcome, bench: Bench, export, titles: dict[str, AppTitle]) -> None:
    """Tokens, leases and sessions end when they are told to."""
    token, leased = titles["token"], titles["leased"]
    uri = token.uris[0]
    with serve(outcome, bench, "--expire, token", *options_of(token, "token", 0, export), "--expire", 1) as serving:
        app = app_for("token", serving.url, serving.ask, 0, "octets")
        asset_id = app.asset_id(uri)
        url, _ = app.address(uri, asset_id)
        time.sleep(2.1)
        expect_error(outcome, "--expire, token", lambda: app.exchange(url, {}, asset_id, uri), at="/hms/fp/rights/", numbers=[-4010])
    uri = leased.uris[0]
    with serve(outcome, bench, "--expire, nagra", *options_of(leased, "nagra-ssp", 0, export), "--expire", 1) as serving:
        app = app_for("nagra-ssp", serving.url, serving.ask, 0, "octets")
        asset_id = app.asset_id(uri)
        lease = app.license(uri).lease
        outcome.check(lease == 1, f"--expire, nagra: a lease of {lease} s, expected 1")
        url, headers = app.address(uri, asset_id)
        time.sleep(2.1)
        expect_error(outcome, "--expire, nagra", lambda: app.exchange(url, headers, asset_id, uri), at="/licenses", numbers=[4005])
    words = [*options_of(leased, "nagra-ssm", 1, export), "--heartbeat", 1]
    with serve(outcome, bench, "--heartbeat", *words) as serving:
        app = app_for("nagra-ssm", serving.url, serving.ask, 1, "octets")
        app.license(uri)
        outcome.check(app.heartbeat == 1, f"--heartbeat: {app.heartbeat} s, expected 1")
        for _ in range(3):
            time.sleep(0.7)
            app.beat()
        app.license(uri)
        time.sleep(5)
        expect_error(outcome, "--heartbeat, none for 5 s", app.beat, at="/heartbeat", statuses=range(400, 500))


def walks(titles: list[AppTitle], whole: bool) -> list[tuple]:
    chosen = []
    for place, title in enumerate(titles):
        flows = [*APPS[title.flow], *([("ksm", 0)] if title.flow == "token" else [])]
        for number, (flow, ssm) in enumerate(flows):
            forms = {"ksm": ("octets", "form", "json"), "token": ("octets", "form"), "entitlement": ("octets", "form")}
            forms = forms.get(flow, ("octets",))
            if whole:
                chosen += [(title, flow, ssm, form) for form in forms]
            elif place % len(flows) == number:
                chosen.append((title, flow, ssm, forms[place // 2 % len(forms)]))
    return chosen


def check_all(outcome, bench: Bench, samples: Path, titles: list[AppTitle], whole: bool) -> None:
    identity = make_identity(bench, samples)
    identity_export = bench.export(bench.store("identity"), "jsonl", "identity")
    export = bench.export(bench.store("apps"), "jsonl", "served")
    keys = ExportedKeys(export, "jsonl")
    by_flow = {each.flow: each for each in titles if each.keying == "one" and each.source.parent.name == "ts"}

    def title_of(flow: str) -> AppTitle:
        return by_flow[{"ksm": "token", "nagra-ssp": "nagra", "nagra-ssm": "nagra"}.get(flow, flow)]

    with ThreadPoolExecutor() as pool:
        runs = [pool.submit(check_walk, outcome, bench, keys, export, *walk) for walk in walks(titles, whole)]
        for place, fault in enumerate(FAULTS):
            for once in (False, True):
                if whole or place % 2 == once:
                    runs.append(pool.submit(check_fault, outcome, bench, export, title_of(fault[0]), fault, once))
        for flow in ("ksm", "token", "nagra-ssm") if whole else ("ksm",):
            for text in ("R10:key", "R10:iv", "R12:refused"):
                runs.append(pool.submit(check_answers, outcome, bench, keys, export, title_of(flow), flow, text))
        runs.append(pool.submit(check_identity, outcome, bench, *identity, identity_export))
        leased = next(each for each in titles if each.flow == "nagra" and "policy" in each.name)
        runs.append(pool.submit(check_ends, outcome, bench, export, {"token": by_flow["token"], "leased": leased}))
        runs.append(pool.submit(check_gate, outcome, bench, export, by_flow["token"]))
        for run in runs:
            try:
                run.result()
            except (AppError, LicenseError, OSError, RuntimeError, KeyError, ValueError) as error:
                outcome.check(False, f"a walk with serve broke off: {error!r}")
