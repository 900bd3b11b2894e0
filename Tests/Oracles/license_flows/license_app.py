"""The app of a customer: it finds its servers under one base URL, and gets key and IV for a key URI, flow by flow.

Its asset ids are cut out of the key URI here, and its SPCs are made with the stand-in for Apple's function D.
"""

import base64
import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
import uuid

import secure_sessions
import spc_ckc
from license_client import KINDS, ckc_of, request_body
from loopback_site import Malformed, json_members
from primitives import Certificate
from spc_ckc import KEY_NEEDED, READY_TO_START, License, Session

LARGEST = 1 << 24
TENANT = "rehearsal"
AIRPLAY = next(value for value, name in spc_ckc.STREAMING.items() if name == "airplay")


class AppError(Exception):
    """An answer that the app cannot go on with: at which request, with which HTTP status, and the number that the server said."""

    def __init__(self, request: str, status: int = 0, number: int = 0, message: str = "") -> None:
        super().__init__(f"{request}: HTTP status {status}, number {number}: {message[:200]}")
        self.request, self.status, self.number = request, status, number


def number_in(body: bytes) -> int:
    """The number of a refusal, by the members that the flows have, else the first negative number of four digits and more."""
    text = body.decode("utf-8", "replace")
    try:
        members = json.loads(text)
        for name in ("errorCode", "status", "error"):
            if isinstance(members.get(name), int):
                return members[name]
    except (ValueError, AttributeError):
        pass
    for word in text.replace("<", " ").replace(",", " ").replace(":", " ").replace("}", " ").split():
        if word[:1] == "-" and word[1:].isdigit() and len(word) in (5, 6):
            return int(word)
    return 0


class App:
    """What all flows have: requests, the certificate, and the exchange of SPC and CKC."""

    certificate_path = "/certificate"
    license_headers: dict[str, str] = {}

    def __init__(self, base: str, ask: bytes, form: str = "octets") -> None:
        self.base, self.ask, self.form = base.rstrip("/"), ask, form
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        self.sessions: dict[str, bytes] = {}
        self.asked: list[str] = []

    # --- Requests ---

    def send(self, url: str, body: bytes | None = None, kind: str = "", headers: dict | None = None) -> tuple[bytes, str]:
        """Body and content type of an answer 200."""
        url = url if "://" in url else self.base + url
        path = urllib.parse.urlsplit(url).path
        self.asked.append(path)
        request = urllib.request.Request(url, body, {"Content-Type": kind} if kind else {})
        # As they are written: urllib would have capitals in them, which no server may go by.
        for name, value in (headers or {}).items():
            request.add_header(name, value)
        try:
            with self.opener.open(request, timeout=30) as answer:
                return answer.read(LARGEST), answer.headers.get_content_type()
        except urllib.error.HTTPError as error:
            with error:
                body = error.read(LARGEST)
            raise AppError(path, error.code, number_in(body), body.decode("utf-8", "replace")) from error
        except (OSError, http.client.HTTPException) as error:
            raise AppError(path, message=f"{type(error).__name__}: {error}") from error

    def post_json(self, path: str, members: dict, headers: dict | None = None) -> bytes:
        body, kind = self.send(path, json.dumps(members).encode(), "application/json", headers)
        if kind != "application/json":
            raise AppError(path, 200, message=f"content type {kind}, expected JSON")
        return body

    def certificate(self) -> Certificate:
        der, kind = self.send(self.certificate_path)
        if kind not in ("application/octet-stream", "application/x-x509-ca-cert", "application/pkix-cert"):
            raise AppError(self.certificate_path, 200, message=f"content type {kind}")
        return Certificate(der)

    # --- Licenses ---

    def asset_id(self, uri: str) -> bytes:
        """Of the key line."""
        return uri.removeprefix("skd://").encode()

    def address(self, uri: str, asset_id: bytes) -> tuple[str, dict[str, str]]:
        """Where the license is asked for, and with which header fields."""
        return "/license", {}

    def license(self, uri: str, state: bytes = READY_TO_START, streaming: bytes = bytes(8)) -> License:
        """Key and IV for a key URI: entitlement or token or session, then SPC and CKC."""
        asset_id = self.asset_id(uri)
        url, headers = self.address(uri, asset_id)
        return self.exchange(url, headers, asset_id, uri, state, streaming)

    def exchange(self, url: str, headers: dict, asset_id: bytes, uri: str, state=READY_TO_START, streaming=bytes(8)) -> License:
        session = Session(asset_id, state, streaming=streaming)
        session.session_id = self.sessions.setdefault(uri, session.session_id)
        certificate = self.certificate()
        spc = spc_ckc.seal_spc(spc_ckc.values_of_spc(session, self.ask), certificate)
        body = request_body(self.form, spc, asset_id, uri)
        answer, kind = self.send(url, body, KINDS[self.form], self.license_headers | headers)
        return spc_ckc.open_ckc(self.ckc(answer, kind), session)

    def ckc(self, answer: bytes, kind: str) -> bytes:
        return ckc_of(self.form, answer)

    def later(self, uri: str) -> dict[str, License]:
        """The key again: before a lease ends, for AirPlay, back from the background, and for a second player."""
        return {
            "renewal": self.license(uri, KEY_NEEDED),
            "AirPlay": self.license(uri, KEY_NEEDED, AIRPLAY),
            "second player": self.license(uri),
        }

    def close(self) -> None:
        """The title is left."""


class HardCodedApp(App):
    """The license server's address is written into the app."""


def uri_list(body: bytes, path: str) -> str:
    """The one URL of `text/uri-list`: lines that end with CR and LF, comments begin with `#`."""
    lines = [line for line in body.decode("ascii").split("\n") if line.strip("\r") and not line.startswith("#")]
    url = lines[0].removesuffix("\r") if len(lines) == 1 else ""
    if not url or any(ord(each) <= 32 for each in url):
        raise AppError(path, 200, message=f"no single URL: {body[:80]!r}")
    return url


class TokenApp(App):
    """Its own server gives a token URL for an asset id."""

    def asset_id(self, uri: str) -> bytes:
        return uri.removeprefix("skd://").partition("/")[0].encode()

    def address(self, uri: str, asset_id: bytes) -> tuple[str, dict[str, str]]:
        path = "/token?asset_id=" + urllib.parse.quote(asset_id, safe="")
        body, kind = self.send(path)
        if kind != "text/uri-list":
            raise AppError("/token", 200, message=f"content type {kind}")
        return uri_list(body, "/token"), {}


class EntitlementApp(App):
    """The entitlement server of the key line gives a token URL."""

    request_type = 1

    def asset_id(self, uri: str) -> bytes:
        query = urllib.parse.urlsplit(uri).query
        return urllib.parse.parse_qs(query, strict_parsing=True)["cid"][0].encode()

    def address(self, uri: str, asset_id: bytes) -> tuple[str, dict[str, str]]:
        # GUIDs may have capitals: the answer has to be the same all the same.
        name = str(uuid.uuid4())
        message = {"messageID": name.upper() if uuid.uuid4().int % 2 else name, "version": 1, "contentID": asset_id.decode()}
        message["requestType"] = self.request_type
        if self.request_type != 1:
            message["customerCookie"] = "device-1"
        body = self.post_json("/entitlement", message)
        kinds = {"messageID": str, "version": int, "isAllowed": bool, "epTokenURL": str, "error": int, "errorText": str}
        try:
            answer = json_members(body, kinds, optional=["epTokenURL", "error", "errorText"])
        except Malformed as error:
            raise AppError("/entitlement", 200, message=str(error)) from error
        if answer["messageID"] != message["messageID"] or not 1 <= answer["version"] <= 1:
            raise AppError("/entitlement", 200, message=f"the answer to another message: {answer}")
        if not answer["isAllowed"]:
            raise AppError("/entitlement", 200, answer.get("error", 0), answer.get("errorText", "denied"))
        return uri_list(answer.get("epTokenURL", "").encode(), "/entitlement"), {}


class TokenURLApp(App):
    """The key line is the token URL with another scheme; its host is that of the base here."""

    def asset_id(self, uri: str) -> bytes:
        return b"the-app-s-own"

    def address(self, uri: str, asset_id: bytes) -> tuple[str, dict[str, str]]:
        parts = urllib.parse.urlsplit(uri)
        return f"/hms/fp/rights/?{parts.query}", {}


class SecureApp(App):
    """NAGRA's license server, with a content token of the operator's backend; with SSM version 1 in a session."""

    certificate_path = f"/{TENANT}{secure_sessions.CERTIFICATES}"
    license_headers = {"Accept": "application/json"}

    def __init__(self, base: str, ask: bytes, ssm: int = 0) -> None:
        super().__init__(base, ask)
        self.ssm, self.session, self.heartbeat = ssm, "", 0

    def content_token(self, content_id: str) -> str:
        body, _ = self.send("/content-token?content_id=" + urllib.parse.quote(content_id, safe=""))
        token = body.decode("ascii").strip()
        header, claims = secure_sessions.claims_of(token)
        titles = [each["contentId"] for each in claims["contentRights"]]
        if header.get("alg") != "HS256" or content_id not in titles or not isinstance(claims["exp"], int):
            raise AppError("/content-token", 200, message=f"a token of {header.get('alg')} for {titles}")
        return token

    def manage(self, action: str, token: str) -> dict:
        return json.loads(self.post_json(f"/v1/sessions/{action}", {}, {"nv-authorizations": token}) or b"{}")

    def set_up(self, content_id: str) -> tuple[str, int]:
        answer = self.manage("setup", self.content_token(content_id))
        token, seconds = answer.get("sessionToken"), answer.get("heartbeat")
        if not isinstance(token, str) or not token or isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or seconds <= 0:
            raise AppError("/v1/sessions/setup", 200, message=f"{answer}")
        return token, seconds

    def beat(self) -> None:
        answer = self.manage("heartbeat", self.session)
        if not answer.get("sessionToken") or answer["sessionToken"] == self.session:
            raise AppError("/v1/sessions/heartbeat", 200, message="no new token")
        self.session = answer["sessionToken"]

    def address(self, uri: str, asset_id: bytes) -> tuple[str, dict[str, str]]:
        content_id, _, _ = secure_sessions.signalling(asset_id)
        if self.ssm == 1 and not self.session:
            self.session, self.heartbeat = self.set_up(content_id)
        token = self.content_token(content_id)
        value = f"{token},{self.session}" if self.ssm == 1 else token
        return f"/{TENANT}{secure_sessions.LICENSES}", {"nv-authorizations": value}

    def ckc(self, answer: bytes, kind: str) -> bytes:
        members = json_members(answer, {"CkcMessage": str, "sessionToken": str}, optional=["sessionToken"])
        if kind != "application/json":
            raise AppError(secure_sessions.LICENSES, 200, message=f"content type {kind}")
        if self.ssm == 2 and members.get("sessionToken"):
            self.session = members["sessionToken"]
        return base64.b64decode(members["CkcMessage"], validate=True)

    def renew(self, uri: str) -> License:
        """In the session: its token alone, and a parameter that says so."""
        url = f"/{TENANT}{secure_sessions.LICENSES}?renew=true"
        return self.exchange(url, {"nv-authorizations": self.session}, self.asset_id(uri), uri, KEY_NEEDED)

    def later(self, uri: str) -> dict[str, License]:
        found = super().later(uri)
        if self.ssm == 1:
            self.beat()
            self.beat()
        return found | ({"enforced": self.renew(uri)} if self.ssm else {})

    def close(self) -> None:
        if self.ssm == 1 and self.session:
            self.manage("teardown", self.session)
            self.session = ""
