"""An HTTP site on loopback that services share: each looks at a request, and answers it or leaves it to the next.

What a test plants changes the answers of some paths. Every answer is noted.
"""

import http.server
import json
import threading
import urllib.parse
from contextlib import contextmanager
from dataclasses import dataclass

LARGEST = 1 << 20


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    """Without the query."""
    query: str
    """As it was sent, without the question mark."""
    headers: dict[str, str]
    """By names in lower case; several of one name are joined by commas."""
    body: bytes

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()

    @property
    def parameters(self) -> dict[str, str]:
        """Those of the query; a name that stands twice is an error."""
        return form_parameters(self.query)


@dataclass(frozen=True)
class Reply:
    status: int
    body: bytes
    kind: str = "application/octet-stream"
    headers: tuple = ()

    @staticmethod
    def json(members: dict, status: int = 200) -> "Reply":
        return Reply(status, json.dumps(members).encode(), "application/json")


class Malformed(ValueError):
    """A request that is not of its form."""


def form_parameters(text: str) -> dict[str, str]:
    """Of `application/x-www-form-urlencoded`, where a bare plus sign is a blank."""
    found: dict[str, str] = {}
    for pair in text.split("&") if text else []:
        name, mark, value = (urllib.parse.unquote(each.replace("+", " "), errors="strict") for each in pair.partition("="))
        if not mark or not name or name in found:
            raise Malformed(f"parameter {name!r} without a value, or a second time")
        found[name] = value
    return found


def json_members(body: bytes, kinds: dict[str, type], optional=()) -> dict:
    """The members of an object, which has those of `kinds` alone, of these types."""

    def unique(pairs: list) -> dict:
        if len(dict(pairs)) != len(pairs):
            raise Malformed("a member stands twice")
        return dict(pairs)

    try:
        members = json.loads(body.decode("utf-8"), object_pairs_hook=unique)
    except ValueError as error:
        raise Malformed(f"no JSON: {error}") from error
    if not isinstance(members, dict):
        raise Malformed("no JSON object")
    missing, unknown = kinds.keys() - members.keys() - set(optional), members.keys() - kinds.keys()
    # A truth value of Python is an integer, too.
    wrong = [name for name, value in members.items() if name in kinds and type(value) is not kinds[name]]
    if missing or unknown or wrong:
        raise Malformed(f"members missing {sorted(missing)}, unknown {sorted(unknown)}, of another type {sorted(wrong)}")
    return members


@dataclass
class Note:
    """A request and its answer."""

    request: Request
    reply: Reply


class Site(http.server.ThreadingHTTPServer):
    """`services` are callables that take a request, and give a reply or None. A plant takes request and reply, and gives a reply."""

    daemon_threads = True

    def __init__(self, *services, plants: dict | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.services, self.plants = list(services), plants or {}
        self.notes: list[Note] = []
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def answer(self, request: Request) -> Reply:
        # One at a time: the services have tables.
        with self.lock:
            replies = (service(request) for service in self.services)
            reply = next((each for each in replies if each), None) or Reply(404, b"there is no such path\n", "text/plain")
            for ending, plant in self.plants.items():
                if request.path.endswith(ending):
                    reply = plant(request, reply) or reply
            self.notes.append(Note(request, reply))
            return reply

    def asked(self, ending: str, status: int | None = None) -> list[Note]:
        """What was asked of paths with an ending."""
        found = [each for each in self.notes if each.request.path.endswith(ending)]
        return [each for each in found if status in (None, each.reply.status)]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.respond(b"")

    def do_POST(self) -> None:
        count = self.headers.get("Content-Length", "")
        if not count.isdigit() or int(count) > LARGEST:
            self.close_connection = True
            self.send(Reply(411 if not count else 413, b"no length, or too much\n", "text/plain"))
            return
        self.respond(self.rfile.read(int(count)))

    def respond(self, body: bytes) -> None:
        path, _, query = self.path.partition("?")
        headers: dict[str, str] = {}
        for name, value in self.headers.items():
            name = name.lower()
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
        self.send(self.server.answer(Request(self.command, path, query, headers, body)))

    def send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in (("Content-Type", reply.kind), ("Content-Length", str(len(reply.body))), *reply.headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, *_) -> None:
        pass


@contextmanager
def open_site(*services, plants: dict | None = None):
    site = Site(*services, plants=plants)
    thread = threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        site.shutdown()
        site.server_close()
