#!/usr/bin/env python3
"""Hands fragmented MP4 under Common Encryption to other programs: ffmpeg and Shaka Packager decrypt it, and every sample has
to be that of the clear presentation; Shaka encrypts the clear one with the same key and vector, and every sample has to be
that of the protected one.

A program is given one file for each initialization section: it and the segments under it.
"""

import argparse
import hashlib
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from common_encryption.boxes import parse
from common_encryption.fragments import read_fragments
from common_encryption.sections import read_tracks
from content_keys import load_by_key_id
from hls import media_playlists
from outcome import Outcome

TEXT = {b"wvtt", b"stpp", b"tx3g"}


@dataclass
class Part:
    """The segments under one section, before and after."""

    name: str
    source_section: bytes
    section: bytes
    segments: list
    """Pairs of clear and protected."""
    first_track: int = 0
    """That of the first sample, once samples were read."""

    @property
    def source(self):
        return self.source_section + b"".join(original.read() for original, _ in self.segments)

    @property
    def protected(self):
        return self.section + b"".join(resource.read() for _, resource in self.segments)

    def samples(self):
        """Clear and protected content of every sample, by track, each with how it is protected."""
        found = {}
        for original, resource in self.segments:
            clear = read_fragments(original.read(), read_tracks(self.source_section), original.start)
            ours = read_fragments(resource.read(), read_tracks(self.section))
            for before, after in zip(clear, ours, strict=True):
                for old, new in zip(before.samples, after.samples, strict=True):
                    found.setdefault(new.track.number, []).append((content(before, old), content(after, new), new))
        self.first_track = next(iter(found))
        return dict(sorted(found.items()))


def content(fragment, sample):
    return fragment.mdat.data[sample.start : sample.start + sample.size]


def parts_of(playlist, source, name):
    parts = []
    for segment, original in zip(playlist.segments, source.segments):
        place = segment.section.path, segment.section.byte_range
        if not parts or parts[-1][0] != place:
            part = Part(f"{name} {segment.section.path.name}", original.section.read(), segment.section.read(), [])
            parts.append((place, part))
        parts[-1][1].segments.append((original, segment))
    return [part for _, part in parts]


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


def digests_of_ffmpeg(program, path, *options):
    """Of every packet, by stream, in order; and what was said."""
    result = run(program, "-nostdin", "-v", "error", *options, "-i", path, "-map", 0, "-c", "copy", "-f", "framemd5", "-")
    found = {}
    for line in result.stdout.splitlines():
        if line and not line.startswith("#"):
            fields = line.split(",")
            found.setdefault(int(fields[0]), []).append(fields[5].strip())
    return found, result.stderr.strip()[:300]


def is_mixed_up(number, part, samples):
    """Sound and pictures under one key of cbcs: Shaka decrypts all with the pattern of what it meets first."""
    protection = samples[number][0][2].protection
    kinds = {found[0][2].track.is_audio for found in samples.values()}
    return bool(protection and protection.constant_iv) and len(kinds) > 1 and number != part.first_track


class Programs:
    def __init__(self, outcome, options, folder):
        self.outcome, self.options, self.folder = outcome, options, folder
        self.records, _ = load_by_key_id(options.keys)

    def compare(self, part):
        """With each program. Nothing is asked of clear parts."""
        samples = part.samples()
        kids = {s.protection.kid for found in samples.values() for _, _, s in found if s.protection}
        if not kids:
            return
        clear = {number: [before for before, _, _ in found] for number, found in samples.items()}
        path = self.folder / "protected.mp4"
        path.write_bytes(part.protected)
        kinds = {entry.clear_kind.decode() for track in read_tracks(part.section).values() for entry in track.entries}
        if "ffmpeg" in self.options.programs and not kinds & set(self.options.unreadable_by_ffmpeg):
            self.play(part, path, clear, kids)
        for index, (number, found) in enumerate(samples.items()):
            what = f"{part.name} track {number}"
            if "decrypt" in self.options.programs and not is_mixed_up(number, part, samples):
                self.decrypt(what, path, index, clear[number], kids)
            if "encrypt" in self.options.programs:
                self.encrypt(what, part, index, found)

    def play(self, part, path, clear, kids):
        keys = [self.records[kid].key.hex() for kid in kids]
        key = ["-decryption_key", keys[0]]
        if len(kids) > 1:
            key = ["-decryption_keys", ":".join(f"{kid.hex()}={self.records[kid].key.hex()}" for kid in kids)]
        found, said = digests_of_ffmpeg(self.options.ffmpeg, path, *key)
        expected = [[hashlib.md5(sample).hexdigest() for sample in samples] for samples in clear.values()]
        for number, digests in enumerate(expected):
            ours = found.get(number, [])
            same = sum(a == b for a, b in zip(digests, ours))
            holds = ours == digests
            self.outcome.check(holds, f"{part.name}: ffmpeg, stream {number}: {same} of {len(digests)} are the same. {said}")

    def key_arguments(self, kids):
        keys = [f"label={n}:key_id={kid.hex()}:key={self.records[kid].key.hex()}" for n, kid in enumerate(sorted(kids))]
        return ["--keys", ",".join(keys)]

    def package(self, what, source, index, output, *options):
        """The samples of one stream as Shaka writes them, or None."""
        output.unlink(missing_ok=True)
        result = run(self.options.packager, f"in={source},stream={index},output={output}", "--quiet", *options)
        said = (result.stderr or result.stdout).strip()[-300:]
        holds = result.returncode == 0 and output.exists()
        if not self.outcome.check(holds, f"{what}: Shaka ends with {result.returncode}: {said}"):
            return None
        return samples_of(output.read_bytes())

    def decrypt(self, what, path, index, clear, kids):
        options = ["--enable_raw_key_decryption", *self.key_arguments(kids)]
        found = self.package(what, path, index, self.folder / "decrypted.mp4", *options)
        if found is not None:
            same = sum(a == b for a, b in zip(clear, found))
            self.outcome.check(found == clear, f"{what}: Shaka decrypts {same} of {len(clear)} samples to the same")

    def encrypt(self, what, part, index, found):
        """cbcs whole; of cenc the first segment, as far as its vectors count on: those of other tracks lie between."""
        # A clear start is nothing to compare.
        found = [each for each in found if each[2].protection]
        segments = [pair for pair in part.segments if pair[1].key_lines]
        protection, scheme = found[0][2].protection, next(e.scheme for e in found[0][2].track.entries if e.scheme)
        vector = protection.constant_iv
        if scheme == b"cenc":
            vector, segments = found[0][2].iv, segments[:1]
        source = self.folder / "clear.mp4"
        source.write_bytes(part.source_section + b"".join(original.read() for original, _ in segments))
        options = ["--enable_raw_key_encryption", "--protection_scheme", scheme.decode(), "--iv", vector.hex()]
        kid = protection.kid
        options += ["--keys", f"label=:key_id={kid.hex()}:key={self.records[kid].key.hex()}", "--clear_lead", "0"]
        output = self.folder / "encrypted.mp4"
        theirs = self.package(what, source, index, output, *options)
        if theirs is None:
            return
        ours = [after for _, after, _ in found]
        if scheme == b"cenc":
            first = int.from_bytes(vector, "big")
            vectors = [int.from_bytes(sample.iv, "big") for _, _, sample in found[: len(theirs)]]
            breaks = [place for place, value in enumerate(vectors) if value != (first + place) % (1 << 64)]
            ours, theirs = ours[: breaks[0] if breaks else len(theirs)], theirs[: breaks[0] if breaks else None]
        if scheme == b"cenc" and found[0][2].ranges is not None:
            # The bytes that are too few for a block stand in front of a range here and behind it there.
            ours = [shape(sample) for _, _, sample in found[: len(theirs)]]
            theirs = [shape(sample) for sample in described_samples_of(output.read_bytes())][: len(ours)]
        same = sum(a == b for a, b in zip(ours, theirs))
        what = f"{what}: {same} of {len(ours)} samples are encrypted as by Shaka"
        if self.options.differs_from_shaka and scheme == b"cbcs":
            self.outcome.check(len(ours) == len(theirs) and 0 < same < len(ours), what)
        elif not self.options.differs_from_shaka:
            self.outcome.check(ours == theirs, what)


def shape(sample):
    """Vector and sizes of the protected ranges, those of nothing left out."""
    return sample.iv, [protected for _, protected in sample.ranges if protected]


def described_samples_of(data):
    """Of one track, with how they are protected."""
    section_end = next(box.end for box in parse(data) if box.kind == b"moov")
    return [sample for fragment in read_fragments(data, read_tracks(data[:section_end])) for sample in fragment.samples]


def samples_of(data):
    """Of one track, in order. Protection is not read: Shaka has other boxes for it than HLS wants."""
    section_end = next(box.end for box in parse(data) if box.kind == b"moov")
    tracks = read_tracks(data[:section_end])
    result = []
    for fragment in read_fragments(data, tracks, ignores_protection=True):
        result += [content(fragment, sample) for sample in fragment.samples]
    return result


def is_of_media(playlist):
    if playlist.i_frames_only or playlist.segments[0].section is None:
        return False
    tracks = read_tracks(playlist.segments[0].section.read())
    return not any(entry.clear_kind in TEXT for track in tracks.values() for entry in track.entries)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("protected", type=Path, help="playlist of the protected presentation")
    parser.add_argument("source", type=Path, help="playlist of the clear presentation")
    parser.add_argument("--keys", type=Path, required=True, help="exported records (jsonl)")
    parser.add_argument("--ffmpeg", required=True)
    parser.add_argument("--packager", required=True)
    parser.add_argument("--programs", nargs="*", default=["ffmpeg", "decrypt", "encrypt"], help="who is asked")
    parser.add_argument("--unreadable-by-ffmpeg", nargs="*", default=[], help="sample entries that it is not asked of")
    parser.add_argument("--differs-from-shaka", action="store_true", help="Shaka is known to be wrong on some samples")
    options = parser.parse_args()

    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(outcome, options, Path(folder))
        for ours, theirs in zip(media_playlists(options.protected), media_playlists(options.source), strict=True):
            if is_of_media(theirs):
                name = ours.path.relative_to(options.protected.resolve().parent)
                for part in parts_of(ours, theirs, name):
                    programs.compare(part)
    outcome.finish()


if __name__ == "__main__":
    main()
