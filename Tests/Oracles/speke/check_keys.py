#!/usr/bin/env python3
"""Compares three views of a title's keys: what a server gave, what the key store exports, what playlists say.

    check_keys.py PLAYLIST --log LOG --records RECORDS.jsonl --systems fairplay,widevine [--keys N]

Every slot (track, period, generation) has one key, it is one that the server gave, with its vector, and each key line is one that
the server sends for that key. The server of the tests names a key's kid in each URI of its lines.
"""

import argparse
import base64
import json
import re
import sys
import uuid
from pathlib import Path

FORMATS = {
    "fairplay": "com.apple.streamingkeydelivery",
    "widevine": "urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
    "playready": "com.microsoft.playready",
    "identity": "identity",
}


def kid_of(uri: str) -> str:
    """The key that a URI of the server is for."""
    if uri.startswith("data:"):
        return str(uuid.UUID(bytes=base64.b64decode(uri.split(",", 1)[1])[-16:]))
    return uri.rsplit("/", 1)[1]


def key_lines(folder: Path) -> list[tuple[Path, str]]:
    return [
        (path, line)
        for path in sorted(folder.rglob("*.m3u8"))
        for line in path.read_text().splitlines()
        if re.match(r"#EXT-X-(SESSION-)?KEY:", line)
    ]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("playlist", type=Path)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--records", type=Path, required=True)
    parser.add_argument("--systems", required=True)
    parser.add_argument("--keys", type=int, default=1)
    options = parser.parse_args()
    problems: list[str] = []

    answers = [each for line in options.log.read_text().splitlines() for each in json.loads(line).get("given", [])]
    given = {(each["kid"], each["key"], each["iv"]) for each in answers}
    records = [json.loads(line) for line in options.records.read_text().splitlines() if line]
    stored = {(each["key_id"], each["key"], each["iv"]) for each in records}
    slots: dict[tuple, set] = {}
    for each in records:
        slots.setdefault((each["track"], each["period"], each["generation"]), set()).add(each["key"])
    if len(slots) != options.keys:
        problems.append(f"{len(slots)} slots, expected {options.keys}")
    problems += [f"slot {slot} has {len(keys)} keys" for slot, keys in slots.items() if len(keys) != 1]
    problems += [f"the server never gave the stored key {kid}" for kid, _, _ in stored - given]

    wanted = {FORMATS[name] for name in options.systems.split(",")}
    stored_kids = {kid for kid, _, _ in stored}
    used: dict[str, set[str]] = {}
    for path, line in key_lines(options.playlist.parent):
        uri, form = (re.search(rf'{name}="([^"]*)"', line) for name in ("URI", "KEYFORMAT"))
        if not uri or (form and not form[1]) or "METHOD=NONE" in line:
            problems.append(f"{path}: {line}")
            continue
        used.setdefault(form[1] if form else "identity", set()).add(kid_of(uri[1]))
    if set(used) != wanted:
        problems.append(f"key formats {sorted(used)}, expected {sorted(wanted)}")
    problems += [f"{form}: keys {kids}, expected {stored_kids}" for form, kids in used.items() if kids != stored_kids]

    for problem in problems:
        print(problem)
    print(f"{0 if problems else 1} passed, {1 if problems else 0} failed")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
