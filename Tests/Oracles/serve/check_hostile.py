"""Requests that no client of good will sends, by raw sockets: each has its status, nobody else waits, and memory stays flat."""

import contextlib
import resource
import secrets
import select
import socket
import threading
import time

import raw_http
from served import Served, Titles

GIGABYTE = 1 << 30
ENOUGH = 64 << 20
"""Bytes after which a server that still reads is said to read all."""
FLAT = 20
"""MB by which memory may grow."""
CONNECTIONS = 1000
REQUEST_TIME = 60
"""Seconds that a request may take, by the byte."""
SILENCE = 10
"""Seconds in which something has to come."""
GET_OR_HEAD = {"GET", "HEAD"}
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "M-SEARCH")
SPC, JSON, FORM = "application/octet-stream", "application/json", "application/x-www-form-urlencoded"
STRANGE_TYPES = ("", "text/plain", "multipart/form-data; boundary=x", "application/xml", "application/octet-streams", "*/*", "x" * 1000)
NAMED = "http://app.example"
"""The origin whose pages may ask."""


class Slow:
    """Clients of a byte a second, which begin before all else; at the end they have to be closed, and others served meanwhile."""

    def __init__(self, titles: Titles, is_wanted: bool) -> None:
        self.served = Served(titles) if is_wanted else None
        self.closed: dict[str, float] = {}
        self.threads: list[threading.Thread] = []
        if not self.served:
            return
        host = f"Host: 127.0.0.1:{self.served.port}\r\n".encode()
        start = b"POST /" + self.served.token.encode() + b"/license HTTP/1.1\r\n" + host
        for name, sent, drips in (
            ("a head by the byte", b"GET /" + self.served.token.encode() + b"/ HTTP/1.1\r\n" + host + b"X: ", b"a"),
            ("a body by the byte", start + b"Content-Type: application/octet-stream\r\nContent-Length: 9999\r\n\r\n", b"a"),
            ("chunks by the byte", start + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
            ("half a head, then silence", b"GET /" + self.served.token.encode(), b""),
            ("half a body, then silence", start + b"Content-Length: 9999\r\n\r\nabc", b""),
            ("silence", b"", b""),
            ("silence behind a request", b"GET /" + self.served.token.encode() + b"/ HTTP/1.1\r\n" + host + b"\r\n", b""),
        ):
            thread = threading.Thread(target=self.drip, args=(name, sent, drips), daemon=True)
            thread.start()
            self.threads.append(thread)

    def drip(self, name: str, sent: bytes, drips: bytes) -> None:
        began = time.monotonic()
        with raw_http.connect(self.served.port, 1) as connection:
            connection.sendall(sent)
            while time.monotonic() - began < REQUEST_TIME + 30:
                with contextlib.suppress(TimeoutError):
                    try:
                        if not connection.recv(1 << 16):
                            break
                    except ConnectionError:
                        break
                try:
                    connection.sendall(drips)
                except OSError:
                    break
        self.closed[name] = time.monotonic() - began

    def __enter__(self) -> "Slow":
        return self

    def __exit__(self, *_) -> None:
        if self.served:
            self.served.__exit__()

    def check(self, outcome) -> None:
        if not self.served:
            return
        began = time.monotonic()
        answer = raw_http.request(self.served.port, "GET", f"/{self.served.token}/")
        outcome.check(answer.status == 200 and time.monotonic() - began < 5, f"beside slow clients: {answer.status}")
        for thread in self.threads:
            thread.join(REQUEST_TIME + 40)
        for name, seconds in self.closed.items():
            limit = SILENCE if "silence" in name else REQUEST_TIME
            outcome.check(limit - 1 <= seconds < limit + 15, f"{name}: closed after {seconds:.1f} s, expected {limit}")
        outcome.check(len(self.closed) == len(self.threads), f"slow clients that were closed: {sorted(self.closed)}")
        outcome.check(self.served.lives and self.served.end()[0] == 0, "the end after slow clients")


def check_methods(outcome, served: Served) -> None:
    """Each endpoint takes its methods, and says 405 to all others and which it takes."""
    endpoints = {
        "/media/ts/multivariant.m3u8": GET_OR_HEAD,
        "/media/ts/nothing.ts": GET_OR_HEAD,
        "/certificate": GET_OR_HEAD,
        "/keys/0": GET_OR_HEAD,
        "/keys/99": GET_OR_HEAD,
        "/token?asset_id=fairplay": GET_OR_HEAD,
        "/content-token?content_id=fairplay": GET_OR_HEAD,
        "/license": {"POST"},
        "/entitlement": {"POST"},
        "/rehearsal/fpls/contentlicenseservice/v1/certificates": GET_OR_HEAD,
        "/hms/fp/token": {"GET", "POST"},
        "/hms/fp/rights/?ExpressPlayToken=x": {"POST"},
        "/rehearsal/fpls/contentlicenseservice/v1/licenses": {"POST"},
        "/v1/sessions/setup": {"POST"},
    }
    for path, taken in endpoints.items():
        for method in METHODS:
            answer = raw_http.request(served.port, method, f"/{served.token}{path}", body=b"" if method not in GET_OR_HEAD else None)
            is_refused = answer.status == 405
            outcome.check(is_refused == (method not in taken) and answer.status != 0, f"{method} {path}: {answer.status}")
            if method == "HEAD" and path in ("/keys/0", "/certificate", "/media/ts/multivariant.m3u8"):
                length = len(raw_http.request(served.port, "GET", f"/{served.token}{path}").body)
                said = answer.fields.get("content-length")
                outcome.check(said == str(length), f"HEAD {path}: Content-Length {said}, that of GET is {length}")
            allow = {each.strip() for each in answer.fields.get("allow", "").split(",") if each}
            outcome.check(not is_refused or method not in allow and allow, f"{method} {path}: 405 with Allow {allow}")
        answer = raw_http.request(served.port, "BREW", f"/{served.token}{path}")
        outcome.check(answer.status in (400, 405, 501), f"BREW {path}: {answer.status}")


def check_media_types(outcome, served: Served) -> None:
    for path in ("/license", "/hms/fp/rights/?ExpressPlayToken=x"):
        for kind in STRANGE_TYPES:
            answer = raw_http.request(served.port, "POST", f"/{served.token}{path}", {"Content-Type": kind} if kind else {}, b"hello")
            outcome.check(answer.status == 415 and b"-42585" in answer.body, f"POST {path} of {kind[:20]!r}: {answer.status} {answer.body[:80]}")
        for kind in (SPC, "application/x-www-form-urlencoded", "application/json", "APPLICATION/JSON; charset=utf-8"):
            nested = (b"[" * 20_000, b'{"a":' * 20_000)
            for body in (b"", b"spc=", b"{}", *nested, bytes(1000), b"\xff" * 1000, b"spc=%zz&" * 1000, secrets.token_bytes(5000)):
                answer = raw_http.request(served.port, "POST", f"/{served.token}{path}", {"Content-Type": kind}, body)
                outcome.check(answer.status in (400, 404), f"POST {path} of {kind}, {body[:8]}: {answer.status}")
    service = "/rehearsal/fpls/contentlicenseservice/v1/licenses"
    for path, taken in (("/entitlement", JSON), ("/hms/fp/token", FORM), (service, SPC), ("/v1/sessions/setup", JSON), ("/v1/sessions/heartbeat", JSON)):
        for kind in (*STRANGE_TYPES, *({SPC, FORM, JSON} - {taken})):
            answer = raw_http.request(served.port, "POST", f"/{served.token}{path}", {"Content-Type": kind} if kind else {}, b"{}")
            is_right = answer.status == 415 and answer.fields.get("accept") == taken
            outcome.check(is_right, f"POST {path} of {kind[:20]!r}: {answer.status} {answer.fields.get('accept')}, expected 415")
        answer = raw_http.request(served.port, "POST", f"/{served.token}{path}", {"Content-Type": f"{taken}; charset=utf-8"}, b"{}")
        outcome.check(400 <= answer.status < 415, f"POST {path} of {taken}: {answer.status}")
    for body in (b"", b"{}", b"[]", b"[" * 50_000, b"\xff\xfe", b'{"messageID":1,"version":1,"requestType":1,"contentID":"fairplay"}'):
        answer = raw_http.request(served.port, "POST", f"/{served.token}/entitlement", {"Content-Type": "application/json"}, body)
        outcome.check(answer.status == 400, f"POST /entitlement of {body[:12]}: {answer.status}")
    for query in ("", "?", "?asset_id=", "?asset_id=%", "?asset_id=%zz", "?other=1", "?asset_id=" + "a" * 9000, "?asset_id=%00", "?asset_id=nobody"):
        answer = raw_http.request(served.port, "GET", f"/{served.token}/token{query}")
        outcome.check(answer.status in (400, 404), f"GET /token{query[:20]}: {answer.status}")
    for query in ("", "?content_id=", "?content_id=%ff", "?content_id=nobody", "?content_id=" + "a" * 9000):
        answer = raw_http.request(served.port, "GET", f"/{served.token}/content-token{query}")
        outcome.check(answer.status in (400, 404), f"GET /content-token{query[:20]}: {answer.status}")
    for query in ("?customerAuthenticator=x", "?customerAuthenticator=" + "0" * 32, "?customerAuthenticator="):
        answer = raw_http.request(served.port, "GET", f"/{served.token}/hms/fp/token{query}")
        outcome.check(answer.status == 401, f"GET /hms/fp/token{query[:20]}: {answer.status}")


def check_messages(outcome, served: Served) -> None:
    """Lines and fields that HTTP does not allow, or that mean another server."""
    port, token = served.port, served.token
    path, host, close = f"/{token}/media/odd/inside.txt", f"Host: 127.0.0.1:{port}\r\n", "Connection: close\r\n"
    get = f"GET {path} HTTP/1.1\r\n"
    post = f"POST /{token}/license HTTP/1.1\r\n{host}"
    cases = {
        "HTTP/1.0": (f"GET {path} HTTP/1.0\r\n{host}\r\n", {200}),
        "HTTP/1.0 without a host": (f"GET {path} HTTP/1.0\r\n\r\n", {400, 421}),
        "HTTP/0.9": (f"GET {path}\r\n\r\n", {400}),
        "HTTP/2": ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 505}),
        "HTTP/9.9": (f"GET {path} HTTP/9.9\r\n{host}{close}\r\n", {400, 505}),
        "no host": (f"{get}{close}\r\n", {400}),
        "two hosts": (f"{get}{host}{host}{close}\r\n", {400}),
        "another host": (f"{get}Host: localhost:{port}\r\n{close}\r\n", {421}),
        "another port": (f"{get}Host: 127.0.0.1:1\r\n{close}\r\n", {421}),
        "no port": (f"{get}Host: 127.0.0.1\r\n{close}\r\n", {421}),
        "a host with a user": (f"{get}Host: 127.0.0.1:{port}@evil.example\r\n{close}\r\n", {400, 421}),
        "an empty host": (f"{get}Host:\r\n{close}\r\n", {400, 421}),
        "127.1": (f"{get}Host: 127.1:{port}\r\n{close}\r\n", {421}),
        "[::1]": (f"{get}Host: [::1]:{port}\r\n{close}\r\n", {421}),
        "0.0.0.0": (f"{get}Host: 0.0.0.0:{port}\r\n{close}\r\n", {421}),
        "absolute-form": (f"GET http://127.0.0.1:{port}{path} HTTP/1.1\r\n{host}{close}\r\n", {200, 400}),
        "absolute-form of another": (f"GET http://evil.example/ HTTP/1.1\r\n{host}{close}\r\n", {400, 421}),
        "absolute-form, host of another": (f"GET http://127.0.0.1:{port}{path} HTTP/1.1\r\nHost: evil.example\r\n{close}\r\n", {400, 421}),
        "CONNECT": (f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n{host}\r\n", {400, 405}),
        "CONNECT of another": ("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", {400, 405, 421}),
        "OPTIONS *": (f"OPTIONS * HTTP/1.1\r\n{host}{close}\r\n", {400, 204, 405}),
        "authority-form": (f"GET 127.0.0.1:{port} HTTP/1.1\r\n{host}{close}\r\n", {400}),
        "an empty target": (f"GET  HTTP/1.1\r\n{host}{close}\r\n", {400}),
        "a space in the target": (f"GET {path} x HTTP/1.1\r\n{host}{close}\r\n", {400}),
        "a zero in the target": (f"GET {path}\0 HTTP/1.1\r\n{host}{close}\r\n", {400}),
        "a fragment": (f"GET {path}#x HTTP/1.1\r\n{host}{close}\r\n", {400, 404}),
        "bytes above 127": (f"GET {path}\xfc HTTP/1.1\r\n{host}{close}\r\n", {400}),
        "a zero in a field": (f"{get}{host}X: a\0b\r\n{close}\r\n", {400}),
        "a folded field": (f"{get}{host}X: a\r\n b\r\n{close}\r\n", {400}),
        "a space before a colon": (f"{get}Host : 127.0.0.1:{port}\r\n{close}\r\n", {400}),
        "a field without a name": (f"{get}{host}: x\r\n{close}\r\n", {400}),
        "a field without a colon": (f"{get}{host}nonsense\r\n{close}\r\n", {400}),
        "2,000 fields": (get + host + "X: a\r\n" * 2000 + close + "\r\n", {400, 431}),
        "a field of 1 MB": (f"{get}{host}X: {'a' * 1_000_000}\r\n{close}\r\n", {400, 431}),
        "a name of 1 MB": (f"{get}{host}{'a' * 1_000_000}: x\r\n{close}\r\n", {400, 431}),
        "1 MB of fields": (get + host + f"X: {'a' * 2000}\r\n" * 500 + close + "\r\n", {400, 431}),
        "a target of 1 MB": (f"GET {path}{'a' * 1_000_000} HTTP/1.1\r\n{host}{close}\r\n", {400, 414}),
        "a query of 1 MB": (f"GET {path}?{'a' * 1_000_000} HTTP/1.1\r\n{host}{close}\r\n", {400, 414}),
        "a method of 1 MB": (f"{'A' * 1_000_000} {path} HTTP/1.1\r\n{host}{close}\r\n", {400, 501}),
        "two lengths": (f"{post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n012345", {400}),
        "length and chunks": (f"{post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", {400}),
        "a length below zero": (f"{post}Content-Length: -5\r\n\r\n", {400}),
        "a length in hex": (f"{post}Content-Length: 0x10\r\n\r\n", {400}),
        "a length beyond numbers": (f"{post}Content-Length: 99999999999999999999999\r\n\r\n", {400, 413}),
        "a length of 1 GB": (f"{post}Content-Length: {GIGABYTE}\r\n\r\n", {413}),
        "a length of 1 GB, with Expect": (f"{post}Content-Length: {GIGABYTE}\r\nExpect: 100-continue\r\n\r\n", {413, 417}),
        "an unknown coding": (f"{post}Transfer-Encoding: gzip\r\n\r\n", {400, 501}),
        "a chunk beyond numbers": (f"{post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", {400, 413}),
        "a chunk below zero": (f"{post}Transfer-Encoding: chunked\r\n\r\n-1\r\n", {400}),
        "no chunk": (f"{post}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n", {400}),
        "a TLS hello": ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "a" * 500, {400}),
        "SSH": ("SSH-2.0-OpenSSH_9.2\r\n", {400}),
        "lines of nothing": ("\r\n" * 1000 + f"{get}{host}{close}\r\n", {200, 400}),
        "line feeds alone": (f"GET {path} HTTP/1.1\n{host.strip()}\nConnection: close\n\n", {200, 400}),
        "an upgrade": (f"{get}{host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", {200, 400, 426}),
        "an upgrade to HTTP/2": (f"{get}{host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n", {200, 400, 426}),
        "another host in a field": (f"{get}{host}X-Forwarded-Host: evil.example\r\nForwarded: host=evil.example\r\n{close}\r\n", {200}),
        "another method in a field": (f"{get}{host}X-HTTP-Method-Override: POST\r\n{close}\r\n", {200}),
        "an origin of another": (f"{get}{host}Origin: http://evil.example\r\n{close}\r\n", {403}),
        "the origin null": (f"{get}{host}Origin: null\r\n{close}\r\n", {403}),
        "an empty origin": (f"{get}{host}Origin:\r\n{close}\r\n", {403}),
        "two origins": (f"{get}{host}Origin: http://127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n{close}\r\n", {400, 403}),
        "an origin of another scheme": (f"{get}{host}Origin: https://127.0.0.1:{port}\r\n{close}\r\n", {403}),
        "an origin of another port": (f"{get}{host}Origin: http://127.0.0.1:1\r\n{close}\r\n", {403}),
        "a page of another site": (f"{get}{host}Sec-Fetch-Site: cross-site\r\n{close}\r\n", {403}),
        "a page of another port": (f"{get}{host}Sec-Fetch-Site: same-site\r\nReferer: http://127.0.0.1:1/\r\n{close}\r\n", {403}),
        "a page of a name like that": (f"{get}{host}Sec-Fetch-Site: cross-site\r\nReferer: {NAMED}.evil.example/\r\n{close}\r\n", {403}),
        "a page that names it": (f"{get}{host}Sec-Fetch-Site: cross-site\r\nReferer: http://evil.example/{NAMED}/\r\n{close}\r\n", {403}),
        "a page that was named": (f"{get}{host}Sec-Fetch-Site: cross-site\r\nReferer: {NAMED}/page\r\n{close}\r\n", {200}),
        "an origin that was named": (f"{get}{host}Origin: {NAMED}\r\n{close}\r\n", {200}),
        "an origin in other letters": (f"{get}{host}Origin: {NAMED.upper()}\r\n{close}\r\n", {403}),
        "its own page": (f"{get}{host}Sec-Fetch-Site: same-origin\r\n{close}\r\n", {200}),
        "an address that was typed": (f"{get}{host}Sec-Fetch-Site: none\r\n{close}\r\n", {200}),
        "its own origin": (f"{get}{host}Origin: http://127.0.0.1:{port}\r\n{close}\r\n", {200}),
    }  # fmt: skip
    for name, (text, statuses) in cases.items():
        answer = raw_http.send(port, text.encode("latin-1"))
        outcome.check(answer.status in statuses and answer.is_closed, f"{name}: {answer.status}, expected one of {sorted(statuses)}")
        outcome.check(served.lives, f"{name}: it ended")
        is_given = answer.status == 200 and answer.body == b"inside"
        outcome.check(is_given or answer.status != 200, f"{name}: {answer.body[:40]}")
    fields = raw_http.send(port, cases["an origin of another"][0].encode()).fields
    allow = [value for name, value in fields.items() if name.startswith("access-control")]
    outcome.check(not allow, f"an answer to another origin has {allow}")


def check_garbage(outcome, served: Served) -> None:
    token = served.token.encode()
    good = b"GET /" + token + b"/media/odd/inside.txt HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % served.port
    for _ in range(60):
        raw = bytearray(secrets.token_bytes(1 + secrets.randbelow(4000)) if secrets.randbelow(2) else good)
        for _ in range(1 + secrets.randbelow(3)):
            raw[secrets.randbelow(len(raw))] = secrets.randbelow(256)
        answer = raw_http.send(served.port, bytes(raw), half_closes=True)
        outcome.check(answer.is_closed and answer.status < 500, f"garbage {bytes(raw)[:40]}: {answer.status}")
    # Requests behind one another in one packet, and byte by byte: as many answers, in order.
    keep = good.replace(b"Connection: close\r\n", b"")
    answer = raw_http.send(served.port, keep * 50 + good)
    outcome.check(answer.raw.count(b"HTTP/1.1 200 OK") == 51 and answer.raw.count(b"\r\n\r\ninside") == 51, "51 requests in one packet")
    with raw_http.connect(served.port) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in good:
            connection.sendall(bytes([byte]))
        answer = raw_http.parse(*raw_http.read_all(connection))
    outcome.check((answer.status, answer.body) == (200, b"inside"), f"byte by byte: {answer.status}")
    # Nothing is answered behind a request that was refused.
    answer = raw_http.send(served.port, b"nonsense\r\n\r\n" + good)
    outcome.check(answer.raw.count(b"HTTP/1.1") == 1, "an answer behind nonsense")


def check_half_closed(outcome, served: Served) -> None:
    head = f"Host: 127.0.0.1:{served.port}\r\n".encode()
    for path in ("/media/odd/inside.txt", "/media/ts/video/720p/segment0.ts", "/keys/0", "/certificate"):
        answer = raw_http.send(served.port, f"GET /{served.token}{path} HTTP/1.1\r\n".encode() + head + b"\r\n", half_closes=True)
        length = int(answer.fields.get("content-length", -1))
        outcome.check(answer.status == 200 and len(answer.body) == length and answer.is_closed, f"half-closed, {path}: {answer.status}")
    post = f"POST /{served.token}/license HTTP/1.1\r\n".encode() + head
    answer = raw_http.send(served.port, post + b"Content-Length: 9\r\n\r\nabc", half_closes=True)
    outcome.check(answer.status in (0, 400) and answer.is_closed, f"half a body, half-closed: {answer.status}")


def send_much(served: Served, head: bytes, part: bytes, most: int) -> tuple[int, raw_http.Answer]:
    """Sends parts until the server does not want any more: how much it took, and its answer."""
    sent = 0
    with raw_http.connect(served.port) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(head)
            while sent < most:
                # An answer that is read too late is lost, where the server closes the connection with bytes of ours in it.
                if select.select([connection], [], [], 0)[0]:
                    break
                connection.sendall(part)
                sent += len(part)
        return sent, raw_http.parse(*raw_http.read_all(connection))


def check_bodies(outcome, served: Served) -> None:
    before = served.memory
    head = f"POST /{served.token}/license HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Type: {SPC}\r\n".encode()
    chunk = b"10000\r\n" + bytes(1 << 16) + b"\r\n"
    # Of what is read as a request all is refused with a status; of the two that are none the connection may end.
    for name, fields, part, statuses in (
        ("1 GB announced", f"Content-Length: {GIGABYTE}\r\n\r\n", bytes(1 << 16), {413}),
        ("1 GB in chunks", "Transfer-Encoding: chunked\r\n\r\n", chunk, {413}),
        ("1 GB in chunks of a byte", "Transfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n" * 20_000, {413}),
        ("1 GB of an extension of a chunk", "Transfer-Encoding: chunked\r\n\r\n1;", b"a" * (1 << 16), {0, 400, 413}),
        ("1 GB of trailers", "Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X: " + b"a" * 1000 + b"\r\n", {0, 400, 413}),
        ("1 GB without a token", "", b"", {413}),
    ):
        begin = head + fields.encode()
        if not fields:
            begin, part = head.replace(served.token.encode(), b"0" * 32) + b"Transfer-Encoding: chunked\r\n\r\n", chunk
        sent, answer = send_much(served, begin, part, ENOUGH)
        outcome.check(sent < ENOUGH, f"{name}: it took {sent >> 20} MB")
        outcome.check(answer.status in statuses, f"{name}: {answer.status}, expected one of {sorted(statuses)}")
        outcome.check(served.lives, f"{name}: it ended")
    answer = raw_http.request(served.port, "POST", f"/{served.token}/license", {"Content-Type": SPC}, bytes(128 << 10))
    outcome.check(answer.status == 400, f"the largest body: {answer.status}")
    answer = raw_http.request(served.port, "POST", f"/{served.token}/license", {"Content-Type": SPC}, bytes((128 << 10) + 1))
    outcome.check(answer.status == 413, f"a byte more: {answer.status}")
    outcome.check(served.memory - before < FLAT, f"bodies: memory grew from {before:.0f} to {served.memory:.0f} MB")


def check_many_connections(outcome, served: Served) -> None:
    """1,000 at once, all of which ask; then 600 more than are taken, which wait until others end."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = 8192 if hard == resource.RLIM_INFINITY else min(hard, 8192)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, limit), hard))
    outcome.check(max(soft, limit) > 2 * CONNECTIONS, f"this test needs {2 * CONNECTIONS} open files, and the system gives {limit}")
    time.sleep(0.5)
    files = served.open_files
    keep = f"GET /{served.token}/keys/0 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(raw_http.connect(served.port)) for _ in range(CONNECTIONS)]
        for turn in range(2):
            for connection in connections:
                connection.sendall(keep)
            answers = [connection.recv(1 << 16) for connection in connections]
            right = sum(answer.startswith(b"HTTP/1.1 200 OK") for answer in answers)
            outcome.check(right == CONNECTIONS, f"{right} of {CONNECTIONS} connections have answers, turn {turn}")
        answer = raw_http.request(served.port, "GET", f"/{served.token}/")
        outcome.check(answer.status == 200, f"one more than {CONNECTIONS}: {answer.status}")
        more = [stack.enter_context(raw_http.connect(served.port)) for _ in range(600)]
        for connection in more:
            connection.sendall(keep)
        for connection in connections:
            connection.close()
        right = sum(connection.recv(1 << 16).startswith(b"HTTP/1.1 200 OK") for connection in more)
        outcome.check(right == len(more), f"{right} of {len(more)} that waited have answers")
    # Those that hang up at once.
    for _ in range(500):
        connection = raw_http.connect(served.port)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.send(keep)
        connection.close()
    deadline = time.monotonic() + 5
    while served.open_files > files + 8 and time.monotonic() < deadline:
        time.sleep(0.1)
    outcome.check(served.open_files <= files + 8, f"{served.open_files} files are open, {files} before")
    outcome.check(raw_http.request(served.port, "GET", f"/{served.token}/").status == 200, "it answers afterwards")


def check_all(outcome, titles: Titles) -> None:
    (titles.tree / "odd").mkdir(exist_ok=True)
    (titles.tree / "odd" / "inside.txt").write_bytes(b"inside")
    with Served(titles, "--allow-origin", NAMED) as served:
        for check in (check_methods, check_media_types, check_messages, check_garbage, check_half_closed, check_bodies, check_many_connections):
            began = time.monotonic()
            check(outcome, served)
            if time.monotonic() - began > 10:
                print(f"        {check.__name__}: {time.monotonic() - began:.1f} s")
        outcome.check(raw_http.request(served.port, "GET", f"/{served.token}/").status == 200, "it lives on")
        served.check_log(outcome, "hostile requests")
        outcome.check(served.end()[0] == 0, "the end")
