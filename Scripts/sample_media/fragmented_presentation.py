"""The folder of a stream in fragmented MP4: sections, segments or ranges of one file, and the playlists over them."""

import struct
from dataclasses import dataclass, replace

import fragmented_mp4
from cutting import i_frame_ranges, pieces
from playlists import MediaPlaylist, Segment, bandwidths

IN_FRONT = (b"styp", b"sidx", b"prft", b"emsg")
"""Boxes at the top that belong to the moof behind them."""


@dataclass
class Fragment:
    """One or several moof with their mdat, and what stands in front of them."""

    offset: int
    time: float
    moof: int
    first_sample: int
    """The byte where the first sample begins."""


def fragments(data, end):
    """Of the first track: a fragment begins with each moof of it, but what lies behind the end of the presentation
    belongs to the one before. Returns where the section ends, too."""
    tops, position = [], 0
    while position < len(data):
        size, kind = struct.unpack_from(">I4s", data, position)
        header = 16 if size == 1 else 8
        size = struct.unpack_from(">Q", data, position + 8)[0] if size == 1 else size
        tops.append((kind, position, position + header, position + size))
        position += size
    timescale = timescale_of(data)
    found, start = [], None
    for index, (kind, offset, _, _) in enumerate(tops):
        if kind in IN_FRONT and start is None:
            start = offset
        if kind == b"moof":
            _, _, tfhd, _ = fragmented_mp4.first(data, b"tfhd", offset)
            if fragmented_mp4.u32(data, tfhd + 4) == first_track(data):
                mdat = next(top for top in tops[index:] if top[0] == b"mdat")
                found.append(read(data, offset if start is None else start, offset, mdat[2], timescale))
            start = None
    return found[0].offset, [fragment for fragment in found if fragment.time < end - 0.1]


def first_track(data):
    _, _, trex, _ = fragmented_mp4.first(data, b"trex", next(b for b in fragmented_mp4.boxes(data) if b[0] == b"mvex")[2])
    return fragmented_mp4.u32(data, trex + 4)


def timescale_of(data):
    _, _, mdhd, _ = fragmented_mp4.first(data, b"mdhd")
    return fragmented_mp4.u32(data, mdhd + (20 if data[mdhd] == 1 else 12))


def read(data, start, moof, first_sample, timescale):
    _, _, tfdt, _ = fragmented_mp4.first(data, b"tfdt", moof)
    time = struct.unpack_from(">Q", data, tfdt + 4)[0] if data[tfdt] else fragmented_mp4.u32(data, tfdt + 4)
    return Fragment(start, time / timescale, moof, first_sample)


def first_sample_end(data, fragment):
    _, _, trun, _ = fragmented_mp4.first(data, b"trun", fragment.moof)
    return fragment.first_sample + fragmented_mp4.first_sample_size(data, trun)


def codec_string(data):
    """RFC 6381, of the first track. HEVC and AV1: written for what the encoder makes, players read the section."""
    if b"avcC" in data:
        return fragmented_mp4.avc_codec_string(data)
    names = {b"hvc1": "hvc1.1.6.L60.90", b"av01": "av01.0.00M.08", b"ac-3": "ac-3", b"ec-3": "ec-3"}
    names |= {b"Opus": "Opus", b"fLaC": "fLaC", b"alac": "alac", b"mp4a": "mp4a.40.2"}
    entries = data[data.index(b"stsd") :]
    return next(name for kind, name in names.items() if kind in entries[:32])


@dataclass
class Rendition:
    """What a multivariant playlist says of one."""

    uri: str
    playlist: MediaPlaylist
    codec: str
    i_frames_uri: str = ""
    i_frames: MediaPlaylist | None = None


class FragmentedPresentation:
    """The folder of a stream, and how its files are written."""

    def __init__(self, folder):
        self.folder = folder

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def rendition(self, data, end, per_segment=2, folder="", i_frames=True, codec=None):
        """Files: init.mp4, segment0.m4s, ...; `end` is the time at which the last segment ends, in seconds."""
        section_end, points = fragments(data, end)
        self.write(f"{folder}init.mp4", data[:section_end])
        cut = pieces(points, per_segment, len(data), end)
        segments = []
        for number, piece in enumerate(cut):
            self.write(f"{folder}segment{number}.m4s", data[piece.start : piece.end])
            segments.append(Segment(f"segment{number}.m4s", piece.duration, piece.size))
        map_tag = '#EXT-X-MAP:URI="init.mp4"'

        def resource_of(offset):
            number = next(index for index, piece in enumerate(cut) if offset < piece.end)
            return f"segment{number}.m4s", cut[number].start

        return self.playlists(folder, data, points, end, segments, map_tag, resource_of if i_frames else None, codec)

    def ranges(self, data, end, per_segment=2, names_indexes=True, i_frames=True, codec=None):
        """One file, main.mp4; without `names_indexes` a sidx stands between the ranges."""
        _, points = fragments(data, end)
        section_end = fragmented_mp4.first(data, b"moov")[3]
        self.write("main.mp4", data)
        cut = pieces(points, per_segment, len(data), end)
        segments = []
        for number, piece in enumerate(cut):
            start = piece.start if names_indexes else points[number * per_segment].moof
            follows = number and names_indexes
            text = f"{piece.end - start}" + ("" if follows and number % 2 else f"@{start}")
            segments.append(Segment("main.mp4", piece.duration, piece.end - start, text))
        map_tag = f'#EXT-X-MAP:URI="main.mp4",BYTERANGE="{section_end}@0"'
        resource = (lambda _: ("main.mp4", 0)) if i_frames else None
        return self.playlists("", data, points, end, segments, map_tag, resource, codec)

    def playlists(self, folder, data, points, end, segments, map_tag, resource_of, codec):
        playlist = MediaPlaylist(segments, version=7, tags=[map_tag])
        self.write(f"{folder}index.m3u8", playlist.text())
        rendition = Rendition(f"{folder}index.m3u8", playlist, codec or codec_string(data))
        if resource_of:
            starts = [replace(point, offset=point.moof) for point in points]
            ends = [first_sample_end(data, point) for point in points]
            durations = [piece.duration for piece in pieces(points, 1, len(data), end)]
            pictures = i_frame_ranges(starts, ends, durations, resource_of)
            rendition.i_frames = MediaPlaylist(pictures, version=7, tags=["#EXT-X-I-FRAMES-ONLY", map_tag])
            rendition.i_frames_uri = f"{folder}iframes.m3u8"
            self.write(rendition.i_frames_uri, rendition.i_frames.text())
        return rendition

    def multivariant(self, video, size, audio=(), text=()):
        """`video` with each of the renditions `audio` as a group of its own; `text`: playlists of subtitles."""
        lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", ""]
        for number, rendition in enumerate(audio):
            lines.append(
                f'#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio{number}",NAME="English",LANGUAGE="en",DEFAULT=YES,'
                f'AUTOSELECT=YES,CHANNELS="2",URI="{rendition.uri}"'
            )
        for number, uri in enumerate(text):
            lines.append(
                f'#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="text",NAME="English {number}",LANGUAGE="en",DEFAULT=NO,'
                f'AUTOSELECT=YES,FORCED=NO,URI="{uri}"'
            )
        subtitles = ',SUBTITLES="text"' if text else ""
        about = f"RESOLUTION={size},FRAME-RATE=25.000"
        for number, rendition in enumerate(audio or [None]):
            beside = [rendition.playlist] if rendition else []
            codecs = ",".join([video.codec] + ([rendition.codec] if rendition else []))
            group = f',AUDIO="audio{number}"' if rendition else ""
            stream = f'{bandwidths(video.playlist, *beside)},CODECS="{codecs}",{about}{group}{subtitles}'
            lines += [f"#EXT-X-STREAM-INF:{stream}", video.uri]
        if video.i_frames:
            lines.append(
                f'#EXT-X-I-FRAME-STREAM-INF:{bandwidths(video.i_frames)},CODECS="{video.codec}",RESOLUTION={size},'
                f'URI="{video.i_frames_uri}"'
            )
        self.write("multivariant.m3u8", "\n".join([*lines, ""]))
