"""Small movies, streams and texts of random properties, made with ffmpeg."""

import hashlib
import random
import subprocess
import threading
from pathlib import Path

BIT_EXACT = ["-map_metadata", "-1", "-flags", "+bitexact", "-fflags", "+bitexact"]
SIZES = ["64x36", "66x50", "128x72", "160x90", "320x180"]
RATES = ["24", "25", "30", "50", "12.5", "24000/1001", "30000/1001", "60000/1001"]
DURATIONS = [0.3, 0.9, 2, 3.1, 4, 5.2, 6.5]
VIDEO = {"h264": 6, "hevc": 2, "av1": 1}
AUDIO = {"aac": 6, "ac3": 1, "eac3": 1}
AUDIO_RATES = {"aac": [48000, 44100, 32000, 24000, 16000], "ac3": [48000, 44100, 32000], "eac3": [48000, 44100, 32000]}
BIT_RATES = {"aac": "32k", "ac3": "96k", "eac3": "96k"}


class Encodings:
    """Encodes in a folder, and the same only once; several threads may ask."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir(parents=True)
        self.locks: dict[Path, threading.Lock] = {}
        self.lock = threading.Lock()

    def made(self, suffix: str, *words: object) -> Path:
        """The file that ffmpeg makes with these arguments."""
        arguments = [str(word) for word in words]
        path = self.folder / (hashlib.sha256("\0".join([*arguments, suffix]).encode()).hexdigest()[:16] + suffix)
        with self.lock:
            lock = self.locks.setdefault(path, threading.Lock())
        with lock:
            if not path.exists():
                run_ffmpeg(*arguments, path)
        return path


def run_ffmpeg(*words: object) -> None:
    done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, words)], capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ffmpeg {' '.join(map(str, words))}: {done.stderr.decode(errors='replace')}")


def weighted(draw: random.Random, weights: dict[str, int]) -> str:
    return draw.choices(list(weights), list(weights.values()))[0]


def picture(draw: random.Random, encodings: Encodings, duration: float, kinds: dict[str, int], grid: tuple[str, int]) -> Path:
    """A movie of pictures alone; the grid is its frame rate and the distance of its key frames in frames."""
    codec, (rate, distance) = weighted(draw, kinds), grid
    source = ["-f", "lavfi", "-i", f"testsrc2=size={draw.choice(SIZES)}:rate={rate}:duration={duration},format=yuv420p"]
    if codec == "av1":
        coder = ["-c:v", "libaom-av1", "-cpu-used", 8, "-crf", 50, "-g", distance, "-usage", "realtime"]
        return encodings.made(".mp4", "-threads", 1, *source, *coder, *BIT_EXACT)
    is_open, reordered = draw.random() < 0.2, draw.choice([0, 1, 2, 3])
    keys = f"keyint={distance}:min-keyint={max(1, min(distance, draw.choice([1, distance])))}:scenecut=0:bframes={reordered}"
    if codec == "hevc":
        coder = ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", draw.choice(["hvc1", "hvc1", "hev1"])]
        keys += f":open-gop={int(is_open)}:log-level=none:pools=1:frame-threads=1"
        return encodings.made(".mp4", *source, *coder, "-x265-params", keys, *BIT_EXACT)
    keys += f":open-gop={int(is_open)}:slices={draw.choice([1, 1, 1, 4])}:aud={draw.choice([0, 1])}"
    coder = ["-c:v", "libx264", "-preset", "ultrafast", "-threads", 1, "-x264-params", keys]
    return encodings.made(".mp4", *source, *coder, *BIT_EXACT)


def sound(draw: random.Random, encodings: Encodings, duration: float, kinds: dict[str, int] = AUDIO) -> Path:
    codec = weighted(draw, kinds)
    rate, channels = draw.choice(AUDIO_RATES[codec]), draw.choice([1, 2, 2, 2])
    tone = f"sine=frequency={draw.choice([220, 440])}:sample_rate={rate}:duration={duration}"
    coder = ["-ac", channels, "-c:a", codec, "-b:a", BIT_RATES[codec]]
    return encodings.made(".mp4", "-f", "lavfi", "-i", tone, *coder, *BIT_EXACT)


def multiplexed(draw: random.Random, encodings: Encodings, tracks: list[Path], suffix: str) -> Path:
    """The tracks in one file; their starts may differ, and sound may have a gap."""
    words: list[object] = []
    for track in tracks:
        if draw.random() < 0.3:
            words += ["-itsoffset", draw.choice([0.02, 0.1, 0.5, 1.25])]
        words += ["-i", track]
    for number in range(len(tracks)):
        words += ["-map", number]
    words += ["-c", "copy", *BIT_EXACT]
    if draw.random() < 0.15:
        begin = draw.choice([0.1, 0.5, 1, 2])
        words += ["-bsf:a", f"noise=drop='between(pts*tb,{begin},{begin + draw.choice([0.05, 0.3, 1.5, 4])})'"]
    if suffix in (".mp4", ".mov"):
        flags = draw.choice(["", "", "+faststart", "+frag_keyframe+delay_moov", "+negative_cts_offsets"])
        words += ["-movflags", flags] if flags else []
        words += ["-use_editlist", 0] if draw.random() < 0.15 else []
    elif suffix in (".ts", ".m2ts"):
        words += ["-f", "mpegts", "-muxdelay", draw.choice([0, 0.7]), "-mpegts_m2ts_mode", int(suffix == ".m2ts")]
        words += ["-mpegts_flags", draw.choice(["+resend_headers", "+pat_pmt_at_frames", "+system_b"])]
        words += ["-pes_payload_size", draw.choice([0, 2930])]
        if draw.random() < 0.15:
            # The clock of 33 bits starts again in the middle.
            words += ["-mpegts_copyts", 1, "-output_ts_offset", 95443.7 - 2]
    return encodings.made(suffix, *words)


def cues(draw: random.Random, duration: float) -> bytes:
    """WebVTT in one of its many ways to be written."""
    end, arrow = draw.choice(["\n", "\n", "\r\n", "\r"]), draw.choice([" --> ", " --> ", "-->", "\t-->  "])
    lines = [draw.choice(["WEBVTT", "WEBVTT", "\ufeffWEBVTT", "WEBVTT - a title"]), ""]
    if draw.random() < 0.2:
        lines += ["NOTE", "a comment of", "two lines", ""]
    if draw.random() < 0.2:
        lines += ["STYLE", "::cue { color: yellow }", ""]
    if draw.random() < 0.1:
        lines += ["REGION", "id:fred", "width:40%", ""]
    at = draw.choice([0.0, 0.5])
    while at < duration and draw.random() < 0.95:
        until = at + draw.choice([0.04, 0.5, 1.5, 4, 100])
        settings = draw.choice(["", "", "", " align:start position:10%", " line:0", "\tline:-1"])
        lines += [draw.choice([f"cue {at}", "7"])] if draw.random() < 0.3 else []
        lines += [clock_time(draw, at) + arrow + clock_time(draw, until) + settings]
        lines += draw.choice([["<v Fred>Hi</v>"], ["one", "two"], ["&lt;3 \U0001f600"], [], ["- a", "<c.x>b</c>"]]) + [""]
        lines += [""] if draw.random() < 0.1 else []
        at += draw.choice([0.2, 0.5, 1.5, 3])
    return (end.join(lines) + draw.choice(["", end])).encode()


def clock_time(draw: random.Random, seconds: float) -> str:
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60000)
    text = f"{minutes % 60:02}:{rest // 1000:02}.{rest % 1000:03}"
    return draw.choice(["", "00:", "00:"]) + text if minutes < 60 else f"{minutes // 60:02}:{text}"
