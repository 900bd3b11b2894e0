#!/usr/bin/env python3
"""Opens every segment, byte range and initialization section of a presentation of AES-256-GCM and compares the result with
the clear presentation, byte for byte.

Each is opened twice: by `cryptography`, and (those that are not long) by the reference of this folder, which shares nothing
with OpenSSL's GCM. Bits are flipped in IV, ciphertext and tag, and both have to refuse. Vectors are derived again from key,
place and media, as fairlead documents them, and no two units have one.
"""

import argparse
import hmac
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import json

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from gcm import GCM, WrongTag, open_segment
from hls import Malformed, media_playlists
from outcome import Outcome

OVERHEAD = 32
REFERENCE_LIMIT = 24 * 1024
"""The reference does some 2 MB a second; each kind of unit has small ones."""


def big_endian(number):
    return number.to_bytes(8, "big")


class Record:
    """A key of an export (jsonl) with what it is for."""

    def __init__(self, entry):
        self.key = bytes.fromhex(entry["key"])
        self.identity = [
            entry["content_id"].encode(), entry["track"].encode(),
            big_endian(entry["period"]), big_endian(entry["generation"]),
        ]
        self.aead, self.reference = AESGCM(self.key), GCM(self.key)
        self.digest_key = self.derived("fairlead aes-256-gcm digest key", 16)
        self.vector_key = self.derived("fairlead aes-256-gcm vector key", 32)

    def derived(self, label, count):
        """SP 800-108 in counter mode with HMAC-SHA256, for results of one block."""
        message = (1).to_bytes(4, "big") + label.encode() + b"\0" + (8 * count).to_bytes(4, "big")
        return hmac.digest(self.key, message, "sha256")[:count]

    def vector(self, content, rendition, path, ordinal, clear):
        # GMAC: nothing is encrypted, the bytes are additional data.
        digest = AESGCM(self.digest_key).encrypt(bytes(12), b"", clear)
        message = f"fairlead aes-256-gcm {content} iv".encode() + b"\0"
        place = [rendition.encode(), path.encode(), big_endian(ordinal), big_endian(len(clear)), digest]
        for field in self.identity + place:
            message += big_endian(len(field)) + field
        return hmac.digest(self.vector_key, message, "sha256")[:16]


def load(path):
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    return {entry["key_uri"]: Record(entry) for entry in entries}


def opened(record, segment):
    if len(segment) < OVERHEAD:
        raise Malformed(f"{len(segment)} bytes, fewer than {OVERHEAD}")
    try:
        return record.aead.decrypt(segment[:16], segment[16:], None)
    except InvalidTag:
        raise Malformed("the tag is wrong") from None


def refuses(function, *arguments):
    try:
        function(*arguments)
        return False
    except (Malformed, WrongTag):
        return True


def flipped(segment, place):
    changed = bytearray(segment)
    changed[place] ^= 1 << place % 8
    return bytes(changed)


def check_unit(outcome, what, record, segment, clear):
    try:
        outcome.check(opened(record, segment) == clear, f"{what}: differs from the clear bytes")
    except Malformed as error:
        outcome.check(False, f"{what}: {error}")
        return
    outcome.check(len(segment) == len(clear) + OVERHEAD, f"{what}: {len(segment)} bytes for {len(clear)}")
    # One bit each of IV, ciphertext and tag.
    places = (3, 15, 16, len(segment) // 2, len(segment) - 17, len(segment) - 16, len(segment) - 1)
    outcome.check(all(refuses(opened, record, flipped(segment, place)) for place in places), f"{what}: a flipped bit")
    if len(segment) > REFERENCE_LIMIT:
        return
    try:
        outcome.check(open_segment(record.reference, segment) == clear, f"{what}: the reference differs")
    except WrongTag:
        outcome.check(False, f"{what}: the reference refuses the tag")
    outcome.check(
        all(refuses(open_segment, record.reference, flipped(segment, place)) for place in places[::3]),
        f"{what}: the reference takes a flipped bit",
    )


class Units:
    """What vectors are derived from: the place of each unit, under the name of the first rendition that names it."""

    def __init__(self, root, playlists):
        self.root = root
        self.places = {}
        starts = {}
        for playlist in playlists:
            name = str(playlist.path.relative_to(root)).removesuffix(".m3u8")
            for content, resources in (("initialization", playlist.sections), ("segment", playlist.segments)):
                for resource in resources:
                    self.places.setdefault((resource.path, resource.start), (content, name))
                    starts.setdefault(resource.path, set()).add(resource.start)
        self.ordinals = {path: sorted(own) for path, own in starts.items()}

    def vector(self, record, resource, clear):
        content, rendition = self.places[resource.path, resource.start]
        ordinal = self.ordinals[resource.path].index(resource.start)
        return record.vector(content, rendition, str(resource.path.relative_to(self.root)), ordinal, clear)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("protected", type=Path)
    parser.add_argument("source", type=Path)
    parser.add_argument("--keys", type=Path, required=True, help="exported records (jsonl)")
    parser.add_argument("--encrypted-init", action="store_true", help="sections are meant to be encrypted")
    parser.add_argument("--clear-segments", type=int, default=0, help="how many are meant to be clear")
    parser.add_argument("--least-keys", type=int, default=1, help="how many keys there are at least")
    options = parser.parse_args()
    outcome, records = Outcome(), load(options.keys)
    protected, source = media_playlists(options.protected), media_playlists(options.source)
    roots = options.protected.resolve().parent, options.source.resolve().parent
    names = [[str(p.path.relative_to(root)) for p in ps] for ps, root in zip((protected, source), roots)]
    outcome.check(names[0] == names[1], "the playlists name different media playlists")
    units = Units(roots[0], protected)
    vectors, clear_count, used = {}, set(), set()
    for name, ours, theirs in zip(names[0], protected, source):
        outcome.check(b"IV=" not in ours.path.read_bytes(), f"{name}: an IV attribute")
        for kind in ("sections", "segments"):
            pairs = list(zip(getattr(ours, kind), getattr(theirs, kind), strict=True))
            for number, (resource, original) in enumerate(pairs):
                what = f"{name} {kind[:-1]} {number}"
                clear, key = original.read(), resource.key
                if kind == "sections":
                    outcome.check((key is not None) == options.encrypted_init, f"{what}: encrypted or not")
                if key is None:
                    outcome.check(resource.read() == clear, f"{what}: the clear bytes differ")
                    if kind == "segments":
                        clear_count.add((resource.path, resource.start))
                    continue
                outcome.check((key.method, key.iv) == ("AES-256-GCM", None), f"{what}: {key.method}, {key.iv}")
                record = records[key.uri]
                used.add(key.uri)
                segment = resource.read()
                check_unit(outcome, what, record, segment, clear)
                outcome.check(units.vector(record, resource, clear) == segment[:16], f"{what}: another vector")
                vectors[resource.path, resource.start] = (key.uri, segment[:16])
    outcome.check(len(clear_count) == options.clear_segments, f"{len(clear_count)} clear segments")
    outcome.check(len(used) >= options.least_keys, f"{len(used)} keys")
    outcome.check(len(set(vectors.values())) == len(vectors), "two units share key and vector")
    outcome.finish()


if __name__ == "__main__":
    main()
