"""Each key that is given out is in the log of the key store, once in a run; none is where none was given."""

import secrets
import threading

import raw_http
from license_client import Client
from primitives import Certificate
from served import Served, Titles
from tllv import LicenseError


def client_of(served: Served, url: str | None = None, form: str = "octets") -> Client:
    """A player of the oracles, which knows the certificate and the ASk of the run."""
    certificate = raw_http.request(served.port, "GET", f"/{served.token}/certificate").body
    ask = bytes.fromhex(served.announced["ask"])
    return Client(url or f"{served.url}/license", Certificate(certificate), ask, form)


def token_url(served: Served, title: str = "fairplay") -> str:
    return raw_http.request(served.port, "GET", f"/{served.token}/token?asset_id={title}").body.decode().strip()


def check_none(outcome, titles: Titles) -> None:
    """All that gives no key."""
    since = titles.newest()
    with Served(titles, "--allow-origin", "http://app.example") as served:
        client = client_of(served)
        for path in ("/", "/media/ts/multivariant.m3u8", "/media/ts/video/240p/index.m3u8", "/certificate", "/keys/99", "/license", "/keys/0/"):
            raw_http.request(served.port, "GET", f"/{served.token}{path}")
        for fields, token, host in (
            ({}, "0" * 32, None),
            ({"X-Rehearsal-Token": "0" * 32}, served.token, None),
            ({"Origin": "http://evil.example"}, served.token, None),
            ({"Origin": "null"}, served.token, None),
            ({"Origin": "http://app.example.evil.example"}, served.token, None),
            ({}, served.token, f"localhost:{served.port}"),
            ({}, served.token, "rebound.example"),
        ):
            answer = raw_http.request(served.port, "GET", f"/{token}/keys/0", fields, host=host)
            outcome.check(answer.status in (401, 403, 421) and len(answer.body) != 16, f"{fields} {host}: {answer.status}")
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD"):
            answer = raw_http.request(served.port, method, f"/{served.token}/keys/0")
            outcome.check(not answer.body, f"{method} of a key: {answer.status} with {len(answer.body)} bytes")
        outcome.check(titles.given(since) == [], f"a key is in the log, and none was given: {titles.given(since)}")
        url = token_url(served)
        for title in ("nobody", "fairplay2", "ts", "FAIRPLAY"):
            try:
                client.license(title.encode())
                outcome.check(title == "ts", f"there is a license of {title}")
            except LicenseError as error:
                outcome.check(error.status == -42584, f"{title}: {error.status} {error.message}")
        for body in (b"", b"no SPC", bytes(500)):
            raw_http.request(served.port, "POST", f"/{served.token}/license", {"Content-Type": "application/octet-stream"}, body)
        unknown = Client(client.url, client.certificate, secrets.token_bytes(16), "octets")
        try:
            unknown.license(b"fairplay")
            outcome.check(False, "a license for an SPC of another ASk")
        except LicenseError:
            pass
        of_fairplay = {record["key_id"] for record in titles.records() if record["content_id"] == "fairplay"}
        outcome.check(not of_fairplay & set(titles.given(since)), "refused licenses are in the log")
        served.check_log(outcome, "no key given", {"a token of a license": url.partition("=")[2].encode()})
        outcome.check(served.end()[0] == 0, "the end")


def check_once(outcome, titles: Titles) -> None:
    """All keys, by many at once and again and again: each once in the log of a run."""
    since, records = titles.newest(), titles.records()
    with Served(titles) as served:
        client, errors, forms = client_of(served), [], ("octets", "form", "json")

        def ask(number: int) -> None:
            try:
                for path in range(len(records) + 2):
                    raw_http.request(served.port, "GET", f"/{served.token}/keys/{path}")
                if number == len(forms):
                    player = Client(client.url, client.certificate, client.ask, "octets")
                    player.license(next(each["key_uri"] for each in records if each["content_id"] == "nagra").removeprefix("skd://").encode())
                if number < len(forms):
                    player = Client(client.url, client.certificate, client.ask, forms[number])
                    given = player.license(b"fairplay", renew=True)
                    if given.key.hex() not in {record["key"] for record in records}:
                        errors.append("another key in a license")
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}")

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        outcome.check(not errors, f"many at once: {errors[:2]}")
        given = titles.given(since)
        every = sorted(record["key_id"] for record in records)
        outcome.check(sorted(given) == every, f"{len(given)} of {len(every)} keys in the log, {len(set(given))} different ones")
        outcome.check(served.end()[0] == 0, "the end")
        served.check_log(outcome, "all keys given")
    titles.run("keys", "audit", *titles.store)
    # One key in a second run: it is noted again, alone.
    since = titles.newest()
    with Served(titles) as served:
        raw_http.request(served.port, "GET", f"/{served.token}/keys/1")
        raw_http.request(served.port, "GET", f"/{served.token}/keys/1", {"Range": "bytes=0-3"})
        outcome.check(len(titles.given(since)) == 1, f"one key given in a second run: {titles.given(since)}")
        outcome.check(served.end()[0] == 0, "the end of the second run")


def check_license_once(outcome, titles: Titles) -> None:
    """A token opens one license; key and IV are those of the record, and it is noted as those of the KSM are."""
    since = titles.newest()
    record = next(each for each in titles.records() if each["content_id"] == "fairplay")
    with Served(titles) as served:
        url = token_url(served)
        outcome.check(url.startswith(f"{served.url}/hms/fp/rights/?ExpressPlayToken="), f"the token URL: {url[:40]}…")
        outcome.check(titles.given(since) == [], "a token is in the log as a key")
        client = client_of(served, url)
        given = client.license(b"fairplay")
        outcome.check((given.key.hex(), given.iv.hex()) == (record["key"], record["iv"]), "the license of a token has another key")
        outcome.check(titles.given(since) == [record["key_id"]], f"after a license: {titles.given(since)}")
        try:
            client.license(b"fairplay")
            outcome.check(False, "a token opened two licenses")
        except LicenseError:
            outcome.check(True, "")
        outcome.check(titles.given(since) == [record["key_id"]], f"after a second request: {titles.given(since)}")
        served.check_log(outcome, "a license of a token", {"the token of the license": url.partition("=")[2].encode()})


def check_all(outcome, titles: Titles) -> None:
    check_none(outcome, titles)
    check_once(outcome, titles)
    check_license_once(outcome, titles)
