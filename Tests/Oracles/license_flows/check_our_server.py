"""Their client opens what our KSM answers: every asset id of every export, in all forms, first and renewed."""

import base64
import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import spc_ckc
from bench import BITS, EXPORTS, FORMS, Bench, Credentials, table_of, their_client
from export_files import Record
from key_security_module import license_of
from license_client import line_of, said
from spc_ckc import Session
from tllv import NO_CONTENT_KEY

# In none of the exports; those of one byte and of 201 bytes no client sends.
UNKNOWN = (b"title-0-", b"title", b"TITLE-0", b"\xff\xfe", b"\0\0", b"a" * 200, "ü".encode("utf-16-le"), b"skd://skd://title-0")


def expected_line(asset_id: bytes, record: Record, has_state: bool) -> dict:
    """What the client has to print for a record."""
    given = license_of(record, offline=True)
    timed = has_state and given.duration_type
    line = {"asset_id_hex": asset_id.hex(), "key": record.key.hex(), "iv": record.iv.hex()}
    line |= {"lease_seconds": given.lease if timed else None, "rental_seconds": given.rental if timed else None}
    line |= {"duration_type": given.duration_type if timed else None, "hdcp": given.hdcp}
    if given.offline:
        line["offline"] = {name: value.hex() if isinstance(value, bytes) else value for name, value in given.offline.items()}
    return line


def check_server(outcome, bench: Bench, credentials: Credentials, export, form: str, revoked: set[bytes], whole: bool) -> None:
    """The asset ids of `revoked` are there with revoked keys, or left out."""
    records = table_of(export, form).records
    name = f"{form}, {credentials.certificate.version}"
    found = {asset_id for asset_id, record in records.items() if record.state == "revoked"}
    outcome.check(found == (set() if form == "fps-sdk" else revoked), f"{name}: revoked {found}, expected {revoked}")
    active = {asset_id: record for asset_id, record in records.items() if record.state != "revoked"}
    with bench.our_server(credentials, export, form) as url:
        for turn, post in enumerate(FORMS):
            client = their_client(url, credentials, post)
            # Each in every form, or in one that is another for the next of them.
            for asset_id in active if whole else list(active)[turn :: len(FORMS)]:
                record = active[asset_id]
                # Renewed where there is a state: a session that has none cannot need its key again.
                for has_state in (True, False):
                    line = line_of(client, asset_id.hex(), has_state, has_state)
                    expected = expected_line(asset_id, record, has_state)
                    outcome.check(line == expected, f"{name}, {post}: {line}, expected {expected}")
            for asset_id in (*UNKNOWN, *revoked):
                line = line_of(client, asset_id.hex(), False, True)
                outcome.check(line.get("status") == NO_CONTENT_KEY, f"{name}, {post}, no key for {asset_id}: {line}")


def check_batch(outcome, bench: Bench, credentials: Credentials, export) -> None:
    """Several SPCs in one request of JSON: a CKC for each under its id, or none where one has no key."""
    records = table_of(export, "csv").records
    known = [asset_id for asset_id, record in records.items() if record.state == "active"][:3]

    def post(url: str, sessions: dict[int, Session]) -> dict:
        client, keys = their_client(url, credentials, "json"), []
        for number, session in sessions.items():
            spc = base64.b64encode(client.spc(session)).decode()
            keys.append({"id": number, "uri": "skd://x", "spc": spc})
        body = json.dumps({"fairplay-streaming-request": {"version": 1, "streaming-keys": keys}}).encode()
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        try:
            with client.opener.open(request, timeout=30) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            return {"status": said(error).status}

    with bench.our_server(credentials, export, "csv") as url:
        sessions = {number: Session(asset_id) for number, asset_id in enumerate(known, 7)}
        answers = post(url, sessions).get("fairplay-streaming-response", {}).get("streaming-keys", [])
        numbers = [each["id"] for each in answers]
        outcome.check(numbers == list(sessions), f"ids of a batch: {numbers}")
        for each in answers:
            session = sessions.get(each["id"], next(iter(sessions.values())))
            given = spc_ckc.open_ckc(base64.b64decode(each["ckc"]), session)
            record = records[session.asset_id]
            outcome.check((given.key, given.iv) == (record.key, record.iv), f"a batch: key of {session.asset_id}")
        found = post(url, sessions | {1: Session(b"nowhere")})
        outcome.check(found == {"status": NO_CONTENT_KEY}, f"a batch with an asset id that is not there: {found}")


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], exports: dict, revoked: set[bytes], whole: bool) -> None:
    with ThreadPoolExecutor() as pool:
        runs = [
            pool.submit(check_server, outcome, bench, credentials[bits], exports["keys", form], form, revoked, whole)
            for bits in BITS
            for form in EXPORTS
        ]
        for run in runs:
            run.result()
    check_batch(outcome, bench, credentials[BITS[0]], exports["keys", "csv"])
