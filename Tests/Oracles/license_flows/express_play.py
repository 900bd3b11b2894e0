"""ExpressPlay's services for FairPlay, as they are published (Adobe Primetime, FairPlay license token request): tokens, and the
licenses that they open.

A token has the key and the IV of its request. It opens one license, if a test does not say otherwise. What is posted to a token URL
is not published: an SPC as octets, or `spc` in base64 and `assetId` in a form.
"""

import base64
import binascii
import datetime
import re
import secrets
import time
import urllib.parse
from dataclasses import dataclass

from cryptography.hazmat.primitives.keywrap import InvalidUnwrap, aes_key_unwrap

from export_files import Record
from key_security_module import KeySecurityModule
from ksm_server import base64_octets, form_fields
from licenses import ckc_for
from loopback_site import Malformed, Reply, Request, form_parameters
from tllv import LicenseError

TOKEN_PATH, RIGHTS_PATH = "/hms/fp/token", "/hms/fp/rights/"
LONGEST_LIFE = 30 * 24 * 3600
KNOWN = {
    *("customerAuthenticator", "errorFormat", "generalFlags", "kek", "kid", "ek", "contentKey", "iv", "rentalDuration"),
    *("fpExtension", "expirationTime", "cookie"),
}

# The published numbers.
EXPIRATION, KEY, NO_AUTHENTICATOR, AUTHENTICATOR, NO_TOKENS, KEY_LENGTH = -2002, -2005, -2017, -2018, -2019, -2027
COOKIE, EXTENSION_TYPE, EXTENSION_PAYLOAD, ERROR_FORMAT, INVALID_TOKEN = -2033, -2036, -2037, -3004, -4010
NO_KEY_ID, KEY_STORAGE, KEY_ID_DIGITS, KEY_ID_LENGTH, WRAPPED_KEY = -4018, -4019, -4020, -4021, -4024
FLAGS, EXTENSION, IV, NO_CKC, RENTAL = -5003, -6001, -6003, -6004, -6007
TEXTS = {
    EXPIRATION: "Invalid token expiration time",
    KEY: "Invalid content encryption key",
    NO_AUTHENTICATOR: "Authentication token must be supplied",
    AUTHENTICATOR: "Authentication token invalid",
    KEY_LENGTH: "Content encryption key must be 32-hexadecimal digits long",
    INVALID_TOKEN: "Invalid token",
}


class Refusal(Exception):
    """A refusal with a published number; without one it is 0."""

    def __init__(self, code: int, message: str = "", status: int = 400) -> None:
        super().__init__(f"{code} {message}")
        self.code, self.message, self.status = code, message or TEXTS.get(code, "refused"), status

    def reply(self, form: str) -> Reply:
        """As a page, or in JSON; the names of its members are not published."""
        if form == "json":
            return Reply.json({"error": {"code": self.code, "message": self.message}}, self.status)
        page = f"<html><body><h1>Error</h1><p>Error code: {self.code}</p><p>{self.message}</p></body></html>\n"
        return Reply(self.status, page.encode(), "text/html")


def hex_octets(text: str | None, code: int, length_code: int) -> bytes:
    if text is None or len(text) != 32:
        raise Refusal(length_code, f"{len(text or '')} digits, expected 32")
    if not re.fullmatch("[0-9A-Fa-f]{32}", text):
        raise Refusal(code, "not of hexadecimal digits")
    return bytes.fromhex(text)


def life_of(text: str | None) -> float:
    """Seconds that a token lives."""
    if text is None:
        return LONGEST_LIFE
    if re.fullmatch(r"\+[0-9]{1,9}", text):
        life = float(text[1:])
    elif re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", text):
        end = datetime.datetime.fromisoformat(text[:19]).replace(tzinfo=datetime.timezone.utc)
        life = end.timestamp() - time.time()
    else:
        hint = ": a + is %2B in a form" if text.startswith(" ") else ""
        raise Refusal(EXPIRATION, f"neither a time in UTC nor + and seconds{hint}")
    if not 0 < life <= LONGEST_LIFE:
        raise Refusal(EXPIRATION, f"{life:.0f} s, expected 1 to {LONGEST_LIFE}")
    return life


@dataclass
class Token:
    record: Record
    expires: float
    cookie: str | None
    uses: int | None
    """How many licenses it still opens; None for as many as are asked for."""


class ExpressPlay:
    """Both services. `base` is the URL at which tokens are redeemed, without a path."""

    def __init__(self, module: KeySecurityModule, authenticator: str, uses: int | None = 1) -> None:
        self.module, self.authenticator, self.uses = module, authenticator, uses
        self.base = ""
        self.tokens: dict[str, Token] = {}
        self.key_storage: dict[str, bytes] = {}
        self.requests: list[dict[str, str]] = []
        """The parameters of each request for a token that was given."""
        self.asset_ids: list[bytes] = []
        """Of each license that was given."""

    def __call__(self, request: Request) -> Reply | None:
        if request.path.endswith(TOKEN_PATH):
            return self.answer_token(request)
        if request.path.endswith((RIGHTS_PATH, RIGHTS_PATH.rstrip("/"))):
            return self.answer_license(request)
        return None

    # --- Tokens ---

    def answer_token(self, request: Request) -> Reply:
        form = "html"
        try:
            parameters = self.parameters(request)
            form = parameters.get("errorFormat", form)
            if form not in ("html", "json"):
                form = "html"
                raise Refusal(ERROR_FORMAT, "errorFormat is neither html nor json")
            return Reply(200, (self.token_url(parameters) + "\r\n").encode(), "text/uri-list")
        except Malformed as error:
            return Refusal(0, str(error)).reply(form)
        except Refusal as refusal:
            return refusal.reply(form)

    def parameters(self, request: Request) -> dict[str, str]:
        if request.method == "GET":
            found = request.parameters
        elif request.content_type != "application/x-www-form-urlencoded":
            raise Refusal(0, f"content type {request.content_type!r} of a form")
        else:
            if request.query:
                raise Refusal(0, "parameters in the query of a form")
            found = form_parameters(request.body.decode("ascii", "strict"))
        return found

    def token_url(self, parameters: dict[str, str]) -> str:
        """The URL of a new token for parameters, which are checked."""
        given = parameters.get("customerAuthenticator")
        if not given:
            raise Refusal(NO_AUTHENTICATOR, status=401)
        if not secrets.compare_digest(given.encode(), self.authenticator.encode()):
            raise Refusal(AUTHENTICATOR, status=401)
        if parameters.get("generalFlags", "0000") != "0000":
            raise Refusal(FLAGS, "generalFlags is not 0000")
        self.check_extension(parameters.get("fpExtension"))
        cookie = parameters.get("cookie")
        if cookie is not None and len(cookie) > 32:
            raise Refusal(COOKIE, f"{len(cookie)} characters, expected at most 32")
        key = self.content_key(parameters)
        if "iv" not in parameters:
            raise Refusal(IV, "iv is missing")
        iv = hex_octets(parameters["iv"], IV, IV)
        rental = parameters.get("rentalDuration", "0")
        if not re.fullmatch("[0-9]{1,10}", rental) or int(rental) >= 1 << 32:
            raise Refusal(RENTAL, "rentalDuration is not a number of seconds")
        life = life_of(parameters.get("expirationTime"))
        # The sample that is published has some of other rights: ours has no need of them.
        if parameters.keys() - KNOWN:
            raise Refusal(0, f"unknown parameters {sorted(parameters.keys() - KNOWN)}")
        self.requests.append(parameters)
        return self.url_of(Record(key, iv, rental=int(rental) or None), life, cookie)

    def url_of(self, record: Record, life: float = LONGEST_LIFE, cookie: str | None = None, uses: int | None = -1) -> str:
        """The URL of a new token for a record."""
        token = base64.urlsafe_b64encode(secrets.token_bytes(48)).decode()
        self.tokens[token] = Token(record, time.time() + life, cookie, self.uses if uses == -1 else uses)
        return f"{self.base}{RIGHTS_PATH}?ExpressPlayToken={token}"

    @staticmethod
    def check_extension(text: str | None) -> None:
        if text is None:
            return
        kind, mark, payload = text.partition(",")
        if not mark:
            raise Refusal(EXTENSION, "fpExtension is no pair")
        if len(kind) != 4:
            raise Refusal(EXTENSION_TYPE, "the type of the extension has not 4 characters")
        try:
            base64.b64decode(payload, validate=True)
        except binascii.Error as error:
            raise Refusal(EXTENSION_PAYLOAD, "the extension is no base64") from error

    def content_key(self, parameters: dict[str, str]) -> bytes:
        kek, kid, wrapped = (parameters.get(name) for name in ("kek", "kid", "ek"))
        if kid is not None:
            if kid.startswith("^"):
                if not 1 <= len(kid) - 1 <= 64:
                    raise Refusal(KEY_ID_LENGTH, "kid has more than 64 characters after the ^")
            elif not re.fullmatch("[0-9A-Fa-f]{32}", kid):
                raise Refusal(KEY_ID_DIGITS, "kid has not 32 hexadecimal digits")
        if kek is None:
            return hex_octets(parameters.get("contentKey"), KEY, KEY_LENGTH)
        if kid and wrapped:
            raise Refusal(WRAPPED_KEY, "kid and ek")
        if kid:
            wrapped = self.key_storage.get(kid, b"").hex()
            if not wrapped:
                raise Refusal(KEY_STORAGE, "no such key")
        if not wrapped:
            raise Refusal(NO_KEY_ID, "neither kid nor ek")
        try:
            return aes_key_unwrap(bytes.fromhex(kek), bytes.fromhex(wrapped))
        except (ValueError, InvalidUnwrap) as error:
            raise Refusal(WRAPPED_KEY, "ek does not open under kek") from error

    # --- Licenses ---

    def answer_license(self, request: Request) -> Reply:
        try:
            name = self.redeemed(request)
            record = self.tokens[name].record
            kinds = {"application/octet-stream": self.octets, "application/x-www-form-urlencoded": self.form}
            if request.content_type not in kinds:
                raise Refusal(0, f"content type {request.content_type!r}")
            reply = kinds[request.content_type](request.body, record)
        except Malformed as error:
            return Refusal(INVALID_TOKEN, str(error)).reply("html")
        except Refusal as refusal:
            return refusal.reply("html")
        except LicenseError as error:
            return Reply.json({"status": error.status, "message": error.message}, 400)
        token = self.tokens[name]
        if token.uses is not None:
            token.uses -= 1
        return reply

    def redeemed(self, request: Request) -> str:
        """The token of a request, which still opens a license."""
        if request.method != "POST" or request.path.endswith(RIGHTS_PATH.rstrip("/")):
            raise Refusal(0, "no POST, or no slash at the end of the path", 404)
        if not request.query.startswith("ExpressPlayToken=") or "&" in request.query:
            raise Refusal(INVALID_TOKEN, "no token, or something else beside it")
        # Base64 may have a bare plus sign: this is no form.
        name = urllib.parse.unquote(request.query.removeprefix("ExpressPlayToken="))
        token = self.tokens.get(name)
        if token is None or token.uses == 0 or token.expires < time.time():
            raise Refusal(INVALID_TOKEN, status=401 if token is None else 400)
        return name

    def octets(self, body: bytes, record: Record) -> Reply:
        ckc, spc = ckc_for(self.module, body, record)
        self.asset_ids.append(spc.asset_id)
        return Reply(200, ckc)

    def form(self, body: bytes, record: Record) -> Reply:
        fields = form_fields(body)
        ckc, spc = ckc_for(self.module, base64_octets(fields["spc"], "form: spc"), record)
        if fields.get("assetId") != spc.asset_id:
            raise Refusal(NO_CKC, "assetId is not that of the SPC")
        self.asset_ids.append(spc.asset_id)
        return Reply(200, base64.b64encode(ckc), "text/plain")


def code_of(reply: Reply) -> int:
    """The number in a refusal of ours or of others, whatever its form; 0 where there is none."""
    found = re.search(r"-[2-6]\d{3}\b", reply.body.decode("utf-8", "replace"))
    return int(found[0]) if found else 0
