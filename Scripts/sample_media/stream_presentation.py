"""The folder of a stream: its segments and the playlists over them."""

import fragmented_mp4
import transport_stream
from cutting import byte_ranges, i_frame_ranges, pieces, segment_name, whole_files
from encoder import START
from playlists import MediaPlaylist, Segment, Variant, multivariant

SEGMENT_DURATION = 4.0
CODECS = {"aac": "mp4a.40.2", "ac3": "ac-3", "eac3": "ec-3"}


def picture_size(content):
    """Of an MP4: from its sample entry."""
    at = content.index(b"avc1", content.index(b"stsd")) + 28
    return "x".join(str(int.from_bytes(content[place : place + 2], "big")) for place in (at, at + 2))


class Presentation:
    """The folder of a stream, and how its files are written."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True)

    def write(self, name, content):
        (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def transport_stream(self, stream, codecs=(), video=None, change=None, in_one_file=False, end=START + 12):
        """Segments of 4 s of a stream with pictures, or ranges of one file; `change` is made to the bytes of each file
        after it was cut, such as another packet size. `video`: the MP4 of the pictures; with it come a playlist of I-frames
        and a multivariant one."""
        points = transport_stream.random_access_points(stream)
        per_segment = max(1, round(SEGMENT_DURATION / (points[1].time - points[0].time)))
        cut = pieces(points, per_segment, len(stream), end)
        if in_one_file:
            self.write("main.ts", stream)
            playlist = MediaPlaylist(byte_ranges(cut, "main.ts"), version=4)
        else:
            for number, piece in enumerate(cut):
                content = stream[piece.start : piece.end]
                self.write(segment_name(number, "ts"), change(content) if change else content)
            playlist = MediaPlaylist(whole_files(cut, "ts"), version=3)
        self.write("index.m3u8", playlist.text())
        if video:
            self.write_i_frames(points, cut, len(stream), playlist, codecs, video, in_one_file, end)
        return cut

    def write_i_frames(self, points, cut, size, playlist, codecs, video, in_one_file, end):
        def resource_of(offset):
            number = next(index for index, piece in enumerate(cut) if offset < piece.end)
            return segment_name(number, "ts"), cut[number].start

        durations = [piece.duration for piece in pieces(points, 1, size, end)]
        ends = [point.end for point in points]
        resource = (lambda _: ("main.ts", 0)) if in_one_file else resource_of
        pictures = MediaPlaylist(i_frame_ranges(points, ends, durations, resource), 4, ["#EXT-X-I-FRAMES-ONLY"])
        self.write("iframes.m3u8", pictures.text())
        codec, resolution = fragmented_mp4.avc_codec_string(video.read_bytes()), picture_size(video.read_bytes())
        variant = Variant("index.m3u8", playlist, "iframes.m3u8", pictures, codec, resolution)
        self.write("multivariant.m3u8", multivariant(4, [variant], codecs=[CODECS[codec] for codec in codecs]))

    def packed(self, segments, extension):
        written = []
        for number, segment in enumerate(segments):
            name = segment_name(number, extension)
            self.write(name, segment.content)
            written.append(Segment(name, segment.duration, len(segment.content)))
        self.write("index.m3u8", MediaPlaylist(written, version=3).text())
