#!/usr/bin/env python3
"""Compares what fairlead protects with what Shaka Packager protects: same MP4, same key and IV.

Shaka makes clear segments of an MP4; fairlead protects them; Shaka makes protected segments of the same MP4. Elementary
streams have to be equal to the byte, and what the program map or the ID3 tag says of them.

Usage: compare_with_shaka.py FAIRLEAD PACKAGER MP4...
"""

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import packed_audio_comparison
import sample_aes
from hls import media_playlists
from mpeg2_transport import program_map, read_packets
from outcome import Outcome
from transport_comparison import elementary_stream

KEY, IV = bytes(range(16)), bytes(range(0xF0, -0x10, -0x10))
SEGMENT_DURATION = "2"
EXTENSIONS = {"mp4a": "aac", "ac-3": "ac3", "ec-3": "ec3"}
PROTECTION = [
    "--enable_raw_key_encryption",
    "--keys",
    f"label=:key_id={'1' * 32}:key={KEY.hex()}",
    "--iv",
    IV.hex(),
    *("--protection_scheme", "cbcs", "--clear_lead", "0"),
]


@dataclass
class Job:
    """One way to package an MP4: of which kind its segments are."""

    source: Path
    extension: str
    kind: str
    """`video` or `audio`."""

    @property
    def name(self):
        return f"{self.source.stem} {self.kind} in .{self.extension}"


def jobs(source):
    """Every stream in transport streams, and its audio packed."""
    content = source.read_bytes()
    if b"avcC" in content:
        yield Job(source, "ts", "video")
    for entry, extension in EXTENSIONS.items():
        if b"stsd" in content and entry.encode() in content[content.index(b"moov") :]:
            yield Job(source, "ts", "audio")
            yield Job(source, extension, "audio")


def package(packager, job, folder, options):
    folder.mkdir(parents=True)
    template = f"{folder}/segment$Number$.{job.extension}"
    stream = f"in={job.source},stream={job.kind},segment_template={template},playlist_name=index.m3u8"
    playlist = ["--hls_master_playlist_output", folder / "multivariant.m3u8", "--segment_duration", SEGMENT_DURATION]
    subprocess.run([packager, stream, *playlist, *options, "--quiet"], check=True, stdout=subprocess.DEVNULL)


def protect(fairlead, source, output, key_file):
    store = ["--key-store", f"sqlite:{output.parent / 'keys.sqlite'}", "--kek-file", output.parent / "kek"]
    subprocess.run([fairlead, "keys", "init", *store], check=True, capture_output=True)
    command = [fairlead, "protect", source / "index.m3u8", "--output", output, "--content-id", "shaka", *store]
    how = ["--method", "sample-aes", "--drm", "identity", "--key-uri", "https://keys.example.com/k"]
    return subprocess.run([*command, *how, "--key-file", key_file, "--quiet"], capture_output=True, text=True)


@dataclass
class Description:
    """What a segment says of its samples, and the samples."""

    stream_type: int | None
    descriptors: tuple[bytes, ...]
    samples: bytes


def described(content, is_transport_stream):
    if is_transport_stream:
        packets = read_packets(content)
        (entry,) = program_map(packets).entries
        return Description(entry.stream_type, entry.descriptors, elementary_stream(packets, entry.pid).data)
    _, frames, samples = packed_audio_comparison.split(content)
    return Description(None, tuple(frames), samples)


def without_setup_tail(descriptors):
    """Shaka copies the MP4's AudioSpecificConfig, which may go on behind the two bytes that an ADTS header yields."""
    result = []
    for descriptor in descriptors:
        start = descriptor.find(b"zaac")
        if start >= 0 and len(descriptor) > start + 8:
            # Type, priming, version and the first two bytes; the sizes before them count the rest, too.
            descriptor = descriptor[start : start + 7] + descriptor[start + 8 : start + 10]
        result.append(descriptor)
    return result


def compare(outcome, job, ours, shaka, clear):
    for number, (segment, other, source) in enumerate(zip(ours, shaka, clear)):
        what = f"{job.name}, segment {number}"
        mine, theirs, plain = (described(one.read(), job.extension == "ts") for one in (segment, other, source))
        outcome.check(mine.samples == theirs.samples, f"{what}: elementary streams differ")
        outcome.check(mine.samples != plain.samples, f"{what}: nothing is encrypted")
        outcome.check(mine.stream_type == theirs.stream_type, f"{what}: stream types differ")
        signalling = [without_setup_tail(one.descriptors) for one in (mine, theirs)]
        if signalling[0] != signalling[1]:
            found = [b" ".join(one).hex() for one in signalling]
            outcome.check(is_other_syncframe(plain, *signalling), f"{what}: {found[0]}, Shaka has {found[1]}")
        else:
            outcome.check(True, what)


def is_other_syncframe(plain, ours, theirs):
    """The setup data of AC-3 are the first bytes of a syncframe; nothing says of which. Shaka takes the first of all
    segments in each of them."""
    setups = sample_aes.setup_candidates(sample_aes.AC3, plain.samples) if b"zac3" in b"".join(ours) else set()
    return len(ours) == len(theirs) and all(
        mine == other or any(mine.endswith(setup) for setup in setups) for mine, other in zip(ours, theirs)
    )


def main():
    fairlead, packager = (str(Path(program).resolve()) for program in sys.argv[1:3])
    outcome = Outcome()
    for source in map(Path, sys.argv[3:]):
        for job in jobs(source.resolve()):
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                (folder / "key").write_bytes(KEY + IV)
                package(packager, job, folder / "clear", [])
                package(packager, job, folder / "shaka", PROTECTION)
                run = protect(fairlead, folder / "clear", folder / "ours", folder / "key")
                if outcome.check(run.returncode == 0, f"{job.name}: protect ends with {run.returncode}: {run.stderr}"):
                    trees = [media_playlists(folder / name / "index.m3u8")[0].segments for name in ("ours", "shaka", "clear")]
                    outcome.check(len(set(map(len, trees))) == 1 and len(trees[0]) > 1, f"{job.name}: numbers of segments")
                    compare(outcome, job, *trees)
    outcome.finish()


if __name__ == "__main__":
    main()
