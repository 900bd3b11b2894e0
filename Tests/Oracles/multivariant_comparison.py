"""Compares a multivariant playlist with what protection made of it: nothing but BANDWIDTH, where the media outgrew it, and
session keys."""

import re

from hls import attributes, read_playlist

VARIANT = re.compile(r"#EXT-X-(STREAM-INF|I-FRAME-STREAM-INF):(.*)")
GROUPS = ("AUDIO", "VIDEO", "SUBTITLES")


def peak(playlist):
    """Bits a second: the greatest rate of contiguous segments that total half a target duration to one and a half (RFC
    8216bis 4.1)."""
    text = playlist.path.read_text()
    target = int(re.search(r"#EXT-X-TARGETDURATION:(\d+)", text)[1])
    greatest = 0.0
    for first in range(len(playlist.segments)):
        bits = duration = 0
        for segment in playlist.segments[first:]:
            size = segment.byte_range.size if segment.byte_range else segment.path.stat().st_size
            bits, duration = bits + 8 * size, duration + segment.duration
            if 0.5 * target <= duration <= 1.5 * target:
                greatest = max(greatest, bits / duration)
    return greatest


def variants(path):
    """Of each variant its stated BANDWIDTH, and the peak of its media with the heaviest rendition of each group."""
    lines = path.read_text().splitlines()
    group_peaks = {}
    for line in lines:
        values = attributes(line.partition(":")[2])
        if line.startswith("#EXT-X-MEDIA:") and "URI" in values:
            group = values["TYPE"], values["GROUP-ID"]
            rendition = peak(read_playlist(path.parent / values["URI"]))
            group_peaks[group] = max(group_peaks.get(group, 0), rendition)
    result = []
    for number, line in enumerate(lines):
        variant = VARIANT.match(line)
        if variant:
            values = attributes(variant[2])
            uri = values.get("URI") or next(each for each in lines[number + 1 :] if each and each[0] != "#")
            own = peak(read_playlist(path.parent / uri))
            beside = sum(group_peaks.get((kind, values[kind]), 0) for kind in GROUPS if kind in values)
            result.append((int(values["BANDWIDTH"]), own + beside))
    return result


def compare(outcome, ours, source):
    def without_what_may_change(path):
        lines = [line for line in path.read_text().splitlines() if not re.match(r"#EXT-X-(SESSION-KEY|VERSION)\b", line)]
        return [re.sub(r"BANDWIDTH=\d+", "", line) for line in lines]

    outcome.check(without_what_may_change(ours) == without_what_may_change(source), f"{ours.name}: other lines changed")
    for number, (after, before) in enumerate(zip(variants(ours), variants(source))):
        (stated, measured), (old_stated, old_measured) = after, before
        what = f"{ours.name} variant {number}: BANDWIDTH {stated} (was {old_stated}), measured {measured:.0f}"
        outcome.check(stated >= measured or old_stated < old_measured, f"{what}: too low")
        outcome.check(stated == old_stated or old_stated < measured, f"{what}: raised without need")
