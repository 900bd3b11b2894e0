"""What ffmpeg's bitstream filter trace_headers says about the slices of a byte stream (Annex B)."""

import re
import subprocess
from dataclasses import dataclass

FIELD = re.compile(r"^\[trace_headers @ [^]]*\] (\d+)\s+([a-z]\w*)(?:\[\d+\])*\s+([01]*) = ")
TITLE = re.compile(r"^\[trace_headers @ [^]]*\] ([A-Z][\w ]*?)\.?$")


@dataclass
class Slice:
    bits: int
    fields: set


def trace(ffmpeg, form, path):
    """The slices in order: the bits of each header, without emulation prevention bytes, and the names of its fields."""
    command = [ffmpeg, "-v", "info", "-nostats", "-hide_banner", "-nostdin", "-f", form, "-i", str(path),
               "-c", "copy", "-bsf:v", "trace_headers", "-f", "null", "-"]
    log = subprocess.run(command, capture_output=True, text=True, errors="replace").stderr
    slices, current, errors = [], None, []
    for line in log.splitlines():
        if match := FIELD.match(line):
            if current is not None:
                current.bits = int(match[1]) + len(match[3])
                current.fields.add(match[2])
        elif match := TITLE.match(line):
            current = None
            if match[1] in ("Slice Header", "Slice Segment Header"):
                current = Slice(0, set())
                slices.append(current)
        elif line.startswith("[trace_headers") and "Packet:" not in line:
            errors.append(line)
    return slices, errors


def escaped_length(unit, bits):
    """The bytes of a NAL unit that hold its first bits, with the emulation prevention bytes before the last of them."""
    wanted = (bits + 7) // 8
    zeros = length = 0
    for byte in unit:
        if wanted == 0:
            break
        length += 1
        if zeros >= 2 and byte == 3:
            zeros = 0
            continue
        zeros = zeros + 1 if byte == 0 else 0
        wanted -= 1
    assert wanted == 0, "the trace goes on behind the NAL unit"
    return length


def units(stream):
    """The NAL units of a byte stream with their places."""
    starts = [match.end() for match in re.finditer(b"\0\0\1", stream)]
    for index, start in enumerate(starts):
        end = starts[index + 1] - 3 if index + 1 < len(starts) else len(stream)
        yield start, stream[start:end].rstrip(b"\0")
