"""Reads exports of a key store by asset id, byte for byte: `csv`, `jsonl`, `fps-sdk`, `fps-sdk-request` and `expressplay-token`.

A file that contradicts itself is an error, and so is one with two keys, or two policies, for one asset id.
"""

import csv
import io
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

FAIRPLAY = "com.apple.streamingkeydelivery"
LEVELS = ("none", "type-0", "type-1")
STATES = ("active", "retired", "revoked")


@dataclass(frozen=True)
class Record:
    """A key as a KSM knows it, durations in seconds. A revoked one has neither key nor IV."""

    key: bytes | None
    iv: bytes | None
    hdcp: str | None = None
    lease: int | None = None
    rental: int | None = None
    playback: int | None = None
    stream_id: bytes | None = None
    title_id: bytes | None = None
    state: str = "active"


class ExportError(ValueError):
    """An export that cannot be served; the text says where and why."""


def expect(condition: object, text: str) -> None:
    if not condition:
        raise ExportError(text)


def octets(text: str | None, where: str, sizes=(16,)) -> bytes | None:
    if not text:
        return None
    expect(isinstance(text, str) and re.fullmatch(r"([0-9A-Fa-f]{2})+", text), f"{where}: no hexadecimal digits")
    data = bytes.fromhex(text)
    expect(len(data) in sizes, f"{where}: {len(data)} bytes, expected {list(sizes)}")
    return data


def seconds(value, where: str) -> int | None:
    if value in (None, ""):
        return None
    expect(re.fullmatch(r"[0-9]+", str(value)) and int(value) < 1 << 32, f"{where}: not a number of seconds: {value!r}")
    return int(value)


def record_of(fields: dict, where: str) -> Record | None:
    """The record of a line of `csv` or `jsonl`, whose members have the same names; none if it is no key of FairPlay."""
    if fields.get("key_format") not in (None, "", FAIRPLAY):
        return None
    state, hdcp = fields.get("state") or "active", fields.get("hdcp") or None
    expect(state in STATES, f"{where}: state {state!r}")
    expect(hdcp in (None, *LEVELS), f"{where}: hdcp {hdcp!r}")
    key = octets(fields.get("key"), f"{where}, key", (16, 32))
    iv = octets(fields.get("iv"), f"{where}, iv")
    if key and len(key) == 32:
        return None
    if state == "revoked":
        expect(not key and not iv, f"{where}: a revoked key is given away")
    else:
        expect(key and iv, f"{where}: no key or no IV")
    ids = [octets(fields.get(f"offline_{each}_id"), f"{where}, offline_{each}_id", range(1, 17)) for each in ("stream", "title")]
    durations = [seconds(fields.get(f"{each}_seconds"), f"{where}, {each}_seconds") for each in ("lease", "rental", "playback")]
    return Record(key, iv, hdcp, *durations, *ids, state)


class Table:
    """Records by the bytes of an asset id."""

    def __init__(self) -> None:
        self.records: dict[bytes, Record] = {}

    def add(self, asset_id: bytes, record: Record, where: str) -> None:
        known = self.records.setdefault(asset_id, record)
        expect(known == record, f"{where}: asset id {asset_id.hex()} has another key or policy elsewhere in the file")

    def add_named(self, text: str, digits: str, record: Record, where: str) -> None:
        expect(isinstance(text, str) and text.encode().hex() == str(digits).lower(), f"{where}: {text!r} is not {digits!r}")
        expect(2 <= len(text.encode()) <= 200, f"{where}: an asset id of {len(text.encode())} bytes")
        self.add(text.encode(), record, where)


def read_csv(text: str) -> Table:
    table = Table()
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    needed = {"asset_id", "asset_id_hex", "key", "iv", "hdcp", "lease_seconds", "rental_seconds", "playback_seconds", "state"}
    expect(needed <= set(reader.fieldnames or []), f"csv: columns are missing: {sorted(needed - set(reader.fieldnames or []))}")
    for number, row in enumerate(reader, 2):
        where = f"csv row {number}"
        expect(None not in row and None not in row.values(), f"{where}: another number of cells than the header")
        record = record_of(row, where)
        if record and (row["asset_id"] or row["asset_id_hex"]):
            table.add_named(row["asset_id"], row["asset_id_hex"], record, where)
    return table


def unique_members(pairs: list) -> dict:
    members = dict(pairs)
    expect(len(members) == len(pairs), "json: a member stands twice")
    return members


def read_jsonl(text: str) -> Table:
    table = Table()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"jsonl line {number}"
        entry = json.loads(line, object_pairs_hook=unique_members)
        expect(entry.get("version") in (None, 1), f"{where}: version {entry.get('version')!r}")
        record = record_of(entry, where)
        for each in entry.get("asset_ids", []) if record else []:
            expect(each.get("rule"), f"{where}: an asset id without a rule")
            table.add_named(each["id"], each["hex"], record, where)
    return table


def read_fps_sdk(text: str) -> Table:
    table = Table()
    for name, info in json.loads(text, object_pairs_hook=unique_members).items():
        where = f"fps-sdk {name!r}"
        key, iv = (
            octets(re.sub("^0[xX]", "", info.get(member, "")), f"{where}, {member}") for member in ("content-key", "content-iv")
        )
        expect(key and iv, f"{where}: no key or no IV")
        expect(info.get("content-type") in ("uhd", "hd", "sd", "audio"), f"{where}: content-type {info.get('content-type')!r}")
        level = info.get("hdcp-type")
        expect(level is None or str(level) in ("-1", "0", "1"), f"{where}: hdcp-type {level!r}")
        record = Record(key, iv, None if level is None else LEVELS[int(level) + 1])
        record = replace(record, lease=seconds(info.get("lease-duration"), f"{where}, lease-duration"))
        offline = info.get("offline-hls")
        if offline is not None:
            expect(not record.lease, f"{where}: a lease and offline-hls")
            ids = [octets(offline.get(each), f"{where}, {each}", range(1, 17)) for each in ("stream-id", "title-id")]
            durations = [seconds(offline.get(each), f"{where}, {each}") for each in ("rental-duration", "playback-duration")]
            record = replace(record, rental=durations[0], playback=durations[1], stream_id=ids[0], title_id=ids[1])
        table.add_named(name, name.encode().hex(), record, where)
    return table


def read_fps_sdk_request(text: str) -> Table:
    """Requests as the SDK's parsers take them: that in Swift wants a version, that in Rust one element of `asset-info`."""
    infos = {}
    for name, member in json.loads(text, object_pairs_hook=unique_members).items():
        where = f"fps-sdk-request {name!r}"
        expect(set(member) == {"fairplay-streaming-request"}, f"{where}: members {sorted(member)}")
        request = member["fairplay-streaming-request"]
        expect(set(request) == {"version", "create-ckc"} and type(request["version"]) is int, f"{where}: {sorted(request)}")
        expect(len(request["create-ckc"]) == 1, f"{where}: {len(request['create-ckc'])} operations")
        operation = request["create-ckc"][0]
        expect(set(operation) == {"id", "spc", "asset-info"}, f"{where}: members {sorted(operation)}")
        expect(type(operation["id"]) is int and operation["id"] >= 0, f"{where}: id {operation['id']!r}")
        expect(operation["spc"] == "", f"{where}: an SPC that nobody sent")
        expect(len(operation["asset-info"]) == 1, f"{where}: {len(operation['asset-info'])} asset infos")
        infos[name] = operation["asset-info"][0]
    return read_fps_sdk(json.dumps(infos))


TOKEN_NAMES = {"contentKey": -2005, "iv": -6003, "rentalDuration": -6007}
"""Parameters of a token request that an export may have, to the error of a value that is none (Adobe Primetime, FairPlay license
token request)."""


def token_fields(form: str, where: str) -> Record:
    """What ExpressPlay reads of the parameters of a form (`application/x-www-form-urlencoded`); each once, case told apart."""
    pairs = parse_qsl(form, keep_blank_values=True, strict_parsing=True)
    given = dict(pairs)
    expect(len(given) == len(pairs), f"{where}: a parameter stands twice")
    expect(given.pop("customerAuthenticator", None), f"{where}: -2017")
    expect(set(given) <= set(TOKEN_NAMES), f"{where}: parameters {sorted(given)}")
    for name in ("contentKey", "iv"):
        expect(re.fullmatch("[0-9a-f]{32}", given.get(name, "")), f"{where}: {TOKEN_NAMES[name]}")
    rental = given.get("rentalDuration")
    expect(rental is None or re.fullmatch("0|[1-9][0-9]*", rental) and int(rental) < 1 << 32, f"{where}: -6007")
    return Record(
        bytes.fromhex(given["contentKey"]), bytes.fromhex(given["iv"]), rental=None if rental is None else int(rental)
    )


def token_requests(text: str) -> list[tuple[dict, Record]]:
    """The objects of an export of token requests, and what ExpressPlay makes of the parameters of each."""
    found = []
    expect(not text or text.endswith("\n"), "expressplay-token: the last line has no end")
    for number, line in enumerate(text.split("\n")[:-1], 1):
        where = f"expressplay-token line {number}"
        entry = json.loads(line, object_pairs_hook=unique_members)
        needed = {"content_id", "track", "period", "generation", "key_id", "key_uris", "parameters"}
        expect(needed <= set(entry) <= needed | {"asset_ids"}, f"{where}: members {sorted(entry)}")
        for name in ("content_id", "track", "key_id"):
            expect(isinstance(entry[name], str) and entry[name], f"{where}: {name} {entry[name]!r}")
        for name in ("key_uris", "asset_ids"):
            texts = entry.get(name, ["x"])
            expect(texts and all(isinstance(each, str) for each in texts), f"{where}: {name} {texts!r}")
            expect(len(set(texts)) == len(texts), f"{where}: {name} has one twice")
        expect(all(isinstance(each, str) for each in entry["parameters"].values()), f"{where}: a parameter that is no text")
        form = urlencode({"customerAuthenticator": "201722,1ad8eed1", **entry["parameters"]})
        found.append((entry, token_fields(form, where)))
    return found


def read_expressplay_token(text: str) -> Table:
    table = Table()
    for number, (entry, record) in enumerate(token_requests(text), 1):
        for each in entry.get("asset_ids", []):
            table.add_named(each, each.encode().hex(), record, f"expressplay-token line {number}")
    return table


READERS = {
    "csv": read_csv,
    "jsonl": read_jsonl,
    "fps-sdk": read_fps_sdk,
    "fps-sdk-request": read_fps_sdk_request,
    "expressplay-token": read_expressplay_token,
}


def read_export(path: Path, form: str) -> Table:
    """The records of a file; an ExportError says what is wrong with it."""
    try:
        return READERS[form](path.read_bytes().decode("utf-8"))
    except ExportError:
        raise
    except (csv.Error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ExportError(f"{form}: {type(error).__name__}: {error}") from error
