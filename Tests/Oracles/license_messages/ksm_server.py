#!/usr/bin/env python3
"""A KSM on loopback over an export of a key store, with a stand-in for Apple's function D.

    ksm_server.py --export FILE --as csv|jsonl|fps-sdk|fps-sdk-request|expressplay-token --private-key KEY.pem --certificate CERT.der --ask-file FILE
        [--port 0] [--offline] [--log FILE]

Prints `listening on http://127.0.0.1:PORT` and serves until it is killed. `GET /certificate` is the certificate; `POST /license`
takes an SPC as octets, as a form or in JSON, by its content type, and answers in the same form. What is refused ends with 400, a
content key that is not there with 404, and JSON with the members `status`, a number that KSMs publish, and `message`. Each SPC is
a line of the log (JSON), written before it is answered. The ask file has 16 bytes or 32 hexadecimal digits.
"""

import argparse
import base64
import binascii
import http.server
import json
import sys
import threading
import urllib.parse
from pathlib import Path

import primitives
from export_files import READERS, ExportError, read_export
from key_security_module import KeySecurityModule
from tllv import FILE, NO_CONTENT_KEY, PARAMETER, LicenseError

LARGEST = 1 << 20
LOCK = threading.Lock()


def base64_octets(text, where: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, TypeError, ValueError) as error:
        hint = ": a + of base64 has to be %2B in a form" if isinstance(text, (str, bytes)) and " " in str(text) else ""
        raise LicenseError(PARAMETER, f"{where} is not base64{hint}") from error


def form_fields(body: bytes) -> dict[str, bytes]:
    """The fields of a form as octets: an asset id need not be text."""
    fields: dict[str, bytes] = {}
    for each in body.split(b"&"):
        name, mark, value = each.partition(b"=")
        name = name.decode("latin-1")
        if name not in ("spc", "assetId") or not mark or name in fields:
            raise LicenseError(PARAMETER, f"form: {name!r} where spc or assetId is expected once each")
        fields[name] = urllib.parse.unquote_to_bytes(value.replace(b"+", b" "))
    if "spc" not in fields:
        raise LicenseError(PARAMETER, "form: spc is missing")
    return fields


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        if self.path == "/certificate":
            self.send(200, self.server.module.certificate.der, "application/octet-stream")
        else:
            self.refuse(404, LicenseError(FILE, f"there is no {self.path}"))

    def do_POST(self) -> None:
        try:
            count = int(self.headers.get("Content-Length", ""))
        except ValueError:
            count = -1
        if not 0 <= count <= LARGEST:
            self.close_connection = True
            # Who is still sending would not see the answer.
            while 0 < count <= 16 * LARGEST and (skipped := len(self.rfile.read(min(count, LARGEST)))):
                count -= skipped
            self.refuse(400, LicenseError(PARAMETER, f"Content-Length is missing or not within {LARGEST}"))
            return
        body = self.rfile.read(count)
        if self.path.partition("?")[0] != "/license":
            self.refuse(404, LicenseError(FILE, f"there is no {self.path}"))
            return
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        answers = {
            "application/octet-stream": self.octets,
            "application/x-www-form-urlencoded": self.form,
            "application/json": self.json,
        }
        try:
            if kind not in answers:
                raise LicenseError(PARAMETER, f"content type {kind!r}, expected one of {list(answers)}")
            self.send(200, *answers[kind](body))
        except LicenseError as error:
            self.refuse(404 if error.status == NO_CONTENT_KEY else 400, error)

    def octets(self, body: bytes) -> tuple[bytes, str]:
        return self.ckc(body), "application/octet-stream"

    def form(self, body: bytes) -> tuple[bytes, str]:
        fields = form_fields(body)
        spc = base64_octets(fields["spc"], "form: spc")
        return base64.b64encode(self.ckc(spc, fields.get("assetId"))), "text/plain"

    def json(self, body: bytes) -> tuple[bytes, str]:
        try:
            request = json.loads(body)["fairplay-streaming-request"]
            version, keys = request["version"], request["streaming-keys"]
            asked = [(each["id"], each["uri"], each["spc"]) for each in keys]
        except (ValueError, KeyError, TypeError) as error:
            raise LicenseError(PARAMETER, f"json: {type(error).__name__}: {error}") from error
        if version != 1 or not asked or not all(isinstance(uri, str) for _, uri, _ in asked):
            raise LicenseError(PARAMETER, "json: version is not 1, there are no streaming-keys, or a uri is no text")
        if len({json.dumps(each) for each, _, _ in asked}) != len(asked):
            raise LicenseError(PARAMETER, "json: an id stands twice")
        answers = []
        for identifier, _, spc in asked:
            ckc = self.ckc(base64_octets(spc, f"json: spc of {identifier!r}"))
            answers.append({"id": identifier, "ckc": base64.b64encode(ckc).decode()})
        return json.dumps({"fairplay-streaming-response": {"streaming-keys": answers}}).encode(), "application/json"

    def ckc(self, octets: bytes, asset_id: bytes | None = None) -> bytes:
        """The CKC of an SPC. An asset id beside it has to be that of the SPC."""
        module, entry = self.server.module, {"status": 0}
        try:
            spc = module.read(octets)
            entry |= spc.summary()
            if asset_id is not None and asset_id != spc.asset_id:
                raise LicenseError(PARAMETER, f"assetId is {asset_id.hex()}, that of the SPC is {spc.asset_id.hex()}")
            return module.answer(spc)
        except LicenseError as error:
            entry |= {"status": error.status, "message": error.message}
            raise
        finally:
            self.server.note(entry | {"path": self.path})

    def refuse(self, status: int, error: LicenseError) -> None:
        self.send(status, json.dumps({"status": error.status, "message": error.message}).encode(), "application/json")

    def send(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, module: KeySecurityModule, port: int = 0, log: Path | None = None) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.module, self.log = module, log

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def note(self, entry: dict) -> None:
        if self.log:
            with LOCK, self.log.open("a") as file:
                file.write(json.dumps(entry) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--export", type=Path, required=True)
    parser.add_argument("--as", dest="form", choices=sorted(READERS), required=True)
    parser.add_argument("--private-key", type=Path, required=True)
    parser.add_argument("--certificate", type=Path, required=True)
    parser.add_argument("--ask-file", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--offline", action="store_true")
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    try:
        module = KeySecurityModule(
            primitives.Certificate(options.certificate.read_bytes()),
            primitives.load_private_key(options.private_key),
            primitives.load_ask(options.ask_file),
            read_export(options.export, options.form),
            options.offline,
        )
    except (ExportError, LicenseError, OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    server = Server(module, options.port, options.log)
    print(f"listening on {server.address}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
