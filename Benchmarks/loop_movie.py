"""Makes a long movie of a short one: its sample tables name the same bytes again and again, and its `mdat` is as large as
all of them, a sparse file behind those bytes. What a packager holds of such a movie is what it holds of a real one.

Usage: python3 loop_movie.py CLIP MOVIE MEGABYTES      (CLIP: ffmpeg's, no B-frames, one track of video and one of audio)
"""

import struct
import sys
from pathlib import Path

CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl"}
DURATION_PLACES = {b"mvhd": 24, b"tkhd": 28, b"mdhd": 24}
"""Where version 0 of these boxes states how long it all is."""


def boxes(data, start=0, end=None):
    end = len(data) if end is None else end
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        yield kind, start, start + size
        start += size


def box(kind, *contents):
    content = b"".join(contents)
    return struct.pack(">I4s", len(content) + 8, kind) + content


def table(content):
    """The 32-bit numbers behind version, flags and count."""
    (count,) = struct.unpack_from(">I", content, 4)
    return [number for (number,) in struct.iter_unpack(">I", content[8:])], count


class Track:
    """Sizes, places and sync samples, and how long each sample is."""

    def __init__(self, tables):
        self.duration = table(tables[b"stts"])[0][1]
        self.sizes = [number for (number,) in struct.iter_unpack(">I", tables[b"stsz"][12:])]
        self.sync = table(tables[b"stss"])[0] if b"stss" in tables else None
        runs, _ = table(tables[b"stsc"])
        runs = [runs[place : place + 3] for place in range(0, len(runs), 3)]
        self.offsets, number = [], 0
        for chunk, offset in enumerate(table(tables[b"stco"])[0], start=1):
            (count,) = [run[1] for run in runs if run[0] <= chunk][-1:]
            for size in self.sizes[number : number + count]:
                self.offsets.append(offset)
                offset += size
            number += count

    def looped(self, count, repetitions, shift):
        """The tables of the first `count` samples, repeated; media stand `shift` bytes further back."""
        all_of = count * repetitions
        sync = [number for number in self.sync or [] if number <= count]
        parts = [box(b"stts", struct.pack(">IIII", 0, 1, all_of, self.duration))]
        if self.sync:
            numbers = [number + count * round_ for round_ in range(repetitions) for number in sync]
            parts.append(box(b"stss", struct.pack(f">II{len(numbers)}I", 0, len(numbers), *numbers)))
        parts.append(box(b"stsc", struct.pack(">IIIII", 0, 1, 1, 1, 1)))
        sizes = struct.pack(f">{count}I", *self.sizes[:count]) * repetitions
        parts.append(box(b"stsz", struct.pack(">III", 0, 0, all_of), sizes))
        places = struct.pack(f">{count}Q", *(offset + shift for offset in self.offsets[:count])) * repetitions
        return b"".join([*parts, box(b"co64", struct.pack(">II", 0, all_of), places)])


def tables_of(data, start, end, path):
    found = {}
    for kind, first, last in boxes(data, start, end):
        if kind == path[0] and len(path) > 1:
            return tables_of(data, first + 8, last, path[1:])
        if kind == path[0]:
            return {name: data[a + 8 : b] for name, a, b in boxes(data, first + 8, last)}
    return found


def looped_movie(data, seconds, repetitions, shift):
    """The `moov` with looped tables, without edit lists."""

    def rebuilt(kind, start, end, track=None):
        if kind == b"trak":
            track = Track(tables_of(data, start + 8, end, (b"mdia", b"minf", b"stbl")))
        if kind == b"stbl":
            description = next(data[a:b] for name, a, b in boxes(data, start + 8, end) if name == b"stsd")
            timescale = 12800 if track.sync else 48000
            return box(kind, description, track.looped(seconds * timescale // track.duration, repetitions, shift))
        if kind in DURATION_PLACES:
            place = start + DURATION_PLACES[kind]
            (duration,) = struct.unpack_from(">I", data, place)
            return data[start:place] + struct.pack(">I", duration * repetitions) + data[place + 4 : end]
        if kind not in CONTAINERS:
            return data[start:end]
        inner = [rebuilt(name, a, b, track) for name, a, b in boxes(data, start + 8, end) if name not in (b"edts", b"udta")]
        return box(kind, *inner)

    (moov,) = [(a, b) for name, a, b in boxes(data) if name == b"moov"]
    return rebuilt(b"moov", *moov)


def main():
    clip, target, megabytes = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    data = clip.read_bytes()
    (media,) = [(a, b) for name, a, b in boxes(data) if name == b"mdat"]
    head = box(b"ftyp", b"isom", bytes(4), b"isom")
    repetitions = megabytes * 1000000 // (media[1] - media[0]) + 1
    size = repetitions * (media[1] - media[0])
    moov = looped_movie(data, 12, repetitions, len(head) + 16 - media[0] - 8)
    with open(target, "wb") as file:
        file.write(head + struct.pack(">I4sQ", 1, b"mdat", size) + data[media[0] + 8 : media[1]])
        file.seek(len(head) + size)
        file.write(moov)


main()
