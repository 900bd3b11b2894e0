"""Kills `fairlead batch` (SIGKILL) at random moments, runs it until it is done, and proves every title against its source.

Meanwhile: what was seen published never changes again, file by file. In the end: one key for each title and no two alike, no stage
left, and everything current for the next run.

Usage: kill_batch.py FAIRLEAD FOLDER [--titles N] [--kills N] [--seed N]
"""

import argparse
import csv
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from outcome import Outcome

AUDIO_SAMPLE = pathlib.Path(__file__).resolve().parents[3] / "SampleMedia" / "packed-audio"
VIDEO = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0", "-pix_fmt", "yuv420p"]
AUDIO = ["-c:a", "aac", "-b:a", "64k"]
HLS = ["-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod"]
TEMPLATE = """
name: acme
summary: "a tenant in front of the content id"
key_uri: "skd://{tenant}/{content_id}"
methods: [aes-128, sample-aes]
variables:
  tenant: {summary: "who the title is of"}
"""


class Source:
    """A clear presentation, or a mezzanine with what `package --clear` makes of it."""

    def __init__(self, name, input, clear, entry):
        self.name, self.input, self.clear, self.entry = name, input, clear, entry


def sources(folder, fairlead):
    """Made once; titles share them."""
    # ffmpeg writes no time stamps in front of packed audio.
    made = [Source("audio", AUDIO_SAMPLE / "index.m3u8", AUDIO_SAMPLE, "index.m3u8")]
    for index, (name, seconds) in enumerate(
        [("ts", 3), ("ts-ranges", 4), ("fmp4", 3), ("fmp4-ranges", 5), ("mp4", 2), ("mp4-long", 6)]
    ):
        place = folder / "sources" / name
        place.mkdir(parents=True)
        video = ["-f", "lavfi", "-i", f"testsrc2=size=160x90:rate=25:duration={seconds}"]
        audio = ["-f", "lavfi", "-i", f"sine=frequency={300 + 100 * index}:sample_rate=48000:duration={seconds}"]
        options = {
            "ts": video + audio + VIDEO + AUDIO + HLS,
            "ts-ranges": video + audio + VIDEO + AUDIO + HLS + ["-hls_flags", "single_file"],
            "fmp4": video + VIDEO + HLS + ["-hls_segment_type", "fmp4"],
            "fmp4-ranges": video + VIDEO + HLS + ["-hls_segment_type", "fmp4", "-hls_flags", "single_file"],
        }.get(name, video + audio + VIDEO + AUDIO)
        result = "film.mp4" if name.startswith("mp4") else "index.m3u8"
        command = ["ffmpeg", "-v", "error", "-y", *options, place / result]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
        if name.startswith("mp4"):
            clear = folder / "clear" / name
            package = [fairlead, "package", place / result, "--output", clear, "--clear", "--segment-duration", "1"]
            subprocess.run(package, check=True, stdout=subprocess.DEVNULL)
            made.append(Source(name, place / result, clear, "main.m3u8"))
        else:
            made.append(Source(name, place / "index.m3u8", place, "index.m3u8"))
    return made


def write_manifest(path, titles, made, folder):
    templates = ["content-id", "entitlement", folder / "acme.yaml"]
    (folder / "acme.yaml").write_text(TEMPLATE)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["content_id", "input", "template", "entitlement_url", "tenant", "method", "segment_duration"])
        for index in range(titles):
            source = made[index % len(made)]
            template = templates[index % 3]
            writer.writerow(
                [
                    f"title-{index}",
                    source.input,
                    template,
                    "https://licence.example.com/fps" if template == "entitlement" else "",
                    f"tenant-{index % 5}" if template == folder / "acme.yaml" else "",
                    ["", "aes-128"][index // 3 % 2],
                    "1" if source.name.startswith("mp4") else "",
                ]
            )


def identities(tree):
    """Files and folders by their places: what tells one from another that was written later."""
    found = {}
    for folder, _, names in os.walk(tree):
        for path in [folder] + [os.path.join(folder, name) for name in names]:
            status = os.lstat(path)
            # The rename that publishes changes the times of the folder that is moved, and of none in it.
            times = () if path == str(tree) else (status.st_mtime_ns, status.st_size)
            found[os.path.relpath(path, tree)] = (status.st_ino, *times)
    return found


def titles_in(results):
    """The titles that are published; what begins with a dot is a stage."""
    return [name for name in os.listdir(results) if not name.startswith(".")] if results.exists() else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fairlead", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--titles", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    outcome = Outcome()
    folder = arguments.folder
    results = folder / "results"
    manifest = folder / "titles.csv"
    store = ["--key-store", f"sqlite:{folder}/keys.sqlite", "--kek-file", str(folder / "kek")]
    chance = random.Random(arguments.seed)
    print(f"killed at moments of seed {arguments.seed}")

    subprocess.run([arguments.fairlead, "keys", "init", *store], check=True, stdout=subprocess.DEVNULL)
    made = sources(folder, arguments.fairlead)
    write_manifest(manifest, arguments.titles, made, folder)
    batch = [arguments.fairlead, "batch", manifest, "--output", f"{results}/{{content_id}}", "--format", "json", *store]

    published = {}

    def look(after):
        """What was published is as it was, and what is there now is remembered."""
        for title, files in published.items():
            outcome.check(identities(results / title) == files, f"{after}: {title} was touched after its publication")
        for title in titles_in(results):
            if title not in published:
                published[title] = identities(results / title)

    interrupted = 0
    for kill in range(arguments.kills):
        # By titles, not by seconds, which depend on the machine: half of what is left is still to do.
        goal = len(published) + chance.randrange((arguments.titles - len(published)) // 2 + 1)
        run = subprocess.Popen(batch, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while run.poll() is None and len(titles_in(results)) < goal:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.05))
        run.send_signal(signal.SIGKILL)
        interrupted += run.wait() == -signal.SIGKILL
        look(f"kill {kill}")
        if len(published) == arguments.titles:
            break
    killed = len(published)
    print(f"{killed} of {arguments.titles} titles were published by then; {interrupted} runs were killed at work")
    outcome.check(interrupted > 0, "every run had ended before it was killed")

    runs = 0
    while True:
        runs += 1
        last = subprocess.run(batch, capture_output=True, text=True)
        look(f"run {runs}")
        if last.returncode != 75 or runs == 5:
            break
    outcome.check(last.returncode == 0, f"the last run ended with {last.returncode}: {last.stderr}")
    states = {title["content_id"]: title["state"] for title in json.loads(last.stdout)["titles"]}
    outcome.check(len(states) == arguments.titles, f"{len(states)} titles in the report")
    outcome.check(list(states.values()).count("current") == killed, f"not all of {killed} titles were current: {states}")

    again = subprocess.run(batch, capture_output=True, text=True)
    left = {title["state"] for title in json.loads(again.stdout)["titles"]}
    outcome.check(left == {"current"}, f"a run after all finds {left}")
    look("the last look")

    stray = [str(path) for path in folder.rglob(".fairlead-*")]
    outcome.check(not stray, f"left behind: {stray}")
    expected = {f"title-{index}" for index in range(arguments.titles)}
    outcome.check(set(os.listdir(results)) == expected, "other titles than the manifest's")

    export = [arguments.fairlead, "keys", "export", "--as", "jsonl", "--allow-plaintext", *store]
    records = subprocess.run(export, capture_output=True, text=True, check=True).stdout.splitlines()
    keys = {}
    for record in map(json.loads, records):
        keys.setdefault(record["content_id"], set()).add((record["key_id"], record["key"]))
    outcome.check(set(keys) == expected, "keys of other titles than the manifest's")
    outcome.check(all(len(found) == 1 for found in keys.values()), f"more than one key: {keys}")
    outcome.check(len({key for found in keys.values() for _, key in found}) == arguments.titles, "two titles share a key")

    def verify(index):
        source = made[index % len(made)]
        playlist = results / f"title-{index}" / source.entry
        command = [arguments.fairlead, "verify", playlist, "--source", source.clear / source.entry, *store]
        command += ["--content-id", f"title-{index}"]
        found = subprocess.run(command, capture_output=True, text=True)
        return found.returncode, found.stdout + found.stderr

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for index, (status, text) in enumerate(pool.map(verify, range(arguments.titles))):
            outcome.check(status == 0, f"title-{index} is not its source: {text}")
    outcome.finish()


main()
