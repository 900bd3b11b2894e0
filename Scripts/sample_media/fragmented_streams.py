"""Small presentations of fragmented MP4 for tests. Called by streams.py: its streams that begin with `fmp4-`.

Groups of 2 s, a fragment each, two in a segment unless said otherwise; 8 s.
"""

import random

import timed_text
import webvtt
from encoder import BIT_EXACT, RATE, run_ffmpeg
from fragment_editing import children, with_more_boxes, with_spectral_replication
from fragmented_presentation import Rendition, codec_string
from playlists import MediaPlaylist, Segment
from sample_editing import joined, parameter_sets, units, with_changed_entry, with_changed_samples

SECONDS = 8
SIZE = "320x180"


def fragmented(encoder, inputs, flags="frag_keyframe+default_base_moof+skip_sidx", options=()):
    """ffmpeg's fragments."""
    path = encoder.folder / "fragmented.mp4"
    sources = [argument for source in inputs for argument in ("-i", source)]
    maps = [argument for number in range(len(inputs)) for argument in ("-map", number)]
    movie = ["-f", "mp4", "-brand", "iso6", "-movflags", f"+delay_moov+skip_trailer+{flags}"]
    run_ffmpeg(*sources, *maps, "-c", "copy", *BIT_EXACT, *movie, *options, "-strict", "-2", path)
    return path.read_bytes()


def fragmented_audio(encoder, codec, seconds=SECONDS, **options):
    source = encoder.audio(codec, seconds=seconds, **options)
    return fragmented(encoder, [source], "default_base_moof+skip_sidx", ["-frag_duration", 2_000_000])


def avc(encoder, name="fragments", **options):
    return encoder.avc(name, seconds=SECONDS, **options)


def hevc(encoder, name, parameters=""):
    def make(path):
        picture = f"testsrc2=size={SIZE}:rate={RATE}:duration={SECONDS},format=yuv420p"
        keys = "keyint=50:min-keyint=50:scenecut=0:open-gop=0:log-level=none:info=0"
        coder = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", keys + parameters, "-tag:v", "hvc1"]
        run_ffmpeg("-f", "lavfi", "-i", picture, *coder, *BIT_EXACT, path)

    return encoder.made(f"{name}.mp4", make)


def av1(encoder, name="av1", options=("-cpu-used", "8", "-usage", "realtime"), size=SIZE):
    def make(path):
        picture = f"testsrc2=size={size}:rate={RATE}:duration=4,format=yuv420p"
        coder = ["-c:v", "libaom-av1", "-crf", "40", "-b:v", "0", "-g", 50, *options]
        run_ffmpeg("-f", "lavfi", "-i", picture, *coder, *BIT_EXACT, path)

    return encoder.made(f"{name}.mp4", make)


def both_codecs(data):
    return codec_string(data) + ",mp4a.40.2"


def video_only(encoder, presentation, source, end=SECONDS):
    presentation.multivariant(presentation.rendition(fragmented(encoder, [source]), end), SIZE)


# Each of these takes the encoder and the presentation that it is to write.


def fmp4_demuxed(encoder, presentation):
    """H.264, AAC and WebVTT, each in playlists of its own; I-frame playlist."""
    video = presentation.rendition(fragmented(encoder, [avc(encoder)]), SECONDS, folder="video/")
    audio = presentation.rendition(fragmented_audio(encoder, "aac"), SECONDS, folder="audio/", i_frames=False)
    segments = []
    for number in range(2):
        content = webvtt.segment(4 * number, 4 * number + 4, mpegts=0)
        presentation.write(f"text/segment{number}.vtt", content)
        segments.append(Segment(f"segment{number}.vtt", 4, len(content)))
    presentation.write("text/index.m3u8", MediaPlaylist(segments, version=3).text())
    presentation.multivariant(video, SIZE, [audio], ["text/index.m3u8"])


def fmp4_audio_codecs(encoder, presentation):
    """H.264 with groups of AAC, HE-AAC, AC-3, E-AC-3, Opus, FLAC and ALAC."""
    video = presentation.rendition(fragmented(encoder, [avc(encoder)]), SECONDS, folder="video/", i_frames=False)
    made = {
        "aac": (fragmented_audio(encoder, "aac"), None),
        "he-aac": (with_spectral_replication(fragmented_audio(encoder, "aac", bit_rate="32k", rate=24000)), "mp4a.40.5"),
        "ac3": (fragmented_audio(encoder, "ac3", bit_rate="96k"), None),
        "eac3": (fragmented_audio(encoder, "eac3", bit_rate="96k"), None),
        "opus": (fragmented_audio(encoder, "libopus"), None),
        "flac": (fragmented_audio(encoder, "flac"), None),
        "alac": (fragmented_audio(encoder, "alac"), None),
    }
    audio = [
        presentation.rendition(data, SECONDS, folder=f"{name}/", i_frames=False, codec=codec)
        for name, (data, codec) in made.items()
    ]
    presentation.multivariant(video, SIZE, audio)


def fmp4_hevc(encoder, presentation):
    """HEVC (hvc1) and AAC in playlists of their own."""
    video = presentation.rendition(fragmented(encoder, [hevc(encoder, "hevc-plain")]), SECONDS, folder="video/")
    audio = presentation.rendition(fragmented_audio(encoder, "aac"), SECONDS, folder="audio/", i_frames=False)
    presentation.multivariant(video, SIZE, [audio])


def fmp4_hevc_wavefront(encoder, presentation):
    """HEVC, four slices a picture, wavefronts, weighted prediction."""
    parameters = ":slices=4:wpp=1:weightp=1:weightb=1:bframes=3:ref=3:ctu=16:pools=2"
    video_only(encoder, presentation, hevc(encoder, "hevc-wavefront", parameters))


def fmp4_hevc_no_deblocking(encoder, presentation):
    """HEVC whose picture parameter set turns deblocking off. Shaka takes the slice headers for longer than they are."""
    video_only(encoder, presentation, hevc(encoder, "hevc-no-deblocking", ":deblock=0:no-deblock=1:no-sao=1"))


def fmp4_av1(encoder, presentation):
    """AV1, one tile."""
    video_only(encoder, presentation, av1(encoder), 4)


def fmp4_av1_tiles(encoder, presentation):
    """AV1, four tiles a picture."""
    options = ["-cpu-used", "8", "-usage", "realtime", "-tiles", "2x2"]
    video_only(encoder, presentation, av1(encoder, "av1-tiles", options), 4)


def fmp4_four_slices(encoder, presentation):
    """H.264, four slices a picture, weighted prediction, four references."""
    options = ["-preset", "medium", "-crf", "34"]
    source = avc(encoder, "fragments-slices", options=options, parameters=":slices=4:weightp=2:ref=4:bframes=3")
    video_only(encoder, presentation, source)


def fmp4_cavlc(encoder, presentation):
    """H.264 without arithmetic coding, high rate."""
    source = avc(encoder, "fragments-cavlc", options=["-coder", "0", "-crf", "18"], parameters=":slices=2")
    video_only(encoder, presentation, source)


def fmp4_interlaced(encoder, presentation):
    """H.264, fields (MBAFF), top field first."""
    source = avc(encoder, "fragments-interlaced", options=["-flags:v", "+ildct+ilme", "-x264opts", "tff=1"])
    video_only(encoder, presentation, source)


def fmp4_crowded(encoder, presentation):
    """H.264, a slice a macroblock: 60 slices a picture, more than saiz can count."""
    options = ["-profile:v", "main", "-crf", "20"]
    source = avc(encoder, "crowded", size="160x96", options=options, parameters=":slice-max-mbs=1")
    presentation.multivariant(presentation.rendition(fragmented(encoder, [source]), SECONDS), "160x96")


def fmp4_tiny(encoder, presentation):
    """H.264, a slice a macroblock, lowest rate: most slices have no whole block."""
    options = ["-profile:v", "main", "-coder", "0", "-qmin", "51"]
    source = avc(encoder, "tiny-fragments", size="64x64", options=options, parameters=":slice-max-mbs=1")
    presentation.multivariant(presentation.rendition(fragmented(encoder, [source]), SECONDS), "64x64")


def fmp4_muxed(encoder, presentation):
    """H.264 and AAC in the same fragments."""
    data = fragmented(encoder, [avc(encoder), encoder.audio("aac", seconds=SECONDS)])
    presentation.multivariant(presentation.rendition(data, SECONDS, codec=both_codecs(data), i_frames=False), SIZE)


def fmp4_interleaved(encoder, presentation):
    """H.264 and AAC, samples interleaved: many runs in each traf."""
    inputs = [avc(encoder), encoder.audio("aac", seconds=SECONDS)]
    data = fragmented(encoder, inputs, options=["-frag_interleave", 4])
    presentation.multivariant(presentation.rendition(data, SECONDS, codec=both_codecs(data), i_frames=False), SIZE)


def fmp4_many_fragments(encoder, presentation):
    """A fragment of half a second, eight in a segment."""
    data = fragmented(encoder, [avc(encoder)], "default_base_moof+skip_sidx", ["-frag_duration", 500_000])
    presentation.multivariant(presentation.rendition(data, SECONDS, 8, i_frames=False), SIZE)


def fmp4_separate_tracks(encoder, presentation):
    """H.264 and AAC, a moof of its own for each."""
    inputs = [avc(encoder), encoder.audio("aac", seconds=SECONDS)]
    data = fragmented(encoder, inputs, "frag_keyframe+separate_moof+default_base_moof+skip_sidx")
    presentation.multivariant(presentation.rendition(data, SECONDS, codec=both_codecs(data), i_frames=False), SIZE)


def fmp4_more_boxes(encoder, presentation):
    """emsg, prft, free space, unknown boxes, 64-bit sizes, two runs a traf."""
    data = with_more_boxes(fragmented(encoder, [avc(encoder)]))
    presentation.multivariant(presentation.rendition(data, SECONDS, i_frames=False), SIZE)


def fmp4_continued_runs(encoder, presentation):
    """The same; the second run of a traf states no offset and so continues the first. ffmpeg cannot read it."""
    data = with_more_boxes(fragmented(encoder, [avc(encoder)]), states_offsets=False)
    presentation.multivariant(presentation.rendition(data, SECONDS, i_frames=False), SIZE)


def fmp4_reference_times(encoder, presentation):
    """prft and sidx as ffmpeg writes them, styp."""
    data = fragmented(encoder, [avc(encoder)], "frag_keyframe+dash", ["-write_prft", "pts"])
    presentation.multivariant(presentation.rendition(data, SECONDS, 1), SIZE)


def fmp4_range(encoder, presentation):
    """Ranges of one file, I-frames, no index."""
    presentation.multivariant(presentation.ranges(fragmented(encoder, [avc(encoder)]), SECONDS), SIZE)


def fmp4_range_global_index(encoder, presentation):
    """Ranges of one file, a sidx between the section and the first fragment."""
    data = fragmented(encoder, [avc(encoder)], "frag_keyframe+default_base_moof+global_sidx")
    presentation.multivariant(presentation.ranges(data, SECONDS, names_indexes=False), SIZE)


def fmp4_range_indexes(encoder, presentation):
    """Ranges of one file, a sidx in front of each moof, within the ranges."""
    data = fragmented(encoder, [avc(encoder)], "frag_keyframe+dash")
    presentation.multivariant(presentation.ranges(data, SECONDS, 1), SIZE)


def fmp4_range_indexes_between(encoder, presentation):
    """Ranges of one file, a sidx in front of each moof that no range names."""
    data = fragmented(encoder, [avc(encoder)], "frag_keyframe+dash")
    presentation.multivariant(presentation.ranges(data, SECONDS, 1, names_indexes=False), SIZE)


def fmp4_range_absolute(encoder, presentation):
    """Ranges of one file whose offsets count from its start."""
    data = fragmented(encoder, [avc(encoder), encoder.audio("aac", seconds=SECONDS)], "frag_keyframe+skip_sidx")
    presentation.multivariant(presentation.ranges(data, SECONDS, i_frames=False, codec=both_codecs(data)), SIZE)


def fmp4_no_offset(encoder, presentation):
    """Neither default-base-is-moof nor a base offset: the second traf counts from the end of the first one's data."""
    inputs = [avc(encoder), encoder.audio("aac", seconds=SECONDS)]
    data = fragmented(encoder, inputs, "frag_keyframe+omit_tfhd_offset+skip_sidx")
    presentation.multivariant(presentation.rendition(data, SECONDS, codec=both_codecs(data), i_frames=False), SIZE)


def fmp4_sections(encoder, presentation):
    """Two initialization sections: another encoder setting behind a discontinuity."""
    other = avc(encoder, "fragments-other", size="192x108", parameters=":cabac=0:ref=2")
    parts = [presentation.rendition(fragmented(encoder, [source]), SECONDS, folder=f"{name}/", i_frames=False)
             for name, source in (("first", avc(encoder)), ("second", other))]
    segments, lines = [], None
    for name, part in zip(("first", "second"), parts):
        text = (presentation.folder / name / "index.m3u8").read_text()
        (presentation.folder / name / "index.m3u8").unlink()
        text = text.replace("segment", f"{name}/segment").replace('URI="', f'URI="{name}/')
        segments += [Segment(f"{name}/{each.uri}", each.duration, each.size) for each in part.playlist.segments]
        if lines is None:
            lines = text.removesuffix("#EXT-X-ENDLIST\n")
        else:
            lines += "#EXT-X-DISCONTINUITY\n" + text[text.index("#EXT-X-MAP") :]
    presentation.write("index.m3u8", lines)
    playlist = MediaPlaylist(segments, version=7)
    presentation.multivariant(Rendition("index.m3u8", playlist, parts[0].codec), SIZE)


def fmp4_timed_text(encoder, presentation):
    """H.264 with WebVTT and TTML in fragmented MP4."""
    video = presentation.rendition(fragmented(encoder, [avc(encoder)]), SECONDS, folder="video/", i_frames=False)
    for kind in ("wvtt", "stpp"):
        presentation.write(f"{kind}/init.mp4", timed_text.section(kind))
        segments = []
        for number in range(2):
            content = timed_text.segment(kind, number, 4 * number, 4 * number + 4, f"Text {number}")
            presentation.write(f"{kind}/segment{number}.m4s", content)
            segments.append(Segment(f"segment{number}.m4s", 4, len(content)))
        playlist = MediaPlaylist(segments, version=7, tags=['#EXT-X-MAP:URI="init.mp4"'])
        presentation.write(f"{kind}/index.m3u8", playlist.text())
    presentation.multivariant(video, SIZE, text=["wvtt/index.m3u8", "stpp/index.m3u8"])


def fmp4_changed_sets(encoder, presentation):
    """H.264 under avc1; from the second segment on pictures without arithmetic coding, parameter sets of the same numbers in
    front of them."""
    first, second = (fragmented(encoder, [source]) for source in (
        avc(encoder, "fragments-weighted", parameters=":weightp=2:bframes=3"),
        avc(encoder, "fragments-simple", parameters=":cabac=0:no-deblock=1:weightp=0:ref=1"),
    ))
    others = []
    with_changed_samples(second, lambda _, sample: others.append(sample) or sample)
    start = 4 * RATE

    def change(number, sample):
        if number < start:
            return sample
        # Each group, so that every segment begins with its own.
        return joined(parameter_sets(second) if number % (2 * RATE) == 0 else []) + others[number]

    presentation.multivariant(presentation.rendition(with_changed_samples(first, change), SECONDS, i_frames=False), SIZE)


def fmp4_other_units(encoder, presentation):
    """H.264 among NAL units of other types: delimiters, filler of more than 64 KiB, long SEI, types that nobody assigned."""
    source = random.Random("other units")

    def change(number, sample):
        filler = bytes([12]) + b"\xff" * (65_519 + number if number % 50 == 7 else 30) + b"\x80"
        messages = [b"\6\5\xff\x20" + source.randbytes(287) + b"\x80" for _ in range(number % 4)]
        others = [bytes([kind]) + source.randbytes(40) for kind in (22, 24, 30)]
        return joined([b"\x09\xf0", *messages, filler, *units(sample), *others])

    video = with_changed_samples(fragmented(encoder, [avc(encoder)]), change)
    presentation.multivariant(presentation.rendition(video, SECONDS, i_frames=False), SIZE)


def fmp4_short_lengths(encoder, presentation):
    """H.264, four slices a picture, lengths of NAL units in 2 bytes."""
    options = ["-preset", "medium", "-crf", "34"]
    source = avc(encoder, "fragments-slices", options=options, parameters=":slices=4:weightp=2:ref=4:bframes=3")
    data = with_changed_samples(fragmented(encoder, [source]), lambda _, sample: joined(units(sample), 2))
    place = data.index(b"avcC") + 8
    data = data[:place] + bytes([data[place] & 0xFC | 1]) + data[place + 1 :]
    presentation.multivariant(presentation.rendition(data, SECONDS, i_frames=False), SIZE)


def fmp4_dolby_vision(encoder, presentation):
    """HEVC that says it is Dolby Vision of profile 5 (dvh1, dvcC), with something like its metadata (NAL unit type 62)."""
    source = random.Random("dynamic metadata")
    metadata = lambda sample: joined([*units(sample), b"\x7c\1" + source.randbytes(250)])
    data = with_changed_samples(fragmented(encoder, [hevc(encoder, "hevc-plain")]), lambda _, sample: metadata(sample))
    vision = timed_text.box(b"dvcC", bytes([1, 0, 0x0A, 0x0D, 0x00]) + bytes(19))
    data = with_changed_entry(data, lambda _, fields, boxes: timed_text.box(b"dvh1", fields, boxes, vision))
    video = presentation.rendition(data, SECONDS, i_frames=False, codec="dvh1.05.01")
    presentation.multivariant(video, SIZE)


def fmp4_copied_configuration(encoder, presentation):
    """H.264 whose sample entry holds avcC twice, as Bento4's mp4fragment writes it."""

    def twice(name, fields, boxes):
        (size,) = (len(body) + 8 for kind, body in children(boxes) if kind == b"avcC")
        place = boxes.index(b"avcC") - 4
        return timed_text.box(name, fields, boxes, boxes[place : place + size])

    data = with_changed_entry(fragmented(encoder, [avc(encoder)]), twice)
    presentation.multivariant(presentation.rendition(data, SECONDS, i_frames=False), SIZE)


def fmp4_protected(encoder, presentation):
    """Encrypted by ffmpeg already (cenc): it is to be refused."""
    options = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "00" * 16, "-encryption_kid", "11" * 16]
    data = fragmented(encoder, [avc(encoder)], options=options)
    presentation.multivariant(presentation.rendition(data, SECONDS, i_frames=False), SIZE)


STREAMS = {
    make.__name__.replace("_", "-"): make
    for make in (
        fmp4_demuxed,
        fmp4_audio_codecs,
        fmp4_hevc,
        fmp4_hevc_wavefront,
        fmp4_hevc_no_deblocking,
        fmp4_av1,
        fmp4_av1_tiles,
        fmp4_four_slices,
        fmp4_cavlc,
        fmp4_interlaced,
        fmp4_crowded,
        fmp4_tiny,
        fmp4_muxed,
        fmp4_interleaved,
        fmp4_many_fragments,
        fmp4_separate_tracks,
        fmp4_more_boxes,
        fmp4_continued_runs,
        fmp4_reference_times,
        fmp4_range,
        fmp4_range_global_index,
        fmp4_range_indexes,
        fmp4_range_indexes_between,
        fmp4_range_absolute,
        fmp4_no_offset,
        fmp4_sections,
        fmp4_timed_text,
        fmp4_changed_sets,
        fmp4_other_units,
        fmp4_short_lengths,
        fmp4_dolby_vision,
        fmp4_copied_configuration,
        fmp4_protected,
    )
}
"""By name; each takes an encoder and a FragmentedPresentation."""
