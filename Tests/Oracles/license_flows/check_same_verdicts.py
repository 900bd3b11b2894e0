"""The same SPC for both KSMs over the same export: a CKC from both, or the same published number from both."""

import random
import urllib.error
import urllib.request

import primitives
import spc_ckc
import tllv
from bench import BITS, Bench, Credentials, table_of, their_server
from check_malformed import with_value, without
from license_client import said
from samples import make_certificate
from spc_ckc import REQUIRED, Session, word
from tllv import LicenseError, Tag

ACCEPTED = 0
REFUSED = -1
"""For a fault that no published number is for: any number will do."""


def verdict(url: str, spc: bytes, session: Session) -> int:
    """The number with which a KSM refuses an SPC; 0 for a CKC that opens."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(url, spc, {"Content-Type": "application/octet-stream"})
    try:
        with opener.open(request, timeout=30) as answer:
            ckc = answer.read()
    except urllib.error.HTTPError as error:
        return said(error).status
    spc_ckc.open_ckc(ckc, session)
    return ACCEPTED


def malformed_values(items: list) -> dict:
    """Lists of values, and the number that is published for what is wrong with them."""
    cases = {"as they are": (items, ACCEPTED), "the other way round": (items[::-1], ACCEPTED)}
    for tag in REQUIRED:
        name = tllv.name_of(tag)
        value = next(each.value for each in items if each.tag == tag)
        cases[f"without {name}"] = without(items, tag), tllv.TAG_MISSING
        cases[f"{name} twice"] = [*items, tllv.padded(tag, value)], tllv.TAG_TWICE
        cases[f"{name} too long"] = with_value(items, tag, value + bytes(201)), tllv.PARSING
        if tag != Tag.RETURN_REQUEST:
            cases[f"{name} too short"] = with_value(items, tag, value[:1]), tllv.PARSING
    strangers = [tllv.padded(b"stranger", b"x")] * 2
    cases |= {
        "unknown tags": ([*strangers, *items, *strangers], ACCEPTED),
        "without a streaming indicator": (without(items, Tag.STREAMING_INDICATOR), ACCEPTED),
        "another integrity value": (with_value(items, Tag.SK_R1_INTEGRITY, bytes(16)), tllv.INTEGRITY),
        "another R2": (with_value(items, Tag.R2, bytes(21)), tllv.INTEGRITY),
        "an asset id that is not there": (with_value(items, Tag.ASSET_ID, b"nowhere"), tllv.NO_CONTENT_KEY),
        "an asset id of 201 bytes": (with_value(items, Tag.ASSET_ID, b"a" * 201), tllv.PARSING),
        "a version that is not supported": (with_value(items, Tag.VERSION_USED, word(9)), tllv.PROTOCOL_VERSION),
        "a CKC's own tag to return": (with_value(items, Tag.RETURN_REQUEST, Tag.R1), REFUSED),
    }
    return cases


def malformed_payloads(good: bytes) -> dict:
    return {
        "a value longer than its block": (good + b"stranger" + word(16) + word(17) + bytes(16), tllv.PARSING),
        "a block over the end": (good + b"stranger" + word(32) + word(4) + bytes(16), tllv.PARSING),
        "a block of 4 GiB": (b"stranger" + word(0xFFFFFFF0) + word(4) + bytes(16) + good, tllv.PARSING),
        "a tag of zeros without a value": (good + bytes(16), ACCEPTED),
    }


def malformed_messages(spc: bytes, credentials: Credentials, items: list) -> dict:
    head = 48 + primitives.WRAPPED_SIZE[credentials.certificate.version]
    _, other = make_certificate(8 * primitives.WRAPPED_SIZE[credentials.certificate.version])
    cases = {f"version {number}": (word(number) + spc[4:], tllv.SPC_VERSION) for number in (0, 3, 4, 1 << 31)}
    cases |= {f"cut at {at}": (spc[:at], tllv.PARSING) for at in (*range(4, head + 1, 16), len(spc) - 16, len(spc) - 1)}
    cases |= {
        "one byte more": (spc + b"\0", tllv.PARSING),
        "one block more": (spc + bytes(16), tllv.PARSING),
        "no payload": (spc[: head - 4] + word(0), tllv.PARSING),
        "another length": (spc[: head - 4] + word(len(spc) - head + 16) + spc[head:], tllv.PARSING),
        "another hash": (spc[: head - 24] + bytes(20) + spc[head - 4 :], tllv.PARAMETER),
        "another certificate": (spc_ckc.seal_spc(items, other), tllv.PARAMETER),
        "the certificate instead": (credentials.certificate.der, tllv.SPC_VERSION),
        # The number for a wrapped key that does not open is not published.
        "a wrapped key of zeros": (spc[:24] + bytes(head - 48) + spc[head - 24 :], REFUSED),
        "a wrapped key of 15 bytes": (spc[:24] + credentials.certificate.wrap(bytes(15)) + spc[head - 24 :], REFUSED),
    }
    return cases


def check_malformed(outcome, credentials: Credentials, urls: dict[str, str], asset_id: bytes) -> None:
    session = Session(asset_id)
    items = spc_ckc.values_of_spc(session, credentials.ask)
    # Only what a list without it would still return.
    session.returned = {}
    items = with_value(items, Tag.RETURN_REQUEST, b"")
    seal = lambda values: spc_ckc.seal_spc(values, credentials.certificate)  # noqa: E731
    cases = {name: (seal(values), status) for name, (values, status) in malformed_values(items).items()}
    for name, (payload, status) in malformed_payloads(tllv.write(items)).items():
        cases[name] = spc_ckc.seal_payload(payload, credentials.certificate), status
    cases |= malformed_messages(seal(items), credentials, items)
    for name, (spc, expected) in cases.items():
        for side, url in urls.items():
            found = verdict(url, spc, session)
            right = found == expected or (expected == REFUSED and found < -42579)
            outcome.check(right, f"version {credentials.certificate.version}, {name}: {side} says {found}, expected {expected}")


def is_unsettled(payload: bytes) -> bool:
    """What no public fact settles: a playback state that nobody knows, and a value to return that is missing or there twice (in a
    public vector one is there twice, and its CKC returns none)."""
    try:
        items = tllv.read(payload, tllv.PARSING)
    except LicenseError:
        return False
    values: dict[bytes, list[bytes]] = {}
    for each in items:
        values.setdefault(each.tag, []).append(each.value)
    request = b"".join(values.get(Tag.RETURN_REQUEST, []))
    states = {each[4:8] for each in values.get(Tag.PLAYBACK_STATE, [])}
    returned = (values.get(request[at : at + 8], []) for at in range(0, len(request), 8))
    return not states <= set(spc_ckc.STATES) or any(len(each) != 1 for each in returned)


def check_damaged(outcome, credentials: Credentials, urls: dict[str, str], asset_id: bytes, count: int) -> None:
    """A bit of the values is changed at random: what comes of it is the same on both sides."""
    version, compared = credentials.certificate.version, 0
    for number in range(count):
        session = Session(asset_id, random.choice([spc_ckc.READY_TO_START, spc_ckc.KEY_NEEDED]))
        payload = bytearray(tllv.write(spc_ckc.values_of_spc(session, credentials.ask)))
        payload[random.randrange(len(payload))] ^= 1 << random.randrange(8)
        if is_unsettled(bytes(payload)):
            continue
        spc = spc_ckc.seal_payload(bytes(payload), credentials.certificate)
        found = {}
        for side, url in urls.items():
            try:
                found[side] = verdict(url, spc, session)
            except LicenseError as error:
                found[side] = error.status
        compared += 1
        same = len(set(found.values())) == 1
        outcome.check(same, f"version {version}, damaged payload {number}: {found}: {bytes(payload).hex()}")
    outcome.check(compared >= count * 3 // 4, f"{compared} of {count} damaged payloads were compared")


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], exports: dict, whole: bool) -> None:
    export = exports["keys", "jsonl"]
    table = table_of(export, "jsonl")
    asset_id = next(each for each, record in table.records.items() if record.state == "active")
    for bits in BITS:
        with their_server(credentials[bits], table) as theirs, bench.our_server(credentials[bits], export, "jsonl") as ours:
            urls = {"their KSM": theirs.address + "/license", "our KSM": ours}
            check_malformed(outcome, credentials[bits], urls, asset_id)
            check_damaged(outcome, credentials[bits], urls, asset_id, 3000 if whole else 150)
