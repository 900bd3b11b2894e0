"""The oracle's app, walked through a title: download, key lines, licenses, and every segment decrypted and compared.

First against the oracle's own services, then against those of `fairlead serve`.
"""

import http.client
import random
import secrets
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from app_services import PREFIX, AppServices
from app_titles import AppTitle
from bench import Bench, Credentials
from exported_keys import ExportedKeys
from key_security_module import license_of
from license_app import App, AppError, EntitlementApp, HardCodedApp, SecureApp, TokenApp, TokenURLApp
from licensed_media import Decryption, download, fairplay_uris
from loopback_site import open_site
from spc_ckc import License
from tllv import LicenseError

APPS = {"token": [("token", 0)], "entitlement": [("entitlement", 0)], "token-url": [("token-url", 0)]}
APPS["nagra"] = [("nagra-ssp", 0), ("nagra-ssm", 1), ("nagra-ssm", 2)]


def app_for(flow: str, base: str, ask: bytes, ssm: int, form: str) -> App:
    if flow.startswith("nagra"):
        return SecureApp(base, ask, ssm)
    return {"token": TokenApp, "entitlement": EntitlementApp, "token-url": TokenURLApp}[flow](base, ask, form)


def check_title(outcome, app: App, title: AppTitle, keys: ExportedKeys, folder: Path, name: str, again: bool = True) -> dict[str, License]:
    """Walks the title; each key URI is asked for once, and some again where the flow lets it."""
    playlist = download(app, title.playlist.name, folder)
    for path in sorted(each for each in title.playlist.parent.rglob("*") if each.is_file()):
        copy = folder / path.relative_to(title.playlist.parent)
        # What no playlist names is not loaded.
        outcome.check(not copy.exists() or copy.read_bytes() == path.read_bytes(), f"{name}: {copy.name} differs from that of the tree")
    uris = fairplay_uris(playlist)
    outcome.check(uris == title.uris, f"{name}: key URIs {uris[:2]}")
    licenses = {uri: app.license(uri) for uri in uris}
    records = {key.record.key: key.record for key in keys.by_key_id.values() if key.content_id == title.name}
    for uri, license in licenses.items():
        record = records.pop(license.key, None)
        expected = record and license_of(record, offline=False)
        timed = expected and expected.duration_type
        terms = expected and (expected.iv, expected.lease if timed else None, expected.rental if timed else None, expected.hdcp)
        found = license.iv, license.lease, license.rental, license.hdcp
        outcome.check(found == terms, f"{name}: terms {found[1:]}, expected {terms and terms[1:]}, or another IV")
    outcome.check(not records, f"{name}: {len(records)} keys that no license gives")
    decryption = Decryption(licenses)
    decryption.compare(playlist, title.source)
    outcome.check(not decryption.problems, f"{name}: {'; '.join(decryption.problems[:3])}")
    outcome.check(decryption.encrypted == title.encrypted and decryption.blocks, f"{name}: {decryption.encrypted} segments")
    if title.keying == "one":
        wrong = Decryption({uri: replace(each, key=secrets.token_bytes(16)) for uri, each in licenses.items()})
        wrong.compare(playlist, title.source)
        outcome.check(wrong.problems, f"{name}: other keys decrypt it, too")
    if again:
        uri = title.uris[-1]
        for occasion, license in app.later(uri).items():
            outcome.check((license.key, license.iv) == (licenses[uri].key, licenses[uri].iv), f"{name}: another key for {occasion}")
    return licenses


def expect_error(outcome, what: str, work, *, at: str = "", statuses=(), numbers=()) -> None:
    """Something is refused, at a request, with one of the HTTP statuses and of the numbers."""
    try:
        result = work()
        outcome.check(False, f"{what}: not refused: {result!r}"[:300])
    except AppError as error:
        right = error.request.endswith(at) and (not statuses or error.status in statuses) and (not numbers or error.number in numbers)
        outcome.check(right, f"{what}: {error}, expected at {at} {statuses} {numbers}")
    except (LicenseError, ValueError) as error:
        outcome.check(False, f"{what}: {error!r}")


def check_refusals(outcome, app: App, title: AppTitle, name: str) -> None:
    """What the servers of a flow have to refuse."""
    uri = title.uris[0]
    if isinstance(app, HardCodedApp):
        url, _ = app.address(uri, app.asset_id(uri))
        expect_error(outcome, f"{name}: no such title", lambda: app.exchange(url, {}, b"nowhere", uri), numbers=[-42584])
    # Another ASk makes what is no SPC of the certificate.
    ask, app.ask = app.ask, secrets.token_bytes(16)
    expect_error(outcome, f"{name}: another ASk", lambda: app.license(uri), numbers=[2001] if title.flow == "nagra" else [-42589])
    app.ask = ask
    if isinstance(app, (TokenApp, EntitlementApp)):
        url, _ = app.address(uri, app.asset_id(uri))
        app.exchange(url, {}, app.asset_id(uri), uri)
        expect_error(outcome, f"{name}: a token again", lambda: app.exchange(url, {}, app.asset_id(uri), uri), numbers=[-4010])
        other = url[:-6] + ("AAAAAA" if url[-6:] != "AAAAAA" else "BBBBBB")
        expect_error(outcome, f"{name}: another token", lambda: app.exchange(other, {}, app.asset_id(uri), uri), numbers=[-4010])
        expect_error(outcome, f"{name}: no such title", lambda: app.address(uri, b"nowhere"), numbers=[-42584])
    if title.flow == "nagra":
        check_session_refusals(outcome, app, title, name)


def check_session_refusals(outcome, app: SecureApp, title: AppTitle, name: str) -> None:
    uri = title.uris[0]
    asset_id = app.asset_id(uri)
    url, headers = app.address(uri, asset_id)
    token, _, session = headers["nv-authorizations"].partition(",")

    def ask(value: str | None, query: str = ""):
        return lambda: app.exchange(url + query, {"nv-authorizations": value} if value is not None else {}, asset_id, uri)

    with_session = f",{session}" if session else ""
    ask(token + with_session)()
    expect_error(outcome, f"{name}: a content token again", ask(token + with_session), numbers=[4006])
    expect_error(outcome, f"{name}: no content token", ask(None), numbers=[4001])
    fresh = app.content_token(title.name)
    head, claims, signature = fresh.split(".")
    changed = ("A" if signature[4] != "A" else "B").join([signature[:4], signature[5:]])
    expect_error(outcome, f"{name}: another signature", ask(f"{head}.{claims}.{changed}{with_session}"), numbers=[3003])
    if app.ssm == 1:
        old = app.session
        app.beat()
        expect_error(outcome, f"{name}: the token before", lambda: app.manage("heartbeat", old), statuses=range(400, 500))
        expect_error(outcome, f"{name}: a license in no session", ask(f"{fresh},{old}"), statuses=range(400, 500))
        others = []
        try:
            while len(others) < 12:
                others.append(app.set_up(title.name)[0])
            outcome.check(False, f"{name}: {len(others)} sessions, and none too many")
        except AppError as error:
            outcome.check(error.number == 1007, f"{name}: a session too many: {error}")
        for each in [*others, app.session]:
            app.manage("teardown", each)
            expect_error(outcome, f"{name}: after the teardown", lambda: app.manage("heartbeat", each), statuses=range(400, 500))
        app.session = ""
        # A new one, as after a while in the background.
        app.license(uri)


def check_ranges(outcome, app: App, title: AppTitle, name: str) -> None:
    """Players ask for ranges of media."""
    segment = next(each for each in title.media[0].segments)
    path = segment.path.relative_to(title.playlist.parent.resolve())
    data = segment.path.read_bytes()
    parts = urllib.parse.urlsplit(app.base)
    for text, expected in (("bytes=10-99", data[10:100]), ("bytes=100-", data[100:]), ("bytes=-50", data[-50:])):
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=30)
        connection.request("GET", f"{parts.path}/media/{urllib.parse.quote(str(path))}", headers={"Range": text})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        # A server may give all of it.
        right = (answer.status, body) in ((206, expected), (200, data))
        outcome.check(right, f"{name}: {text}: status {answer.status}, {len(body)} bytes")


def walk_with_their_services(
    outcome, bench: Bench, made: Credentials, keys: ExportedKeys, title: AppTitle, flow: str, ssm: int, form: str
) -> None:
    name = f"{title.name} as {flow}, SSM {ssm}, {form}, their services"
    services = AppServices(made, keys, title.playlist.parent, ssm)
    with open_site(*services.services) as site:
        base = services.tokens.base = site.address + PREFIX
        app = app_for(flow, base, made.ask, ssm, form)
        if flow == "token-url":
            (record,) = {key.record for key in keys.by_key_id.values() if key.content_id == title.name}
            token = urllib.parse.parse_qs(urllib.parse.urlsplit(title.uris[0]).query)["ExpressPlayToken"][0]
            services.tokens.tokens[token] = services.tokens.tokens[services.tokens.url_of(record, uses=None).partition("=")[2]]
        check_title(outcome, app, title, keys, bench.folder / f"app-{secrets.token_hex(4)}", name)
        check_refusals(outcome, app, title, name)
        app.close()


def check_their_services(outcome, bench: Bench, credentials: dict[int, Credentials], titles: list[AppTitle], whole: bool) -> None:
    keys = ExportedKeys(bench.export(bench.store("apps"), "jsonl", "app"), "jsonl")
    sizes, number = list(credentials.values()), 0
    with ThreadPoolExecutor() as pool:
        runs = []
        # Those that are left out are walked with our servers.
        for place, title in enumerate(titles if whole else titles[random.randrange(2) :: 2]):
            flows = APPS[title.flow]
            for flow, ssm in flows if whole else [flows[place % len(flows)]]:
                form = "form" if title.flow != "nagra" and number % 2 else "octets"
                made = sizes[number % len(sizes)]
                runs.append(pool.submit(walk_with_their_services, outcome, bench, made, keys, title, flow, ssm, form))
                number += 1
        for run in runs:
            try:
                run.result()
            except (AppError, LicenseError, OSError, ValueError) as error:
                outcome.check(False, f"a walk broke off: {error!r}")
