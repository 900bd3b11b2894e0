#!/usr/bin/env python3
"""Proves the reference: damages a protected presentation in one place at a time, and decrypt_fragments.py has to find it.

Usage: damage_fragments.py PROTECTED SOURCE RECORDS      (folders of the stream fmp4-demuxed, and exported records)
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common_encryption.boxes import parse
from common_encryption.fragments import read_fragments
from common_encryption.sections import read_tracks
from outcome import Outcome

SEGMENT, SECTION, PLAYLIST = "video/segment1.m4s", "video/init.mp4", "video/index.m3u8"
PICTURES = "video/iframes.m3u8"


def protection_box(data, kind):
    moof = next(box for box in parse(data) if box.kind == b"moof")
    return moof.first(b"traf", kind)


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 0x01]) + data[place + 1 :]


def first_range(folder):
    """The first protected range of a segment's first sample."""
    data = (folder / SEGMENT).read_bytes()
    sample = read_fragments(data, read_tracks((folder / SECTION).read_bytes()))[0].samples[0]
    return sample.start + sample.ranges[0][0], sample.ranges[0][1]


def in_box(kind, offset):
    return SEGMENT, lambda data, _: flipped(data, protection_box(data, kind).content + offset)


def in_section(kind, offset):
    return SECTION, lambda data, _: flipped(data, data.index(kind) + 4 + offset)


def a_byte_moved(data, folder):
    """From the protected part of a subsample to its clear part: the sum stays."""
    senc = protection_box(data, b"senc")
    place = senc.content + 10
    clear, protected = (int.from_bytes(data[place + at : place + at + size], "big") for at, size in ((0, 2), (2, 4)))
    moved = (clear + 1).to_bytes(2, "big") + (protected - 1).to_bytes(4, "big")
    return data[:place] + moved + data[place + 6 :]


def replaced(old, new):
    def change(data, _):
        assert old in data, f"no {old}"
        return data.replace(old, new, 1)

    return change


DAMAGES = {
    "a ciphertext byte": (SEGMENT, lambda data, folder: flipped(data, first_range(folder)[0])),
    "a byte that the pattern skips": (SEGMENT, lambda data, folder: flipped(data, first_range(folder)[0] + 17)),
    "a clear byte before the range": (SEGMENT, lambda data, folder: flipped(data, first_range(folder)[0] - 1)),
    "a subsample that begins a byte later": (SEGMENT, a_byte_moved),
    "a size in saiz": in_box(b"saiz", 4),
    "the offset in saio": in_box(b"saio", 11),
    "the number of samples in senc": in_box(b"senc", 7),
    "flags of tfhd": in_box(b"tfhd", 1),
    "a time of trun": in_box(b"trun", 15),
    "the data offset of trun": in_box(b"trun", 11),
    "the decode time": in_box(b"tfdt", 11),
    "the key id of tenc": in_section(b"tenc", 8),
    "the vector of tenc": in_section(b"tenc", 25),
    "the pattern of tenc": in_section(b"tenc", 5),
    "the version of tenc": in_section(b"tenc", 0),
    "the scheme": in_section(b"schm", 4),
    "the original format": in_section(b"frma", 0),
    "the picture's width": in_section(b"encv", 25),
    "the key id of pssh": in_section(b"pssh", 24),
    "the vector of the key line": (PLAYLIST, replaced(b"IV=0x", b"IV=0x0")),
    "the method": (PLAYLIST, replaced(b"SAMPLE-AES", b"SAMPLE-AES-CTR")),
    "the key URI": (PLAYLIST, replaced(b"keys.example.com", b"kexs.example.com")),
    "no key line": (PLAYLIST, replaced(b"#EXT-X-KEY", b"#EXT-X-KEX")),
    "a duration": (PLAYLIST, replaced(b"#EXTINF:4", b"#EXTINF:5")),
    "a range of an I-frame": (PICTURES, replaced(b"@0", b"@1")),
}


def main():
    protected, source, records = map(Path, sys.argv[1:])
    outcome = Outcome()
    reference = Path(__file__).with_name("decrypt_fragments.py")

    def finds_nothing(folder):
        playlists = [folder / "multivariant.m3u8", source / "multivariant.m3u8"]
        command = [sys.executable, "-B", reference, *playlists, "--keys", records]
        return subprocess.run(list(map(str, command)), capture_output=True).returncode == 0

    outcome.check(finds_nothing(protected), "the reference finds damage where there is none")
    for name, (path, change) in DAMAGES.items():
        with tempfile.TemporaryDirectory() as work:
            folder = Path(work) / "damaged"
            shutil.copytree(protected, folder)
            data = (folder / path).read_bytes()
            (folder / path).write_bytes(change(data, folder))
            outcome.check(not finds_nothing(folder), f"the reference does not find: {name}")
    outcome.finish()


if __name__ == "__main__":
    main()
