"""Messages that are right: opened again, and opened with OpenSSL's command line instead of our own code."""

import hashlib
import itertools
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

import primitives
import spc_ckc
import tllv
from export_files import Record
from key_security_module import license_of
from samples import Bench, pem, status_of
from spc_ckc import HDCP, KEY_NEEDED, STATES, License, Session
from tllv import CKC_INVALID, PARSING, Tag


def openssl(*words: str, data: bytes) -> bytes:
    return subprocess.run(["openssl", *words], input=data, stdout=subprocess.PIPE, check=True).stdout


def block(key: bytes, data: bytes) -> bytes:
    return openssl("enc", "-aes-128-ecb", "-nopad", "-K", key.hex(), data=data)


def chain(key: bytes, iv: bytes, data: bytes) -> bytes:
    return openssl("enc", "-d", "-aes-128-cbc", "-nopad", "-K", key.hex(), "-iv", iv.hex(), data=data)


def check_primitives(outcome) -> None:
    key, clear = bytes(range(16)), bytes.fromhex("00112233445566778899aabbccddeeff")
    # FIPS 197, appendix C.1.
    outcome.check(primitives.encrypt_block(key, clear).hex() == "69c4e0d86a7b0430d8cdb78070b4c55a", "AES-128 of FIPS 197")
    r1, r2, seed = bytes(range(44)), bytes(range(100, 121)), bytes(range(60, 76))
    expected = block(hashlib.sha1(r1).digest()[:16], seed)
    outcome.check(primitives.ar_key(r1, seed) == expected, "the AR key is OpenSSL's")
    expected = block(key, hashlib.sha256(r2).digest()[:16])
    outcome.check(primitives.stand_in_d(r2, key) == expected, "the stand-in for D is OpenSSL's")


def check_with_openssl(outcome, bench: Bench) -> None:
    """Opens an SPC and its CKC by the offsets of the facts, with OpenSSL alone."""
    name, wrapped, digest = f"{bench.bits} bits: ", bench.bits // 8, {1024: "sha1", 2048: "sha256"}[bench.bits]
    session = Session(bench.asset)
    items = bench.items(session)
    spc = spc_ckc.seal_spc(items, bench.certificate)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "key.pem")
        file.write_bytes(pem(bench.key))
        options = ("rsa_padding_mode:oaep", f"rsa_oaep_md:{digest}", f"rsa_mgf1_md:{digest}")
        words = [word for each in options for word in ("-pkeyopt", each)]
        spck = openssl("pkeyutl", "-decrypt", "-inkey", str(file), *words, data=spc[24 : 24 + wrapped])
    payload = spc[48 + wrapped :]
    outcome.check(spc[:8].hex() == {1024: "00000001", 2048: "00000002"}[bench.bits] + "00000000", name + "version and reserved")
    digest = hashlib.sha1(bench.certificate.der).digest()
    outcome.check(spc[24 + wrapped : 44 + wrapped] == digest, name + "hash of the certificate")
    outcome.check(int.from_bytes(spc[44 + wrapped : 48 + wrapped], "big") == len(payload), name + "length of the payload")
    clear = chain(spck, spc[8:24], payload)
    outcome.check(clear == tllv.write(items), name + "OpenSSL opens the SPC")
    ckc = bench.answer(spc)
    ar = block(hashlib.sha1(session.r1).digest()[:16], session.seed)
    answered = chain(ar, ckc[8:24], ckc[28:])
    at = answered.index(bytes.fromhex("58b38165af0e3d5a0000002000000020")) + 16
    outcome.check(answered[at : at + 16] == bench.record.iv, name + "the IV stands in the clear")
    outcome.check(block(session.sk, bench.record.key) == answered[at + 16 : at + 32], name + "the key is wrapped under SK")
    sent = {each.tag: each.encoded() for each in items}
    outcome.check(len(session.returned) == 3, name + "three values are to be returned")
    for tag in session.returned:
        outcome.check(sent[tag] in answered, name + f"{tllv.name_of(tag)} goes back unchanged, with its padding")


def check_terms(outcome, bench: Bench) -> None:
    """Every policy that a record can have, with every playback state and without one."""
    for hdcp, lease, rental, state in itertools.product([None, *HDCP], [None, 0, 60], [None, 0, 90], [None, *STATES]):
        record = replace(bench.record, hdcp=hdcp, lease=lease, rental=rental)
        session = Session(bench.asset, state)
        spc = bench.module.read(bench.spc(session))
        given = spc_ckc.open_ckc(spc_ckc.make_ckc(spc, bench.ask, license_of(record, False)), session)
        kind = {(1, 0): "lease", (0, 1): "rental", (1, 1): "both"}.get((bool(lease), bool(rental))) if state else None
        terms = (lease or 0, rental or 0) if kind else (None, None)
        expected = License(record.key, record.iv, *terms, kind, hdcp)
        outcome.check(given == expected, f"{hdcp}, lease {lease}, rental {rental}, state {state and state.hex()}: {given}")
    for title, rental, kind in ((None, None, "persistent"), (b"\x0b", 90, "persistent-with-duration")):
        record = Record(bench.record.key, bench.record.iv, None, None, rental, 30, b"\x0a", title)
        record = record if title else replace(record, playback=None)
        session = Session(bench.asset, KEY_NEEDED)
        spc = bench.module.read(bench.spc(session))
        given = spc_ckc.open_ckc(spc_ckc.make_ckc(spc, bench.ask, license_of(record, True)), session)
        offline = {"stream_id": b"\x0a" + bytes(15), "storage": rental or 0, "playback": record.playback or 0}
        offline["title_id"] = b"\x0b" + bytes(15) if title else b""
        outcome.check((given.offline, given.duration_type) == (offline, kind), f"offline key, {kind}: {given}")


def check_asset_ids(outcome, bench: Bench) -> None:
    for asset in (b"ab", b"x" * 200, bytes(range(200)), b"\xff\xfe", "mövie".encode(), "skd://mövie".encode("utf-16-le")):
        bench.table.records[asset] = bench.record
        session = Session(asset)
        given = spc_ckc.open_ckc(bench.answer(bench.spc(session)), session)
        outcome.check(given.key == bench.record.key, f"asset id of {len(asset)} bytes")
        del bench.table.records[asset]
        outcome.check(status_of(lambda: bench.answer(bench.spc(session))) == tllv.NO_CONTENT_KEY, f"no key for {asset[:9]!r}")
    for asset in (b"", b"a", b"x" * 201):
        outcome.check(status_of(lambda: bench.answer(bench.spc(Session(asset)))) == PARSING, f"asset id of {len(asset)} bytes")


def check_padding(outcome, bench: Bench) -> None:
    for style, strangers in itertools.product(["least", "blocks", "webkit"], [0, 1, 25]):
        session = Session(bench.asset)
        items = [tllv.padded(each.tag, each.value, style) for each in bench.items(session, strangers)]
        outcome.check(len(items) == 11 + strangers, f"{strangers} strangers")
        given = spc_ckc.open_ckc(bench.answer_items(items), session)
        outcome.check(given.iv == bench.record.iv, f"padding {style}, {strangers} strangers")


def check_what_others_write(outcome, bench: Bench) -> None:
    """Peculiarities of published CKCs that a client has to take."""
    session = Session(bench.asset)
    bench.items(session)
    values = [(Tag.CONTENT_KEY, bytes(32)), (Tag.R1, session.r1), *session.returned.items()]
    plain = [tllv.padded(tag, value) for tag, value in values]
    cases = {
        "persistent with no duration": tllv.padded(Tag.KEY_DURATION, bytes(8) + bytes.fromhex("3df2d9fb86d34a3a")),
        "zeros at the end of a key duration": tllv.padded(Tag.KEY_DURATION, bytes(8) + bytes.fromhex("1a4bde7e00000000")),
        "HDCP of 8 bytes in 16": tllv.TLLV(Tag.HDCP, HDCP["type-0"], bytes(8)),
        "HDCP of 16 bytes": tllv.TLLV(Tag.HDCP, HDCP["type-0"] + bytes(8)),
        "a tag that nobody knows": tllv.padded(b"stranger", b"1"),
    }
    ar = primitives.ar_key(session.r1, session.seed)
    for name, item in cases.items():
        found = status_of(lambda: spc_ckc.open_ckc(spc_ckc.seal_ckc([*plain, item], ar), session))
        outcome.check(found == 0, f"{name}: {found}")
    other = Session(bench.asset)
    found = status_of(lambda: spc_ckc.open_ckc(bench.answer(bench.spc(other)), session))
    outcome.check(found == CKC_INVALID, f"the CKC of another SPC: {found}")


def check_all(outcome, benches: list[Bench]) -> None:
    check_primitives(outcome)
    for bench in benches:
        check_with_openssl(outcome, bench)
        check_asset_ids(outcome, bench)
        check_padding(outcome, bench)
    check_terms(outcome, benches[0])
    check_what_others_write(outcome, benches[0])
