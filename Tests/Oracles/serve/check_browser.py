"""Chromium as the client: pages of the server itself, of an origin that was named, of another one, and under other names of the host.

Each page runs its jobs in a tab of its own, one page after the other. A job has to end as it should, and the log of the server has to
have the statuses of the job's time, so that no key is given where none may be.
"""

import hashlib
import json
import shutil
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import browser
from served import Served, Titles

PAGE = Path(__file__).with_name("page.html")
NAME = "rebound.example"
"""A name of another site, which leads to this machine in the browser."""
SECONDS = 12.0
"""What the titles last."""
LIMIT = 15
"""Seconds for one job."""


@dataclass
class Job:
    """A job, what it gave, and what the server logged meanwhile."""

    name: str
    kind: str
    address: str
    more: dict = field(default_factory=dict)
    result: dict | None = None
    lines: list[dict] = field(default_factory=list)

    @property
    def keys(self) -> int:
        return sum(line["status"] == 200 and line.get("endpoint") == "key" for line in self.lines)

    @property
    def statuses(self) -> set[int]:
        return {line["status"] for line in self.lines}


class Desk:
    """Gives the page and its jobs, and takes what they gave. It is on one more origin, which may ask whatever the page's is."""

    def __init__(self, served: Served | None = None) -> None:
        self.served, self.seen = served, 0
        self.jobs: dict[str, list[Job]] = {}
        self.current: Job | None = None
        self.failure = ""
        self.turn = threading.Event()
        desk = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                address = urlsplit(self.path)
                if address.path == "/job":
                    self.answer(json.dumps(desk.next(parse_qs(address.query)["page"][0])).encode(), "application/json")
                elif address.path == "/page.html":
                    self.answer(PAGE.read_bytes(), "text/html")
                else:
                    self.send_error(404)

            def do_POST(self):
                text = self.rfile.read(int(self.headers["Content-Length"])).decode()
                if self.path == "/result":
                    desk.take(json.loads(text))
                else:
                    desk.failure = text
                    desk.turn.set()
                self.answer(b"", "text/plain")

            def answer(self, content, media_type):
                self.send_response(200)
                self.send_header("Content-Type", media_type)
                self.send_header("Access-Control-Allow-Origin", "*")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self, origin: str) -> dict | None:
        left = [job for job in self.jobs.get(origin, []) if job.result is None]
        if not left:
            self.turn.set()
            return None
        self.current = left[0]
        self.seen = len(self.served.lines())
        return {"name": left[0].name, "kind": left[0].kind, "address": left[0].address, "limit": LIMIT} | left[0].more

    def take(self, found: dict) -> None:
        # What the page got was logged before, and what was refused at the latest now.
        time.sleep(0.05)
        job = self.current
        if job.name == found["name"]:
            job.result, job.lines = found["result"], self.served.lines()[self.seen :]


def visit(desk: Desk, page: str, program: str = "chromium") -> None:
    """Lets the browser run the jobs of a page."""
    desk.turn.clear()
    desk.failure = ""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [*browser.OPTIONS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1", f"--user-data-dir={profile}"]
        with open(f"{profile}/log", "w") as log:
            process = subprocess.Popen([program, *words, f"{page}#{quote(desk.address, safe='')}"], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            try:
                is_done = desk.turn.wait(LIMIT * 8)
            finally:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
        if not is_done or desk.failure:
            raise RuntimeError(f"the page of {urlsplit(page).netloc}: {desk.failure or Path(profile, 'log').read_text()[-1500:]}")


def clear_digests(titles: Titles, folder: str) -> dict[str, str]:
    """What the clear segments of a folder come to, by their names."""
    files = [each for each in (titles.samples / folder).iterdir() if each.stem.startswith("segment")]
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in files}


def check_plays(outcome, job: Job) -> None:
    found = job.result or {}
    is_whole = not found.get("error") and abs(found.get("time", 0) - SECONDS) < 0.5
    outcome.check(is_whole and found["frames"] > 0 and found["audioBytes"] > 0, f"{job.name}: {found}")
    outcome.check(job.keys >= 2, f"{job.name}: {job.keys} keys given")


def check_refused(outcome, job: Job, status: int) -> None:
    """Nothing comes to the page, the server says why, and gives no key."""
    found = job.result
    if not outcome.check(found is not None, f"{job.name}: not run"):
        return
    is_readable = found.get("status") == 200 or found.get("digests") or found.get("frames") or len(found.get("body") or "") == 32
    outcome.check(not is_readable, f"{job.name}: {found}")
    outcome.check(job.keys == 0, f"{job.name}: {job.keys} keys given")
    outcome.check(job.statuses == {status}, f"{job.name}: statuses {job.statuses}, expected {status}")


def check_all(outcome, titles: Titles) -> None:
    if shutil.which("chromium") is None:
        outcome.check(False, "chromium is missing: Scripts/setup installs it")
        return
    shutil.copyfile(PAGE, titles.tree / "page.html")
    good, evil = Desk(), Desk()
    since = titles.newest()
    with Served(titles, "--allow-origin", good.address) as served:
        good.served = evil.served = served
        port, wrong = served.port, f"{served.address}/{'0' * 32}"
        ts, key = "/media/ts/multivariant.m3u8", "/keys/0"
        by_field = {"options": {"headers": {"X-Rehearsal-Token": served.token}}}
        others = {
            "localhost": f"http://localhost:{port}/{served.token}",
            "another name": f"http://{NAME}:{port}/{served.token}",
        }

        # Who may not ask, first: so no key is given until then.
        refused: list[tuple[Job, int]] = []

        def refuse(desk: Desk, origin: str, status: int, *job) -> None:
            refused.append((Job(*job), status))
            desk.jobs.setdefault(origin, []).append(refused[-1][0])

        refuse(good, good.address, 401, "a wrong token plays", "play", wrong + ts, {"crossOrigin": "anonymous"})
        refuse(good, good.address, 401, "a wrong token, no CORS, plays", "play", wrong + ts)
        refuse(good, good.address, 401, "a key for a wrong token", "ask", wrong + key)
        refuse(good, good.address, 401, "segments for a wrong token", "decrypt", f"{wrong}/media/ts/video/240p/index.m3u8")
        refuse(good, good.address, 401, "no token", "ask", served.address + key)
        for name in ("localhost", "another name"):
            refuse(good, good.address, 421, f"{name}: a key", "ask", others[name] + key)
            refuse(good, good.address, 421, f"{name}: a key without CORS", "ask", others[name] + key, {"options": {"mode": "no-cors"}})
            refuse(good, good.address, 421, f"{name} plays", "play", others[name] + ts, {"crossOrigin": "anonymous"})
            refuse(good, good.address, 421, f"{name} plays without CORS", "play", others[name] + ts)
            refuse(good, good.address, 421, f"{name} in a frame", "frame", f"{others[name]}/media/page.html")
        refuse(evil, evil.address, 403, "another origin: a key", "ask", served.url + key)
        refuse(evil, evil.address, 403, "another origin: segments", "decrypt", f"{served.url}/media/ts/video/240p/index.m3u8")
        refuse(evil, evil.address, 403, "another origin plays", "play", served.url + ts, {"crossOrigin": "anonymous"})
        refuse(evil, evil.address, 403, "another origin plays without CORS", "play", served.url + ts)
        refuse(evil, evil.address, 403, "another origin: a key without CORS", "ask", served.url + key, {"options": {"mode": "no-cors"}})
        no_referrer = {"options": {"mode": "no-cors", "referrerPolicy": "no-referrer"}}
        refuse(evil, evil.address, 403, "another origin: a key without CORS and Referer", "ask", served.url + key, no_referrer)
        refuse(evil, evil.address, 403, "another origin: a frame", "frame", f"{served.url}/media/page.html")
        refuse(evil, evil.address, 403, "another origin: the field", "ask", served.address + key, by_field)
        refuse(evil, evil.address, 403, "another origin posts", "ask", f"{served.url}/entitlement",
               {"options": {"method": "POST", "mode": "no-cors", "body": "{}"}})  # fmt: skip
        attacker = f"http://{NAME}:{evil.server.server_port}"
        refuse(evil, attacker, 421, "a rebound name: a key", "ask", others["another name"] + key)
        refuse(evil, attacker, 421, "a rebound name: a key without CORS", "ask", others["another name"] + key, {"options": {"mode": "no-cors"}})
        refuse(evil, attacker, 403, "a page of another name: a key", "ask", served.url + key)
        refuse(evil, attacker, 403, "a page of another name plays without CORS", "play", served.url + ts)
        visit(good, f"{good.address}/page.html")
        visit(evil, f"{evil.address}/page.html")
        visit(evil, f"{attacker}/page.html")
        for job, status in refused:
            check_refused(outcome, job, status)
        outcome.check(titles.given(since) == [], f"keys in the log of the store: {titles.given(since)}")

        # Who may.
        own = served.address
        good.jobs = {
            good.address: [
                Job("an origin that was named: segments", "decrypt", f"{served.url}/media/ts/video/240p/index.m3u8"),
                Job("an origin that was named: the field", "ask", own + key, by_field),
                Job("an origin that was named plays transport streams", "play", served.url + ts, {"crossOrigin": "anonymous"}),
                Job("an origin that was named plays without CORS", "play", served.url + ts),
            ],
            own: [
                Job("its own page: segments of video", "decrypt", f"{served.url}/media/fmp4/video/240p/index.m3u8"),
                Job("its own page: segments of audio", "decrypt", f"{served.url}/media/ts/audio/en/index.m3u8"),
                Job("its own page plays transport streams", "play", served.url + ts),
                # Chromium's own player takes AES-128 in transport streams only.
                Job("its own page plays fragmented MP4", "fragments", "", {"tracks": {
                    'video/mp4; codecs="avc1.4d4015"': f"{served.url}/media/fmp4/video/240p/index.m3u8",
                    'audio/mp4; codecs="mp4a.40.2"': f"{served.url}/media/fmp4/audio/en/index.m3u8",
                }}),
            ],
        }
        visit(good, f"{good.address}/page.html")
        visit(good, f"{served.url}/media/page.html")
        of_named, of_own = good.jobs[good.address], good.jobs[own]
        for job, segment in ((of_named[0], "ts/video/240p"), (of_own[0], "fmp4/video/240p"), (of_own[1], "ts/audio/en")):
            found = job.result or {}
            outcome.check(found.get("digests") == clear_digests(titles, segment), f"{job.name}: {found}")
            outcome.check(job.keys == 1, f"{job.name}: {job.keys} keys given")
        keys = {each["key"] for each in titles.records()}
        found = of_named[1].result or {}
        outcome.check(found.get("status") == 200 and found.get("body") in keys, f"{of_named[1].name}: {found}")
        for job in (*of_named[2:], *of_own[2:]):
            check_plays(outcome, job)
        for job in of_named + of_own:
            outcome.check(job.statuses <= {200, 204, 206}, f"{job.name}: statuses {job.statuses}")
        given = titles.given(since)
        outcome.check(given and len(given) == len(set(given)), f"keys in the log of the store: {given}")
        served.check_log(outcome, "the browser")
        outcome.check(served.end()[0] == 0, "the end")
    for desk in (good, evil):
        desk.server.shutdown()
        desk.server.server_close()
