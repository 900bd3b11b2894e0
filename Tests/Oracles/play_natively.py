#!/usr/bin/env python3
"""Lets headless Chromium play presentations with its own player of HLS: clear ones and AES-128, whose keys the local server
gives. Every one has to play to its end, with pictures and sound; with a wrong key nothing plays.

Chromium knows neither HEVC nor AC-3: it takes the variants of which it knows the codecs.
"""

import argparse
import re
import shutil
import tempfile
from pathlib import Path

import browser
from content_keys import load_keys
from outcome import Outcome

RATE = 8
"""How much faster than real time it is played."""
LIMIT = 40
"""Seconds for one presentation."""


def with_keys(source, target, keys):
    """A copy of the tree in which key URIs name files in it."""
    shutil.copytree(source, target)
    names = {uri: f"{number}.key" for number, uri in enumerate(keys)}
    for uri, key in keys.items():
        (target / names[uri]).write_bytes(key)
    for path in target.rglob("*.m3u8"):
        up = "../" * (len(path.relative_to(target).parts) - 1)

        def replaced(match):
            return f'{match[1]}"{up}{names[match[2]]}"'

        path.write_text(re.sub(r'(?m)^(#EXT-X-(?:SESSION-)?KEY:.*?\bURI=)"([^"]*)"', replaced, path.read_text()))
    return target


class Jobs:
    def __init__(self, folder):
        self.media, self.jobs, self.folder = browser.Media(), [], folder

    def add(self, playlist, keys=None):
        tree = playlist.resolve().parent
        if keys:
            tree = with_keys(tree, self.folder / str(len(self.jobs)), keys)
        address = f"{self.media.add_folder(tree)}/{playlist.name}"
        self.jobs.append({"address": address, "rate": RATE, "limit": LIMIT})
        return len(self.jobs) - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    form = "NAME,PLAYLIST[,RECORDS]"
    parser.add_argument("presentations", nargs="+", metavar=form, help="playlist, exported records (jsonl) of AES-128")
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--duration", type=float, required=True, help="of each, in seconds")
    options = parser.parse_args()
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as folder:
        jobs, plans = Jobs(Path(folder)), []
        for text in options.presentations:
            name, playlist, *records = text.split(",")
            keys = load_keys(Path(records[0])) if records else None
            wrong = {uri: bytes(byte ^ 0xFF for byte in key) for uri, key in keys.items()} if keys else None
            plans.append((name, jobs.add(Path(playlist), keys), jobs.add(Path(playlist), wrong) if wrong else None))
        results = browser.run(jobs.jobs, jobs.media, options.browser)
        for name, number, wrong in plans:
            found = results[number]
            outcome.check(not found["error"], f"{name}: {found['error']}")
            at_end = abs(found["time"] - options.duration) < 0.25
            outcome.check(at_end, f"{name}: ended at {found['time']} s of {options.duration}")
            outcome.check(found["frames"] > 0 and found["audioBytes"] > 0, f"{name}: {found['frames']} pictures, {found['audioBytes']} bytes of sound")
            if wrong is not None:
                other = results[wrong]
                outcome.check(other["error"] and other["time"] < 1, f"{name}: with a wrong key: {other['error'] or 'it plays'}")
    outcome.finish()


if __name__ == "__main__":
    main()
