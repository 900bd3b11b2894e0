"""Requests for tokens, right ones and wrong ones: both token services, the oracle's and that of `fairlead serve`, give the published
numbers."""

import base64
import datetime
import secrets
import urllib.parse

from app_services import PREFIX, AppServices
from app_titles import AppTitle
from bench import Bench, Credentials
from check_serve import options_of, serve
from exported_keys import ExportedKeys
from license_app import AppError, TokenApp, uri_list
from loopback_site import open_site

GIVEN = 0
REFUSED = -1
"""By any number, or by none."""
DAY = 24 * 3600


def time_in(seconds: int) -> str:
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def cases() -> dict[str, tuple[dict, int]]:
    """Parameters that are others than those of a right request (None: left out), and the number that is published for them."""
    return {
        "as they are": ({}, GIVEN),
        "digits in capitals": ({"contentKey": secrets.token_hex(16).upper(), "iv": secrets.token_hex(16).upper()}, GIVEN),
        "a rental": ({"rentalDuration": "172800"}, GIVEN),
        "a rental of 0": ({"rentalDuration": "0"}, GIVEN),
        "a life in seconds": ({"expirationTime": "+60"}, GIVEN),
        "a life of 30 days": ({"expirationTime": f"+{30 * DAY}"}, GIVEN),
        "an end in UTC": ({"expirationTime": time_in(600)}, GIVEN),
        "a cookie of 32 characters": ({"cookie": "c" * 32}, GIVEN),
        "flags of 0": ({"generalFlags": "0000"}, GIVEN),
        "an extension": ({"fpExtension": "wudo," + base64.b64encode(bytes(4)).decode()}, GIVEN),
        "errors in JSON": ({"errorFormat": "json"}, GIVEN),
        "a key id": ({"kid": secrets.token_hex(16)}, GIVEN),
        "a key id that is text": ({"kid": "^" + "k" * 64}, GIVEN),
        "no authenticator": ({"customerAuthenticator": None}, -2017),
        "an empty authenticator": ({"customerAuthenticator": ""}, -2017),
        "another authenticator": ({"customerAuthenticator": "201722,0"}, -2018),
        "a key of 30 digits": ({"contentKey": secrets.token_hex(15)}, -2027),
        "a key of 34 digits": ({"contentKey": secrets.token_hex(17)}, -2027),
        "no key": ({"contentKey": None}, REFUSED),
        "a key that is no digits": ({"contentKey": "x" * 32}, REFUSED),
        "no IV": ({"iv": None}, -6003),
        "an IV of 30 digits": ({"iv": secrets.token_hex(15)}, -6003),
        "an IV that is no digits": ({"iv": "x" * 32}, -6003),
        "a rental below 0": ({"rentalDuration": "-1"}, -6007),
        "a rental that is text": ({"rentalDuration": "2 days"}, -6007),
        "a life of more than 30 days": ({"expirationTime": f"+{31 * DAY}"}, -2002),
        "a life of 0": ({"expirationTime": "+0"}, -2002),
        "an end that is over": ({"expirationTime": time_in(-60)}, -2002),
        "an end in local time": ({"expirationTime": time_in(600).replace("Z", "+01:00")}, -2002),
        "seconds without a plus sign": ({"expirationTime": "60"}, -2002),
        "a cookie of 33 characters": ({"cookie": "c" * 33}, -2033),
        "other flags": ({"generalFlags": "0001"}, -5003),
        "errors in XML": ({"errorFormat": "xml"}, -3004),
        "a key id of 30 digits": ({"kid": secrets.token_hex(15)}, -4020),
        "a key id with more than 64 characters of text": ({"kid": "^" + "k" * 65}, -4021),
        "an extension without a comma": ({"fpExtension": "wudo"}, -6001),
        "an extension of another length": ({"fpExtension": "wud,AAAAAA=="}, -2036),
        "an extension that is no base64": ({"fpExtension": "wudo,***"}, -2037),
        "a parameter in capitals": ({"iv": None, "IV": secrets.token_hex(16)}, -6003),
    }


def check_service(outcome, app: TokenApp, authenticator: str, name: str) -> None:
    for method in ("GET", "POST"):
        for what, (changes, expected) in cases().items():
            right = {"customerAuthenticator": authenticator, "contentKey": secrets.token_hex(16), "iv": secrets.token_hex(16)}
            form = urllib.parse.urlencode({key: value for key, value in (right | changes).items() if value is not None})
            try:
                if method == "GET":
                    body, kind = app.send(f"/hms/fp/token?{form}")
                else:
                    body, kind = app.send("/hms/fp/token", form.encode(), "application/x-www-form-urlencoded")
                url = uri_list(body, "/hms/fp/token")
                is_right = kind == "text/uri-list" and url.startswith(f"{app.base}/hms/fp/rights/?ExpressPlayToken=")
                found = GIVEN if is_right else f"{kind} {url}"
            except AppError as error:
                found = error.number if error.status in (400, 401) and error.number else f"{error}"
                found = REFUSED if expected == REFUSED and found != GIVEN else found
            outcome.check(found == expected, f"{name}, {method}, {what}: {found}, expected {expected}")
        # A plus sign that is not encoded is a blank.
        form = urllib.parse.urlencode(right) + "&expirationTime=+60"
        try:
            app.send(f"/hms/fp/token?{form}")
            outcome.check(False, f"{name}: a bare plus sign is taken")
        except AppError as error:
            outcome.check(error.number == -2002, f"{name}: a bare plus sign: {error}")


def check_licenses(outcome, app: TokenApp, authenticator: str, name: str) -> None:
    """A token opens key, IV and rental of its request, once, with any asset id, as octets or as a form."""
    for form in ("octets", "form"):
        app.form = form
        key, iv = secrets.token_bytes(16), secrets.token_bytes(16)
        wanted = {"customerAuthenticator": authenticator, "contentKey": key.hex(), "iv": iv.hex(), "rentalDuration": "777"}
        body, _ = app.send("/hms/fp/token", urllib.parse.urlencode(wanted).encode(), "application/x-www-form-urlencoded")
        given = app.exchange(uri_list(body, "/hms/fp/token"), {}, b"any-asset-id", "skd://any-asset-id")
        found = given.key, given.iv, given.rental
        outcome.check(found == (key, iv, 777), f"{name}, {form}: the license has other values, rental {given.rental}")


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], titles: list[AppTitle]) -> None:
    export = bench.export(bench.store("apps"), "jsonl", "token-requests")
    title = next(each for each in titles if each.flow == "token")
    made = next(iter(credentials.values()))
    services = AppServices(made, ExportedKeys(export, "jsonl"), title.playlist.parent)
    with open_site(*services.services) as site:
        app = TokenApp(site.address + PREFIX, made.ask)
        services.tokens.base = app.base
        check_service(outcome, app, services.tokens.authenticator, "their token service")
        check_licenses(outcome, app, services.tokens.authenticator, "their token service")
    with serve(outcome, bench, "token requests", *options_of(title, "token", 0, export)) as serving:
        app = TokenApp(serving.url, serving.ask)
        check_service(outcome, app, serving.said["authenticator"], "our token service")
        check_licenses(outcome, app, serving.said["authenticator"], "our token service")
