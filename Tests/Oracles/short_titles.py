"""Titles of one segment of 2 s, of which `fairlead batch` has many, and whether a run of it did all that it had to do.

`store-costs` counts with them, and `Scripts/bench --store` measures.
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess

PICTURES = ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2"]
SOUND = ["-f", "lavfi", "-i", "sine=duration=2"]
CODECS = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]
HLS = ["-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod"]
SEGMENT, PLAYLIST = "segment0.ts", "index.m3u8"


def make_titles(folder, count):
    """The folders of titles, each with a playlist and a segment of its own; their content ids are the names of the folders."""
    first = pathlib.Path(folder) / "title-0"
    first.mkdir(parents=True)
    command = ["ffmpeg", "-nostdin", "-v", "error", *PICTURES, *SOUND, *CODECS, *HLS]
    subprocess.run([*command, "-hls_segment_filename", first / "segment%d.ts", first / PLAYLIST], check=True)
    titles = [first.with_name(f"title-{number}") for number in range(count)]
    for title in titles[1:]:
        shutil.copytree(first, title)
    return titles


def write_manifest(path, titles):
    lines = ["input,content_id", *(f"{title / PLAYLIST},{title.name}" for title in titles)]
    path.write_text("\n".join(lines) + "\n")


class Catalogue:
    """A manifest of titles with a folder for results and a key store, all of them new: a measurement has its own.

    `location` is that of the store; `way` is another way to the same store, through a proxy.
    """

    def __init__(self, fairlead, folder, titles, location, kek, way=None):
        self.fairlead, self.folder, self.titles = fairlead, pathlib.Path(folder), titles
        self.results = self.folder / "results"
        self.location, self.way, self.kek = location, way or location, kek
        self.folder.mkdir(parents=True)
        # What the caller's environment says of stores and keys would win, or would be refused.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("FAIRLEAD_")}
        self.environment |= {"XDG_CONFIG_HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder)}
        write_manifest(self.folder / "titles.csv", titles)
        self.run("keys", "init")

    def options(self, location):
        return ["--key-store", location, "--kek-file", str(self.kek)]

    def run(self, *words):
        command = [self.fairlead, *words, *self.options(self.location)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=self.environment).stdout

    def batch(self, *options):
        """The command, which reports as JSON on standard output."""
        result = ["--output", f"{self.results}/{{content_id}}", "--method", "aes-128", "--quiet", "--format", "json"]
        command = [self.fairlead, "batch", str(self.folder / "titles.csv"), *result, *options]
        return [str(word) for word in [*command, *self.options(self.way)]]

    def faults(self, reports, state, publishes=True):
        """What is wrong after runs over all titles, whose reports are given: each title is in `state`, published (or, of keys
        alone, not) and has one key."""
        names = collections.Counter(title.name for title in self.titles)
        states = collections.Counter(title["state"] for report in reports for title in json.loads(report)["titles"])
        if states != {state: len(self.titles)}:
            yield f"states are {dict(states)}, not {state} of {len(self.titles)}"
        published = {path.parent.name for path in self.results.glob(f"*/{SEGMENT}") if (path.parent / PLAYLIST).exists()}
        if published != (set(names) if publishes else set()):
            yield f"{len(published)} titles are published"
        listed = self.run("keys", "list", "--format", "json").splitlines()
        keys = collections.Counter(json.loads(line)["content_id"] for line in listed)
        if keys != names:
            yield f"{len(keys)} of {len(names)} titles have {sum(keys.values())} keys"
