"""Reads what ffmpeg's trace_headers says of the units of an AV1 stream: how many bits their headers have."""

import re
import subprocess
from dataclasses import dataclass, field

ELEMENT = re.compile(r"\] (\d+)\s+(\S+)\s+([01]*) = (-?\d+)$")
PACKET = re.compile(r"\] Packet: (\d+) bytes")


@dataclass
class Unit:
    bits: int = 0
    """From the start of the unit to the end of the last syntax element that was traced."""
    values: dict = field(default_factory=dict)


def traced_packets(path):
    """For each packet its units."""
    command = ["ffmpeg", "-nostdin", "-nostats", "-v", "verbose", "-i", path, "-c", "copy", "-bsf:v", "trace_headers"]
    trace = subprocess.run([*command, "-f", "null", "-"], capture_output=True, text=True, check=True).stderr
    packets = []
    for line in trace.splitlines():
        if "[trace_headers" not in line:
            continue
        if PACKET.search(line):
            packets.append([])
        elif (match := ELEMENT.search(line)) and packets:
            position, name, bits, value = int(match[1]), match[2], match[3], int(match[4])
            if name == "obu_forbidden_bit":
                packets[-1].append(Unit())
            unit = packets[-1][-1]
            unit.bits = max(unit.bits, position + len(bits))
            unit.values.setdefault(name, value)
    return packets
