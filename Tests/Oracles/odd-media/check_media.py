"""Check of a property: odd but legal MP4 and TS are packaged and decode to the source, or no key is minted.

    check_media.py FAIRLEAD WORK [--seed TEXT] [--cases N] [--case NUMBER]

A case is drawn from the seed and its number, so that it can be repeated alone. Ends with 1 if any failed.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import random
import secrets
import shutil
import sys
import traceback

import base_media
import comparison
import edit_oddities  # noqa: F401, registers its oddities
import expectation
import fragment_oddities  # noqa: F401
import media_reading
import movie_oddities
import packet_editor
import stream_oddities
import table_oddities  # noqa: F401

MOVIES = movie_oddities.ODDITIES
STREAMS = stream_oddities.ODDITIES
WORDS = "WEBVTT\n\n00:00:00.500 --> 00:00:01.500\nwords\n"
MISREAD = {"frag-negative.mp4": "open.mp4"}
"""Base files that ffmpeg reads with other times (it adds the lowest offset), and those of the same media."""


KEYS = {"fields.ts": "flat.ts"}
"""Base files of which ffprobe calls every I picture a key frame, and those whose key frames are at the same times."""


@dataclasses.dataclass
class Outcome:
    """What became of a case."""

    number: int
    drawn: str
    was_packaged: bool = False
    problem: str = ""


class Cases:
    """The base files, what they contain, and the cases that are drawn from them."""

    def __init__(self, binary, work, seed):
        self.binary, self.work, self.seed = binary.resolve(), work.resolve(), seed
        self.bases = base_media.make_all(self.work / "base")
        self.tracks = {name: media_reading.read(self.bases[MISREAD.get(name, name)]) for name in self.bases}
        for name, other in KEYS.items():
            self.tracks[name].keys = list(self.tracks[other].keys)

    def run(self, number):
        """Runs one case in a folder of its own, which stays if the case failed."""
        rng = random.Random(f"{self.seed} {number}")
        folder = self.work / "cases" / str(number)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        outcome = Outcome(number, "")
        try:
            data, expected, name, words = self.draw(rng)
            options, protection, asked, spoken = self.options(rng, name, words)
            outcome.drawn = ", ".join([name, *words, *spoken])
            if name.startswith("sets") and "fmp4" in options and protection[1].startswith("sample"):
                expected.must_refuse.append("parameter sets change, which sample encryption in fMP4 does not allow")
            source = folder / ("input." + name.split(".")[1])
            source.write_bytes(data)
            program = comparison.Program(self.binary, folder)
            inputs = [f"{source.name}{choice}" for choice in self.selection(rng, name, expected, options, words)]
            if expected.tracks.video and "--muxed" not in options and rng.random() < 0.12:
                (folder / "words.vtt").write_text(WORDS)
                inputs.append("words.vtt:language=en")
                outcome.drawn += ", with subtitles"
            outcome.was_packaged = comparison.judge(program, inputs, options, protection, expected, asked)
        except comparison.Failure as failure:
            outcome.problem = str(failure)
        except Exception:
            outcome.problem = "the oracle itself: " + traceback.format_exc(limit=-2).replace("\n", " ")
        if not outcome.problem:
            shutil.rmtree(folder, ignore_errors=True)
        return outcome

    def draw(self, rng):
        """Draws a base file and one to three oddities of it."""
        name = rng.choice(sorted(self.bases))
        data = self.bases[name].read_bytes()
        is_stream = name.endswith(".ts")
        expected = expectation.Expectation(self.tracks[name].copy(), is_stream=is_stream)
        wanted, pool, topics, chosen = rng.randint(1, 3), list(STREAMS if is_stream else MOVIES), set(), []
        rng.shuffle(pool)
        for function in pool:
            if function.topic in topics or len(chosen) == wanted:
                continue
            trial = expectation.Expectation(self.tracks[name].copy(), is_stream=is_stream)
            if function(random.Random(rng.random()), data, trial) is not None:
                topics.add(function.topic)
                chosen.append(function)
        words = []
        for function in sorted(chosen, key=lambda f: f.stage):
            changed = function(rng, data, expected)
            if changed is not None:
                data = changed
                words.append(function.__name__.replace("_", " "))
        return data, expected, name, words

    def options(self, rng, name, words):
        """Draws options of package that the base file can be packaged with."""
        form = "fmp4" if name.startswith("hevc") else rng.choice(["fmp4", "ts"])
        asked = rng.choice([1, 2, 6])
        options = ["--segment-format", form, "--segment-duration", asked]
        if rng.random() < 0.3:
            options.append("--single-file")
        sounds = 2 if name.startswith("extra") or "disabled copy of audio" in words else 1
        if form == "ts" and sounds == 1 and rng.random() < 0.3:
            options.append("--muxed")
        methods = ["aes-128", "sample-aes", "sample-aes"]
        method = rng.choice(methods + (["sample-aes-ctr", "aes-256-gcm"] if form == "fmp4" else []))
        return options, ["--method", method], asked, [form, method, f"{asked} s", *map(str, options[4:])]

    def selection(self, rng, name, expected, options, words):
        """Draws which tracks are asked for; an extra track may end a run that asks for all."""
        if name.endswith(".ts") and "--muxed" not in options and rng.random() < 0.3:
            return self.selection_of_streams(rng, name, expected, "other identifiers" in words)
        if not name.startswith("extra"):
            return [""]
        kind = rng.randrange(3)
        if kind == 0:
            expected.tracks.audio = []
            return [":track=1" if "mjpeg" in name else ":track=video"]
        if kind == 1:
            return [":track=1", ":track=2"]
        expected.may_refuse.append("a track of a codec that cannot be packaged was asked for")
        return [""]


    def selection_of_streams(self, rng, name, expected, has_other_pids):
        """Draws kinds of the streams of a program, or PIDs where they are those of the base file."""
        pids = packet_editor.media_pids(packet_editor.parse(self.bases[name].read_bytes()))
        tracks = expected.tracks
        choices = [(kind, pid) for kind, pid in zip(("video", "audio"), pids) if getattr(tracks, kind)]
        taken = choices if rng.random() < 0.4 else [rng.choice(choices)]
        for kind, _ in choices:
            if kind not in [t[0] for t in taken]:
                setattr(tracks, kind, [])
        return [f":track={kind if has_other_pids else rng.choice([kind, pid, hex(pid)])}" for kind, pid in taken]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fairlead", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--seed")
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--case", type=int)
    options = parser.parse_args()
    seed = options.seed or secrets.token_hex(4)
    print(f"seed {seed}", flush=True)
    cases = Cases(options.fairlead, options.work, seed)
    numbers = [options.case] if options.case is not None else range(options.cases)
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for outcome in pool.map(cases.run, numbers):
            outcomes.append(outcome)
            if outcome.problem:
                print(f"case {outcome.number} ({outcome.drawn}): {outcome.problem}"
                      f" [again with --seed {seed} --case {outcome.number}]", flush=True)
            elif options.case is not None:
                print(f"case {outcome.number} ({outcome.drawn}): passed", flush=True)
    return summary(outcomes, options.case is not None)


def summary(outcomes, is_alone):
    """Prints what became of the cases, and returns the exit status."""
    failed = sum(1 for o in outcomes if o.problem)
    packaged = sum(1 for o in outcomes if o.was_packaged)
    refused = len(outcomes) - failed - packaged
    print(f"{packaged} packaged, {refused} refused")
    is_thin = not is_alone and packaged * 2 < len(outcomes)
    if is_thin:
        print("fewer than half of the cases were packaged")
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed or is_thin else 0


if __name__ == "__main__":
    sys.exit(main())
