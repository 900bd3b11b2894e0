#!/usr/bin/env python3
"""Reads the JSON and the JUnit XML of a batch report: what is in them is what playlists and files say."""

import argparse
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from hls import media_playlists  # noqa: E402
from outcome import Outcome  # noqa: E402


def check_rendition(rendition, playlist, outcome, name):
    """Sizes and times from the playlist, read once more by another reader."""
    what = f"{name}, {rendition['name']}"
    sizes = [segment.byte_range.size if segment.byte_range else segment.path.stat().st_size for segment in playlist.segments]
    outcome.check(rendition["segments"] == len(sizes), f"{what}: segments")
    outcome.check(rendition["bytes"] == sum(sizes), f"{what}: {rendition['bytes']} bytes, {sum(sizes)} expected")


def check_timeline(rendition, outcome, name):
    spans = rendition["timeline"]
    what = f"{name}, {rendition['name']}"
    joined = all(abs(one["end"] - other["start"]) < 1e-6 for one, other in zip(spans, spans[1:]))
    outcome.check(spans[0]["start"] == 0 and joined, f"{what}: spans do not follow each other")
    outcome.check(abs(spans[-1]["end"] - rendition["duration"]) < 1e-6, f"{what}: spans end elsewhere")
    numbered = all(("key" in span) == (span["method"] != "NONE") for span in spans)
    outcome.check(numbered, f"{what}: numbers of keys")
    different = all(one.get("key_id", one["method"]) != other.get("key_id", other["method"]) for one, other in zip(spans, spans[1:]))
    outcome.check(different, f"{what}: spans of one key")
    outcome.check(all(span["method"] == "NONE" or "key_id" in span for span in spans), f"{what}: keys without ids")
    average = 8 * rendition["bytes"] / rendition["duration"]
    outcome.check(abs(rendition["average_bitrate"] - average) <= 1, f"{what}: average {rendition['average_bitrate']}")
    outcome.check(rendition["peak_bitrate"] >= rendition["average_bitrate"] - 1, f"{what}: peak")
    total = sum(rate * time for rate, time in zip(rendition["segment_bitrates"], rendition["segment_durations"]))
    outcome.check(abs(total / 8 - rendition["bytes"]) <= len(spans) + rendition["duration"], f"{what}: bitrates of segments")


def check_json(report, lines, outcome):
    outcome.check(report["version"] == 1 and len(report["titles"]) == len(lines), "titles")
    outcome.check(datetime.fromisoformat(report["started_at"].replace("Z", "+00:00")).year == 2025, "started_at")
    text = json.dumps(report)
    outcome.check("hidden-token" not in text, "a token is in the JSON")
    outcome.check("null" not in re.sub(r'"(\\.|[^"\\])*"', "", text), "absent values are written")
    for title, line in zip(report["titles"], lines):
        content_id, _, playlist, _ = line.split("\t")
        outcome.check(title["content_id"] == content_id, f"content id {title['content_id']}")
        if not playlist:
            outcome.check(title["state"] == "failed" and title["status"] > 0 and title["error"], f"{content_id}: {title['state']}")
            continue
        outcome.check(title["renditions"], f"{content_id}: no renditions")
        if title["state"] == "does-not-hold":
            continue
        playlists = {found.path.name: found for found in media_playlists(Path(playlist))}
        by_path = {str(found.path): found for found in media_playlists(Path(playlist))}
        outcome.check(len(by_path) == len(title["renditions"]) and playlists, f"{content_id}: renditions")
        for rendition in title["renditions"]:
            path = str((Path(playlist).parent / rendition["playlist"]))
            check_rendition(rendition, by_path[path], outcome, content_id)
            check_timeline(rendition, outcome, content_id)


def check_periods(report, outcome):
    """What was asked for on the command line."""
    titles = {title["content_id"]: title for title in report["titles"]}
    spans = titles["spring/three-systems"]["renditions"][0]["timeline"]
    times = [(span["start"], span["end"], span["method"]) for span in spans]
    # A period begins with the first segment of two seconds that begins in it.
    expected = [(0, 6, "NONE")] + [(start, end, "SAMPLE-AES") for start, end in ((6, 16), (16, 30), (30, 46), (46, 60))]
    outcome.check(times == expected, f"periods {times}")
    keys = [key["key_id"] for key in titles["spring/three-systems"]["keys"] if key["track"] == "sd"]
    outcome.check([span["key_id"] for span in spans[1:]] == keys, "the keys of the periods")
    uris = [span["key_uri"] for span in titles["spring/tokens"]["renditions"][0]["timeline"]]
    outcome.check(all(uri.startswith("https://keys.example.com/tokens/") and uri.endswith("?…") for uri in uris), f"{uris}")


def check_junit(path, report, outcome):
    root = ElementTree.parse(path).getroot()
    cases = list(root.iter("testcase"))
    suite = root.find("testsuite")
    outcome.check(root.tag == "testsuites" and len(cases) == len(report["titles"]), "test cases")
    failures = [case for case in cases if case.find("failure") is not None]
    for element in (root, suite):
        outcome.check(int(element.get("tests")) == len(cases), "tests")
        outcome.check(int(element.get("failures")) == len(failures), "failures")
        outcome.check(float(element.get("time")) == report["seconds"], "time")
    for case, title in zip(cases, report["titles"]):
        failure = case.find("failure")
        outcome.check((failure is not None) == (title["state"] in ("failed", "does-not-hold")), f"{title['content_id']}: failure")
        if failure is not None:
            message = title.get("error") or title["verification"]["findings"][0]
            outcome.check(failure.get("message") == message, f"{failure.get('message')}, not {message}")
            outcome.check(failure.get("type") == title["state"], "type")
        said = case.findtext("system-out", "")
        outcome.check(all(warning in said for warning in title["warnings"]), f"{title['content_id']}: warnings")
    plain = [case for case, title in zip(cases, report["titles"]) if title["content_id"].isascii()]
    names = [title["content_id"] for title in report["titles"] if title["content_id"].isascii()]
    outcome.check([case.get("name") for case in plain] == names, "names")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reports", type=Path)
    parser.add_argument("--titles", type=Path, required=True)
    options = parser.parse_args()

    outcome = Outcome()
    report = json.loads((options.reports / "report.json").read_text(encoding="utf-8"))
    lines = [line for line in options.titles.read_text(encoding="utf-8").split("\n") if line]
    check_json(report, lines, outcome)
    check_periods(report, outcome)
    check_junit(options.reports / "report.xml", report, outcome)
    outcome.finish()


if __name__ == "__main__":
    main()
