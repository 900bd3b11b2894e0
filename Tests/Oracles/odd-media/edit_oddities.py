"""Oddities of the headers and edit lists of tracks."""

import fractions
import struct

from box_tree import Box, Track
from movie_oddities import any_movie, first, oddity, progressive, track_with

Fraction = fractions.Fraction


@oddity("edits", stage=2)
@progressive
def empty_edit_in_front(rng, movie, expected):
    track = first(movie, rng.choice(["vide", "soun"])) or first(movie, "vide") or first(movie, "soun")
    edits = track.edits()
    if not edits:
        return False
    ticks = rng.choice([500, 1000, 1600, 3000]) * movie.timescale() // 1000
    expected.leave_out_hidden(track.handler)
    expected.move(track.handler, Fraction(ticks, movie.timescale()))
    track.set_edits([(ticks, -1, 1 << 16)] + edits)
    return True


@oddity("edits", stage=2)
@progressive
def start_trimmed_at_key_frame(rng, movie, expected):
    track = first(movie, "vide")
    edits = track.edits() if track else []
    if len(edits) != 1 or len(expected.tracks.keys) < 2:
        return False
    duration, start, rate = edits[0]
    time = rng.choice(expected.tracks.keys[1:3])
    for trimmed in [t for t in movie.tracks() if t.handler == "soun" or t.box is track.box]:
        if trimmed.box is not track.box and rng.random() < 0.3:
            continue
        own = trimmed.edits()
        if len(own) != 1:
            continue
        duration, start, rate = own[0]
        ticks = time * trimmed.timescale
        trimmed.set_edits([(duration - int(time * movie.timescale()), start + int(ticks), rate)])
        if trimmed.box in (track.box, first(movie, "soun").box if first(movie, "soun") else None):
            expected.move(trimmed.handler, -time)
    return True


@oddity("edits", stage=2)
@progressive
def joined_edits(rng, movie, expected):
    track = track_with(rng, movie, "stts")
    edits = track.edits()
    if len(edits) != 1:
        return False
    duration, start, rate = edits[0]
    ticks = rng.randint(1, duration * 1000 // movie.timescale() // 40 - 1) * 40 * movie.timescale() // 1000
    media = ticks * track.timescale // movie.timescale()
    track.set_edits([(ticks, start, rate), (duration - ticks, start + media, rate)], rng.choice([0, 1]))
    return True


@oddity("elst version", stage=4)
@progressive
def edit_list_of_version_1(rng, movie, expected):
    tracks = [t for t in movie.tracks() if t.edits()]
    for track in tracks:
        track.set_edits(track.edits(), 1)
    return bool(tracks)


@oddity("versions", stage=6)
@any_movie
def headers_of_version_1(rng, movie, expected):
    """Makes mvhd, tkhd and mdhd version 1: times and durations of 64 bits."""
    for box in movie.moov.walk():
        if box.kind in (b"mvhd", b"mdhd", b"tkhd") and box.body[0] == 0 and rng.random() < 0.7:
            flags, body = box.body[1:4], box.body
            made, changed = struct.unpack(">II", body[4:12])
            times = struct.pack(">QQ", made, changed)
            middle, used = (body[12:20], 20) if box.kind == b"tkhd" else (body[12:16], 16)
            duration, = struct.unpack(">I", body[used:used + 4])
            wide = 0xFFFFFFFFFFFFFFFF if duration == 0xFFFFFFFF else duration
            box.body = b"\1" + flags + times + middle + struct.pack(">Q", wide) + body[used + 4:]
    return True


@oddity("dref")
@any_movie
def unused_external_reference(rng, movie, expected):
    track = track_with(rng, movie)
    table = track.box.find("mdia/minf/dinf/dref")
    entry = rng.choice([Box(b"url ", b"\0\0\0\0file:///gone/elsewhere.mp4\0"),
                        Box(b"urn ", b"\0\0\0\0urn:example:elsewhere\0\0")])
    table.children.append(entry)
    table.prefix = struct.pack(">II", 0, len(table.children))
    return True


@oddity("language")
@any_movie
def macintosh_language(rng, movie, expected):
    """Sets a language code of the Macintosh, which MOV has below 0x400."""
    if movie.root.children[0].body[:4] != b"qt  ":
        return False
    for track in movie.tracks():
        header = track.box.find("mdia/mdhd")
        place = 32 if header.body[0] else 20
        header.body = header.body[:place] + struct.pack(">H", rng.randint(0, 150)) + header.body[place + 2:]
    return True


@oddity("language")
@any_movie
def packed_language(rng, movie, expected):
    """Sets a language of three letters, one that exists or is for private use."""
    for track in movie.tracks():
        letters = rng.choice(["eng", "fra", "deu", "und", "mul", "qaa", "zxx", "mis", "nob"])
        code = sum((ord(c) - 0x60) << shift for c, shift in zip(letters, (10, 5, 0)))
        header = track.box.find("mdia/mdhd")
        place = 32 if header.body[0] else 20
        header.body = header.body[:place] + struct.pack(">H", code) + header.body[place + 2:]
    return True


@oddity("disabled track", stage=7)
@progressive
def disabled_copy_of_audio(rng, movie, expected):
    track = first(movie, "soun")
    if track is None:
        return False
    copy = Track(track.box.copy())
    header = copy.box.find("tkhd")
    place = 20 if header.body[0] else 12
    identifier = max(t.identifier for t in movie.tracks()) + 7
    body = header.body[:1] + b"\0\0\0" + header.body[4:]
    header.body = body[:place] + struct.pack(">I", identifier) + body[place + 4:]
    media = copy.box.find("mdia/mdhd")
    place = 32 if media.body[0] else 20
    if rng.random() < 0.7:
        media.body = media.body[:place] + struct.pack(">H", 0x4E65) + media.body[place + 2:]
    else:
        expected.may_refuse.append("two audio tracks have one language")
    movie.moov.children.insert(movie.moov.children.index(movie.tracks()[-1].box) + 1, copy.box)
    head = movie.moov.find("mvhd")
    head.body = head.body[:-4] + struct.pack(">I", identifier + 1)
    return True


@oddity("matrix")
@any_movie
def rotated_picture(rng, movie, expected):
    """Turns the picture: HLS has no word for it, so that it has to be refused."""
    if rng.random() < 0.6 or not first(movie, "vide"):
        return False
    header = first(movie, "vide").box.find("tkhd")
    one, width, height = 1 << 16, 192 << 16, 108 << 16
    matrix = rng.choice([(0, one, 0, -one, 0, 0, height, 0, 1 << 30),
                         (0, -one, 0, one, 0, 0, 0, width, 1 << 30),
                         (-one, 0, 0, 0, -one, 0, width, height, 1 << 30)])
    place = len(header.body) - 44
    header.body = header.body[:place] + struct.pack(">9i", *matrix) + header.body[place + 36:]
    expected.must_refuse.append("the picture is rotated")
    return True
