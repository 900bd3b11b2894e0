"""Small streams for tests, each a presentation of its own. Called by Scripts/make-sample-streams.

Groups of 2 s in segments of 4 s unless said otherwise, first picture at 10 s; PAT and PMT before every IDR picture.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import fragmented_streams
import mezzanines
import packed_audio
import remultiplexing
import syncframes
import transport_stream
from encoder import BIT_EXACT, START, Encoder, run_ffmpeg
from fragmented_presentation import FragmentedPresentation
from stream_presentation import SEGMENT_DURATION, Presentation

FIRST_AUDIO_PID = 0x101


def cut_by_ffmpeg(inputs, presentation):
    """ffmpeg's own multiplex, segments and playlist."""
    sources = [argument for source in inputs for argument in ("-i", source)]
    names = ["-hls_segment_filename", presentation.folder / "segment%d.ts", presentation.folder / "index.m3u8"]
    options = ["-hls_time", SEGMENT_DURATION, "-hls_playlist_type", "vod"]
    run_ffmpeg(*sources, "-c", "copy", *BIT_EXACT, "-f", "hls", *options, *names)


# Each of these takes the encoder and the presentation that it is to write.


def muxed(encoder, presentation):
    """H.264 with B-frames and AAC, cut by ffmpeg: tables stand within segments, too."""
    cut_by_ffmpeg([encoder.avc("plain"), encoder.audio("aac")], presentation)


def video_only(encoder, presentation):
    """H.264 alone, as in a rendition of its own."""
    video = encoder.avc("plain")
    presentation.transport_stream(encoder.transport_stream([video]), video=video)


def audio_only(encoder, presentation):
    """AAC alone in a transport stream; its PES packets hold several frames."""
    cut_by_ffmpeg([encoder.audio("aac")], presentation)


def four_slices(encoder, presentation):
    """Four slices a picture, B-frames. None has emulation prevention bytes: ffmpeg spoils a picture in which a slice grew
    and a later one did not."""
    video = encoder.avc("slices", options=["-crf", "34"], parameters=":slices=4")
    stream = encoder.transport_stream([video, encoder.audio("aac")])
    presentation.transport_stream(stream, ["aac"], video)


def emulation(encoder, presentation):
    """Small pictures of noise, CAVLC, lowest quantizer: many emulation prevention bytes."""
    stream = encoder.transport_stream([encoder.noise()], states_lengths=True)
    presentation.transport_stream(stream, video=encoder.noise(), end=START + 4)


def unevenly_growing_slices(encoder, presentation):
    """Four slices a picture, of which some grow when they are encrypted; ffmpeg cannot decrypt them."""
    video = encoder.avc("uneven", options=["-crf", "24"], parameters=":slices=4")
    presentation.transport_stream(encoder.transport_stream([video, encoder.audio("aac")]), ["aac"], video)


def growing(encoder, presentation):
    """Pictures that grow by whole packets when they are encrypted, two slices each, and AAC; byte ranges, I-frames."""
    video = encoder.pulse_code(8, 2)
    stream = encoder.transport_stream([video, encoder.audio("aac", seconds=8)])
    presentation.transport_stream(stream, ["aac"], video, in_one_file=True, end=START + 8)


def growing_interleaved(encoder, presentation):
    """The same in files, the packets of the streams spread between each other."""
    inputs = [encoder.pulse_code(8, 2), encoder.audio("aac", seconds=8)]
    stream = remultiplexing.interleaved(encoder.transport_stream(inputs, states_lengths=True))
    presentation.transport_stream(stream, ["aac"], end=START + 8)


def tiny_slices(encoder, presentation):
    """Pictures of one macroblock a slice: all slices of 48 bytes or less."""
    options = ["-profile:v", "main", "-coder", "0", "-qmin", "51"]
    video = encoder.avc("tiny", "64x64", 4, options, ":slice-max-mbs=1")
    presentation.transport_stream(encoder.transport_stream([video]), video=video, end=START + 4)


def ac3(encoder, presentation):
    """AC-3, stream type 0x81."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("ac3", "192k", channels=6)])
    presentation.transport_stream(stream, ["ac3"], encoder.avc("plain"))


def ac3_dvb(encoder, presentation):
    """AC-3, stream type 0x06 with the descriptor of DVB; 44.1 kHz, where syncframes differ by a word.
    ffmpeg describes it only after it saw some: the first program map says less than the others of its segment."""
    inputs = [encoder.avc("plain"), encoder.audio("ac3", "96k", 44100)]
    stream = encoder.transport_stream(inputs, "+system_b")
    presentation.transport_stream(stream, ["ac3"], encoder.avc("plain"))


def eac3(encoder, presentation):
    """E-AC-3, stream type 0x87."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("eac3", "96k")])
    presentation.transport_stream(stream, ["eac3"], encoder.avc("plain"))


def eac3_dvb(encoder, presentation):
    """E-AC-3, stream type 0x06 with the descriptor of DVB."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("eac3", "96k")], "+system_b")
    presentation.transport_stream(stream, ["eac3"], encoder.avc("plain"))


def eac3_dependent(encoder, presentation):
    """E-AC-3 with a dependent substream, as 7.1 has it: two syncframes an audio frame. Its CRCs are stale, and it
    does not play: it is for whoever compares bytes."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("eac3", "96k")])
    stream = syncframes.with_dependent_substreams(stream, FIRST_AUDIO_PID)
    presentation.transport_stream(stream, ["eac3"], encoder.avc("plain"))


def packets_of_192(encoder, presentation):
    """M2TS."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("aac")])
    presentation.transport_stream(stream, ["aac"], change=remultiplexing.with_times_in_front)


def packets_of_204(encoder, presentation):
    """With Reed-Solomon parity."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("aac")])
    presentation.transport_stream(stream, ["aac"], change=remultiplexing.with_parity_behind)


def private_streams(encoder, presentation):
    """Beside H.264 and AAC: ID3, teletext, DVB subtitles, KLV, SCTE-35, null packets."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("aac")])
    stream = remultiplexing.interleaved(remultiplexing.with_private_streams(stream))
    presentation.transport_stream(stream, ["aac"])


def duplicate_packets(encoder, presentation):
    """Packets that stand there twice, some of pictures that grow. ffmpeg takes them for damage: it does not play."""
    stream = encoder.transport_stream([encoder.pulse_code(8, 2), encoder.audio("aac", seconds=8)])
    stream = remultiplexing.with_duplicates(stream)
    presentation.transport_stream(stream, ["aac"], end=START + 8)


def several_audio_streams(encoder, presentation):
    """Two AAC streams of different rates and an AC-3 one in one multiplex, interleaved."""
    audio = [encoder.audio("aac"), encoder.audio("aac", "24k", 32000, 1, tone=330), encoder.audio("ac3", "96k")]
    stream = remultiplexing.interleaved(encoder.transport_stream([encoder.avc("plain"), *audio]))
    presentation.transport_stream(stream, ["aac", "ac3"])


def frames_over_pes_packets(encoder, presentation):
    """ADTS frames that run over PES packets."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("aac")])
    stream = remultiplexing.with_units_over_pes_packets(stream, FIRST_AUDIO_PID)
    presentation.transport_stream(stream, ["aac"])


def units_over_pes_packets(encoder, presentation):
    """NAL units that run over PES packets, some of which grow by whole packets."""
    stream = encoder.transport_stream([encoder.pulse_code(8, 2), encoder.audio("aac", seconds=8)])
    stream = remultiplexing.with_units_over_pes_packets(stream, transport_stream.VIDEO_PID)
    presentation.transport_stream(stream, ["aac"], end=START + 8)


def tables_in_map(encoder, presentation):
    """PAT and PMT stand in the EXT-X-MAP alone."""
    stream = encoder.transport_stream([encoder.avc("plain"), encoder.audio("aac")])
    tables = stream[: 2 * transport_stream.PACKET_SIZE]
    presentation.transport_stream(stream, ["aac"], change=remultiplexing.without_tables)
    presentation.write("init.ts", tables)
    text = (presentation.folder / "index.m3u8").read_text().replace("VERSION:3", "VERSION:6")
    presentation.write("index.m3u8", text.replace("#EXTINF", '#EXT-X-MAP:URI="init.ts"\n#EXTINF', 1))


def long_groups(encoder, presentation):
    """Groups of 8 s, larger pictures, segments that start with an IDR picture."""
    video = encoder.avc("long", "1280x720", 16, ["-crf", "34"], group=200)
    stream = encoder.transport_stream([video, encoder.audio("aac", seconds=16)])
    presentation.transport_stream(stream, ["aac"], video, end=START + 16)


def hevc(encoder, presentation):
    """HEVC and AAC: SAMPLE-AES has no rule for it."""
    cut_by_ffmpeg([encoder.hevc(), encoder.audio("aac")], presentation)


def mpeg_audio(encoder, presentation):
    """H.264 and MPEG-1 audio layer III: SAMPLE-AES has no rule for it."""
    cut_by_ffmpeg([encoder.avc("plain"), encoder.audio("libmp3lame")], presentation)


def packed_aac(encoder, presentation):
    """AAC behind ID3 tags."""
    frames = encoder.elementary(encoder.audio("aac"), "adts")
    presentation.packed(packed_audio.cut(frames, 48000, START, [14, 18]), "aac")


def packed_ac3(encoder, presentation):
    """AC-3 behind ID3 tags."""
    frames = syncframes.split(encoder.elementary(encoder.audio("ac3", "96k"), "ac3"))
    presentation.packed(packed_audio.cut_frames(frames, 1536 / 48000, START, [14, 18]), "ac3")


def packed_eac3(encoder, presentation):
    """E-AC-3 behind ID3 tags."""
    frames = syncframes.split(encoder.elementary(encoder.audio("eac3", "96k"), "eac3"))
    presentation.packed(packed_audio.cut_frames(frames, 1536 / 48000, START, [14, 18]), "ec3")


def hard_to_encrypt(encoder, presentation):
    """No presentation: MP4s of what is hard to encrypt, for packagers that take no other input."""
    made = {
        "emulation": encoder.noise(),
        "growing": encoder.pulse_code(8, 2),
        "four-slices": encoder.avc("slices", options=["-crf", "34"], parameters=":slices=4"),
        "unevenly-growing-slices": encoder.avc("uneven", options=["-crf", "24"], parameters=":slices=4"),
        "ac3-44100": encoder.audio("ac3", "96k", 44100),
    }
    for name, path in made.items():
        presentation.write(f"{name}.mp4", path.read_bytes())
    eac3 = encoder.audio("eac3", "96k").read_bytes()
    presentation.write("eac3-dependent.mp4", syncframes.mp4_with_dependent_substreams(eac3))


STREAMS = {
    make.__name__.replace("_", "-"): make
    for make in (
        muxed,
        video_only,
        audio_only,
        four_slices,
        emulation,
        unevenly_growing_slices,
        growing,
        growing_interleaved,
        tiny_slices,
        ac3,
        ac3_dvb,
        eac3,
        eac3_dvb,
        eac3_dependent,
        packets_of_192,
        packets_of_204,
        private_streams,
        duplicate_packets,
        several_audio_streams,
        frames_over_pes_packets,
        units_over_pes_packets,
        tables_in_map,
        long_groups,
        hevc,
        mpeg_audio,
        packed_aac,
        packed_ac3,
        packed_eac3,
        hard_to_encrypt,
    )
}


GROUPS = {"transport": STREAMS, "fmp4": fragmented_streams.STREAMS, "package": mezzanines.FILES}
"""What may be named together; packed audio is with transport streams."""


def main():
    known = {**STREAMS, **fragmented_streams.STREAMS, **mezzanines.FILES}
    parser = argparse.ArgumentParser(prog="make-sample-streams", description=__doc__)
    parser.add_argument("--list", action="store_true", help="show the names")
    parser.add_argument("output", type=Path, nargs="?", help="a folder; each stream gets one in it")
    what = f"all if none is named; one of {', '.join(GROUPS)} names all of these"
    parser.add_argument("names", nargs="*", choices=[[], *GROUPS, *known], help=what, metavar="NAME")
    options = parser.parse_args()
    if options.list or options.output is None:
        for name, make in known.items():
            print(f"{name:28}{' '.join(make.__doc__.split())}")
        sys.exit(0 if options.list else 64)
    with tempfile.TemporaryDirectory() as folder:
        encoder = Encoder(Path(folder))
        for name in [each for named in options.names or GROUPS for each in GROUPS.get(named, [named])]:
            target = options.output / name
            if name in STREAMS:
                target = Presentation(target)
            elif name in fragmented_streams.STREAMS:
                target = FragmentedPresentation(target)
            known[name](encoder, target)


main()
