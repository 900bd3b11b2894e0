"""Messages that are wrong: each is refused with its number, and nothing but a refusal comes of any."""

import random
from dataclasses import replace

import primitives
import spc_ckc
import tllv
from samples import Bench, make_certificate, status_of
from spc_ckc import OPTIONAL, REQUIRED, Session, word
from tllv import CKC_INVALID, PARSING, SPC_VERSION, TAG_MISSING, TAG_TWICE, TLLV, Tag

REFUSALS = set(range(-42591, -42579))


def without(items: list, tag: bytes) -> list:
    return [each for each in items if each.tag != tag]


def with_value(items: list, tag: bytes, value: bytes) -> list:
    return [tllv.padded(tag, value) if each.tag == tag else each for each in items]


def last(items: list, tag: bytes) -> list:
    return without(items, tag) + [each for each in items if each.tag == tag]


def check_spc_values(outcome, bench: Bench) -> None:
    def expect(items: list, status: int, name: str) -> None:
        found = status_of(lambda: bench.answer_items(items))
        outcome.check(found == status, f"SPC, {name}: {found}, expected {status}")

    items = bench.items(Session(bench.asset), 6)
    expect(items, 0, "as it is")
    for tag in [*REQUIRED, *OPTIONAL]:
        name, double = tllv.name_of(tag), [tllv.padded(tag, bytes(16))] * 2
        if tag in REQUIRED:
            expect(without(items, tag), TAG_MISSING, f"without {name}")
        expect(without(items, tag) + double, TAG_TWICE, f"{name} twice")
        value = next((each.value for each in items if each.tag == tag), bytes(16))
        expect(without(items, tag) + [tllv.padded(tag, value + b"\1" * 201)], PARSING, f"{name} too long")
        if tag != Tag.RETURN_REQUEST:
            expect(without(items, tag) + [tllv.padded(tag, value[:1])], PARSING, f"{name} too short")
    expect(without(items, Tag.STREAMING_INDICATOR), 0, "no streaming indicator")
    expect(items + [tllv.padded(b"stranger", b"")] * 2, 0, "the same unknown tag twice")
    expect(with_value(items, Tag.SK_R1_INTEGRITY, bytes(16)), tllv.INTEGRITY, "another integrity value")
    absent = with_value(with_value(items, Tag.SK_R1_INTEGRITY, bytes(16)), Tag.ASSET_ID, b"movie-9")
    expect(absent, tllv.INTEGRITY, "another integrity value, and an asset that is not there")
    expect(with_value(items, Tag.VERSION_USED, word(9)), tllv.PROTOCOL_VERSION, "a version that is not supported")
    expect(with_value(items, Tag.VERSIONS_SUPPORTED, b""), PARSING, "no versions")
    state = word(1) + b"what" + bytes(8)
    expect(with_value(items, Tag.PLAYBACK_STATE, state), tllv.PARAMETER, "an unknown playback state")
    for tags, status in ((b"stranger", TAG_MISSING), (Tag.ASSET_ID * 2, TAG_TWICE), (Tag.R1, tllv.PARAMETER), (b"", 0)):
        expect(with_value(items, Tag.RETURN_REQUEST, tags), status, f"return request {tags.hex()}")
    strange = [tllv.padded(b"stranger", b"1")] * 2
    expect(with_value(items, Tag.RETURN_REQUEST, b"stranger") + strange, TAG_TWICE, "a value to return that stands twice")


def check_payloads(outcome, bench: Bench) -> None:
    """Lengths that contradict each other, in payloads that are sealed well."""
    good = tllv.write(bench.items(Session(bench.asset)))
    cases = {
        "a value longer than its block": b"stranger" + word(16) + word(17) + bytes(16),
        "a block over the end": b"stranger" + word(32) + word(4) + bytes(16),
        "a block of 4 GiB": b"stranger" + word(0xFFFFFFF0) + word(4) + bytes(16),
        "a value of 4 GiB": b"stranger" + word(16) + word(0xFFFFFFFF) + bytes(16),
        "a block that is no multiple of 16": b"stranger" + word(12) + word(4) + bytes(12) + bytes(4),
    }
    for name, end in cases.items():
        for payload in (good + end, end + good):
            found = status_of(lambda: bench.answer(spc_ckc.seal_payload(payload, bench.certificate)))
            outcome.check(found == PARSING, f"{name}: {found}")
    items = tllv.read(good, PARSING)
    ends = {len(tllv.write(items[:count])) for count in range(len(items) + 1)}
    for at in range(len(good) + 1):
        found = status_of(lambda: tllv.read(good[:at], PARSING))
        outcome.check(found == (0 if at in ends else PARSING), f"{bench.bits} bits: values cut at {at}: {found}")


def check_containers(outcome, bench: Bench) -> None:
    name, head = f"{bench.bits} bits: ", 48 + bench.bits // 8
    items = last(bench.items(Session(bench.asset)), Tag.R2)
    spc = spc_ckc.seal_spc(items, bench.certificate)

    def expect(data: bytes, statuses: set[int], what: str) -> None:
        found = status_of(lambda: bench.answer(data))
        outcome.check(found in statuses, f"{name}{what}: {found}, expected {statuses}")

    expect(spc, {0}, "the SPC as it is")
    for at in range(len(spc)):
        expect(spc[:at], {PARSING}, f"SPC cut at {at}")
    payload = tllv.write(items)
    for at in range(0, len(payload), 16):
        expect(spc_ckc.seal_payload(payload[:at], bench.certificate), {PARSING, TAG_MISSING}, f"SPC with a payload of {at} bytes")
    expect(spc + bytes(1), {PARSING}, "a byte behind the SPC")
    expect(spc + bytes(16), {PARSING}, "a block behind the SPC")
    expect(spc[:4] + word(1) + spc[8:], {PARSING}, "reserved is not zero")
    for version in (0, 3, 0x01000000):
        expect(word(version) + spc[4:], {SPC_VERSION}, f"version {version}")
    expect(word(3 - bench.certificate.version) + spc[4:], REFUSALS, "the other version")
    wrapped = bytes(primitives.WRAPPED_SIZE[3 - bench.certificate.version])
    moved = word(3 - bench.certificate.version) + spc[4:24] + wrapped + spc[head - 24 :]
    expect(moved, {SPC_VERSION}, "the other version, with everything in its place")
    expect(spc[:24] + bytes(bench.bits // 8) + spc[head - 24 :], {tllv.CIPHER}, "a wrapped key of zeros")
    # The hash of the certificate is right in both; the key that wraps, or what it wraps, is not.
    other, certificate = make_certificate(bench.bits)
    found = status_of(lambda: spc_ckc.open_spc(spc, bench.certificate, other))
    outcome.check(found == tllv.CIPHER, f"{name}another private key: {found}")
    wrapped = bench.certificate.wrap(bytes(15)) if bench.bits == 1024 else bench.certificate.wrap(bytes(32))
    expect(spc[:24] + wrapped + spc[head - 24 :], {tllv.CIPHER}, "a wrapped key of another length")
    expect(spc_ckc.seal_spc(items, certificate), {tllv.PARAMETER}, "another certificate")
    found = status_of(lambda: spc_ckc.open_session(bench.module.read(spc), bytes(16)))
    outcome.check(found == tllv.INTEGRITY, f"{name}another ASk: {found}")
    der = bench.certificate.der
    expect(der, {SPC_VERSION}, "the certificate as SPC")
    try:
        bench.answer(der)
    except tllv.LicenseError as error:
        said = f"certificate (30 82) where an SPC is expected, version {int.from_bytes(der[:4], 'big')}"
        outcome.check(said in error.message, f"{name}{error}")
    for at in range(len(spc)):
        damaged = bytearray(spc)
        damaged[at] ^= 1 << random.randrange(8)
        # What is damaged may be padding, a tag that nobody knows, or a vector: then there is a CKC, of whatever.
        in_head = at < 8 or 24 <= at < head
        expect(bytes(damaged), REFUSALS if in_head else REFUSALS | {0}, f"SPC damaged at {at}")
    for count in (0, 1, 16, 200, 2000):
        expect(random.randbytes(count), REFUSALS, f"{count} random bytes")


def check_ckc(outcome, bench: Bench) -> None:
    session = Session(bench.asset)
    bench.items(session, 3)
    stranger = list(session.returned)[2]
    terms = [(Tag.KEY_DURATION, word(60) + word(0) + bytes.fromhex("1a4bde7e86d34a3a")), (Tag.HDCP, spc_ckc.HDCP["type-1"])]
    terms.append((Tag.OFFLINE_KEY, word(1) + bytes(28)))
    values = [(Tag.CONTENT_KEY, bytes(32)), *session.returned.items(), *terms, (Tag.R1, session.r1)]
    items = [tllv.padded(tag, value) for tag, value in values]
    ar = primitives.ar_key(session.r1, session.seed)

    def expect(ckc: bytes, status: int, name: str, asker: Session = session) -> None:
        found = status_of(lambda: spc_ckc.open_ckc(ckc, asker))
        outcome.check(found == status, f"CKC, {name}: {found}, expected {status}")

    def expect_items(changed: list, name: str) -> None:
        expect(spc_ckc.seal_ckc(changed, ar), CKC_INVALID, name)

    good = spc_ckc.seal_ckc(items, ar)
    expect(good, 0, "as it is")
    for tag, value in values:
        if tag not in (Tag.KEY_DURATION, Tag.HDCP, Tag.OFFLINE_KEY):
            expect_items(without(items, tag), f"without {tllv.name_of(tag)}")
        expect_items([*items, tllv.padded(tag, value)], f"{tllv.name_of(tag)} twice")
        # The stranger's value may be empty.
        if value:
            expect_items(with_value(items, tag, value[:-1]), f"{tllv.name_of(tag)} is short")
        expect_items(with_value(items, tag, value + b"\0"), f"{tllv.name_of(tag)} is long")
    expect_items(with_value(items, Tag.R1, bytes(44)), "another R1")
    for tag in (Tag.ASSET_ID, Tag.TRANSACTION_ID, stranger):
        expect_items(with_value(items, tag, b"\x55" * 8), f"another {tllv.name_of(tag)}")
    expect_items(with_value(items, Tag.HDCP, b"whatever"), "an unknown HDCP level")
    expect_items(with_value(items, Tag.KEY_DURATION, bytes(16)), "an unknown type of duration")
    expect_items(with_value(items, Tag.KEY_DURATION, terms[0][1][:12] + b"what"), "a key duration with another end")
    expect_items(with_value(items, Tag.OFFLINE_KEY, word(2) + bytes(28)), "an offline key of another version")
    expect_items([*items, TLLV(b"stranger", bytes(12)), TLLV(b"stranger", bytes(4))], "blocks that are no multiples of 16")
    idle = replace(session, state=None)
    expect(good, CKC_INVALID, "a duration that nobody can use", idle)
    expect(good[:7] + b"\1" + good[8:], CKC_INVALID, "reserved is not zero")
    expect(word(2) + good[4:], CKC_INVALID, "version 2")
    expect(good + bytes(1), CKC_INVALID, "a byte behind it")
    expect(good + bytes(16), CKC_INVALID, "a block behind it")
    for at in range(len(good)):
        expect(good[:at], CKC_INVALID, f"cut at {at}")
    payload = tllv.write(items)
    for at in range(0, len(payload), 16):
        cut = word(1) + word(0) + bytes(16) + word(at) + primitives.encrypt_chain(ar, bytes(16), payload[:at])
        expect(cut, CKC_INVALID, f"a payload of {at} bytes")
    for at in range(len(good)):
        damaged = bytearray(good)
        damaged[at] ^= 1 << random.randrange(8)
        found = status_of(lambda: spc_ckc.open_ckc(bytes(damaged), session))
        # There is no code over the payload: damage of padding, of the wrapped key or of a number is not seen.
        outcome.check(found == CKC_INVALID or (found == 0 and (8 <= at < 24 or at >= 28)), f"CKC damaged at {at}: {found}")


def check_all(outcome, benches: list[Bench]) -> None:
    for bench in benches:
        check_containers(outcome, bench)
        check_payloads(outcome, bench)
    check_spc_values(outcome, benches[0])
    check_ckc(outcome, benches[0])
