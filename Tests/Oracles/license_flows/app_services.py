"""Everything that an app asks, under one base URL: media, certificate, the customer's server, key, token, license and session servers.

It is what `fairlead serve` is to an app, made of the oracle's own services: with it the app is tried without fairlead's servers.
"""

import base64
import urllib.parse
from pathlib import Path

from entitlement_server import EntitlementServer
from exported_keys import ExportedKeys
from express_play import ExpressPlay, Refusal
from export_files import Table
from key_security_module import KeySecurityModule
from ksm_server import base64_octets, form_fields
from licenses import ckc_for
from loopback_site import Malformed, Reply, Request
from secure_sessions import SecureSessions
from tllv import NO_CONTENT_KEY, LicenseError

PREFIX = "/run-1"


class AppServices:
    """`media` is the folder of the title."""

    def __init__(self, credentials, keys: ExportedKeys, media: Path, ssm: int = 0) -> None:
        self.keys, self.media = keys, media.resolve()
        self.module = KeySecurityModule(credentials.certificate, credentials.key, credentials.ask, Table())
        self.tokens = ExpressPlay(self.module, "201722,test")
        self.entitlements = EntitlementServer(keys, self.tokens, paths=[f"{PREFIX}/entitlement"])
        self.sessions = SecureSessions(self.module, keys, ssm)
        self.services = [self.own, self.tokens, self.entitlements, self.sessions]

    def own(self, request: Request) -> Reply | None:
        if not request.path.startswith(f"{PREFIX}/"):
            return Reply(404, b"")
        path = request.path.removeprefix(PREFIX)
        try:
            if path.startswith("/media/") and request.method == "GET":
                return self.file(urllib.parse.unquote(path.removeprefix("/media/")))
            if path == "/certificate" and request.method == "GET":
                return Reply(200, self.module.certificate.der)
            if path == "/license" and request.method == "POST":
                return self.license(request)
            if path == "/token" and request.method == "GET":
                return self.token(request.parameters["asset_id"].encode())
            if path == "/content-token" and request.method == "GET":
                return Reply(200, self.sessions.content_token(request.parameters["content_id"]).encode(), "text/plain")
        except (Malformed, KeyError) as error:
            return Reply(400, f"{error}\n".encode(), "text/plain")
        except LicenseError as error:
            return Reply.json({"status": error.status, "message": error.message}, 404 if error.status == NO_CONTENT_KEY else 400)
        return None

    def file(self, name: str) -> Reply:
        path = (self.media / name).resolve()
        if self.media not in path.parents or not path.is_file():
            return Reply(404, b"")
        kind = "application/vnd.apple.mpegurl" if path.suffix == ".m3u8" else "application/octet-stream"
        return Reply(200, path.read_bytes(), kind)

    def license(self, request: Request) -> Reply:
        """As octets and as a form."""
        is_form = request.content_type == "application/x-www-form-urlencoded"
        spc = base64_octets(form_fields(request.body)["spc"], "spc") if is_form else request.body

        def record(spc):
            found = self.keys.with_asset_id(spc.asset_id)
            if found is None:
                raise LicenseError(NO_CONTENT_KEY, "no such asset id")
            return found

        ckc, _ = ckc_for(self.module, spc, record)
        return Reply(200, base64.b64encode(ckc), "text/plain") if is_form else Reply(200, ckc)

    def token(self, asset_id: bytes) -> Reply:
        record = self.keys.with_asset_id(asset_id)
        if record is None:
            return Reply.json({"status": NO_CONTENT_KEY, "message": "no such asset id"}, 404)
        parameters = {"customerAuthenticator": self.tokens.authenticator, "contentKey": record.key.hex(), "iv": record.iv.hex()}
        parameters["rentalDuration"] = str(record.rental or 0)
        try:
            return Reply(200, self.tokens.token_url(parameters).encode() + b"\r\n", "text/uri-list")
        except Refusal as refusal:
            return refusal.reply("json")
