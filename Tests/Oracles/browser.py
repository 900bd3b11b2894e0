"""Runs jobs of browser.html in headless Chromium: a local server gives it the page, the jobs and the media, and takes what
the page found."""

import json
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

OPTIONS = [
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--autoplay-policy=no-user-gesture-required",
    # The sandbox does not start for root, as whom tests run in containers. All pages are the project's own.
    "--no-sandbox",
]
LIMIT = 300
"""Seconds after which the whole run is given up."""


class Media:
    """Bytes under addresses."""

    def __init__(self):
        self.contents = []

    def add(self, content):
        self.contents.append(content)
        return f"media/{len(self.contents) - 1}"


def handler_of(jobs, media, results, done):
    page = Path(__file__).with_name("browser.html").read_bytes()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            folder, _, number = self.path.lstrip("/").partition("/")
            if folder == "media":
                self.answer(media.contents[int(number)], "video/mp4")
            elif folder == "jobs":
                self.answer(json.dumps(jobs).encode(), "application/json")
            elif folder == "":
                self.answer(page, "text/html")
            else:
                self.send_error(404)

        def do_POST(self):
            results.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.answer(b"", "text/plain")
            done.set()

        def answer(self, content, media_type):
            self.send_response(200)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    return Handler


def run(jobs, media, program="chromium"):
    """What the page found, a dictionary for each job."""
    results, done = [], threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(jobs, media, results, done))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        address = f"http://127.0.0.1:{server.server_port}/"
        command = [program, *OPTIONS, f"--user-data-dir={profile}", address]
        with open(f"{profile}/log", "w") as log:
            browser = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            try:
                is_done = done.wait(LIMIT)
            finally:
                browser.terminate()
                try:
                    browser.wait(10)
                except subprocess.TimeoutExpired:
                    browser.kill()
                server.shutdown()
        if not is_done:
            raise RuntimeError(f"{program} said nothing for {LIMIT} s:\n{Path(profile, 'log').read_text()[-2000:]}")
    try:
        return json.loads(results[0])
    except ValueError:
        raise RuntimeError(f"the page failed: {results[0]}") from None
