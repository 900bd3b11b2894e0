"""Cuts the streams that Scripts/make-sample-media multiplexed into HLS presentations.

Usage: python3 Scripts/sample_media STREAMS OUTPUT
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import fragmented_mp4
import packed_audio
import transport_stream
import webvtt
from cutting import byte_ranges, i_frame_ranges, pieces, segment_name, whole_files
from playlists import MediaPlaylist, Segment, Variant, multivariant

DURATION = 12.0
START = 10.0
"""Time of the first picture in transport streams: PTS 900000, which leaves room for earlier decode times."""
SEGMENT_DURATION = 4.0
GROUPS_PER_SEGMENT = 2
"""Groups of pictures: the second I-frame of a segment stands in its middle, at no special alignment."""
RESOLUTIONS = {"240p": "426x240", "720p": "1280x720"}
AAC = "mp4a.40.2"
AUDIO_TAG = (
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,'
    'CHANNELS="2",URI="audio/en/index.m3u8"'
)
SUBTITLES_TAG = (
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="English",LANGUAGE="en",DEFAULT=NO,'
    'AUTOSELECT=YES,FORCED=NO,URI="subtitles/en/index.m3u8"'
)

streams, output = Path(sys.argv[1]), Path(sys.argv[2])


@dataclass
class Stream:
    """What both containers have in common once they are read."""

    content: bytes
    points: list
    picture_ends: list[int]
    end_time: float

    def pieces(self, points_per_piece):
        return pieces(self.points, points_per_piece, len(self.content), self.end_time)

    def i_frames(self, resource_of):
        durations = [piece.duration for piece in self.pieces(1)]
        return i_frame_ranges(self.points, self.picture_ends, durations, resource_of)

    def i_frames_of_segments(self, segments, folder, extension):
        """I-frames of a stream that was cut into the files of `segments`."""

        def resource_of(offset):
            number = next(index for index, piece in enumerate(segments) if offset < piece.end)
            return folder + segment_name(number, extension), segments[number].start

        return self.i_frames(resource_of)


def read_transport_stream(name):
    content = transport_stream.with_tables_at_random_access_only((streams / name).read_bytes())
    points = transport_stream.random_access_points(content)
    return Stream(content, points, [point.end for point in points], START + DURATION)


def read_fragmented_mp4(name):
    content = (streams / name).read_bytes()
    points = fragmented_mp4.fragments(content)
    return Stream(content, points, [point.first_sample_end for point in points], DURATION)


def codec_of(name):
    return fragmented_mp4.avc_codec_string((streams / f"{name}.mp4").read_bytes())


def write(path, content):
    target = output / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode() if isinstance(content, str) else content)


def write_segments(folder, stream, segments, extension):
    for number, piece in enumerate(segments):
        write(f"{folder}/{segment_name(number, extension)}", stream.content[piece.start : piece.end])
    return whole_files(segments, extension)


def make_ts():
    variants = []
    for name, resolution in RESOLUTIONS.items():
        stream = read_transport_stream(f"{name}.ts")
        cut = stream.pieces(GROUPS_PER_SEGMENT)
        playlist = MediaPlaylist(write_segments(f"ts/video/{name}", stream, cut, "ts"), version=3)
        write(f"ts/video/{name}/index.m3u8", playlist.text())

        pictures = stream.i_frames_of_segments(cut, f"../video/{name}/", "ts")
        i_frames = MediaPlaylist(pictures, version=4, tags=["#EXT-X-I-FRAMES-ONLY"])
        write(f"ts/iframes/{name}.m3u8", i_frames.text())

        uris = f"video/{name}/index.m3u8", f"iframes/{name}.m3u8"
        variants.append(Variant(uris[0], playlist, uris[1], i_frames, codec_of(name), resolution))
    text = multivariant(
        4,
        variants,
        media_tags=[AUDIO_TAG, SUBTITLES_TAG],
        companions=[make_packed_rendition(), make_subtitles()],
        codecs=[AAC],
        groups=',AUDIO="audio",SUBTITLES="subtitles"',
    )
    write("ts/multivariant.m3u8", text)


def make_packed_rendition():
    rate = 48000
    # The encoder's first frame is priming: its samples lie before the first picture.
    first_time = START - packed_audio.SAMPLES_PER_FRAME / rate
    boundaries = [START + SEGMENT_DURATION, START + 2 * SEGMENT_DURATION]
    frames = (streams / "en.adts").read_bytes()
    segments = []
    for number, piece in enumerate(packed_audio.cut(frames, rate, first_time, boundaries)):
        name = segment_name(number, "aac")
        write(f"ts/audio/en/{name}", piece.content)
        segments.append(Segment(name, piece.duration, len(piece.content)))
    playlist = MediaPlaylist(segments, version=3)
    write("ts/audio/en/index.m3u8", playlist.text())
    return playlist


def make_subtitles():
    segments = []
    for number in range(int(DURATION / SEGMENT_DURATION)):
        start = number * SEGMENT_DURATION
        content = webvtt.segment(start, start + SEGMENT_DURATION, mpegts=round(START * 90000))
        name = segment_name(number, "vtt")
        write(f"ts/subtitles/en/{name}", content)
        segments.append(Segment(name, SEGMENT_DURATION, len(content)))
    playlist = MediaPlaylist(segments, version=3)
    write("ts/subtitles/en/index.m3u8", playlist.text())
    return playlist


def write_fmp4_rendition(folder, stream, fragments_per_segment):
    """Returns the playlist, the tag of its initialization section, and the pieces."""
    write(f"{folder}/init.mp4", stream.content[: stream.points[0].offset])
    map_tag = '#EXT-X-MAP:URI="init.mp4"'
    cut = stream.pieces(fragments_per_segment)
    playlist = MediaPlaylist(write_segments(folder, stream, cut, "m4s"), version=7, tags=[map_tag])
    write(f"{folder}/index.m3u8", playlist.text())
    return playlist, map_tag, cut


def make_fmp4():
    variants = []
    for name, resolution in RESOLUTIONS.items():
        folder = f"video/{name}"
        stream = read_fragmented_mp4(f"{name}.fmp4")
        playlist, map_tag, cut = write_fmp4_rendition(f"fmp4/{folder}", stream, GROUPS_PER_SEGMENT)
        pictures = stream.i_frames_of_segments(cut, "", "m4s")
        i_frames = MediaPlaylist(pictures, version=7, tags=["#EXT-X-I-FRAMES-ONLY", map_tag])
        write(f"fmp4/{folder}/iframes.m3u8", i_frames.text())

        uris = f"{folder}/index.m3u8", f"{folder}/iframes.m3u8"
        variants.append(Variant(uris[0], playlist, uris[1], i_frames, codec_of(name), resolution))
    audio, _, _ = write_fmp4_rendition("fmp4/audio/en", read_fragmented_mp4("en.fmp4"), 1)
    text = multivariant(
        7, variants, media_tags=[AUDIO_TAG], companions=[audio], codecs=[AAC], groups=',AUDIO="audio"'
    )
    write("fmp4/multivariant.m3u8", text)


def make_byte_range_presentation(folder, uri, stream, groups_per_segment, version, map_tags):
    """One file with picture and sound, a playlist of its ranges, one of its I-frames."""
    write(f"{folder}/{uri}", stream.content)
    playlist = MediaPlaylist(byte_ranges(stream.pieces(groups_per_segment), uri), version, map_tags)
    write(f"{folder}/index.m3u8", playlist.text())
    pictures = stream.i_frames(lambda _: (uri, 0))
    i_frames = MediaPlaylist(pictures, version, ["#EXT-X-I-FRAMES-ONLY", *map_tags])
    write(f"{folder}/iframes.m3u8", i_frames.text())
    variant = Variant(
        "index.m3u8", playlist, "iframes.m3u8", i_frames, codec_of("240p"), RESOLUTIONS["240p"]
    )
    write(f"{folder}/multivariant.m3u8", multivariant(version, [variant], codecs=[AAC]))


def make_byte_range_presentations():
    stream = read_transport_stream("muxed.ts")
    make_byte_range_presentation("ts-byterange", "main.ts", stream, GROUPS_PER_SEGMENT, 4, [])
    stream = read_fragmented_mp4("muxed.fmp4")
    map_tag = f'#EXT-X-MAP:URI="main.mp4",BYTERANGE="{stream.points[0].offset}@0"'
    make_byte_range_presentation("fmp4-byterange", "main.mp4", stream, 1, 7, [map_tag])


def make_packed_audio():
    """Plain on purpose: no version tag, whole seconds (125 frames of 32 kHz are 4 s), CRLF, sequence number 7."""
    frames = (streams / "mono.adts").read_bytes()
    segments = []
    for number, piece in enumerate(packed_audio.cut(frames, 32000, START, [14, 18, 22]), start=7):
        write(f"packed-audio/{number}.aac", piece.content)
        segments.append(Segment(f"{number}.aac", piece.duration, len(piece.content)))
    playlist = MediaPlaylist(
        segments, version=1, tags=["#EXT-X-MEDIA-SEQUENCE:7"], line_end="\r\n", whole_seconds=True
    )
    write("packed-audio/index.m3u8", playlist.text())


make_ts()
make_fmp4()
make_byte_range_presentations()
make_packed_audio()
