"""NAGRA's license service and session manager, as the published players ask them: content tokens, licenses, SSM of versions 1 and 2.

A content token is a JSON Web Token signed with HS256; the title in it wins over that of the key URI. The license service finds the key
by title and key id in the exported file, and takes the IV from the key URI.
"""

import base64
import binascii
import hashlib
import hmac
import json
import secrets
import time
import uuid
from dataclasses import dataclass

from export_files import Record
from exported_keys import ExportedKeys
from key_security_module import KeySecurityModule
from licenses import ckc_for
from loopback_site import Malformed, Reply, Request, json_members
from spc_ckc import KEY_NEEDED, SPC
from tllv import LicenseError, Tag

SERVICE = "/fpls/contentlicenseservice/v1"
CERTIFICATES, LICENSES, SESSIONS = f"{SERVICE}/certificates", f"{SERVICE}/licenses", "/v1/sessions/"

# Published for other key systems; for FairPlay likely the same.
FORMAT, AUTHORIZATIONS, TOO_MANY_SESSIONS, CHALLENGE, NO_CONTENT_ID = 1001, 1004, 1007, 2001, 2103
VERSION, SIGNATURE, UNKNOWN_TOKEN, NOT_GRANTED, NO_TOKEN, EXPIRED, PLAYED, NO_KEY = 3001, 3003, 3005, 4000, 4001, 4005, 4006, 4011
HTTP_STATUS = {TOO_MANY_SESSIONS: 409, NO_KEY: 404, NOT_GRANTED: 403, PLAYED: 403, NO_TOKEN: 401, EXPIRED: 401, SIGNATURE: 401}


class Refusal(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code, self.message = code, message

    @property
    def reply(self) -> Reply:
        return Reply.json({"errorCode": self.code, "message": self.message}, HTTP_STATUS.get(self.code, 400))


# --- Content tokens ---


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64url(text: str) -> bytes:
    """Without padding, as tokens have it."""
    if not text or set(text) & set("+/="):
        raise ValueError("no base64url")
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def sign(secret: bytes, header: dict, claims: dict) -> str:
    parts = [base64url(json.dumps(each, separators=(",", ":")).encode()) for each in (header, claims)]
    signature = hmac.digest(secret, ".".join(parts).encode(), hashlib.sha256)
    return ".".join([*parts, base64url(signature)])


def content_token(secret: bytes, content_ids: list[str], life: int = 300, header=None, **claims) -> str:
    """A token for titles; `claims` are put in the place of its own, or beside them."""
    own = {
        "ver": "1.0",
        "typ": "ContentAuthZ",
        "exp": int(time.time()) + life,
        "jti": secrets.token_hex(12),
        "device": {"accountId": "account-1"},
        "contentRights": [{"contentId": each} for each in content_ids],
    }
    return sign(secret, header or {"alg": "HS256", "typ": "JWT"}, own | claims)


def claims_of(token: str) -> tuple[dict, dict]:
    """Header and claims of a token, whoever signed it."""
    parts = token.split(".")
    if len(parts) != 3:
        raise ValueError(f"{len(parts)} parts, expected 3")
    header, claims = (json.loads(from_base64url(each)) for each in parts[:2])
    from_base64url(parts[2])
    return header, claims


def verified(token: str, secret: bytes) -> dict:
    """The claims of a token, which has to be signed and valid."""
    try:
        header, claims = claims_of(token)
        signature = from_base64url(token.rpartition(".")[2])
    except (ValueError, binascii.Error, UnicodeDecodeError) as error:
        raise Refusal(AUTHORIZATIONS, f"no JSON Web Token: {error}") from error
    expected = hmac.digest(secret, token.rpartition(".")[0].encode(), hashlib.sha256)
    if header.get("alg") != "HS256" or not hmac.compare_digest(signature, expected):
        raise Refusal(SIGNATURE, "another signature")
    if claims.get("typ") != "ContentAuthZ" or claims.get("ver", "1.0") != "1.0":
        raise Refusal(VERSION, "no ContentAuthZ of version 1.0")
    if not isinstance(claims.get("exp"), int) or claims["exp"] <= time.time():
        raise Refusal(EXPIRED, "the token is expired")
    rights = claims.get("contentRights")
    if not rights or not all(isinstance(each, dict) and isinstance(each.get("contentId"), str) for each in rights):
        raise Refusal(NO_CONTENT_ID, "no contentRights with a contentId")
    return claims


def signalling(asset_id: bytes) -> tuple[str, uuid.UUID, bytes]:
    """Title, key id and IV of what stands behind `skd://`: the JSON is decoded, not compared."""
    try:
        text = from_base64url(asset_id.decode("ascii").rstrip("="))
        members = json_members(text, {"ContentId": str, "KeyId": str, "IV": str})
        iv = base64.b64decode(members["IV"], validate=True)
        found = members["ContentId"], uuid.UUID(members["KeyId"]), iv
    except (ValueError, binascii.Error) as error:
        raise Refusal(CHALLENGE, f"the asset id is no JSON in base64url: {error}") from error
    if len(iv) != 16 or not found[0]:
        raise Refusal(CHALLENGE, f"an IV of {len(iv)} bytes, or no ContentId")
    return found


# --- The services ---


@dataclass
class Session:
    name: str
    tokens: list[str]
    """The last of them is valid."""
    is_over: bool = False


class SecureSessions:
    """License service and session manager. `ssm` is 0 without sessions, 1 if apps set them up, 2 if licenses begin them. A content token
    opens one license if `once`."""

    def __init__(self, module: KeySecurityModule, keys: ExportedKeys, ssm: int = 0, once: bool = True, most: int = 2, heartbeat=30) -> None:
        self.module, self.keys, self.ssm, self.once, self.most, self.heartbeat = module, keys, ssm, once, most, heartbeat
        self.secret = secrets.token_bytes(32)
        self.played: set[str] = set()
        self.sessions: list[Session] = []
        self.served: list[tuple[str, bytes, bool]] = []
        """Title of the token, asset id and whether it was a renewal, of each license that was given."""
        self.refused: list[int] = []

    def content_token(self, content_id: str, **options) -> str:
        """As the operator's backend gives it."""
        return content_token(self.secret, [content_id], **options)

    def __call__(self, request: Request) -> Reply | None:
        try:
            if request.path.endswith(CERTIFICATES):
                return self.answer_certificate(request)
            if request.path.endswith(LICENSES):
                return self.answer_license(request)
            if SESSIONS in request.path and self.ssm == 1:
                return self.answer_session(request)
        except Refusal as refusal:
            self.refused.append(refusal.code)
            return refusal.reply
        return None

    def answer_certificate(self, request: Request) -> Reply:
        if request.method != "GET" or request.query:
            raise Refusal(FORMAT, "GET, and no query")
        return Reply(200, self.module.certificate.der)

    def answer_license(self, request: Request) -> Reply:
        if request.method != "POST" or request.content_type != "application/octet-stream":
            raise Refusal(FORMAT, "POST application/octet-stream")
        if "application/json" not in request.headers.get("accept", ""):
            raise Refusal(FORMAT, "Accept: application/json")
        if request.query not in ("", "renew=true"):
            raise Refusal(FORMAT, f"query {request.query!r}")
        value = request.headers.get("nv-authorizations", "")
        if not value:
            raise Refusal(NO_TOKEN, "nv-authorizations is missing")
        parts = value.split(",")
        if request.query:
            return self.answer_renewal(request, parts)
        claims = verified(parts[0], self.secret)
        if len(parts) != (2 if self.ssm == 1 else 1):
            raise Refusal(AUTHORIZATIONS, f"{len(parts)} tokens, of a license with SSM {self.ssm}")
        if self.ssm == 1:
            self.session_of(parts[1])
        if self.once and claims.get("jti") in self.played:
            raise Refusal(PLAYED, "the token was played")
        answer = self.license(request, [each["contentId"] for each in claims["contentRights"]], False)
        self.played.add(claims.get("jti"))
        if self.ssm == 2:
            if len(self.active) >= self.most:
                self.active[0].is_over = True
            answer["sessionToken"] = self.begin(claims["contentRights"][0]["contentId"]).tokens[-1]
        return Reply.json(answer)

    def answer_renewal(self, request: Request, parts: list[str]) -> Reply:
        if len(parts) != 1 or not self.ssm:
            raise Refusal(AUTHORIZATIONS, "a renewal has the session's token alone")
        session = self.session_of(parts[0])
        return Reply.json(self.license(request, [session.name], True))

    def license(self, request: Request, titles: list[str], is_renewal: bool) -> dict:
        def record(spc: SPC) -> Record:
            if is_renewal and (not spc.has_state or spc.values[Tag.PLAYBACK_STATE][4:8] != KEY_NEEDED):
                raise Refusal(CHALLENGE, "the SPC is not one of a renewal")
            content_id, key_id, iv = signalling(spc.asset_id)
            if content_id not in titles:
                raise Refusal(NOT_GRANTED, f"the token is not for {content_id}")
            found = self.keys.of_title(content_id, key_id)
            if found is None:
                raise Refusal(NO_KEY, f"no key {key_id} of {content_id}")
            if is_renewal and (content_id, spc.asset_id) not in {each[:2] for each in self.served}:
                raise Refusal(NOT_GRANTED, "nothing to renew")
            return Record(found.key, iv, found.hdcp, found.lease, found.rental)

        try:
            ckc, spc = ckc_for(self.module, request.body, record)
        except LicenseError as error:
            raise Refusal(CHALLENGE, f"{error.status} {error.message}") from error
        self.served.append((signalling(spc.asset_id)[0], spc.asset_id, is_renewal))
        return {"CkcMessage": base64.b64encode(ckc).decode()}

    # --- Sessions ---

    @property
    def active(self) -> list[Session]:
        return [each for each in self.sessions if not each.is_over]

    def begin(self, title: str) -> Session:
        session = Session(title, [secrets.token_urlsafe(24)])
        self.sessions.append(session)
        return session

    def session_of(self, token: str) -> Session:
        for session in self.active:
            if session.tokens[-1] == token:
                return session
        raise Refusal(UNKNOWN_TOKEN, "no session has this token, or none any more")

    def answer_session(self, request: Request) -> Reply:
        action = request.path.rpartition("/")[2]
        if request.method != "POST" or request.content_type != "application/json":
            raise Refusal(FORMAT, "POST application/json")
        try:
            json_members(request.body, {})
        except Malformed as error:
            raise Refusal(FORMAT, str(error)) from error
        token = request.headers.get("nv-authorizations", "")
        if not token or "," in token:
            raise Refusal(AUTHORIZATIONS, "one token in nv-authorizations")
        if action == "setup":
            claims = verified(token, self.secret)
            if self.once and claims.get("jti") in self.played:
                raise Refusal(PLAYED, "the token was played")
            if len(self.active) >= self.most:
                raise Refusal(TOO_MANY_SESSIONS, f"{self.most} sessions already")
            session = self.begin(claims["contentRights"][0]["contentId"])
            return Reply.json({"sessionToken": session.tokens[-1], "heartbeat": self.heartbeat})
        session = self.session_of(token)
        if action == "heartbeat":
            session.tokens.append(secrets.token_urlsafe(24))
            return Reply.json({"sessionToken": session.tokens[-1]})
        if action == "teardown":
            session.is_over = True
            return Reply(200, b"{}", "application/json")
        raise Refusal(FORMAT, f"no action {action!r}")
