"""Faults that their services plant: our client tells each under one step, and ends with 69."""

import base64
import json
import random
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import express_play
from app_titles import AppTitle
from bench import Bench, Credentials
from check_app_flows import RULES, Deployment
from exported_keys import ExportedKeys
from express_play import RIGHTS_PATH, TOKEN_PATH
from loopback_site import Reply
from secure_sessions import LICENSES, TOO_MANY_SESSIONS, content_token

TOKEN_NUMBERS = (
    *(-2002, -2005, -2017, -2018, -2019, -2027, -2031, -2033, -2036, -2037, -3004, -4001, -4010, -4018, -4019, -4020),
    *(-4021, -4022, -4024, -5003, -6001, -6002, -6003, -6004, -6005, -6006, -6007, -6008, -6009),
)
LICENSE_NUMBERS = (1001, 1004, 2001, 2103, 3001, 3002, 3003, 4000, 4001, 4002, 4005, 4006, 4007, 4008, 4009, 4011, 4015)
ENTITLEMENTS = "/sees"
STOLEN = "/stolen"
# So many of each flow in the short form.
FEW = {"token": 6, "entitlement": 6, "token-url": 2, "nagra-ssp": 4, "nagra-ssm": 6}
TITLE = "R08"
"""Where a license service knows no title, the key is not found."""


# --- What is planted ---


def always(status: int, body: bytes = b"", kind: str = "text/plain"):
    return lambda request, reply: Reply(status, body, kind)


def first(count: int, plant):
    """From the request after the first ones on."""
    asked = []

    def planted(request, reply):
        asked.append(request)
        return plant(request, reply) if len(asked) > count else None

    return planted


def number(code: int, form: str):
    """A refusal of the token service with a number."""
    return lambda request, reply: express_play.Refusal(code, "planted", 400).reply(form)


def redirected(request, reply):
    """To another address: what was sent may be a key or a token, and goes nowhere else."""
    return Reply(307, b"", headers=(("Location", STOLEN),))


def service_error(code: int, status: int = 403):
    return lambda request, reply: Reply.json({"errorCode": code, "message": "planted"}, status)


def line(text: str):
    return always(200, text.encode(), "text/uri-list")


def members(**values):
    """JSON with other members; those that are None are left out."""

    def planted(request, reply):
        changed = json.loads(reply.body) | values
        return Reply.json({name: value for name, value in changed.items() if value is not None}, reply.status)

    return planted


def wrapped(request, reply):
    return replace(reply, body=reply.body[:60] + b"\r\n" + reply.body[60:])


def wrapped_member(request, reply):
    return members(epTokenURL="\n".join([json.loads(reply.body)["epTokenURL"][:40], "rest"]))(request, reply)


def damage(ckc: bytes) -> bytes:
    """Another bit in the first tag: at the end there may be padding alone."""
    return ckc[:28] + bytes([ckc[28] ^ 1]) + ckc[29:]


def damaged(request, reply):
    return replace(reply, body=damage(reply.body)) if reply.status == 200 else None


def damaged_member(request, reply):
    ckc = base64.b64decode(json.loads(reply.body).get("CkcMessage", ""))
    return members(CkcMessage=base64.b64encode(damage(ckc)).decode())(request, reply) if ckc else None


def same_token(request, reply):
    """The token that was sent, as the answer to a heartbeat."""
    return Reply.json({"sessionToken": request.headers["nv-authorizations"]})


@dataclass
class Fault:
    flow: str
    name: str
    code: str
    """The one step that fails; empty where the flow holds all the same."""
    text: str = ""
    """What stands in its findings, or in those of any step where the flow holds."""
    plants: dict = field(default_factory=dict)
    ssm: int = 1
    options: dict = field(default_factory=dict)
    """Of the deployment."""
    change: object = None
    """Does something to the deployment before the services open."""
    words: tuple = ()
    uses: int | None = None
    title: str = "one"


def token_faults() -> list[Fault]:
    def fault(name, code, text, plant=None, at=TOKEN_PATH, **more):
        return Fault("token", name, code, text, {at: plant} if plant else {}, **more)

    faults = [
        fault("another authenticator", "R04", "-2018", options={"wrong_authenticator": "201722,0"}),
        fault("401 without a word", "R04", "401", always(401)),
        fault("500", "R04", "500", always(500, b"<html>-1</html>", "text/html")),
        fault("another address", "R04", "307", redirected),
        fault("another address for licenses", "R06", "307", redirected, RIGHTS_PATH),
        fault("nothing", "R04", "", line("")),
        fault("two URLs", "R04", "", line("https://a.example.com/?ExpressPlayToken=a\r\nhttps://a.example.com/?ExpressPlayToken=b\r\n")),
        fault("an http URL", "R04", "http", line("http://fp.service.expressplay.com:80/hms/fp/rights/?ExpressPlayToken=a\r\n")),
        fault("an ftp URL", "R04", "ftp", line("ftp://fp.service.expressplay.com/?ExpressPlayToken=a\r\n")),
        fault("a URL without a scheme", "R04", "", line("fp.service.expressplay.com/?ExpressPlayToken=a\r\n")),
        fault("a URL in two lines", "R04", "", wrapped),
        fault("a URL with a blank", "R04", "white space", line("https://a.example.com/hms/fp/ri ghts/?ExpressPlayToken=a\r\n")),
        fault("no token opens a license", "R04", "-4010", number(-4010, "html"), RIGHTS_PATH),
        fault("no token opens a license, in JSON", "R04", "-4010", number(-4010, "json"), RIGHTS_PATH),
        fault("404 at the token URL", "R06", "404", always(404), RIGHTS_PATH),
        fault("no CKC", "R10", "", always(200), RIGHTS_PATH),
        fault("a damaged CKC", "R10", "", damaged, RIGHTS_PATH),
        fault("licenses only once", "R12", "", first(1, number(-4010, "html")), RIGHTS_PATH),
        fault("tokens that open several licenses", "", "opens another", change=many_uses),
        fault("another key", "R10", "another key", change=other_tokens("key")),
        fault("another IV", "R10", "another IV", change=other_tokens("iv")),
        fault("tokens that are over at once", "R04", "-4010", change=old_tokens),
    ]
    for code in TOKEN_NUMBERS:
        faults += [fault(f"{code} as {form}", "R04", str(code), number(code, form)) for form in ("html", "json")]
    return faults


def many_uses(deployment: Deployment) -> None:
    deployment.tokens.uses = None


def old_tokens(deployment: Deployment) -> None:
    make = deployment.tokens.url_of
    deployment.tokens.url_of = lambda record, life=0, *rest: make(record, -1, *rest)


def other_tokens(name: str):
    """Tokens of other records than were asked for."""

    def change(deployment: Deployment) -> None:
        make, value = deployment.tokens.url_of, secrets.token_bytes(16)
        deployment.tokens.url_of = lambda record, *rest, **more: make(replace(record, **{name: value}), *rest, **more)

    return change


def other_records(name: str):
    """A license service whose records are others."""

    def change(deployment: Deployment) -> None:
        other = deployment.keys.changed(**{name: secrets.token_bytes(16)})
        deployment.keys = deployment.entitlements.keys = deployment.sessions.keys = other

    return change


def no_records(deployment: Deployment) -> None:
    empty = deployment.keys.changed(state="revoked", key=None, iv=None)
    deployment.entitlements.keys = deployment.sessions.keys = empty


def entitlement_faults() -> list[Fault]:
    def fault(name, code, text, plant=None, at=ENTITLEMENTS, **more):
        return Fault("entitlement", name, code, text, {at: plant} if plant else {}, **more)

    url = "fp.service.expressplay.com:80/hms/fp/rights/?ExpressPlayToken=a"
    denied = {"isAllowed": False, "epTokenURL": None}
    return [
        fault("401", "R03", "401", always(401)),
        fault("403", "R03", "403", always(403)),
        fault("500", "R03", "500", always(500)),
        fault("another address", "R03", "307", redirected),
        fault("the app is known", "", "", options={"authorization": "Bearer app-1"}),
        fault("the app is not known", "R03", "401", change=lambda each: setattr(each.entitlements, "authorization", "Bearer app-2")),
        fault("nothing", "R03", "", always(200)),
        fault("a page", "R03", "", always(200, b"<html></html>", "text/html")),
        fault("a list", "R03", "", always(200, b"[]", "application/json")),
        fault("no messageID", "R03", "messageID", members(messageID=None)),
        fault("another messageID", "R03", "messageID", members(messageID="01234567-89ab-cdef-0123-456789abcdef")),
        fault("a newer version", "R03", "version", members(version=2)),
        fault("version 0", "R03", "version", members(version=0)),
        fault("no version", "R03", "version", members(version=None)),
        fault("no isAllowed", "R03", "isAllowed", members(isAllowed=None)),
        fault("isAllowed is text", "R03", "isAllowed", members(isAllowed="true")),
        fault("denied", "R03", "denies", members(**denied)),
        fault("denied, and a token URL", "R03", "denies", members(isAllowed=False)),
        fault("denied for a reason", "R03", "no subscription", members(**denied, error=17, errorText="no subscription")),
        fault("denied for want of tokens", "R04", "-2019", members(**denied, error=-2019, errorText="no tokens")),
        fault("no such title", "R08", "-42584", members(**denied, error=-42584, errorText="no such title")),
        fault("no title at all", "R08", "-42584", change=no_records),
        fault("no token URL", "R03", "epTokenURL", members(epTokenURL=None)),
        fault("an empty token URL", "R03", "epTokenURL", members(epTokenURL="")),
        fault("an http token URL", "R03", "http", members(epTokenURL=f"http://{url}")),
        fault("a token URL without a scheme", "R03", "https", members(epTokenURL=url)),
        fault("a token URL in two lines", "R03", "", wrapped_member),
        fault("no token opens a license", "R04", "-4010", number(-4010, "html"), RIGHTS_PATH),
        fault("no CKC", "R10", "", always(200), RIGHTS_PATH),
        fault("a damaged CKC", "R10", "", damaged, RIGHTS_PATH),
        fault("licenses only once", "R12", "", first(1, number(-4010, "html")), RIGHTS_PATH),
        fault("entitlements only once", "R12", "", first(1, always(403))),
        fault("another key", "R10", "another key", change=other_records("key")),
        fault("another IV", "R10", "another IV", change=other_records("iv")),
        fault("a device that is bound", "", "-6008", words=("--request-type", "device-bound")),
        fault("a device that is registered", "", "-6008", words=("--request-type", "device-registration")),
        fault("bound without registration", "R03", "not registered", change=forgetful, words=("--request-type", "device-bound")),
    ]


def forgetful(deployment: Deployment) -> None:
    deployment.entitlements.registered = NoMembers()


class NoMembers(set):
    def add(self, _) -> None:
        pass


def token_url_faults() -> list[Fault]:
    def fault(name, code, text, plant=None, **more):
        return Fault("token-url", name, code, text, {RIGHTS_PATH: plant} if plant else {}, **more)

    return [
        fault("a token that opens one license", "R12", "", uses=1),
        fault("a token that opens none", "R04", "-4010", uses=0),
        fault("401", "R06", "401", always(401)),
        fault("no CKC", "R10", "", always(200)),
        fault("a damaged CKC", "R10", "", damaged),
        fault("another key", "R10", "another key", change=other_records("key")),
        fault("another IV", "R10", "another IV", change=other_records("iv")),
    ]


def license_faults(flow: str, ssm: int) -> list[Fault]:
    """Of NAGRA's license service, whatever the sessions."""

    def fault(name, code, text, plant=None, **more):
        return Fault(flow, f"{name}, SSM {ssm}", code, text, {LICENSES: plant} if plant else {}, ssm=ssm, **more)

    def lines(*tokens):
        return lambda deployment: setattr(deployment, "lines", [each(deployment.sessions.secret) for each in tokens])

    # With sessions it is the set-up that refuses a token.
    faults = [
        fault("401", "R06", "401", always(401)),
        fault("another address", "R06", "307", redirected),
        fault("no JSON", "R06", "", always(200, b"CKC", "application/json")),
        fault("no CkcMessage", "R06", "", members(CkcMessage=None)),
        fault("an empty CkcMessage", "R10", "", members(CkcMessage="")),
        fault("CkcMessage is no base64", "R06", "", members(CkcMessage="*" * 64)),
        fault("a damaged CKC", "R10", "", damaged_member),
        fault("no title at all", "R08", "4011", change=no_records),
        fault("another key", "R10", "another key", change=other_records("key")),
        fault("an expired token", "R03", "4005", options={"token_options": {"life": -60}}),
        fault("a token of another operator", "R03", "3003", change=lines(lambda _: content_token(b"other", ["x"]))),
        fault("a token for no title", TITLE if ssm != 1 else "R03", "2103", options={"token_options": {"contentRights": []}}),
        fault("no token", "R03", "1004", change=lines(lambda _: "no-token")),
        fault("a token that opens one license", "R12", "", options={"token_options": {"jti": "one"}}),
    ]
    if ssm != 1:
        faults.append(fault("a token for another title", "R03", "4000", change=lines(lambda secret: content_token(secret, ["other"]))))
    expected = {1001: "R06", 2001: "R07", 2103: TITLE, 4011: "R08"}
    faults += [fault(f"{code}", expected.get(code, "R03"), str(code), service_error(code)) for code in LICENSE_NUMBERS]
    return faults


def session_faults() -> list[Fault]:
    def fault(name, code, text, plant=None, at="/setup", ssm=1, **more):
        return Fault("nagra-ssm", f"{name}, SSM {ssm}", code, text, {at: plant} if plant else {}, ssm=ssm, **more)

    def later(plant):
        return first(1, plant)

    return [
        fault("too many sessions", "R03", "1007", service_error(TOO_MANY_SESSIONS, 409)),
        fault("401 at the set-up", "R03", "401", always(401)),
        fault("another address for set-ups", "R03", "307", redirected),
        fault("another address for heartbeats", "R12", "307", redirected, "/heartbeat"),
        fault("an interval of 0", "R03", "heartbeat", members(heartbeat=0)),
        fault("an interval below 0", "R03", "heartbeat", members(heartbeat=-1)),
        fault("no interval", "R03", "heartbeat", members(heartbeat=None)),
        fault("an interval that is text", "R03", "heartbeat", members(heartbeat="30")),
        fault("no session token", "R03", "sessionToken", members(sessionToken=None)),
        fault("an empty session token", "R03", "sessionToken", members(sessionToken="")),
        fault("no JSON at the set-up", "R03", "", always(200, b"ok")),
        fault("the same token again", "R12", "same", same_token, "/heartbeat"),
        fault("no token from a heartbeat", "R12", "sessionToken", members(sessionToken=None), "/heartbeat"),
        fault("a heartbeat refused", "R12", "500", always(500), "/heartbeat"),
        fault("a teardown refused", "R12", "500", always(500), "/teardown"),
        fault("too many without 1007", "R12", "1007", later(service_error(1999, 409))),
        fault("a lease shorter than the interval", "R12", "lease", title="lease", change=lambda each: setattr(each.sessions, "heartbeat", 7200)),
        fault("no renewal with the session's token", "R12", "renew", refuse_renewals, LICENSES),
        fault("one session", "", "one session", change=lambda each: setattr(each.sessions, "most", 1)),
        fault("no renewal with the session's token", "R12", "", refuse_renewals, LICENSES, ssm=2),
        fault("licenses without sessions", "", "sessionToken", members(sessionToken=None), LICENSES, ssm=2),
        fault("an empty session token", "R06", "", members(sessionToken=""), LICENSES, ssm=2),
    ]


def refuse_renewals(request, reply):
    return service_error(4000)(request, reply) if "renew=true" in request.query else None


def all_faults() -> list[Fault]:
    faults = [*token_faults(), *entitlement_faults(), *token_url_faults(), *license_faults("nagra-ssp", 0)]
    return [*faults, *license_faults("nagra-ssm", 1), *license_faults("nagra-ssm", 2), *session_faults()]


def check_fault(outcome, bench: Bench, made: Credentials, fault: Fault, title: AppTitle, keys: ExportedKeys, export, place: int) -> None:
    name, folder = f"{fault.flow}, {fault.name}", bench.folder / f"fault-{place}"
    deployment = Deployment(fault.flow, made, keys, folder, fault.ssm, plants=fault.plants, **fault.options)
    if fault.change:
        fault.change(deployment)
    with deployment.open() as site:
        words = [title.playlist, *deployment.words(site, title, fault.uses), "--export", export, *RULES.get(title.flow, []), *fault.words]
        report = bench.rehearse(*words)
    outcome.check(not site.asked(STOLEN), f"{name}: follows to another address")
    # Of other sessions our client was told no token.
    told = b"".join(each.reply.body for each in site.notes)
    left = [each for each in deployment.sessions.active if each.tokens[-1].encode() in told]
    outcome.check(fault.ssm != 1 or not left, f"{name}: {len(left)} sessions go on")
    found: dict[str, list[str]] = {}
    for step in report["flows"][0]["steps"]:
        for each in step["findings"]:
            found.setdefault(step["code"], []).append(each["message"])
    failing = [step["code"] for step in report["flows"][0]["steps"] if step["outcome"] == "fails"]
    texts = found.get(fault.code, []) if fault.code else sum(found.values(), [])
    right = failing == ([fault.code] if fault.code else []) and report["holds"] == (not fault.code)
    right = right and (not fault.text or any(fault.text in each for each in texts))
    outcome.check(right, f"{name}: {found}, expected {fault.code or 'that it holds'} with {fault.text!r}")


def chosen_faults(whole: bool) -> list[Fault]:
    """All, or so many of each flow by chance."""
    faults = all_faults()
    return faults if whole else [each for flow in FEW for each in random.sample([one for one in faults if one.flow == flow], FEW[flow])]


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], titles: list[AppTitle], whole: bool) -> None:
    export = bench.export(bench.store("apps"), "jsonl", "faults")
    keys, chosen, sizes = ExportedKeys(export, "jsonl"), chosen_faults(whole), list(credentials.values())
    by_flow = {each.flow: each for each in titles if each.keying == "one" and each.source.parent.name == "ts"}
    leased = next(each for each in titles if each.flow == "nagra" and "policy" in each.name)
    with ThreadPoolExecutor() as pool:
        runs = []
        for place, fault in enumerate(chosen):
            title = leased if fault.title == "lease" else by_flow[fault.flow.removesuffix("-ssp").removesuffix("-ssm")]
            made = sizes[place % len(sizes)]
            runs.append(pool.submit(check_fault, outcome, bench, made, fault, title, keys, export, place))
        for fault, run in zip(chosen, runs, strict=True):
            try:
                run.result()
            except (RuntimeError, KeyError, ValueError) as error:
                outcome.check(False, f"{fault.flow}, {fault.name}: broke off: {error!r}")
