"""Reads what ffmpeg's trace_headers says of the units of an AV1 stream: how many bits their headers have."""

import re
import subprocess
from dataclasses import dataclass, field

ELEMENT = re.compile(r"\] (\d+)\s+([^\s\[]+)\S*\s+([01]*) = (-?\d+)$")
PROBLEM = re.compile(r"out of range|Failed to|Invalid|is not|not supported|must be")
PACKET = re.compile(r"\] Packet: (\d+) bytes")


@dataclass
class Unit:
    bits: int = 0
    """From the start of the unit to the end of the last syntax element that was traced."""
    values: dict = field(default_factory=dict)
    """Syntax elements by their names, without indices; of several of one name the first one."""
    elements: set = field(default_factory=set)
    """All of them: name and value."""
    problem: str | None = None
    """Why ffmpeg refuses it."""


def traced_packets(path):
    """For each packet its units."""
    command = ["ffmpeg", "-nostdin", "-nostats", "-v", "verbose", "-i", path, "-c", "copy", "-copyinkf"]
    trace = subprocess.run([*command, "-bsf:v", "trace_headers", "-f", "null", "-"], capture_output=True, text=True).stderr
    packets = []
    for line in trace.splitlines():
        if "[trace_headers" not in line:
            continue
        if PACKET.search(line):
            packets.append([])
        elif PROBLEM.search(line) and packets and packets[-1]:
            packets[-1][-1].problem = packets[-1][-1].problem or line.split("] ", 1)[1]
        elif (match := ELEMENT.search(line)) and packets:
            position, name, bits, value = int(match[1]), match[2], match[3], int(match[4])
            if name == "obu_forbidden_bit":
                packets[-1].append(Unit())
            unit = packets[-1][-1]
            unit.bits = max(unit.bits, position + len(bits))
            unit.values.setdefault(name, value)
            unit.elements.add((name, value))
    return packets
