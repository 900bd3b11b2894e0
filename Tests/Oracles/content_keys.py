"""Where the oracles take content keys from: the command line, or an export of the key store."""

import json
from dataclasses import dataclass
from pathlib import Path


def load_keys(path):
    """Key URI to 16 bytes: from a JSON object, or from the lines of `fairlead keys export --as jsonl`."""
    keys = {}
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        is_record = "content_id" in entry
        pairs = [(entry.get("key_uri"), entry["key"])] if is_record else entry.items()
        keys.update({uri: bytes.fromhex(key) for uri, key in pairs})
    return keys


@dataclass(frozen=True)
class KeyRecord:
    key: bytes
    iv: bytes


def load_records(path):
    """Key URI to record, from the lines of `fairlead keys export --as jsonl`. Two records of one URI are an error."""
    records = {}
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        record = KeyRecord(bytes.fromhex(entry["key"]), bytes.fromhex(entry["iv"]))
        if records.setdefault(entry["key_uri"], record) != record:
            raise ValueError(f"two keys of {entry['key_uri']}")
    return records


def load_by_key_id(path):
    """KID to key, and KID to the key URIs that were written for it, from `fairlead keys export --as jsonl`."""
    keys, uris = {}, {}
    for line in path.read_text().splitlines():
        entry = json.loads(line)
        kid = bytes.fromhex(entry["key_id"].replace("-", ""))
        record = KeyRecord(bytes.fromhex(entry["key"]), bytes.fromhex(entry["iv"]))
        if keys.setdefault(kid, record) != record:
            raise ValueError(f"two keys of {kid.hex()}")
        uris.setdefault(kid, set()).add(entry.get("key_uri"))
    return keys, uris


class ContentKeys:
    def __init__(self, only_key=None, keys=None):
        self.only_key, self.keys = only_key, keys or {}

    def __getitem__(self, uri):
        return self.only_key or self.keys[uri]

    def __contains__(self, uri):
        return self.only_key is not None or uri in self.keys


def add_arguments(parser):
    """The two presentations, and their keys."""
    parser.add_argument("protected", type=Path, help="playlist of the protected presentation")
    parser.add_argument("source", type=Path, help="playlist of the clear presentation")
    choice = parser.add_mutually_exclusive_group(required=True)
    choice.add_argument("--key", type=bytes.fromhex, help="one key for all, 32 hex digits")
    choice.add_argument("--keys", type=Path, help="JSON object of key URI to hex, or exported records (jsonl)")


def from_arguments(options):
    return ContentKeys(options.key, load_keys(options.keys) if options.keys else None)
