#!/usr/bin/env python3
"""A SPEKE server on loopback: real HTTP, and all the ways in which a server can fail.

    speke_server.py --log FILE [--speke 1|2] [--modes MODE,MODE,...] [--fresh] [--certificate PEM --key PEM [--client-ca PEM]]

Prints its port. Request number n is answered in mode n, those that follow in the last mode: `good`, faults of `reply.py` joined by
`+`, a status such as `503` or `429:2` (with `Retry-After: 2`), or one of those below. Each answer that holds keys is a line of FILE
(JSON) before it is sent.
"""

import argparse
import http.server
import json
import ssl
import sys
import threading
import time

from reply import Answers, Reply
from request import Refused, parse

LOCK = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        mode = self.server.next_mode()
        self.server.note({"mode": mode, "path": self.path, "headers": dict(self.headers), "body": body.decode("utf-8", "replace")})
        special = getattr(self, "mode_" + mode.replace("-", "_"), None)
        if special:
            special()
        elif mode[0].isdigit():
            status, _, wish = mode.partition(":")
            self.answer(int(status), b"<p>not now, token=hidden</p>", {"Retry-After": wish} if wish else {})
        else:
            self.fill(body, set(mode.split("+")) - {"good"})

    do_GET = do_POST

    def fill(self, body: bytes, faults: set[str]) -> None:
        version = self.server.options.speke
        try:
            document = parse(version, self.headers, body)
        except (Refused, ValueError, SyntaxError) as error:
            self.answer(422, str(error).encode(), {"Content-Type": "text/plain"})
            return
        reply = Reply(version, document, self.server.answers, faults)
        text = reply.text()
        self.server.note({"given": reply.given})
        headers = {"X-Speke-Version": "2.0", "X-Speke-User-Agent": "test"} if version == 2 else {"Speke-User-Agent": "test"}
        if "other-version" in faults:
            headers["X-Speke-Version"] = "3.0"
        if "slow" in faults:
            time.sleep(0.5)
        self.answer(200, text, headers | {"Content-Type": "application/xml"})

    def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for field in headers.items():
            self.send_header(*field)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def mode_hang(self) -> None:
        time.sleep(3600)

    def mode_hang_in_body(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"<cpix")
        self.wfile.flush()
        time.sleep(3600)

    def mode_close(self) -> None:
        self.close_connection = True

    def mode_close_early(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"<cpix")
        self.close_connection = True

    def mode_garbage(self) -> None:
        self.answer(200, b"\x00\xff no XML at all", {})

    def mode_html(self) -> None:
        self.answer(200, b"<html><body>Welcome</body></html>", {"Content-Type": "text/html"})

    def mode_empty(self) -> None:
        self.answer(200, b"", {})

    def mode_echo(self) -> None:
        self.answer(200, b"what was asked", {"X-Echo": "1"})

    def mode_noise(self) -> None:
        self.wfile.write(b"this is not HTTP\r\n\r\n")
        self.close_connection = True

    def mode_redirect(self) -> None:
        self.answer(302, b"", {"Location": f"http://127.0.0.1:{self.server.server_port}/elsewhere"})

    def mode_huge(self) -> None:
        """No length, and no end for a while."""
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for _ in range(256):
                self.wfile.write(b" " * (1 << 18))
        except OSError:
            pass

    def log_message(self, *_) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, options: argparse.Namespace) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.options = options
        self.modes = options.modes.split(",")
        self.answers = Answers(options.fresh)
        if options.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(options.certificate, options.key)
            if options.client_ca:
                context.verify_mode = ssl.CERT_REQUIRED
                context.load_verify_locations(options.client_ca)
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)

    def next_mode(self) -> str:
        with LOCK:
            return self.modes.pop(0) if len(self.modes) > 1 else self.modes[0]

    def note(self, line: dict) -> None:
        with LOCK, open(self.options.log, "a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")

    def handle_error(self, *_) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", required=True)
    parser.add_argument("--speke", type=int, default=2)
    parser.add_argument("--modes", default="good")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    parser.add_argument("--client-ca")
    server = Server(parser.parse_args())
    print(server.server_port, flush=True)
    # Whoever started it holds the other end: the server ends with it.
    threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    server.serve_forever()


if __name__ == "__main__":
    main()
