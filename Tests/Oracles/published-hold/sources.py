"""What the commands are given: mezzanines for `package`, presentations for `protect`."""

import random
import shutil
from pathlib import Path

import damage
import recordings
import variations
from recordings import Encodings

SAMPLES = Path(__file__).resolve().parents[3] / "SampleMedia"
PRESENTATIONS = ["ts", "ts-byterange", "fmp4", "fmp4-byterange", "packed-audio"]
ENTRIES = ("multivariant.m3u8", "main.m3u8", "index.m3u8")
FOR_TRANSPORT = {"h264": 8, "hevc": 1}


def entry(folder: Path) -> Path:
    return next(folder / name for name in ENTRIES if (folder / name).exists())


def mezzanines(draw: random.Random, made: Encodings, folder: Path, damages: bool) -> tuple[list[str], str]:
    """Inputs of `package`, one of which may be damaged, and what was done."""
    folder.mkdir(parents=True)
    duration = draw.choice(recordings.DURATIONS)
    grid = (draw.choice(recordings.RATES), draw.choice([1, 5, 12, 25, 50, 250]))
    inputs, words = [], []
    for number in range(draw.choice([1, 1, 1, 2])):
        suffix = draw.choice([".mp4", ".mp4", ".mov", ".ts", ".ts", ".m2ts"])
        kinds = recordings.VIDEO if suffix == ".mp4" else FOR_TRANSPORT
        tracks = [recordings.picture(draw, made, duration, kinds, grid)]
        for _ in range(draw.choice([0, 1, 1, 1])):
            tracks.append(recordings.sound(draw, made, draw.choice([duration, duration, duration + 0.5, max(0.3, duration - 0.5)])))
        inputs.append(folder / f"movie-{number}{suffix}")
        shutil.copy(recordings.multiplexed(draw, made, tracks, suffix), inputs[-1])
        words.append(str(inputs[-1]) + draw.choice([":track=video" if number else "", f":name=Sound {number}"]))
    if draw.random() < 0.25:
        track = recordings.sound(draw, made, duration, {"aac": 1})
        inputs.append(folder / draw.choice(["sound.mp4", "sound.aac", "sound.ts"]))
        shutil.copy(made.made(inputs[-1].suffix, "-i", track, "-c", "copy", *recordings.BIT_EXACT), inputs[-1])
        words.append(f"{inputs[-1]}:language=de,name=Other sound")
    said = ""
    if damages:
        victim = draw.choice(inputs)
        content, said = damage.damaged(draw, victim.read_bytes())
        victim.write_bytes(content)
    if draw.random() < 0.3:
        (folder / "text.vtt").write_bytes(recordings.cues(draw, duration))
        words.append(f"{folder / 'text.vtt'}:language=en")
    return words, said


def presentation(draw: random.Random, made: Encodings, folder: Path) -> tuple[str, str]:
    """Copies or makes a presentation; gives its container and what it is."""
    if draw.random() < 0.35:
        name = draw.choice(PRESENTATIONS)
        shutil.copytree(SAMPLES / name, folder)
        return ("fmp4" if name.startswith("fmp4") else "ts"), f"SampleMedia/{name}"
    return cut_by_ffmpeg(draw, made, folder)


def cut_by_ffmpeg(draw: random.Random, made: Encodings, folder: Path) -> tuple[str, str]:
    folder.mkdir(parents=True)
    container = draw.choice(["fmp4", "ts"])
    duration = draw.choice(recordings.DURATIONS)
    grid = (draw.choice(recordings.RATES), draw.choice([5, 12, 25, 50]))
    movie = recordings.picture(draw, made, duration, FOR_TRANSPORT if container == "ts" else recordings.VIDEO, grid)
    words: list[object] = ["-i", movie]
    mapping = ["-map", 0]
    streams = "v:0"
    if draw.random() < 0.8:
        words += ["-i", recordings.sound(draw, made, duration, {"aac": 6, "ac3": 1, "eac3": 1})]
        mapping += ["-map", 1]
        streams = draw.choice(["v:0,a:0", "v:0,agroup:g a:0,agroup:g,default:yes,language:en"])
    words += [*mapping, "-c", "copy", *recordings.BIT_EXACT, "-f", "hls", "-hls_time", draw.choice([0.5, 1, 2, 4])]
    words += ["-hls_list_size", 0, "-hls_segment_type", "fmp4" if container == "fmp4" else "mpegts"]
    words += ["-hls_playlist_type", draw.choice(["vod", "event"]), "-master_pl_name", "multivariant.m3u8"]
    flags = [flag for flag in ("single_file", "independent_segments", "program_date_time", "round_durations") if draw.random() < 0.2]
    words += ["-hls_flags", "+".join(flags)] if flags else []
    words += ["-start_number", draw.choice([0, 7])]
    if "single_file" not in flags:
        words += ["-hls_segment_filename", folder / f"s%v-%d.{'m4s' if container == 'fmp4' else 'ts'}"]
    words += ["-hls_fmp4_init_filename", "init-%v.mp4", "-var_stream_map", streams]
    recordings.run_ffmpeg(*words, folder / "s%v.m3u8")
    return container, f"ffmpeg {container} {streams} {'+'.join(flags)}"


def damage_segment(draw: random.Random, folder: Path) -> str:
    """Damages one of the media files in place."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".m3u8" and path.stat().st_size > 1]
    victim = draw.choice(files)
    content, said = damage.damaged(draw, victim.read_bytes())
    victim.write_bytes(content)
    return f"{victim.name}: {said}"


def vary(draw: random.Random, folder: Path) -> str:
    return variations.vary(draw, folder)
