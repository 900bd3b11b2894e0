#!/usr/bin/env python3
"""Decrypts every segment, byte range and initialization section of a presentation with `openssl enc` and compares
the result with the clear presentation, byte for byte.

The key line in force and the IV come from the protected playlists, the keys from the export of the key store.
I-frames are taken as a client takes them (RFC 8216 6.3.6).
"""

import argparse
import subprocess

import content_keys
from hls import Malformed, media_playlists
from outcome import Outcome

BLOCK = 16


def openssl_decrypt(ciphertext, key, iv, *options):
    """None when openssl refuses: a length that is no multiple of 16, or bad padding."""
    command = ["openssl", "enc", "-d", "-aes-128-cbc", "-K", key.hex(), "-iv", iv.hex(), *options]
    result = subprocess.run(command, input=ciphertext, capture_output=True)
    return result.stdout if result.returncode == 0 else None


def i_frame(resource, key, unit_starts):
    """Widens the range to whole blocks, counted from the start of the resource; the block before them is the IV.
    At the start of an encrypted unit there is no such block: there the IV of the key line takes its place."""
    content = resource.path.read_bytes()
    start, end = resource.byte_range.offset, resource.byte_range.offset + resource.byte_range.size
    if end > len(content):
        raise Malformed(f"range up to {end} in {resource.path.name} of {len(content)} bytes")
    wide_start = start if start in unit_starts else start // BLOCK * BLOCK
    wide_end = end + (wide_start - end) % BLOCK
    if wide_start in unit_starts:
        if resource.key.iv is None:
            raise Malformed("an I-frame at the start of a segment, and its key line has no IV")
        iv = resource.key.iv
    else:
        iv = content[wide_start - BLOCK : wide_start]
    plain = openssl_decrypt(content[wide_start:wide_end], key, iv, "-nopad")
    return plain and plain[start - wide_start : end - wide_start]


class Decrypter:
    def __init__(self, keys):
        self.keys = keys
        self.unit_starts = {}
        """Path of a file to the offsets at which an encrypted segment starts in it."""

    def learn_units(self, playlists):
        for playlist in playlists:
            if not playlist.i_frames_only:
                for resource in playlist.segments + playlist.sections:
                    self.unit_starts.setdefault(resource.path, set()).add(resource.start)

    def clear_bytes(self, resource, is_i_frame):
        if resource.key is None:
            return resource.read()
        if resource.key.uri not in self.keys:
            raise Malformed(f"no key for {resource.key.uri}")
        key = self.keys[resource.key.uri]
        if is_i_frame and resource.byte_range:
            return i_frame(resource, key, self.unit_starts.get(resource.path, {0}))
        return openssl_decrypt(resource.read(), key, resource.initialization_vector)


def compare(outcome, decrypter, name, protected, source):
    """Segment by segment, and section by section, of two media playlists."""
    for kind in ("segments", "sections"):
        ours, theirs = getattr(protected, kind), getattr(source, kind)
        outcome.check(len(ours) == len(theirs), f"{name}: {len(ours)} {kind}, the source has {len(theirs)}")
        for number, (resource, original) in enumerate(zip(ours, theirs)):
            what = f"{name} {kind[:-1]} {number} ({original.path.name})"
            try:
                is_i_frame = protected.i_frames_only and kind == "segments"
                clear = decrypter.clear_bytes(resource, is_i_frame)
                outcome.check(clear == original.read(), f"{what}: differs from the clear bytes")
            except (Malformed, OSError) as error:
                outcome.check(False, f"{what}: {error}")


def check_iv_mode(outcome, mode, playlists):
    """What the mode promises about the key lines of the media playlists."""
    units = {}
    for playlist in playlists:
        encrypted = [segment for segment in playlist.segments if segment.key]
        if playlist.i_frames_only:
            outcome.check(all(s.key.iv for s in encrypted), f"{playlist.path}: an I-frame without an IV attribute")
            continue
        if mode == "sequence":
            outcome.check(not any(s.key.iv for s in encrypted), f"{playlist.path}: an IV attribute")
        if mode == "constant":
            keys = {segment.key for segment in encrypted}
            outcome.check(len(keys) == len({key.uri for key in keys}), f"{playlist.path}: several IVs for one key")
        units.update({(s.path, s.start): (s.key.uri, s.initialization_vector) for s in encrypted})
    if mode == "segment":
        outcome.check(len(set(units.values())) == len(units), "two segments share key and IV")


def check_protection(outcome, playlists, options):
    """What the caller knows about the presentation: a clear copy of the source must not pass."""
    segments = {(s.path, s.start): s.key for p in playlists if not p.i_frames_only for s in p.segments}
    clear = sum(key is None for key in segments.values())
    outcome.check(clear == options.clear_segments, f"{clear} clear segments, expected {options.clear_segments}")
    key_uris = {key.uri for key in segments.values() if key}
    outcome.check(len(key_uris) >= options.least_keys, f"{len(key_uris)} keys, expected {options.least_keys} or more")
    for playlist in playlists:
        for section in playlist.sections:
            is_encrypted = section.key is not None
            what = f"{playlist.path}: the init section is {'encrypted' if is_encrypted else 'clear'}"
            outcome.check(is_encrypted == options.encrypted_init, what)


def relative_files(root):
    return {path.relative_to(root) for path in root.rglob("*") if path.is_file()}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    content_keys.add_arguments(parser)
    parser.add_argument("--iv-mode", choices=["segment", "sequence", "constant"], help="check what it promises")
    parser.add_argument("--clear-segments", type=int, default=0, help="how many are meant to be clear")
    parser.add_argument("--least-keys", type=int, default=1, help="how many key URIs there are at least")
    parser.add_argument("--encrypted-init", action="store_true", help="init sections are meant to be encrypted")
    return parser.parse_args()


def main():
    options = arguments()
    outcome = Outcome()
    roots = options.protected.resolve().parent, options.source.resolve().parent
    outcome.check(relative_files(roots[0]) == relative_files(roots[1]), "the trees hold different files")
    protected, source = media_playlists(options.protected), media_playlists(options.source)
    names = [
        [str(playlist.path.relative_to(root)) for playlist in playlists]
        for playlists, root in zip((protected, source), roots)
    ]
    outcome.check(names[0] == names[1], "the playlists name different media playlists")

    decrypter = Decrypter(content_keys.from_arguments(options))
    decrypter.learn_units(protected)
    for name, ours, theirs in zip(names[0], protected, source):
        compare(outcome, decrypter, name, ours, theirs)
    check_protection(outcome, protected, options)
    check_iv_mode(outcome, options.iv_mode, protected)
    outcome.finish()


if __name__ == "__main__":
    main()
