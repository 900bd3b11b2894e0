"""Our client against their services: each flow of an app holds, with each kind of media and way to have keys, and asks for what it may."""

import base64
import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from app_titles import AppTitle
from bench import Bench, Credentials, steps_of
from entitlement_server import PATH as ENTITLEMENT_PATH
from entitlement_server import EntitlementServer
from exported_keys import ExportedKeys
from express_play import INVALID_TOKEN, RIGHTS_PATH, TOKEN_PATH, ExpressPlay, code_of
from key_security_module import KeySecurityModule
from loopback_site import Site, open_site
from secure_sessions import LICENSES, PLAYED, SESSIONS, SecureSessions

TENANT = "/tenant"
ASKED = ["R01", "R02", "R05", "R06", "R07", "R10", "R11", "R12"]
# The steps that a flow has of its own.
OWN = {"token": ["R04"], "entitlement": ["R03", "R04"], "token-url": ["R04"], "nagra-ssp": ["R03"], "nagra-ssm": ["R03"]}
FLOWS = {"token": ["token"], "entitlement": ["entitlement"], "token-url": ["token-url"], "nagra": ["nagra-ssp", "nagra-ssm"]}
# How the app cuts; of NAGRA and of token URLs there is but one way.
RULES = {"token": ["--rule", "host"], "entitlement": ["--rule", "query:cid"], "nagra": ["--rule", "afterScheme"]}
TOKENS_IN_A_FILE = 120


@dataclass
class Deployment:
    """The services of a flow over an exported file, and what our client is told of them."""

    flow: str
    credentials: Credentials
    keys: ExportedKeys
    folder: Path
    ssm: int = 1
    authorization: str | None = None
    authenticator: str = field(default_factory=lambda: f"201722,{secrets.token_hex(16)}")
    plants: dict = field(default_factory=dict)
    wrong_authenticator: str | None = None
    """What our client is given instead."""
    token_options: dict = field(default_factory=dict)
    """Of the content tokens that our client is given."""
    is_whole: bool = True
    """Whether our client has the certificate and the ASk, and asks for licenses."""
    host: str = "127.0.0.1"
    """By which our client asks."""
    lines: list[str] | None = None
    """Of the file of content tokens, instead."""
    site: Site | None = None

    def __post_init__(self) -> None:
        made = self.credentials
        self.module = KeySecurityModule(made.certificate, made.key, made.ask, None, offline=False)
        self.tokens = ExpressPlay(self.module, self.authenticator)
        self.entitlements = EntitlementServer(self.keys, self.tokens, authorization=self.authorization)
        self.sessions = SecureSessions(self.module, self.keys, ssm=self.ssm if self.flow == "nagra-ssm" else 0)
        self.folder.mkdir(exist_ok=True)

    def open(self):
        """The site; tokens are redeemed there, too."""
        services = {"token": [self.tokens], "token-url": [self.tokens], "entitlement": [self.entitlements, self.tokens]}
        return open_site(*services.get(self.flow, [self.sessions]), plants=self.plants)

    @property
    def secrets(self) -> list[str]:
        """What nobody may read in a report: keys, tokens, the authenticator."""
        keys = [key.record.key for key in self.keys.by_key_id.values() if key.record.key]
        found = [self.authenticator, *(text for key in keys for text in (key.hex(), key.hex().upper(), base64.b64encode(key).decode()))]
        file = self.folder / "content-tokens"
        found += [*self.tokens.tokens, *(token for each in self.sessions.sessions for token in each.tokens)]
        return found + (file.read_text().split() if file.exists() else [])

    def secret_file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.touch(0o600)
        path.write_text(text)
        return path

    def words(self, site: Site, title: AppTitle, uses: int | None = None) -> list[str]:
        """The options of `rehearse` for a title. A token in a key URI is valid for `uses` licenses, None for any number."""
        address = site.address.replace("127.0.0.1", self.host)
        self.site, self.tokens.base = site, address
        words = ["--flow", self.flow, *(self.credentials.of_client if self.is_whole else [])]
        if self.flow == "token":
            file = self.secret_file("authenticator", self.wrong_authenticator or self.authenticator)
            return [*words, "--token-url", address + TOKEN_PATH, "--authenticator-file", str(file)]
        if self.flow == "entitlement":
            words += ["--entitlement-url", address + ENTITLEMENT_PATH]
            if self.authorization:
                words += ["--authorization-file", str(self.secret_file("authorization", self.authorization))]
            return words
        if self.flow == "token-url":
            # The token stands for the one key of the title.
            (record,) = {key.record for key in self.keys.by_key_id.values() if key.content_id == title.name}
            return [*words, "--license-url", self.tokens.url_of(record, uses=uses)]
        lines = self.lines or [self.sessions.content_token(title.name, **self.token_options) for _ in range(TOKENS_IN_A_FILE)]
        words += ["--license-url", f"{address}{TENANT}{LICENSES}"] if self.is_whole else []
        words += ["--content-token-file", str(self.secret_file("content-tokens", "".join(f"{each}\n" for each in lines)))]
        if self.flow == "nagra-ssm":
            words += ["--ssm", str(self.ssm), *(["--ssm-url", address] if self.ssm == 1 else [])]
        return words


def check_walk(outcome, bench: Bench, deployment: Deployment, title: AppTitle, export: list, post: str, name: str) -> None:
    """`post` is the form of requests; empty where neither it nor the app's rule is said."""
    flow, page = deployment.flow, deployment.folder / "way.html"
    with deployment.open() as site:
        words = [title.playlist, "--source", title.source, *deployment.words(site, title), *export, "--html", page]
        words += ["--post", post, *RULES.get(title.flow, [])] if post else []
        report = bench.rehearse(*words)
    shown = json.dumps(report) + page.read_text()
    outcome.check(not any(each in shown for each in deployment.secrets), f"{name}: report or page have a key or a token")
    steps = steps_of(report)
    held = [code for code, step in steps.items() if step["outcome"] == "holds" and step["count"]]
    expected = sorted([*ASKED, *OWN[flow], "R08", "R09"])
    found = {code: [each["message"] for each in step["findings"]] for code, step in steps.items() if step["findings"]}
    outcome.check(report["holds"] and held == expected, f"{name}: holds {held}, expected {expected}; {found}")
    segments = steps["R11"]["asked"].split(" ")[0]
    outcome.check(segments == str(title.encrypted), f"{name}: {segments} segments, expected {title.encrypted}")
    asset_ids = {title.asset_id(uri) for uri in title.uris}
    if flow.startswith("nagra"):
        check_secure_sessions(outcome, deployment, site, title, asset_ids, name)
    else:
        # Where nobody says how the app cuts, it is tried with all of the URI, too.
        whole = set() if post or flow != "token" else {uri.encode() for uri in title.uris}
        check_tokens(outcome, deployment, site, title, asset_ids, whole, name)


def check_tokens(
    outcome, deployment: Deployment, site: Site, title: AppTitle, asset_ids: set[bytes], others: set[bytes], name: str
) -> None:
    """What the token service and the server before it were asked."""
    given = set(deployment.tokens.asset_ids)
    # At a token URL the asset id is the app's own affair.
    right = len(given) == 1 if title.flow == "token-url" else given == asset_ids | others
    outcome.check(right, f"{name}: licenses for {given}")
    # For AirPlay a token is tried a second time, of one key: their service may ask money for each.
    refused = [(each.request.path, code_of(each.reply)) for each in site.notes if each.reply.status != 200]
    if title.flow == "token-url":
        outcome.check(not refused, f"{name}: refused {refused[:3]}")
        return
    outcome.check(refused == [(RIGHTS_PATH, INVALID_TOKEN)], f"{name}: refused {refused}")
    records = {deployment.keys.with_asset_id(each) for each in asset_ids}
    asked = {(each["contentKey"].lower(), each["iv"].lower(), each.get("rentalDuration", "0")) for each in deployment.tokens.requests}
    expected = {(each.key.hex(), each.iv.hex(), str(each.rental or 0)) for each in records}
    rentals = sorted({each[2] for each in asked})
    outcome.check(asked == expected, f"{name}: tokens for {len(asked)} keys, expected {len(expected)}; rentals {rentals}")
    licenses, tokens = len(site.asked(RIGHTS_PATH, 200)), len(deployment.tokens.requests)
    outcome.check(licenses == tokens, f"{name}: {licenses} licenses of {tokens} tokens")
    if title.flow == "entitlement":
        requests = deployment.entitlements.requests
        ids = {each["contentID"].encode() for each in requests}
        outcome.check(ids == asset_ids and len(requests) > len(ids), f"{name}: content ids {ids}, {len(requests)} requests")
        outcome.check({each["version"] for each in requests} == {1}, f"{name}: versions of requests")
    else:
        queries = {each.request.query for each in site.asked(TOKEN_PATH)}
        outcome.check(queries == {""}, f"{name}: keys in a query")
        lives = {each.get("expirationTime", "")[:1] for each in deployment.tokens.requests}
        outcome.check(lives <= {"+", "2"}, f"{name}: expirationTime {lives}")


def check_secure_sessions(outcome, deployment: Deployment, site: Site, title: AppTitle, asset_ids: set[bytes], name: str) -> None:
    service = deployment.sessions
    served = {each[1] for each in service.served}
    outcome.check(served == asset_ids, f"{name}: licenses for {served ^ asset_ids}")
    outcome.check({each[0] for each in service.served} == {title.name}, f"{name}: titles {service.served[:2]}")
    refused = [json.loads(each.reply.body)["errorCode"] for each in site.asked(LICENSES) if each.reply.status != 200]
    outcome.check(refused == [PLAYED], f"{name}: licenses refused {refused}")
    renewals = [each for each in service.served if each[2]]
    outcome.check(bool(renewals) == bool(service.ssm), f"{name}: {len(renewals)} renewals of {len(service.served)}")
    if service.ssm != 1:
        outcome.check(not [each for each in site.notes if SESSIONS in each.request.path], f"{name}: sessions are asked for")
        return
    counts = {action: len(site.asked(action, 200)) for action in ("setup", "heartbeat", "teardown")}
    outcome.check(counts["setup"] == len(service.sessions) and all(counts.values()), f"{name}: {counts}")
    outcome.check(not service.active, f"{name}: {len(service.active)} sessions go on")
    renewed = max(len(each.tokens) for each in service.sessions)
    outcome.check(renewed > 2, f"{name}: {renewed} tokens of a session")


def walks(titles: list[AppTitle], whole: bool) -> list[tuple]:
    """Flow, SSM, title, format of the export, and form of requests: all, or each title once and each of the others in turn."""
    chosen = []
    for number, title in enumerate(titles):
        versions = [(flow, ssm) for flow in FLOWS[title.flow] for ssm in ((1, 2) if flow == "nagra-ssm" else (1,))]
        forms = ("octets", "") if title.flow == "nagra" else ("octets", "form", "")
        if whole:
            chosen += [(*version, title, form, post) for version in versions for form in ("jsonl", "csv") for post in forms]
        else:
            chosen.append((*versions[number % len(versions)], title, ("jsonl", "csv")[number // 2 % 2], forms[number // 3 % len(forms)]))
    return chosen


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], titles: list[AppTitle], whole: bool) -> None:
    store = bench.store("apps")
    exports = {form: bench.export(store, form, "apps") for form in ("jsonl", "csv")}
    keys = {form: ExportedKeys(path, form) for form, path in exports.items()}
    sizes = list(credentials)
    with ThreadPoolExecutor() as pool:
        runs = []
        for number, (flow, ssm, title, form, post) in enumerate(walks(titles, whole)):
            made = credentials[sizes[number % len(sizes)]]
            name = f"{title.name} as {flow}, SSM {ssm}, {form}, {post}"
            deployment = Deployment(flow, made, keys[form], bench.folder / f"deployment-{number}", ssm)
            export = ["--export", exports[form], "--as", form]
            runs.append(pool.submit(check_walk, outcome, bench, deployment, title, export, post, name))
        for run in runs:
            try:
                run.result()
            except (RuntimeError, KeyError, ValueError) as error:
                outcome.check(False, f"a walk broke off: {error!r}")
