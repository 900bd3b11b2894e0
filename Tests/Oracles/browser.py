"""Runs jobs of browser.html in headless Chromium: a local server gives it the page, the jobs and the media, and takes what
the page found."""

import json
import re
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

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


TYPES = {
    ".m3u8": "application/vnd.apple.mpegurl",
    ".ts": "video/mp2t",
    ".aac": "audio/aac",
    ".vtt": "text/vtt",
}
"""Media types by suffix; all else is MP4."""


class Media:
    """Bytes under addresses, and folders whose files keep their names."""

    def __init__(self):
        self.contents, self.folders = [], []

    def add(self, content):
        self.contents.append(content)
        return f"media/{len(self.contents) - 1}"

    def add_folder(self, path):
        self.folders.append(path.resolve())
        return f"folders/{len(self.folders) - 1}"

    def file(self, address):
        """The file at NUMBER/PATH, or None."""
        number, _, name = address.partition("/")
        path = (self.folders[int(number)] / unquote(name.partition("?")[0])).resolve()
        return path if path.is_file() and path.is_relative_to(self.folders[int(number)]) else None


def handler_of(jobs, media, results, done):
    page = Path(__file__).with_name("browser.html").read_bytes()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            folder, _, number = self.path.lstrip("/").partition("/")
            if folder == "media":
                self.answer(media.contents[int(number)], "video/mp4")
            elif folder == "folders":
                path = media.file(number)
                if path is None:
                    self.send_error(404)
                else:
                    self.answer_range(path.read_bytes(), TYPES.get(path.suffix, "video/mp4"))
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

        def answer_range(self, content, media_type):
            wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
            if wanted is None:
                self.answer(content, media_type)
                return
            first, last = int(wanted[1]), min(int(wanted[2] or len(content)), len(content) - 1)
            if first > last:
                self.send_error(416)
                return
            place = {"Content-Range": f"bytes {first}-{last}/{len(content)}", "Accept-Ranges": "bytes"}
            self.answer(content[first : last + 1], media_type, 206, place)

        def answer(self, content, media_type, status=200, headers=None):
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
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
