#!/usr/bin/env python3
"""A player's side of the license exchange, with a stand-in for Apple's function D.

    license_client.py --ksm URL --certificate CERT.der --ask-file FILE --asset-id-hex HEX [--asset-id-hex HEX ...]
        [--form octets|json|form] [--renew] [--no-playback-state] [--uri URI] [--header NAME=VALUE ...]
    license_client.py --write FILE --certificate CERT.der --ask-file FILE --asset-id-hex HEX [--form ...] [--no-playback-state]

Makes an SPC for each asset id, posts it, opens the CKC strictly, and prints one line of JSON for each asset id: asset_id_hex, key,
iv, lease_seconds, rental_seconds, duration_type, hdcp, and offline where the key is one, or asset_id_hex, error, status. The status is a number that KSMs or devices
publish, or the HTTP status where the server says none. `--renew` asks a second time in the same session, playing and in need of a
key, and wants the same key. Ends with 1 if an asset id failed. A URL without a path gets `/license`; of JSON the URI is `skd://`
and the asset id, or what `--uri` says. `--write` writes the request of one asset id to a file, and asks nobody.
"""

import argparse
import base64
import binascii
import http.client
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import primitives
import spc_ckc
from primitives import Certificate
from spc_ckc import KEY_NEEDED, READY_TO_START, License, Session
from tllv import ASSET_ID_INVALID, CKC_INVALID, NO_ASSET_ID, NO_CERTIFICATE, LicenseError

KINDS = {"octets": "application/octet-stream", "json": "application/json", "form": "application/x-www-form-urlencoded"}
LARGEST = 1 << 20


def uri_of(asset_id: bytes) -> str:
    text = asset_id.decode("utf-8", "replace")
    return text if text.startswith("skd:") else "skd://" + urllib.parse.quote(asset_id)


def request_body(form: str, spc: bytes, asset_id: bytes, uri: str) -> bytes:
    if form == "octets":
        return spc
    text = base64.b64encode(spc).decode()
    if form == "form":
        return f"spc={urllib.parse.quote(text, safe='')}&assetId={urllib.parse.quote(asset_id, safe='')}".encode()
    key = {"id": 1, "uri": uri, "spc": text}
    return json.dumps({"fairplay-streaming-request": {"version": 1, "streaming-keys": [key]}}).encode()


def ckc_of(form: str, body: bytes) -> bytes:
    """The CKC of an answer; that to a form may stand in an element `ckc`."""
    try:
        if form == "octets":
            return body
        if form == "form":
            text = body.decode("ascii").strip()
            wrapped = re.fullmatch(r"<ckc>(.*)</ckc>", text, re.DOTALL)
            return base64.b64decode(wrapped[1].strip() if wrapped else text, validate=True)
        keys = json.loads(body)["fairplay-streaming-response"]["streaming-keys"]
        if len(keys) != 1 or keys[0].get("id", 1) != 1:
            raise LicenseError(CKC_INVALID, "json: not the one streaming-key that was asked for")
        return base64.b64decode(keys[0]["ckc"], validate=True)
    except (binascii.Error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LicenseError(CKC_INVALID, f"the answer holds no CKC: {type(error).__name__}: {error}") from error


def said(error: urllib.error.HTTPError) -> LicenseError:
    """What a server says of its refusal."""
    body = error.read(LARGEST)
    try:
        members = json.loads(body)
        return LicenseError(int(members["status"]), str(members["message"]))
    except (ValueError, KeyError, TypeError):
        return LicenseError(error.code, f"HTTP {error.code}: {body[:200].decode('utf-8', 'replace')}")


class Client:
    """Asks a KSM for licenses. `uri` is that of JSON requests, by default made of the asset id."""

    def __init__(self, url: str, certificate: Certificate, ask: bytes, form: str, uri: str | None = None, headers=()) -> None:
        self.url = url.rstrip("/") + "/license" if urllib.parse.urlsplit(url).path in ("", "/") else url
        self.certificate, self.ask, self.form, self.uri = certificate, ask, form, uri
        self.headers = dict(headers)
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def post(self, spc: bytes, asset_id: bytes) -> bytes:
        body = request_body(self.form, spc, asset_id, self.uri or uri_of(asset_id))
        request = urllib.request.Request(self.url, body, self.headers | {"Content-Type": KINDS[self.form]})
        try:
            with self.opener.open(request, timeout=30) as answer:
                return ckc_of(self.form, answer.read(LARGEST))
        except urllib.error.HTTPError as error:
            raise said(error) from error

    def spc(self, session: Session) -> bytes:
        return spc_ckc.seal_spc(spc_ckc.values_of_spc(session, self.ask), self.certificate)

    def ask_once(self, session: Session) -> License:
        return spc_ckc.open_ckc(self.post(self.spc(session), session.asset_id), session)

    def request(self, session: Session) -> bytes:
        """The body of a request that is not posted."""
        return request_body(self.form, self.spc(session), session.asset_id, self.uri or uri_of(session.asset_id))

    def license(self, asset_id: bytes, renew: bool = False, has_state: bool = True) -> License:
        if not asset_id:
            raise LicenseError(NO_ASSET_ID, "the asset id is empty")
        if len(asset_id) not in spc_ckc.ASSET_ID_SIZES:
            raise LicenseError(ASSET_ID_INVALID, f"an asset id of {len(asset_id)} bytes, expected 2 to 200")
        session = Session(asset_id, READY_TO_START if has_state else None)
        first = self.ask_once(session)
        if not renew:
            return first
        second = self.ask_once(Session(asset_id, KEY_NEEDED, session.session_id))
        if (second.key, second.iv) != (first.key, first.iv):
            raise LicenseError(CKC_INVALID, "the renewal has another key or IV than the first license")
        return second


def line_of(client: Client, digits: str, renew: bool, has_state: bool) -> dict:
    try:
        given = client.license(bytes.fromhex(digits), renew, has_state)
        offline = {name: value.hex() if isinstance(value, bytes) else value for name, value in (given.offline or {}).items()}
        return {
            "asset_id_hex": digits,
            "key": given.key.hex(),
            "iv": given.iv.hex(),
            "lease_seconds": given.lease,
            "rental_seconds": given.rental,
            "duration_type": given.duration_type,
            "hdcp": given.hdcp,
        } | ({"offline": offline} if offline else {})
    except LicenseError as error:
        return {"asset_id_hex": digits, "error": error.message, "status": error.status}
    except (OSError, ValueError, http.client.HTTPException) as error:
        return {"asset_id_hex": digits, "error": f"{type(error).__name__}: {error}", "status": None}


def main() -> None:
    parser = argparse.ArgumentParser()
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--ksm")
    where.add_argument("--write", type=Path)
    parser.add_argument("--certificate", type=Path, required=True)
    parser.add_argument("--ask-file", type=Path, required=True)
    parser.add_argument("--asset-id-hex", action="append", required=True)
    parser.add_argument("--form", choices=list(KINDS), default="octets")
    parser.add_argument("--renew", action="store_true")
    parser.add_argument("--no-playback-state", action="store_true")
    parser.add_argument("--uri")
    parser.add_argument("--header", action="append", default=[])
    options = parser.parse_args()
    try:
        if not options.certificate.exists():
            raise LicenseError(NO_CERTIFICATE, f"no certificate: {options.certificate}")
        certificate, ask = Certificate(options.certificate.read_bytes()), primitives.load_ask(options.ask_file)
    except (LicenseError, OSError, ValueError) as error:
        sys.exit(f"error: {error}")
    headers = [each.partition("=")[::2] for each in options.header]
    client = Client(options.ksm or "", certificate, ask, options.form, options.uri, headers)
    if options.write:
        state = None if options.no_playback_state else READY_TO_START
        options.write.write_bytes(client.request(Session(bytes.fromhex(options.asset_id_hex[0]), state)))
        return
    lines = [line_of(client, each, options.renew, not options.no_playback_state) for each in options.asset_id_hex]
    for line in lines:
        print(json.dumps(line))
    sys.exit(1 if any("error" in line for line in lines) else 0)


if __name__ == "__main__":
    main()
