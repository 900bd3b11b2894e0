"""Requests that their client wrote to a file, looked at by `rehearse --captured-spc`: what they say, and near misses of asset ids."""

import base64
import datetime
import subprocess
import sys
from pathlib import Path

import spc_ckc
import tllv
from bench import BITS, FORMS, Bench, Credentials, first_failure, steps_of, their_client
from samples import pem
from spc_ckc import Session
from titles import Title
from tllv import Tag

CLIENT = Path(__file__).resolve().parent.parent / "license_messages" / "license_client.py"
HOLDS = ["R05", "R06", "R07", "R02", "R08", "R09"]
PLAYBACK = {
    spc_ckc.READY_TO_START: "ready to start",
    spc_ckc.PLAYING: "playing or paused",
    spc_ckc.KEY_NEEDED: "playing, and the key is needed",
    spc_ckc.HALTED: "halted",
}
STREAMING = {value: words for value, words in zip(spc_ckc.STREAMING, ("on the device", "AirPlay", "AV adapter"), strict=True)}


class Looker:
    """Looks at captured requests with the credentials of one size."""

    def __init__(self, outcome, bench: Bench, credentials: Credentials, export: Path) -> None:
        self.outcome, self.bench, self.credentials, self.export = outcome, bench, credentials, export
        self.file = bench.folder / f"captured-{credentials.certificate.version}"

    def look(self, data: bytes, **paths: str) -> dict:
        self.file.write_bytes(data)
        files = {name: paths.get(name, self.credentials.path(name)) for name in ("certificate.der", "key.pem")}
        words = ["--captured-spc", self.file, "--certificate", files["certificate.der"], "--private-key", files["key.pem"]]
        return self.bench.rehearse(*words, "--export", self.export, "--as", "jsonl")

    def check(self, condition: object, what: str) -> None:
        self.outcome.check(condition, f"captured, version {self.credentials.certificate.version}, {what}")

    def expect(self, data: bytes, code: str, text: str, what: str, **paths: str) -> None:
        """The first step that fails, if any, and what is found there."""
        found = first_failure(self.look(data, **paths))
        right = found.startswith(code) and text in found if code else not found
        self.check(right, f"{what}: {found!r}, expected {code or 'nothing'} with {text!r}")

    def request(self, session: Session) -> bytes:
        return their_client("", self.credentials).spc(session)


def check_fields(looker: Looker, asset_id: bytes) -> None:
    """All states and places, and what each request says of itself."""
    for state in (None, *PLAYBACK):
        for streaming, place in STREAMING.items():
            session = Session(asset_id, state, streaming=streaming)
            items = spc_ckc.values_of_spc(session, looker.credentials.ask)
            values = {each.tag: each.value for each in items}
            report = looker.look(spc_ckc.seal_spc(items, looker.credentials.certificate))
            captured, name = report["captured"], f"{state and PLAYBACK[state]}, {place}"
            fields = {each["name"]: each["value"] for each in captured["fields"]}
            expected = {
                "asset id": asset_id.decode(),
                "asset id, bytes": asset_id.hex(),
                "transaction id": values[Tag.TRANSACTION_ID].hex(),
                "protocol versions": "1, used 1",
                "streaming": place,
            }
            if state:
                made = datetime.datetime.fromtimestamp(spc_ckc.number(values[Tag.PLAYBACK_STATE][:4]), datetime.timezone.utc)
                expected |= {"playback": PLAYBACK[state], "made at": made.strftime("%Y-%m-%dT%H:%M:%SZ")}
            looker.check(expected.items() <= fields.items(), f"{name}: {fields}, expected {expected}")
            looker.check(state or "not given" in fields["playback"], f"{name}: {fields['playback']}")
            returned = len(fields["to be returned"].split(", "))
            looker.check(returned == len(session.returned), f"{name}: {fields['to be returned']}")
            lengths = [each["length"] for each in captured["blocks"]]
            looker.check(lengths == [len(each.value) for each in items], f"{name}: blocks {lengths}")
            unproven = looker.credentials.certificate.version == 2
            looker.check(captured["unproven"] == unproven and captured["form"] == "octets", f"{name}: {captured['form']}")
            steps = steps_of(report)
            looker.check([code for code, step in steps.items() if step["outcome"] == "holds"] == HOLDS, f"{name}: {first_failure(report)}")
            shown = str(report)
            looker.check(not any(each.hex() in shown for each in (session.sk, session.r1, values[Tag.SK_R1])), f"{name}: secrets")


def check_forms(looker: Looker, asset_id: bytes) -> None:
    """What the client as a program wrote, in each form, and an SPC in base64 as terminals show it."""
    for form in FORMS:
        words = ["--write", looker.file, *looker.credentials.of_client, "--asset-id-hex", asset_id.hex(), "--form", form]
        subprocess.run([sys.executable, "-B", CLIENT, *map(str, words)], check=True)
        report = looker.look(looker.file.read_bytes())
        fields = {each["name"]: each["value"] for each in report["captured"]["fields"]}
        right = report["holds"] and report["captured"]["form"] == form and fields["asset id, bytes"] == asset_id.hex()
        looker.check(right, f"{form}: {first_failure(report)}")
    spc = looker.request(Session(asset_id))
    for name, text in (("in one line", base64.b64encode(spc)), ("in lines", base64.encodebytes(spc))):
        report = looker.look(text)
        looker.check(report["holds"] and report["captured"]["form"] == "base64", f"base64 {name}: {first_failure(report)}")


def check_near_misses(looker: Looker, asset_id: bytes, revoked: bytes) -> None:
    """`asset_id` is in the export without its scheme alone."""
    cases = {
        "in capitals": (asset_id.upper(), "upper and lower case"),
        "in UTF-16": (asset_id.decode().encode("utf-16-le"), "UTF-16"),
        "in UTF-16, big endian": (asset_id.decode().encode("utf-16-be"), "UTF-16"),
        "in UTF-16 with a mark": (asset_id.decode().encode("utf-16"), "UTF-16"),
        "skd:// kept": (b"skd://" + asset_id, "scheme in front"),
        "skd: kept": (b"skd:" + asset_id, "scheme in front"),
        "percent-encoded": (b"%%%02x" % asset_id[0] + asset_id[1:], "percent-encoding"),
        "a zero byte behind it": (asset_id + b"\0", "zero byte"),
        "a line ending behind it": (asset_id + b"\n", "white space"),
        "of another title": (b"nowhere-to-be-found", "no such asset id"),
        "that is no text": (b"\xff\xfe\xfd", "no such asset id"),
        "of a revoked key": (revoked, "revoked"),
    }
    for name, (sent, text) in cases.items():
        # The number stands in front of what is found.
        looker.expect(looker.request(Session(sent)), f"R08: {tllv.NO_CONTENT_KEY}: ", text, f"an asset id {name}")


def check_faults(looker: Looker, asset_id: bytes, other: Path) -> None:
    spc = looker.request(Session(asset_id))
    items = spc_ckc.values_of_spc(Session(asset_id), looker.credentials.ask)
    seal = lambda values: spc_ckc.seal_spc(values, looker.credentials.certificate)  # noqa: E731
    looker.expect(spc, "R07", "another certificate", "another certificate", **{"certificate.der": str(other / "certificate.der")})
    looker.expect(spc, "R07", "private key", "another private key", **{"key.pem": str(other / "key.pem")})
    looker.expect(looker.credentials.certificate.der, "R06", str(tllv.SPC_VERSION), "the certificate")
    looker.expect(pem(looker.credentials.key), "R06", "-425", "a private key")
    looker.expect(spc[:-5], "R06", str(tllv.PARSING), "an SPC that is cut")
    looker.expect(spc + bytes(16), "R06", str(tllv.PARSING), "an SPC with a block more")
    looker.expect(b"\0\0\0\3" + spc[4:], "R06", str(tllv.SPC_VERSION), "version 3")
    missing = [each for each in items if each.tag != Tag.R2]
    looker.expect(seal(missing), "R07", str(tllv.TAG_MISSING), "no R2")
    looker.expect(seal(items + [tllv.padded(Tag.R2, bytes(21))]), "R07", str(tllv.TAG_TWICE), "R2 twice")


def check_all(outcome, bench: Bench, credentials: dict[int, Credentials], exports: dict, titles: list[Title], revoked: set[bytes]) -> None:
    title = next(each for each in titles if each.rules == ("host",) and len(each.uris) == 1)
    (asset_id,) = title.asset_ids()
    for bits in BITS:
        looker = Looker(outcome, bench, credentials[bits], exports["keys", "jsonl"])
        check_fields(looker, asset_id)
        check_forms(looker, asset_id)
        check_near_misses(looker, asset_id, min(revoked))
        check_faults(looker, asset_id, bench.folder / f"other-credentials-{bits}")
