"""A customer's entitlement server, as ExpressPlay publishes its messages (SEES): JSON in, a token URL out.

It finds key and IV by `contentID` in the exported file, and asks the token service for a token of them.
"""

import re

from exported_keys import ExportedKeys
from express_play import ExpressPlay, Refusal
from loopback_site import Malformed, Reply, Request, json_members
from tllv import NO_CONTENT_KEY

PATH = "/sees"
TIME, REGISTRATION, BOUND = 1, 2, 3
VERSION = 1
GUID = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
MEMBERS = {"messageID": str, "version": int, "contentID": str, "requestType": int, "customerCookie": str}
NO_SUCH_TITLE = NO_CONTENT_KEY


class EntitlementServer:
    """`authorization` is the header field that apps have to send; None if there is none to send."""

    def __init__(self, keys: ExportedKeys, tokens: ExpressPlay, paths=(PATH,), authorization: str | None = None) -> None:
        self.keys, self.tokens, self.paths, self.authorization = keys, tokens, tuple(paths), authorization
        self.message_ids: set[str] = set()
        self.registered: set[str] = set()
        self.requests: list[dict] = []

    def __call__(self, request: Request) -> Reply | None:
        if not request.path.endswith(self.paths):
            return None
        if request.method != "POST" or request.content_type != "application/json":
            return Reply(405 if request.method != "POST" else 415, b"POST JSON\n", "text/plain")
        if self.authorization and request.headers.get("authorization") != self.authorization:
            return Reply(401, b"who are you?\n", "text/plain")
        try:
            message = json_members(request.body, MEMBERS, optional=["customerCookie"])
            self.check(message)
        except Malformed as error:
            return Reply(400, f"{error}\n".encode(), "text/plain")
        self.requests.append(message)
        return Reply.json(self.answer(message))

    def check(self, message: dict) -> None:
        if not re.fullmatch(GUID, message["messageID"]):
            raise Malformed("messageID is no GUID")
        if message["messageID"] in self.message_ids:
            raise Malformed("messageID was there before")
        self.message_ids.add(message["messageID"])
        if message["version"] < 1:
            raise Malformed("version is less than 1")
        if message["requestType"] not in (TIME, REGISTRATION, BOUND):
            raise Malformed("requestType is not 1, 2 or 3")
        if not message["contentID"] or len(message.get("customerCookie", "")) > 32:
            raise Malformed("contentID is empty, or customerCookie has more than 32 characters")
        # A device is told apart by the cookie.
        if message["requestType"] != TIME and not message.get("customerCookie"):
            raise Malformed("no customerCookie to know a device by")

    def answer(self, message: dict) -> dict:
        answer = {"messageID": message["messageID"], "version": min(VERSION, message["version"])}
        kind, cookie = message["requestType"], message.get("customerCookie")
        if kind == BOUND and cookie not in self.registered:
            return answer | {"isAllowed": False, "error": 1, "errorText": "the device is not registered"}
        record = self.keys.with_asset_id(message["contentID"].encode())
        if record is None:
            return answer | {"isAllowed": False, "error": NO_SUCH_TITLE, "errorText": "no such title"}
        if kind == REGISTRATION:
            self.registered.add(cookie)
        parameters = {
            "customerAuthenticator": self.tokens.authenticator,
            "contentKey": record.key.hex(),
            "iv": record.iv.hex(),
            "rentalDuration": str(record.rental or 0),
            "expirationTime": "+60",
        }
        try:
            url = self.tokens.token_url(parameters | ({"cookie": cookie} if cookie else {}))
        except Refusal as refusal:
            return answer | {"isAllowed": False, "error": refusal.code, "errorText": refusal.message}
        return answer | {"isAllowed": True, "epTokenURL": url}
