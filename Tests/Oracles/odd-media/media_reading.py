"""Reading of media by ffmpeg: decoded pictures and audio packets, with exact times."""

import dataclasses
import fractions
import hashlib
import json
import subprocess

Fraction = fractions.Fraction


class UnreadableMedia(Exception):
    """What ffmpeg said of a file that it could not read."""


@dataclasses.dataclass
class Unit:
    """A picture or an audio packet: its time and the MD5 of its content."""

    time: Fraction
    content: str
    length: Fraction = Fraction(0)
    is_loose: bool = False


@dataclasses.dataclass
class Tracks:
    """The first video track and the first audio track of a file; those that it lacks are empty."""

    video: list
    audio: list
    keys: list

    def copy(self):
        return Tracks([dataclasses.replace(u) for u in self.video],
                      [dataclasses.replace(u) for u in self.audio], list(self.keys))


def read(path):
    """Reads pictures and audio packets of a file."""
    kinds = {s.get("codec_type"): s for s in reversed(probe(path, "-show_streams")["streams"])}
    video = pictures(path) if "video" in kinds else []
    keys = key_times(path) if "video" in kinds else []
    audio = packets(path, kinds["audio"]) if "audio" in kinds else []
    return Tracks(video, audio, keys)


def probe(path, *arguments):
    command = ["ffprobe", "-v", "error", "-of", "json", *arguments, str(path)]
    answer = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if answer.returncode:
        raise UnreadableMedia(f"ffprobe: {answer.stderr.strip()[:200]}")
    return json.loads(answer.stdout)


def pictures(path):
    """Decodes the first video track; all pictures in the order of presentation."""
    lines = ffmpeg(path, ["-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "-1",
                          "-pix_fmt", "yuv420p"])
    base, units = Fraction(1), []
    for line in lines:
        if line.startswith("#tb 0:"):
            base = Fraction(line.split(":")[1].strip())
        elif line and not line.startswith("#"):
            fields = [f.strip() for f in line.split(",")]
            units.append(Unit(int(fields[2]) * base, fields[5], int(fields[3]) * base))
    return unwrapped(units)


def decoded_sound(path):
    """Decodes the first audio track, for its errors alone."""
    ffmpeg(path, ["-map", "0:a:0"])


def ffmpeg(path, arguments):
    command = ["ffmpeg", "-hide_banner", "-v", "error", "-nostdin", "-threads", "1", "-copyts"]
    # Without times of decoding, the decoder tells the time of the packet and guesses none.
    command += ["-fflags", "+igndts", "-i", str(path), *arguments, "-f", "framemd5", "-"]
    answer = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode:
        raise UnreadableMedia(f"ffmpeg: {answer.stderr.strip()[:200]}")
    return answer.stdout.splitlines()


def key_times(path):
    answer = probe(path, "-select_streams", "v:0", "-show_entries", "packet=pts,flags:stream=time_base")
    base = Fraction(answer["streams"][0]["time_base"])
    return [p["pts"] * base for p in answer["packets"] if "K" in p["flags"] and "pts" in p]


def packets(path, stream):
    """Reads the packets of the first audio track, without ADTS headers."""
    answer = probe(path, "-select_streams", "a:0", "-show_packets", "-show_data")
    base = Fraction(stream["time_base"])
    units = []
    for packet in answer["packets"]:
        data = dumped(packet["data"])
        if stream["codec_name"] == "aac" and data[0] == 0xFF and data[1] & 0xF6 == 0xF0:
            data = data[7 if data[1] & 1 else 9:]
        if "pts" not in packet:
            raise UnreadableMedia("ffprobe: an audio packet without time")
        length = packet.get("duration", 0) * base
        units.append(Unit(packet["pts"] * base, hashlib.md5(data).hexdigest(), length))
    return with_lengths(unwrapped(units))


def with_lengths(units):
    """Adds lengths that ffprobe does not tell: up to the next unit."""
    for before, unit in zip(units, units[1:]):
        before.length = before.length or unit.time - before.time
    if len(units) > 1 and not units[-1].length:
        units[-1].length = units[-2].length
    return units


def dumped(text):
    """Takes the bytes of a hexadecimal dump of ffprobe."""
    lines = [line[10:50] for line in text.splitlines() if line]
    return bytes.fromhex("".join(lines).replace(" ", ""))


def unwrapped(units):
    """Adds 2^33 ticks where 33-bit time stamps began again."""
    wrap = Fraction(1 << 33, 90000)
    for before, unit in zip(units, units[1:]):
        while unit.time - before.time < -wrap / 2:
            unit.time += wrap
    return units
