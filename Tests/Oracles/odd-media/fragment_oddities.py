"""Oddities of fragmented MP4: fragments in other forms, and the boxes around them."""

import fractions
import struct

from box_tree import Box, Movie
from expectation import Event
from fragment_editor import runs_of, track_of, write_runs
from movie_oddities import oddity

Fraction = fractions.Fraction


def fragmented(function):
    """Wraps an oddity of fragmented files: it is given the tree, and returns whether it applied."""
    def wrapped(rng, data, expected):
        movie = Movie(data)
        if not movie.is_fragmented or not movie.fragments() or not function(rng, movie, expected):
            return None
        return movie.bytes()
    wrapped.__name__ = function.__name__
    return wrapped


@oddity("runs", stage=1)
@fragmented
def fragments_in_other_forms(rng, movie, expected):
    """Writes all fragments with other bases, defaults, sample flags, and runs that are split."""
    absolute = rng.random() < 0.4
    for moof in movie.fragments():
        for traf in [t for t in moof.all("traf") if t.find("trun")]:
            extends = next(t for t in movie.moov.find("mvex").all("trex")
                           if t.body[4:8] == traf.find("tfhd").body[4:8])
            pieces = []
            for place, samples in runs_of(movie, moof, traf):
                while len(samples) > 1 and rng.random() < 0.6:
                    count = rng.randint(1, len(samples) - 1)
                    pieces.append((place, samples[:count]))
                    place += sum(s[1] for s in samples[:count])
                    samples = samples[count:]
                pieces.append((place, samples))
            write_runs(rng, moof, traf, pieces, extends, absolute)
    return True


def decode_time(traf):
    body = traf.find("tfdt").body
    return struct.unpack(">Q" if body[0] else ">I", body[4:])[0]


@oddity("tfdt", stage=2)
@fragmented
def late_decode_times(rng, movie, expected):
    """Moves all tracks by the same time, as recordings have it that ran for hours."""
    seconds = rng.choice([1, 10, 3600, 100_000, 500_000])
    for moof in movie.fragments():
        for traf in moof.all("traf"):
            time = decode_time(traf) + seconds * track_of(movie, traf).timescale
            traf.find("tfdt").body = b"\1\0\0\0" + struct.pack(">Q", time)
    movie.root.children = [c for c in movie.root.children if c.kind != b"mfra"]
    expected.move(None, Fraction(seconds))
    return True


@oddity("tfdt", stage=2)
@fragmented
def decode_times_of_version_0(rng, movie, expected):
    for moof in movie.fragments():
        for traf in moof.all("traf"):
            traf.find("tfdt").body = bytes(4) + struct.pack(">I", decode_time(traf))
    return True


@oddity("tfdt missing", stage=3)
@fragmented
def missing_decode_times(rng, movie, expected):
    """Removes tfdt boxes where the fragment follows the one before without a gap."""
    ends, removed = {}, 0
    for moof in movie.fragments():
        for traf in moof.all("traf"):
            key, time = traf.find("tfhd").body[4:8], decode_time(traf)
            if ends.get(key) == time and rng.random() < 0.7:
                traf.children = [c for c in traf.children if c.kind != b"tfdt"]
                removed += 1
            ends[key] = time + sum(s[0] for _, run in runs_of(movie, moof, traf) for s in run)
    return removed > 0


def in_front(movie, moof, box):
    movie.root.children.insert(movie.root.children.index(moof), box)


def units_behind(movie, moof, expected):
    """Finds the units of a fragment that events count from: pictures, or sound where it has none."""
    for name, kind in (("video", "vide"), ("audio", "soun")):
        times, own = [], []
        for fragment in movie.fragments():
            for traf in [t for t in fragment.all("traf") if track_of(movie, t).handler == kind]:
                time = decode_time(traf) if traf.find("tfdt") else times[-1][1] if times else 0
                for duration, _, _, offset in [s for _, run in runs_of(movie, fragment, traf) for s in run]:
                    times.append((time + (offset if name == "video" else 0), time + duration))
                    own.append(fragment is moof)
                    time += duration
        units = sorted(getattr(expected.tracks, name), key=lambda unit: unit.time)
        if any(own) and len(units) == len(times):
            order = sorted(range(len(times)), key=lambda number: times[number][0])
            return [unit for unit, number in zip(units, order) if own[number]]
    return []


@oddity("emsg")
@fragmented
def event_messages(rng, movie, expected):
    moofs = rng.sample(movie.fragments(), min(len(movie.fragments()), rng.randint(1, 2)))
    scheme, message = b"urn:scte:scte35:2013:bin\0" + b"1\0", b"\xfc\x30\x11" + bytes(14)
    for number, moof in enumerate(moofs):
        traf = moof.find("traf")
        time = 0
        if traf.find("tfdt"):
            time = decode_time(traf) * 1000 // track_of(movie, traf).timescale
        units = units_behind(movie, moof, expected)
        if units and rng.random() < 0.5:
            body = bytes(4) + scheme + struct.pack(">IIII", 1000, 40, 500, 7 + number) + message
            event = Event(7 + number, scheme + message, behind_media=Fraction(40, 1000), units=units)
        else:
            body = b"\1\0\0\0" + struct.pack(">IQII", 1000, time + 40, 500, 7 + number) + scheme + message
            event = Event(7 + number, scheme + message, time=Fraction(time + 40, 1000))
        in_front(movie, moof, Box(b"emsg", body))
        expected.events.append(event)
    return True


@oddity("styp")
@fragmented
def segment_types(rng, movie, expected):
    for moof in movie.fragments():
        in_front(movie, moof, Box(b"styp", b"msdh\0\0\0\0msdhmsix"))
    return True


@oddity("prft")
@fragmented
def producer_reference_times(rng, movie, expected):
    for moof in movie.fragments():
        wide = rng.random() < 0.5
        body = bytes([wide, 0, 0, 24]) + struct.pack(">IQ", movie.tracks()[0].identifier, 0xE0000000 << 32)
        in_front(movie, moof, Box(b"prft", body + struct.pack(">Q" if wide else ">I", 0)))
    return True


@oddity("mfra")
@fragmented
def no_random_access_table(rng, movie, expected):
    before = len(movie.root.children)
    movie.root.children = [c for c in movie.root.children if c.kind != b"mfra"]
    return len(movie.root.children) < before


@oddity("sidx", stage=9)
@fragmented
def segment_index(rng, movie, expected):
    """Adds a sidx box of all fragments, of the first track."""
    children, track = movie.root.children, movie.tracks()[0]
    begin = next(i for i, c in enumerate(children) if c.kind == b"moof")
    while children[begin - 1].kind in (b"styp", b"emsg", b"prft"):
        begin -= 1
    groups, size, length = [], 0, 0
    for box in children[begin:]:
        if box.kind == b"moov":
            return False
        size += box.size()
        for traf in box.all("traf"):
            if track_of(movie, traf).box is track.box:
                length += sum(s[0] for _, run in runs_of(movie, box, traf) for s in run)
        if box.kind == b"mdat":
            groups.append(struct.pack(">III", size, length, 0x90000000))
            size, length = 0, 0
    wide = rng.random() < 0.5
    times = struct.pack(">QQ" if wide else ">II", 0, 0)
    body = bytes([wide, 0, 0, 0]) + struct.pack(">II", track.identifier, track.timescale) + times
    children.insert(begin, Box(b"sidx", body + struct.pack(">HH", 0, len(groups)) + b"".join(groups)))
    return True


@oddity("moov again", stage=8)
@fragmented
def movie_box_again(rng, movie, expected):
    """Puts a copy of moov in front of the second half, as joined files have it. Strictly one is allowed."""
    moofs = movie.fragments()
    in_front(movie, moofs[len(moofs) // 2], movie.moov.copy())
    expected.may_refuse.append("a file has one moov")
    return True


@oddity("order", stage=7)
@fragmented
def extends_box_first(rng, movie, expected):
    extends = movie.moov.find("mvex")
    movie.moov.children.remove(extends)
    movie.moov.children.insert(1, extends)
    return True
