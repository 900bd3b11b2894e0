"""Oddities of MP4 and MOV files, progressive ones above all.

An oddity is a function of a random source, bytes and the expectation. It returns other bytes, or None where
it does not apply. It changes the expectation where it changes media.
"""

import fractions
import struct

from box_tree import Box, Movie

Fraction = fractions.Fraction
ODDITIES = []


def oddity(topic, stage=5):
    """Registers an oddity. A case has at most one of a topic; lower stages come first."""
    def register(function):
        function.topic, function.stage = topic, stage
        ODDITIES.append(function)
        return function
    return register


def progressive(function):
    """Wraps an oddity of progressive files: it is given the tree, and returns whether it applied."""
    def wrapped(rng, data, expected):
        movie = Movie(data)
        if movie.is_fragmented or not function(rng, movie, expected):
            return None
        return movie.bytes()
    wrapped.__name__ = function.__name__
    return wrapped


def any_movie(function):
    def wrapped(rng, data, expected):
        movie = Movie(data)
        return movie.bytes() if function(rng, movie, expected) else None
    wrapped.__name__ = function.__name__
    return wrapped


def track_with(rng, movie, *tables):
    """Draws a track that has some tables."""
    tracks = [t for t in movie.tracks() if t.handler in ("vide", "soun")]
    tracks = [t for t in tracks if all(t.stbl.find(name) for name in tables)]
    return rng.choice(tracks) if tracks else None


def first(movie, handler):
    """The track that the comparison looks at."""
    tracks = movie.tracks(handler)
    return tracks[0] if tracks else None


def split(rng, runs):
    """Splits runs into shorter equal ones, and puts runs of no sample in between."""
    result = []
    for count, value in runs:
        while count > 1 and rng.random() < 0.7:
            piece = rng.randint(1, count - 1)
            result.append((piece, value))
            count -= piece
        result.append((count, value))
        if rng.random() < 0.3:
            result.append((0, rng.choice([value, 1, 1000])))
    return result


@oddity("large", stage=8)
@any_movie
def boxes_with_64_bit_sizes(rng, movie, expected):
    kinds = (b"mdat", b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stts", b"stsd", b"udta", b"mvhd",
             b"hdlr", b"moof", b"traf")
    boxes = [b for b in movie.root.walk() if b.kind in kinds]
    for box in rng.sample(boxes, min(len(boxes), rng.randint(1, 4))):
        box.large = True
    return True


def filler(rng):
    kind = rng.choice([b"free", b"skip", b"zzzz", b"uuid", b"Xtra"])
    body = bytes(rng.randrange(256) for _ in range(rng.choice([0, 1, 8, 40])))
    return Box(kind, bytes(range(16)) + body if kind == b"uuid" else body)


@oddity("fillers", stage=8)
@any_movie
def free_boxes_inside(rng, movie, expected):
    kinds = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"dinf", b"edts", b"traf", b"moof", b"mvex")
    boxes = [b for b in movie.root.walk() if b.kind in kinds]
    for box in rng.sample(boxes, min(len(boxes), rng.randint(1, 4))):
        box.children.insert(rng.randint(0, len(box.children)), filler(rng))
    return True


@oddity("fillers between", stage=8)
@any_movie
def free_boxes_between(rng, movie, expected):
    for _ in range(rng.randint(1, 3)):
        movie.root.children.insert(rng.randint(1, len(movie.root.children)), filler(rng))
    return True


@oddity("stsd fillers")
@any_movie
def free_box_behind_sample_entry(rng, movie, expected):
    track = track_with(rng, movie, "stsd")
    box = Box(rng.choice([b"free", b"skip"]), bytes(rng.choice([0, 4, 24])))
    track.stbl.find("stsd").children.append(box)
    return True


@oddity("entry fillers")
@any_movie
def unknown_box_in_sample_entry(rng, movie, expected):
    track = track_with(rng, movie, "stsd")
    entry = track.stbl.find("stsd").children[0]
    entry.body += Box(rng.choice([b"free", b"zzzz", b"btrt"]), bytes(12)).bytes()
    return True


@oddity("stts")
@progressive
def split_time_runs(rng, movie, expected):
    track = track_with(rng, movie, "stts")
    track.set_runs("stts", split(rng, track.runs("stts")))
    return True


@oddity("stts", stage=1)
@progressive
def time_delta_of_zero(rng, movie, expected):
    track = first(movie, rng.choice(["vide", "soun"])) or first(movie, "soun") or first(movie, "vide")
    if track.handler == "soun" and track.stbl.find("ctts"):
        return False
    deltas = track.values("stts")
    place = rng.choice([0, rng.randint(1, len(deltas) - 3)])
    giver = place + 1 if place == 0 or rng.random() < 0.5 else place - 1
    moved = place + 1 if giver > place else place
    change = -deltas[place] if giver > place else deltas[place]
    deltas[giver] += deltas[place]
    time = sum(track.values("stts")[:moved])
    offsets = track.values("ctts") if track.stbl.find("ctts") else [0] * len(deltas)
    shown = Fraction(time + offsets[moved] - media_start(track), track.timescale) + empty_time(movie, track)
    for unit in expected.tracks.video if track.handler == "vide" else expected.tracks.audio:
        if abs(unit.time - shown) < Fraction(1, 1000):
            unit.time += Fraction(change, track.timescale)
            unit.is_loose = True
    deltas[place] = 0
    track.set_runs("stts", pairs(deltas))
    return True


def pairs(values):
    """Joins equal neighbours to runs."""
    runs = []
    for value in values:
        if runs and runs[-1][1] == value:
            runs[-1] = (runs[-1][0] + 1, value)
        else:
            runs.append((1, value))
    return runs


def media_start(track):
    """The media time of the first edit that shows something."""
    return next((e[1] for e in track.edits() if e[1] >= 0), 0)


def empty_time(movie, track):
    return sum((Fraction(e[0], movie.timescale()) for e in track.edits() if e[1] < 0), Fraction(0))


@oddity("ctts")
@progressive
def split_composition_runs(rng, movie, expected):
    track = track_with(rng, movie, "ctts")
    if track is None:
        return False
    track.set_runs("ctts", split(rng, track.runs("ctts")), rng.choice([0, 1]))
    return True


@oddity("ctts", stage=1)
@progressive
def negative_composition_offsets(rng, movie, expected):
    track = track_with(rng, movie, "ctts")
    if track is None or len(track.edits()) != 1:
        return False
    shift = media_start(track)
    track.set_runs("ctts", [(count, value - shift) for count, value in track.runs("ctts")], 1)
    duration, _, rate = track.edits()[0]
    track.set_edits([(duration, 0, rate)] if rng.random() < 0.5 else [])
    return True


@oddity("ctts", stage=1)
@progressive
def composition_offset_of_first_audio(rng, movie, expected):
    """FAAC's writer: the first two samples share a composition time, and there is no edit list."""
    track = first(movie, "soun")
    if track is None or track.runs("stts")[0][1] != 1024 or track.stbl.find("ctts"):
        return False
    expected.move("soun", Fraction(media_start(track), track.timescale))
    expected.tracks.audio[0].is_loose = True
    track.set_edits([])
    track.set_runs("ctts", [(1, 1024), (len(track.sizes()) - 1, 0)])
    return True


@oddity("stsz")
@progressive
def compact_sizes(rng, movie, expected):
    fitting = [t for t in movie.tracks() if t.stbl.find("stsz") and max(t.sizes()) < 1 << 16]
    if not fitting:
        return False
    track = rng.choice(fitting)
    sizes = track.sizes()
    bits = 8 if max(sizes) < 256 else 16
    table = track.stbl.find("stsz")
    table.kind = b"stz2"
    fields = b"".join(size.to_bytes(bits // 8, "big") for size in sizes)
    table.body = struct.pack(">III", 0, bits, len(sizes)) + fields
    return True


@oddity("chunks")
@progressive
def offsets_of_64_bits(rng, movie, expected):
    for track in movie.tracks():
        table = track.stbl.find("stco")
        if table:
            count = len(track.chunks())
            values = struct.unpack(">%dI" % count, table.body[8:])
            table.kind, table.body = b"co64", table.body[:8] + struct.pack(">%dQ" % count, *values)
    return True


@oddity("chunks", stage=3)
@progressive
def chunk_for_each_sample(rng, movie, expected):
    track = track_with(rng, movie, "stsz", "stco")
    if track is None or not track.stbl.find("stsc"):
        return False
    sizes, offsets, at = track.sizes(), [], 0
    for offset, count, _ in track.chunks():
        for size in sizes[at:at + count]:
            offsets.append(offset)
            offset += size
        at += count
    track.stbl.find("stco").body = struct.pack(">II%dI" % len(offsets), 0, len(offsets), *offsets)
    track.stbl.find("stsc").body = struct.pack(">IIIII", 0, 1, 1, 1, 1)
    return True
