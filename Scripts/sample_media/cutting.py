"""From random access points to segments: whole files, byte ranges of one file, I-frame ranges.

A point is anything with `offset` (bytes) and `time` (seconds) where a stream can be entered.
"""

from dataclasses import dataclass

from playlists import Segment


@dataclass
class Piece:
    """Consecutive points of a stream."""

    start: int
    end: int
    duration: float

    @property
    def size(self):
        return self.end - self.start


def pieces(points, points_per_piece, stream_size, end_time):
    starts = points[::points_per_piece]
    ends = [(point.offset, point.time) for point in starts[1:]] + [(stream_size, end_time)]
    return [Piece(start.offset, end, time - start.time) for start, (end, time) in zip(starts, ends)]


def segment_name(number, extension):
    return f"segment{number}.{extension}"


def whole_files(pieces, extension):
    return [
        Segment(segment_name(number, extension), piece.duration, piece.size)
        for number, piece in enumerate(pieces)
    ]


def byte_ranges(pieces, uri):
    """Every second range leaves its offset out: it follows the one before."""
    return [
        Segment(uri, piece.duration, piece.size, f"{piece.size}@{piece.start}" if number % 2 == 0 else f"{piece.size}")
        for number, piece in enumerate(pieces)
    ]


def i_frame_ranges(points, picture_ends, durations, resource_of):
    """One range a picture. `resource_of(offset)` gives the URI of the resource at that offset and where it starts."""
    segments = []
    for point, picture_end, duration in zip(points, picture_ends, durations):
        uri, base = resource_of(point.offset)
        size = picture_end - point.offset
        segments.append(Segment(uri, duration, size, f"{size}@{point.offset - base}"))
    return segments
