"""The keys of an exported file (`jsonl`, `csv`) as license services find them: by asset id, and by title and key id."""

import csv
import io
import json
import uuid
from dataclasses import dataclass, replace
from pathlib import Path

from export_files import Record, expect, record_of


@dataclass(frozen=True)
class ExportedKey:
    content_id: str
    key_id: uuid.UUID
    record: Record

    @property
    def is_usable(self) -> bool:
        return bool(self.record.key and self.record.iv) and self.record.state != "revoked"


def rows_of(path: Path, form: str) -> list[tuple[dict, list[str]]]:
    """The fields of each row, and its asset ids. In `csv` each has a row of its own."""
    text = path.read_bytes().decode("utf-8")
    if form == "csv":
        rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        return [(row, [row["asset_id"]] if row["asset_id"] else []) for row in rows]
    lines = [json.loads(line) for line in text.split("\n") if line.strip()]
    return [(line, [each["id"] for each in line.get("asset_ids", [])]) for line in lines]


class ExportedKeys:
    """The keys of a file for FairPlay. An asset id may stand for several keys: who looks it up gets none then."""

    def __init__(self, path: Path, form: str) -> None:
        self.by_key_id: dict[uuid.UUID, ExportedKey] = {}
        self.by_asset_id: dict[bytes, set[uuid.UUID]] = {}
        for number, (row, asset_ids) in enumerate(rows_of(path, form), 1):
            record = record_of(row, f"{form} {number}")
            if record is None:
                continue
            key = ExportedKey(row["content_id"], uuid.UUID(row["key_id"]), record)
            known = self.by_key_id.setdefault(key.key_id, key)
            expect(known == key, f"{form} {number}: key {key.key_id} has another title, key or policy elsewhere")
            for asset_id in asset_ids:
                self.by_asset_id.setdefault(asset_id.encode(), set()).add(key.key_id)

    def with_asset_id(self, asset_id: bytes) -> Record | None:
        """The usable record of an asset id."""
        found = self.by_asset_id.get(asset_id, set())
        key = self.by_key_id[min(found)] if len(found) == 1 else None
        return key.record if key and key.is_usable else None

    def of_title(self, content_id: str, key_id: uuid.UUID) -> Record | None:
        key = self.by_key_id.get(key_id)
        return key.record if key and key.content_id == content_id and key.is_usable else None

    def changed(self, **values) -> "ExportedKeys":
        """The same with other values in every record."""
        other = object.__new__(ExportedKeys)
        other.by_asset_id = self.by_asset_id
        other.by_key_id = {name: replace(key, record=replace(key.record, **values)) for name, key in self.by_key_id.items()}
        return other
