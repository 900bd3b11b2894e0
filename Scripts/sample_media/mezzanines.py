"""Mezzanines for `fairlead package`: files as encoders and editors leave them. Called by streams.py: its `mezzanines`.

6 s of 25 pictures a second in closed groups of 2 s unless said otherwise. What cannot be packaged is in `bad`.
"""

import struct
from concurrent.futures import ThreadPoolExecutor

import packed_audio
from encoder import BIT_EXACT, RATE, run_ffmpeg
from movie_editing import (
    STSD,
    changed,
    with_64_bits,
    with_audio_configuration,
    with_entry,
    with_joint_object_coding,
    with_number,
    with_spectral_replication_in_frames,
)
from timed_text import box
from webvtt import clock

SECONDS = 6
LADDER_SECONDS = 8
MEDIA_HEADER = (b"moov", b"trak", b"mdia", b"mdhd")
EDIT_LIST = (b"moov", b"trak", b"edts", b"elst")
# AudioSpecificConfig, ISO/IEC 14496-3 1.6.2.1.
HE_AAC = bytes.fromhex("2b118800")
"""SBR at 48 kHz over AAC-LC at 24 kHz, stereo: object type 5 first."""
HE_AAC_COMPATIBLE = bytes.fromhex("131056e598")
"""The same, said behind the configuration of AAC-LC."""
HE_AAC_V2 = bytes.fromhex("eb098800")
"""PS and SBR over AAC-LC mono at 24 kHz: object type 29 first."""
XHE_AAC = bytes.fromhex("f946432204") + b"\0"
"""USAC at 48 kHz, 1024 samples a frame, one channel pair (ISO/IEC 23003-3 5.2)."""
CUES = {
    "en": [(0.5, 1.9, "In the first segment."), (1.5, 4.5, "Over two boundaries\nin two lines."), (4.0, 6.0, "To the end.")],
    "fr": [(0.0, 2.0, "De zéro à deux."), (2.0, 2.5, "Dès deux secondes."), (3.9, 7.5, "Une réplique qui dépasse.")],
}


class Mezzanines:
    """Where the files go, and the elementary streams that several of them share."""

    def __init__(self, encoder, folder):
        self.encoder, self.folder = encoder, folder
        (folder / "bad").mkdir(parents=True)

    def write(self, name, content):
        (self.folder / name).write_bytes(content.encode() if isinstance(content, str) else content)

    def read(self, name):
        return (self.folder / name).read_bytes()

    def multiplex(self, name, inputs, *options, before=((), ())):
        """Streams into one file, without encoding; `before`: options of each input."""
        sources = [argument for place, source in zip([*before, *[()] * 9], inputs) for argument in (*place, "-i", source)]
        maps = [argument for number in range(len(inputs)) for argument in ("-map", number)]
        run_ffmpeg(*sources, *maps, "-c", "copy", *BIT_EXACT, *options, "-strict", "-2", self.folder / name)
        return self.folder / name

    def avc(self, name="mezzanine", **options):
        return self.encoder.avc(name, seconds=SECONDS, **options)

    def audio(self, codec="aac", bit_rate="64k", **options):
        return self.encoder.audio(codec, bit_rate, seconds=SECONDS, **options)

    def pictures(self, name, source, *coder):
        """H.264 of another source than Encoder.avc has."""

        def make(path):
            keys = ["-force_key_frames", "expr:gte(t,n_forced*2)", "-sc_threshold", 0, "-bf", 2, "-g", 999]
            run_ffmpeg("-f", "lavfi", "-i", source, "-preset", "veryfast", "-crf", "30", *keys, *coder, *BIT_EXACT, path)

        return self.encoder.made(f"{name}.mp4", make)

    def hevc(self, name, parameters=""):
        def make(path):
            picture = f"testsrc2=size=320x180:rate={RATE}:duration={SECONDS},format=yuv420p10"
            keys = "keyint=50:min-keyint=50:scenecut=0:open-gop=0:log-level=none:info=0:bframes=2" + parameters
            coder = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", keys, "-tag:v", "hvc1"]
            run_ffmpeg("-f", "lavfi", "-i", picture, *coder, *BIT_EXACT, path)

        return self.encoder.made(f"{name}.mp4", make)


def make_progressive(made):
    inputs = [made.avc(), made.audio()]
    made.multiplex("avc-aac.mp4", inputs)
    made.multiplex("avc-aac-faststart.mp4", inputs, "-movflags", "+faststart")
    made.multiplex("avc-aac.mov", inputs)
    made.multiplex("avc-aac-negative-offsets.mp4", inputs, "-movflags", "+negative_cts_offsets")
    fragments = "+frag_keyframe+default_base_moof+delay_moov"
    made.multiplex("avc-aac-fragmented.mp4", inputs, "-movflags", fragments)
    made.multiplex("avc-aac-fragmented-negative-offsets.mp4", inputs, "-movflags", fragments + "+negative_cts_offsets")
    made.write("avc-aac-64-bit.mp4", with_64_bits(made.read("avc-aac.mp4")))
    languages = ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=fra"]
    made.multiplex("avc-two-audio.mp4", [*inputs, made.audio(tone=330)], *languages)
    made.multiplex("avc-delayed-audio.mp4", inputs, before=[(), ("-itsoffset", 0.5)])
    made.multiplex("avc-short-audio.mp4", [made.avc(), made.encoder.audio("aac", seconds=4)])


def make_pictures(made):
    sound = made.audio()
    open_groups = made.encoder.avc("open", seconds=SECONDS, parameters=":open-gop=1:bframes=3:b-adapt=0")
    made.multiplex("avc-open-gop.mp4", [open_groups, sound])
    source = f"testsrc2=size=320x180:rate=25:duration={SECONDS},format=yuv420p"
    uneven = made.pictures("vfr", f"{source},select='lt(n\\,60)+not(mod(n\\,3))+eq(mod(n\\,50)\\,0)'", "-fps_mode", "vfr")
    made.multiplex("avc-variable-rate.mp4", [uneven, sound])
    ntsc = made.pictures("ntsc", f"testsrc2=size=320x180:rate=30000/1001:duration={SECONDS},format=yuv420p")
    made.multiplex("avc-29.97.mp4", [ntsc, sound])
    odd = made.pictures("odd", f"testsrc2=size=354x202:rate=25:duration={SECONDS},format=yuv420p,setsar=12/11")
    made.multiplex("avc-odd-size.mp4", [odd, sound])
    made.multiplex("hevc-aac.mp4", [made.hevc("hevc"), sound], "-tag:v", "hvc1")

    def av1(path):
        coder = ["-c:v", "libaom-av1", "-crf", "45", "-b:v", "0", "-g", 50, "-cpu-used", "8", "-usage", "realtime"]
        run_ffmpeg("-f", "lavfi", "-i", source, *coder, *BIT_EXACT, path)

    made.multiplex("av1-aac.mp4", [made.encoder.made("av1-6.mp4", av1), sound])


def make_dolby_vision(made):
    """HEVC that says it is Dolby Vision (Dolby Vision Streams Within the ISO Base Media File Format 2.4: profile, level,
    rpu, no el, bl, compatibility)."""

    def record(profile, compatibility):
        level = 1
        bits = profile << 9 | level << 3 | 0b101
        return bytes([1, 0]) + struct.pack(">H", bits) + bytes([compatibility << 4]) + bytes(19)

    plain = made.hevc("vision").read_bytes()
    made.write("dolby-vision-5.mp4", with_entry(plain, b"hvc1", b"dvh1", box(b"dvcC", record(5, 0))))
    colours = ":colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:range=limited"
    base = made.hevc("vision-8", colours).read_bytes()
    made.write("dolby-vision-8.1.mp4", with_entry(base, b"hvc1", b"hvc1", box(b"dvvC", record(8, 1))))


def make_sound(made):
    at_24_khz = made.multiplex("he-aac.mp4", [made.audio(rate=24000)])
    plain = at_24_khz.read_bytes()
    made.write("he-aac.mp4", with_audio_configuration(plain, HE_AAC))
    made.write("he-aac-compatible.mp4", with_audio_configuration(plain, HE_AAC_COMPATIBLE))
    mono = made.audio(rate=24000, channels=1).read_bytes()
    made.write("he-aac-v2.mp4", with_audio_configuration(mono, HE_AAC_V2))
    made.write("xhe-aac.mp4", with_audio_configuration(made.audio().read_bytes(), XHE_AAC))
    frames = packed_audio.adts_frames(made.encoder.elementary(made.audio(rate=24000), "adts"))
    made.write("he-aac-implicit.aac", b"".join(map(with_spectral_replication_in_frames, frames)))
    made.multiplex("he-aac-implicit.mp4", [made.folder / "he-aac-implicit.aac"], "-bsf:a", "aac_adtstoasc")
    # ffmpeg looks into the frames and says what it finds: not what implicit signalling is.
    without = made.read("he-aac-implicit.mp4")
    made.write("he-aac-implicit.mp4", with_audio_configuration(without, bytes.fromhex("1310")))

    surround = {codec: made.audio(codec, "256k", channels=6) for codec in ("ac3", "eac3")}
    made.multiplex("avc-ac3.mp4", [made.avc(), surround["ac3"]])
    made.multiplex("avc-eac3.mp4", [made.avc(), surround["eac3"]])
    made.write("eac3-joc.mp4", with_joint_object_coding(surround["eac3"].read_bytes(), 16))
    for codec, name in (("libopus", "opus"), ("flac", "flac"), ("alac", "alac")):
        made.write(f"{name}.mp4", made.audio(codec).read_bytes())
    made.write("aac.aac", made.encoder.elementary(made.audio(), "adts"))
    made.write("ac3.ac3", made.encoder.elementary(surround["ac3"], "ac3"))
    made.write("eac3.ec3", made.encoder.elementary(surround["eac3"], "eac3"))


def make_transport_streams(made):
    inputs = [made.avc(), made.audio()]
    made.multiplex("avc-aac.ts", inputs)
    # 2^33 ticks of 90 kHz are 95443.7 s.
    made.multiplex("avc-aac-wrap.ts", inputs, "-output_ts_offset", 95440)
    made.multiplex("avc-ac3.ts", [made.avc(), made.audio("ac3", "256k", channels=6)])
    made.multiplex("hevc-aac.ts", [made.hevc("hevc"), made.audio()])


def subtitles(cues):
    lines = ["WEBVTT", ""]
    for start, end, text in cues:
        lines += [f"{clock(start)} --> {clock(end)}", text, ""]
    return "\n".join(lines)


def make_subtitles(made):
    for language, cues in CUES.items():
        made.write(f"subtitles-{language}.vtt", subtitles(cues))


def make_bad(made):
    whole, first = made.read("avc-aac.mp4"), made.read("avc-aac-faststart.mp4")
    made.write("bad/truncated.mp4", first[: len(first) // 2])
    made.write("bad/truncated-in-moov.mp4", whole[: len(whole) - 700])
    made.write("bad/no-moov.mp4", whole[: whole.index(b"moov") - 4])
    made.write("bad/empty.mp4", b"")
    made.write("bad/not-media.mp4", b"This is no MP4.\n" * 100)
    made.write("bad/zero-timescale.mp4", with_number(whole, MEDIA_HEADER, 12, 0))
    # More samples in stts than in stsz.
    made.write("bad/contradiction.mp4", with_number(whole, (*STSD[:-1], b"stts"), 8, lambda old: old + 7))
    made.write("bad/offsets-beyond-end.mp4", with_number(whole, (*STSD[:-1], b"stco"), 8, 0xFFFF0000))
    # media_rate 2.
    made.write("bad/edit-at-double-speed.mp4", with_number(whole, EDIT_LIST, 16, 0x20000))
    tone = ["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "pcm_s16le"]
    run_ffmpeg(*tone, *BIT_EXACT, made.folder / "bad/unknown-codec.mov")
    made.multiplex("bad/encrypted.mp4", [made.avc()], *ENCRYPTION)
    # Key frames every 1.6 s.
    other = made.encoder.avc("misaligned", "160x90", SECONDS, group=40)
    made.multiplex("bad/misaligned.mp4", [other])


ENCRYPTION = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", "00" * 16, "-encryption_kid", "11" * 16]


def mezzanines(encoder, folder):
    """Inputs of `fairlead package`: containers, edit lists, frame rates, codecs, subtitles; in `bad` what it has to refuse."""
    made = Mezzanines(encoder, folder)
    for make in (make_progressive, make_pictures, make_dolby_vision, make_sound, make_transport_streams, make_subtitles, make_bad):
        make(made)


AVC_RUNGS = {"240p": ("426x240", 300), "360p": ("640x360", 700), "480p": ("854x480", 1100), "720p": ("1280x720", 2200)}
HEVC_RUNGS = {"360p": ("640x360", 500), "540p": ("960x540", 1000)}


def rung(path, size, kilobits, coder):
    """Noise keeps the rate near what was asked."""
    picture = f"testsrc2=size={size}:rate={RATE}:duration={LADDER_SECONDS},noise=alls=6:allf=t,format=yuv420p"
    rates = ["-b:v", f"{kilobits}k", "-maxrate", f"{kilobits * 5 // 4}k", "-bufsize", f"{kilobits * 2}k"]
    run_ffmpeg("-f", "lavfi", "-i", picture, *coder, *rates, *BIT_EXACT, path)


def ladder(encoder, folder):
    """A ladder: four rungs of H.264, two of HEVC, AAC, AC-3 5.1, E-AC-3 that signals JOC, subtitles in two languages; 8 s."""
    folder.mkdir(parents=True)
    keys = "keyint=50:min-keyint=50:scenecut=0:open-gop=0"
    avc = ["-c:v", "libx264", "-preset", "superfast", "-bf", "2", "-x264-params", keys]
    hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params", keys + ":log-level=none:info=0"]
    with ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(rung, folder / f"hevc-{name}.mp4", *of, hevc) for name, of in HEVC_RUNGS.items()]
        jobs += [pool.submit(rung, folder / f"avc-{name}.mp4", *of, avc) for name, of in AVC_RUNGS.items()]
        for job in jobs:
            job.result()
    made = Mezzanines.__new__(Mezzanines)
    made.encoder, made.folder = encoder, folder
    english = ["-metadata:s:a:0", "language=eng"]
    made.multiplex("aac.mp4", [encoder.audio("aac", "128k", seconds=LADDER_SECONDS)], *english)
    made.multiplex("ac3.mp4", [encoder.audio("ac3", "384k", channels=6, seconds=LADDER_SECONDS)], *english)
    made.multiplex("eac3.mp4", [encoder.audio("eac3", "384k", channels=6, seconds=LADDER_SECONDS)], *english)
    made.write("eac3-joc.mp4", with_joint_object_coding(made.read("eac3.mp4"), 16))
    (folder / "eac3.mp4").unlink()
    for language, cues in CUES.items():
        made.write(f"subtitles-{language}.vtt", subtitles(cues))


FILES = {make.__name__: make for make in (mezzanines, ladder)}
"""By name; each takes an encoder and the folder that it makes."""
