#!/usr/bin/env python3
"""Lets headless Chromium play protected presentations through Media Source Extensions, their keys given by Encrypted Media
Extensions' Clear Key: every picture of the clear presentation is decoded and every track is played to its end. With a wrong
key nothing plays.

All presentations are played by one browser. Of a multivariant playlist the first variant is played with its audio.
"""

import argparse
from pathlib import Path

import browser
from common_encryption.sections import read_tracks
from content_keys import load_by_key_id
from hls import media_playlists
from outcome import Outcome

RATE = 16
"""How much faster than real time it is played."""
LIMIT = 20
"""Seconds for one presentation."""


def codecs_of(section):
    """RFC 6381 names of the tracks, video and audio apart; what else there is no browser plays here."""
    codecs = {}
    for track in read_tracks(section).values():
        kind = "audio" if track.is_audio else "video"
        codecs.setdefault(kind, []).append(codec_of_entry(track.entries[0].clear_kind, section))
    return codecs


def codec_of_entry(kind, section):
    if kind == b"avc1":
        record = section.index(b"avcC") + 4
        return "avc1." + section[record + 1 : record + 4].hex()
    if kind == b"av01":
        _, profile_and_level, depth = section[section.index(b"av1C") + 4 :][:3]
        bits = 8 + 2 * (depth >> 6 & 1)
        return f"av01.{profile_and_level >> 5}.{profile_and_level & 31:02}{'HM'[depth < 128]}.{bits:02}"
    return {b"mp4a": "mp4a.40.2", b"Opus": "opus", b"fLaC": "flac"}[kind]


def tracks_of(path, media):
    """Of each rendition with a section: the addresses of its sections and segments, each section where it begins."""
    tracks, kinds = [], set()
    for playlist in media_playlists(path):
        if playlist.i_frames_only or playlist.segments[0].section is None:
            continue
        try:
            codecs = codecs_of(playlist.segments[0].section.read())
        except KeyError:
            # Another rendition has a codec that the browser knows.
            continue
        kind = "video" if "video" in codecs else "audio"
        if kind in kinds:
            continue
        kinds.add(kind)
        addresses, section = [], None
        for segment in playlist.segments:
            place = segment.section.path, segment.section.byte_range
            if place != section:
                section = place
                addresses.append(media.add(segment.section.read()))
            addresses.append(media.add(segment.read()))
        names = ",".join(name for found in codecs.values() for name in found)
        tracks.append({"type": f'{kind}/mp4; codecs="{names}"', "codecs": codecs, "addresses": addresses})
    return tracks


class Jobs:
    """What the browser is asked, each clear presentation once."""

    def __init__(self):
        self.media, self.jobs, self.numbers = browser.Media(), [], {}

    def add(self, path, scheme=None, keys=None):
        """The number of the job."""
        tracks = tracks_of(path, self.media)
        self.jobs.append({"tracks": tracks, "keys": keys, "scheme": scheme, "rate": RATE, "limit": LIMIT})
        return len(self.jobs) - 1

    def add_clear(self, path):
        if path not in self.numbers:
            self.numbers[path] = self.add(path)
        return self.numbers[path]


class Presentation:
    """Three jobs: the clear one, the protected one, and that with wrong keys."""

    def __init__(self, text, jobs):
        self.name, protected, source, records, scheme = text.split(",")
        keys, _ = load_by_key_id(Path(records))
        right = {kid.hex(): record.key.hex() for kid, record in keys.items()}
        wrong = {kid.hex(): bytes(byte ^ 0xFF for byte in record.key).hex() for kid, record in keys.items()}
        self.numbers = [
            jobs.add_clear(Path(source)),
            jobs.add(Path(protected), scheme, right),
            jobs.add(Path(protected), scheme, wrong),
        ]

    def check(self, outcome, clear, protected, wrong):
        for what, result in (("the clear source", clear), ("the protected one", protected)):
            outcome.check(not result["error"], f"{self.name}: {what} does not play: {result['error']}")
        for value in ("time", "frames", "audioBytes"):
            same = protected[value] == clear[value] and clear[value] >= 0
            outcome.check(same, f"{self.name}: {value} {protected[value]}, of the clear source {clear[value]}")
        has_media = clear["time"] > 1 and (clear["frames"] > 0 or clear["audioBytes"] > 0)
        outcome.check(has_media, f"{self.name}: the clear source has {clear['frames']} pictures")
        failed = "DECODE" in wrong["error"] and wrong["time"] < clear["time"]
        outcome.check(failed, f"{self.name}: with a wrong key: {wrong['error'] or 'it plays'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    form = "NAME,PROTECTED,SOURCE,RECORDS,SCHEME"
    parser.add_argument("presentations", nargs="+", metavar=form, help="playlists, exported records (jsonl), cbcs or cenc")
    parser.add_argument("--browser", default="chromium")
    options = parser.parse_args()

    outcome, jobs = Outcome(), Jobs()
    presentations = [Presentation(text, jobs) for text in options.presentations]
    results = browser.run(jobs.jobs, jobs.media, options.browser)
    for presentation in presentations:
        presentation.check(outcome, *(results[number] for number in presentation.numbers))
    outcome.finish()


if __name__ == "__main__":
    main()
