"""Expectation of a case: the media that the result has to have, as the oddities change it step by step."""

import dataclasses
import fractions

Fraction = fractions.Fraction


@dataclasses.dataclass
class Event:
    """An event message: a time on the time line of the movie, or how far behind the first of some units of the media."""

    identifier: int
    content: bytes
    time: object = None
    behind_media: object = None
    units: list = dataclasses.field(default_factory=list)
    length: Fraction = Fraction(1, 2)

    def start(self):
        """When it begins, 0 being where the media of edit lists begin: of media that those hide in part, 0 is the first time."""
        if self.time is not None:
            return self.time
        first = min(unit.time for unit in self.units)
        is_hidden = all(unit.time + unit.length <= 0 for unit in self.units)
        return (first if is_hidden else max(first, Fraction(0))) + self.behind_media


@dataclasses.dataclass
class Expectation:
    """The media of the base file, on the time line of the presentation: what is before 0 is hidden."""

    tracks: object
    may_refuse: list = dataclasses.field(default_factory=list)
    must_refuse: list = dataclasses.field(default_factory=list)
    required_from: object = None
    """The first time from which on nothing may be missing; before it, what was cut may be missing."""
    events: list = dataclasses.field(default_factory=list)
    is_stream: bool = False

    def move(self, handler, seconds):
        """Moves one track, or both (None), to another time."""
        for name, kind in (("video", "vide"), ("audio", "soun")):
            if handler in (None, kind):
                for unit in getattr(self.tracks, name):
                    unit.time += seconds
        if handler in (None, "vide"):
            self.tracks.keys = [time + seconds for time in self.tracks.keys]
        if self.required_from is not None:
            self.required_from += seconds

    def leave_out_hidden(self, handler):
        """Takes away what edits hide, which a later time would show."""
        name = "video" if handler == "vide" else "audio"
        setattr(self.tracks, name, self.visible(name))

    def visible(self, name):
        """The units that are to be presented; time stamps of streams say nothing of that."""
        units = getattr(self.tracks, name)
        return units if self.is_stream else [u for u in units if is_presented(u, name, Fraction(0))]

    def key_gap(self):
        """The longest distance of two key frames, in seconds."""
        video = self.tracks.video
        if not video:
            return Fraction(0)
        ends = sorted(self.tracks.keys) + [video[-1].time + Fraction(1, 25)]
        return max((b - a for a, b in zip(ends, ends[1:])), default=Fraction(0))


def is_presented(unit, name, start):
    """Tells whether a unit is presented from a time on. Audio that begins before it and goes on is."""
    tiny = Fraction(1, 2000)
    return unit.time + unit.length > start + tiny if name == "audio" else unit.time > start - tiny
