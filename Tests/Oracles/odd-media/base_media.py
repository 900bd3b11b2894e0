"""Base files of the generator: small, ordinary, made once by ffmpeg with one thread."""

import pathlib
import subprocess

import field_pictures

PICTURES = ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=25:d={d}"]
SOUND = ["-f", "lavfi", "-i", "aevalsrc='0.4*sin(2*PI*(200+150*t)*t)':s=48000:d={d}"]
AVC = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"]
AAC = ["-c:a", "aac", "-b:a", "64k", "-ac", "2"]
AC3 = ["-c:a", "ac3", "-b:a", "96k", "-ac", "2"]
OPEN = ":open-gop=1:keyint=25:min-keyint=12:scenecut=0:bframes=3"
CLOSED = ":keyint=25:min-keyint=25:scenecut=0:bframes=2"
LONG = ":keyint=75:min-keyint=75:scenecut=0:bframes=2"
NONE = ":keyint=25:min-keyint=12:scenecut=0:bframes=0"


def picture(parameters):
    return AVC + ["-x264-params", "threads=1" + parameters]


def made(path, seconds, codecs, container, extra=(), video=True, audio=True):
    """Encodes one file."""
    inputs = (PICTURES if video else []) + (SOUND if audio else []) + list(extra)
    inputs = [argument.format(d=seconds) for argument in inputs]
    run(inputs + ["-threads", "1"] + codecs + container, path)


def run(arguments, path):
    base = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin", "-y"]
    subprocess.run(base + arguments + ["-flags", "+bitexact", "-fflags", "+bitexact", str(path)], check=True)


def copied(source, path, arguments):
    """Writes the media of another base file into another container."""
    run(["-i", str(source), "-map", "0", "-c", "copy"] + arguments, path)


def sound_first(source, path, seconds, container):
    """Writes the media of another base file with pictures that begin later than the sound."""
    run(["-itsoffset", str(seconds), "-i", str(source), "-i", str(source), "-map", "0:v", "-map", "1:a", "-c", "copy",
         "-f", container], path)


def changing_sets(path):
    """Encodes pictures whose picture parameter set changes under its number, as recordings of camcorders have it."""
    parts = []
    for offset in (0, 6):
        part = path.with_name(f"part.{offset}.h264")
        coder = AVC + ["-x264-params", f"threads=1:chroma-qp-offset={offset}{NONE}"]
        run([argument.format(d=2) for argument in PICTURES] + coder, part)
        parts.append(part)
    joined = path.with_name("part.h264")
    joined.write_bytes(b"".join(part.read_bytes() for part in parts))
    run(["-r", "25", "-i", str(joined), "-c", "copy", "-f", "mp4"], path)
    for part in (joined, *parts):
        part.unlink()


def make_all(folder):
    """Makes what is missing, and returns the paths by name."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, maker in makers(folder).items():
        path = folder / name
        if not path.exists():
            part = folder / ("part." + name)
            try:
                maker(part)
            except subprocess.CalledProcessError:
                if not name.startswith("hevc"):
                    raise
                continue
            part.rename(path)
    return {name: folder / name for name in makers(folder) if (folder / name).exists()}


def makers(folder):
    """The files, in an order in which each one's source comes before it."""
    plain, flat, opened = folder / "plain.mp4", folder / "flat.mp4", folder / "open.mp4"
    fragments = ["-movflags", "+frag_keyframe+empty_moov"]
    second = ["-f", "lavfi", "-i", "sine=f=880:r=48000:d={d}"]
    thumbs = ["-f", "lavfi", "-i", "testsrc=s=64x36:r=1:d={d}"]
    every = ["-map", "0", "-map", "1", "-map", "2"]

    def encoder(*arguments, **options):
        return lambda path: made(path, *arguments, **options)

    def copier(source, *arguments):
        return lambda path: copied(source, path, list(arguments))

    return {
        "plain.mp4": encoder(4, picture(CLOSED) + AAC, ["-f", "mp4"]),
        "flat.mp4": encoder(3, picture(NONE) + AAC, ["-movflags", "+faststart"]),
        "open.mp4": encoder(4, picture(OPEN) + AC3, ["-f", "mp4"]),
        "interlaced.mp4": encoder(3, picture(":tff=1" + CLOSED) + AAC, ["-f", "mp4"]),
        "silent.mp4": encoder(3, picture(CLOSED), ["-f", "mp4"], audio=False),
        "sound.m4a": encoder(3, AAC, ["-f", "ipod"], video=False),
        "hevc.mp4": encoder(2, ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
                                "pools=1:frame-threads=1:log-level=error:keyint=25"] + AAC, ["-f", "mp4"]),
        "quick.mov": copier(plain, "-f", "mov"),
        "extra-pcm.mov": encoder(3, every + picture(CLOSED) + AAC + ["-c:a:1", "pcm_s16le"], ["-f", "mov"],
                                 extra=second),
        "extra-mp3.mp4": encoder(3, every + picture(CLOSED) + AAC + ["-c:a:1", "libmp3lame"], ["-f", "mp4"],
                                 extra=second),
        "extra-mjpeg.mov": encoder(
            3, every + picture(CLOSED) + AAC + ["-c:v:1", "mjpeg", "-disposition:v:1", "0"], ["-f", "mov"],
            extra=thumbs),
        "frag-key.mp4": copier(plain, *fragments[:1], fragments[1] + "+default_base_moof"),
        "frag-base.mp4": copier(flat, *fragments, "-frag_duration", "700000"),
        "frag-delay.mp4": copier(plain, "-movflags", "+frag_keyframe+delay_moov+default_base_moof"),
        "frag-negative.mp4": copier(opened, "-movflags",
                                    "+frag_keyframe+delay_moov+default_base_moof+negative_cts_offsets"),
        "frag-separate.mp4": copier(flat, "-movflags", "+frag_keyframe+empty_moov+separate_moof"),
        "frag-silent.mp4": copier(folder / "silent.mp4", *fragments[:1], fragments[1] + "+default_base_moof"),
        "plain.ts": copier(plain, "-f", "mpegts"),
        "flat.ts": copier(flat, "-f", "mpegts", "-pat_period", "0.3"),
        # Encoded: a copy of MP4 has parameter sets in front of IDR pictures only, and cannot be cut within a group.
        "open.ts": encoder(4, picture(OPEN) + AC3, ["-f", "mpegts"]),
        "interlaced.ts": copier(folder / "interlaced.mp4", "-f", "mpegts"),
        "silent.ts": copier(folder / "silent.mp4", "-f", "mpegts"),
        "fields.ts": lambda path: path.write_bytes(field_pictures.coded((folder / "flat.ts").read_bytes())),
        "sets.mp4": changing_sets,
        "sets.ts": copier(folder / "sets.mp4", "-f", "mpegts"),
        "long.mp4": encoder(10, picture(LONG) + AAC, ["-f", "mp4"]),
        "long.ts": copier(folder / "long.mp4", "-f", "mpegts"),
        "sound-first.mp4": lambda path: sound_first(folder / "long.mp4", path, 1.3, "mp4"),
        "sound-first.ts": lambda path: sound_first(plain, path, 0.7, "mpegts"),
        "late.ts": copier(plain, "-f", "mpegts", "-output_ts_offset", "4000"),
    }
