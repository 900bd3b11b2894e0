"""Encodes what streams.py puts into segments, with ffmpeg."""

import subprocess

import pulse_code_pictures
import transport_stream

RATE = 25
START = 10.0
"""Time of the first picture in transport streams."""
BIT_EXACT = ["-threads", "1", "-map_metadata", "-1", "-flags", "+bitexact", "-fflags", "+bitexact"]


def run_ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, arguments)], check=True)


class Encoder:
    """Elementary streams in a temporary folder, each encoded once."""

    def __init__(self, folder):
        self.folder = folder

    def made(self, name, make):
        path = self.folder / name
        if not path.exists():
            make(path)
        return path

    def avc(self, name, size="320x180", seconds=12, options=(), parameters="", source="testsrc2", group=50):
        def make(path):
            picture = f"{source}=size={size}:rate={RATE}:duration={seconds},format=yuv420p"
            keys = f"keyint={group}:min-keyint={group}:scenecut=0:open-gop=0"
            encoder = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "30", "-bf", "2", *options]
            run_ffmpeg("-f", "lavfi", "-i", picture, *encoder, "-x264-params", keys + parameters, *BIT_EXACT, path)

        return self.made(f"{name}.mp4", make)

    def hevc(self):
        def make(path):
            picture = f"testsrc2=size=320x180:rate={RATE}:duration=12,format=yuv420p"
            coder = ["-c:v", "libx265", "-preset", "ultrafast", "-g", 50, "-x265-params", "log-level=none"]
            run_ffmpeg("-f", "lavfi", "-i", picture, *coder, "-tag:v", "hvc1", *BIT_EXACT, path)

        return self.made("hevc.mp4", make)

    def noise(self):
        """CAVLC at the lowest quantizer."""

        def make(path):
            picture = "geq=lum='255*gt(random(1),0.75)':cb='255*gt(random(4),0.8)':cr='random(5)*4',format=yuv420p"
            coder = ["-c:v", "libx264", "-profile:v", "main", "-coder", "0", "-qp", "1", "-bf", "0"]
            source = f"nullsrc=size=64x64:rate={RATE}:duration=4,{picture}"
            keys = ["-x264-params", "keyint=50:min-keyint=50:scenecut=0"]
            run_ffmpeg("-f", "lavfi", "-i", source, *coder, *keys, *BIT_EXACT, path)

        return self.made("noise.mp4", make)

    def pulse_code(self, seconds, slices):
        """ffmpeg gives the pictures their times."""

        def make(path):
            annex_b = self.folder / "pcm.h264"
            annex_b.write_bytes(pulse_code_pictures.stream(seconds * RATE, 2 * RATE, slices))
            inputs = ["-fflags", "+genpts", "-framerate", RATE, "-f", "h264", "-i", annex_b]
            run_ffmpeg("-v", "fatal", *inputs, "-c", "copy", *BIT_EXACT, path)

        return self.made(f"pcm-{slices}.mp4", make)

    def audio(self, codec, bit_rate="64k", rate=48000, channels=2, seconds=12, tone=220):
        def make(path):
            sweep = f"aevalsrc=exprs=sin(2*PI*t*({tone}+40*t))/4:sample_rate={rate}:duration={seconds}"
            options = ["-ac", channels, "-c:a", codec, "-b:a", bit_rate]
            run_ffmpeg("-f", "lavfi", "-i", sweep, *options, *BIT_EXACT, "-strict", "-2", path)

        return self.made(f"{codec}-{bit_rate}-{rate}-{channels}-{tone}-{seconds}.mp4", make)

    def elementary(self, path, extension):
        """ADTS or syncframes without a container."""
        make = lambda target: run_ffmpeg("-i", path, "-c", "copy", *BIT_EXACT, target)
        return self.made(f"{path.stem}.{extension}", make).read_bytes()

    def transport_stream(self, inputs, flags="", states_lengths=False):
        """ffmpeg's multiplex; its first picture is shown at START. `states_lengths`: PES packets of pictures do."""
        path = self.folder / "multiplex.ts"
        sources = [argument for source in inputs for argument in ("-i", source)]
        maps = [argument for number in range(len(inputs)) for argument in ("-map", number)]
        times = ["-mpegts_copyts", 1, "-output_ts_offset", START, "-muxdelay", 0, "-muxpreload", 0]
        options = ["-f", "mpegts", "-mpegts_flags", "+pat_pmt_at_frames" + flags]
        options += ["-omit_video_pes_length", 0 if states_lengths else 1]
        run_ffmpeg(*sources, *maps, "-c", "copy", *BIT_EXACT, *options, *times, path)
        return transport_stream.with_tables_at_random_access_only(path.read_bytes())
