"""Reads exports of a key store by asset id, byte for byte: `csv`, `jsonl` and `fps-sdk`.

A file that contradicts itself is an error, and so is one with two keys, or two policies, for one asset id.
"""

import csv
import io
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path

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


READERS = {"csv": read_csv, "jsonl": read_jsonl, "fps-sdk": read_fps_sdk}


def read_export(path: Path, form: str) -> Table:
    """The records of a file; an ExportError says what is wrong with it."""
    try:
        return READERS[form](path.read_bytes().decode("utf-8"))
    except ExportError:
        raise
    except (csv.Error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ExportError(f"{form}: {type(error).__name__}: {error}") from error
