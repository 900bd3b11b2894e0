"""What a measurement belongs to: the machine, and the versions of the programs.

Usage: python3 machine.py      (prints the machine as JSON)
"""

import json
import os
import platform
import re
import subprocess
import time
from pathlib import Path

AES_INSTRUCTIONS = {"aes", "vaes", "vpclmulqdq", "pmull"}
"""As /proc/cpuinfo names those of x86 and of ARM."""


def first_line(*command):
    """What a program says first, or nothing if it is not there."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return None
    return said.splitlines()[0].strip() if said.strip() else None


def processor():
    """Model and flags."""
    text = Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    flags = re.search(r"^(?:flags|Features)\s*: (.*)$", text, re.MULTILINE)
    return model[1] if model else platform.machine(), set(flags[1].split() if flags else [])


def machine():
    """The machine, and how busy it is now with other work."""
    model, flags = processor()
    memory = int(re.search(r"^MemTotal:\s*(\d+)", Path("/proc/meminfo").read_text(), re.MULTILINE)[1])
    return {
        "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "processor": model,
        "cores": len(os.sched_getaffinity(0)),
        "aes_instructions": sorted(flags & AES_INSTRUCTIONS),
        "memory_kilobytes": memory,
        "kernel": platform.release(),
        "openssl": first_line("openssl", "version"),
        "load_average": os.getloadavg()[0],
    }


def versions():
    """The versions of what takes part; the environment says where it is (Scripts/bench)."""
    folder, peers = Path(__file__).parent, os.environ.get("peers")
    fairlead = os.environ.get("fairlead")
    programs = {
        "fairlead": (fairlead, "--version") if fairlead else None,
        "commit": ("git", "-C", os.fspath(folder), "describe", "--always", "--dirty"),
        "cp": ("cp", "--version"),
        "openssl": ("openssl", "version"),
        "ffmpeg": (f"{peers}/ffmpeg", "-version") if peers else None,
        "Shaka Packager": (f"{peers}/packager", "--version") if peers else None,
    }
    return {name: first_line(*command) for name, command in programs.items() if command}


def title(machine):
    """The machine in a line."""
    instructions = " ".join(machine["aes_instructions"]) or "no AES instructions"
    return (
        f"{machine['processor']}, {machine['cores']} cores, {instructions}, Linux {machine['kernel']}, "
        f"{' '.join((machine['openssl'] or 'no OpenSSL').split()[:2])}, load {machine['load_average']:.1f} at the start"
    )


if __name__ == "__main__":
    print(json.dumps(machine()))
