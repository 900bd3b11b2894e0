#!/usr/bin/env python3
"""Decrypts a presentation of METHOD=SAMPLE-AES with an implementation of its own and compares it with the clear one:
every access unit, audio frame, packet of other streams, program map, counter, PCR, and range of an I-frame.

Keys and IVs come from the export of the key store; every key line in force has to lead to the same record.
"""

import argparse
import re
from pathlib import Path

import multivariant_comparison
import packed_audio_comparison
import transport_comparison
from content_keys import load_records
from hls import FAIRPLAY, IDENTITY, Malformed, media_playlists, read_playlist
from mpeg2_transport import read_packets
from outcome import Outcome

PACKED = {".aac", ".ac3", ".ec3"}
CHANGED_TAGS = r"#EXT-X-(KEY|SESSION-KEY|VERSION|BYTERANGE|DISCONTINUITY|INDEPENDENT-SEGMENTS)\b"


class Comparison:
    def __init__(self, outcome, records, options):
        self.outcome, self.records, self.options = outcome, records, options
        self.blocks = 0
        self.sections_compared = set()

    def record_of(self, resource, what):
        """Of all lines in force; None when one has no record or they contradict each other."""
        records = set()
        for key in resource.key_lines:
            self.outcome.check(key.method == "SAMPLE-AES", f"{what}: METHOD={key.method}")
            record = self.records.get(key.uri)
            if not self.outcome.check(record is not None, f"{what}: no record of {key.uri}"):
                return None
            records.add(record)
            is_right = key.iv is None if key.key_format == FAIRPLAY else key.iv == record.iv
            self.outcome.check(is_right, f"{what}: IV {key.iv} in a line of {key.key_format}")
        formats = {key.key_format for key in resource.key_lines}
        self.outcome.check(formats == set(self.options.formats), f"{what}: lines of {sorted(formats)}")
        return records.pop() if self.outcome.check(len(records) == 1, f"{what}: {len(records)} keys") else None

    def compare(self, what, resource, original, is_picture):
        """One check of the outcome, however many things are compared."""
        problems = []

        def check(holds, message):
            if not holds:
                problems.append(message)
            return holds

        try:
            self.compare_resource(check, what, resource, original, is_picture)
        except (Malformed, OSError, IndexError, ValueError) as error:
            problems.append(f"cannot be read: {error}")
        shown = "; ".join(problems[:5]) + ("; ..." if len(problems) > 5 else "")
        self.outcome.check(not problems, f"{what}: {shown}")

    def compare_resource(self, check, what, resource, original, is_picture):
        source, protected = original.read(), resource.read()
        if not resource.key_lines:
            check(protected == source, "a clear segment differs")
            return
        if resource.path.suffix == ".vtt":
            check(False, "subtitles under a key")
            return
        record = self.record_of(resource, what)
        if record is None:
            return
        if resource.path.suffix in PACKED:
            self.blocks += packed_audio_comparison.compare_segment(check, source, protected, record)
            return
        section = None
        if resource.section:
            section = read_packets(original.section.read()), read_packets(resource.section.read())
        if is_picture:
            transport_comparison.compare_picture(check, source, protected, record, section)
        else:
            self.blocks += transport_comparison.compare_segment(check, source, protected, record, section)
            if section and resource.section.path not in self.sections_compared:
                self.sections_compared.add(resource.section.path)
                self.compare_section(check, source, section)

    def compare_section(self, check, source, section):
        """The tables of an EXT-X-MAP, with the streams of the first segment that it stands for."""
        packets, (before, after) = read_packets(source), section
        pid = transport_comparison.map_pid(before)
        entries = transport_comparison.program_map(before).entries
        streams = {
            entry.pid: transport_comparison.elementary_stream(packets, entry.pid).data
            for entry in entries
            if transport_comparison.sample_aes.codec_of(entry)
        }
        transport_comparison.check_program_maps(check, before, after, pid, streams)
        others = [[packet for packet in packets if packet.pid != pid] for packets in section]
        check(others[0] == others[1], "the EXT-X-MAP differs beside its program map")


def compare_playlists(outcome, name, ours, source):
    def lines(playlist):
        text = playlist.path.read_text()
        return [line for line in text.splitlines() if line and not re.match(CHANGED_TAGS, line)]

    outcome.check(lines(ours) == lines(source), f"{name}: other lines changed than may")
    protected = any(segment.key_lines for segment in ours.segments)
    version = re.search(r"#EXT-X-VERSION:(\d+)", ours.path.read_text())
    outcome.check(not protected or version and int(version[1]) >= 5, f"{name}: EXT-X-VERSION below 5")


def check_ranges(outcome, name, playlist, source):
    """Ranges that followed each other still do; whole files of ranges are covered to the end."""
    ends, old_ends = {}, {}
    for segment, original in zip(playlist.segments, source.segments):
        if not segment.byte_range or playlist.i_frames_only:
            continue
        was_next = original.start == old_ends.get(original.path, 0)
        is_next = segment.start == ends.get(segment.path, 0)
        outcome.check(was_next == is_next, f"{name}: the range at {segment.start} leaves a gap or overlaps")
        ends[segment.path] = segment.start + segment.byte_range.size
        old_ends[original.path] = original.start + original.byte_range.size
    for (path, end), (old_path, old_end) in zip(ends.items(), old_ends.items()):
        was_whole = old_end == old_path.stat().st_size
        outcome.check((end == path.stat().st_size) == was_whole, f"{name}: {path.name} does not end with its last range")


def check_clear_lead(outcome, playlists, source, options):
    clear = {(s.path, s.start) for p in playlists if not p.i_frames_only for s in p.segments if not s.key_lines}
    clear = {(path, start) for path, start in clear if path.suffix != ".vtt"}
    outcome.check(len(clear) == options.clear_segments, f"{len(clear)} clear segments, not {options.clear_segments}")
    for playlist, original in zip(playlists, source):
        previous = None
        for number, (segment, before) in enumerate(zip(playlist.segments, original.segments)):
            begins = previous is not None and not previous.key_lines and bool(segment.key_lines)
            expected = before.is_discontinuity or begins and options.discontinuity
            if segment.path.suffix != ".vtt":
                what = f"{playlist.path.name} segment {number}: discontinuity {segment.is_discontinuity}"
                outcome.check(segment.is_discontinuity == expected, what)
            previous = segment


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("protected", type=Path, help="playlist of the protected presentation")
    parser.add_argument("source", type=Path, help="playlist of the clear presentation")
    parser.add_argument("--keys", type=Path, required=True, help="exported records (jsonl)")
    parser.add_argument("--formats", nargs="+", default=[IDENTITY], help="key formats that every key has to have")
    parser.add_argument("--clear-segments", type=int, default=0, help="how many are meant to be clear")
    parser.add_argument("--discontinuity", action="store_true", help="one is meant to stand behind the clear lead")
    parser.add_argument("--least-keys", type=int, default=1, help="how many keys there are at least")
    parser.add_argument("--least-blocks", type=int, default=1, help="how many blocks are encrypted at least")
    return parser.parse_args()


def relative_files(root):
    return {path.relative_to(root) for path in root.rglob("*") if path.is_file()}


def main():
    options = arguments()
    options.formats = [{"fairplay": FAIRPLAY, "identity": IDENTITY}.get(name, name) for name in options.formats]
    outcome = Outcome()
    roots = options.protected.resolve().parent, options.source.resolve().parent
    outcome.check(relative_files(roots[0]) == relative_files(roots[1]), "the trees hold different files")
    protected, source = media_playlists(options.protected), media_playlists(options.source)
    names = [
        [str(playlist.path.relative_to(root)) for playlist in playlists]
        for playlists, root in zip((protected, source), roots)
    ]
    outcome.check(names[0] == names[1], "the playlists name different media playlists")

    if read_playlist(options.source).children:
        multivariant_comparison.compare(outcome, options.protected.resolve(), options.source.resolve())

    comparison = Comparison(outcome, load_records(options.keys), options)
    done = set()
    for name, ours, theirs in zip(names[0], protected, source):
        compare_playlists(outcome, name, ours, theirs)
        check_ranges(outcome, name, ours, theirs)
        outcome.check(len(ours.segments) == len(theirs.segments), f"{name}: another number of segments")
        for number, (resource, original) in enumerate(zip(ours.segments, theirs.segments)):
            place = (resource.path, resource.start, ours.i_frames_only)
            if place in done:
                continue
            done.add(place)
            what = f"{name} segment {number} ({original.path.name})"
            comparison.compare(what, resource, original, ours.i_frames_only)
    check_clear_lead(outcome, protected, source, options)
    keys = {key.uri for playlist in protected for segment in playlist.segments for key in segment.key_lines}
    outcome.check(len(keys) >= options.least_keys, f"{len(keys)} keys, expected {options.least_keys} or more")
    blocks = comparison.blocks
    outcome.check(blocks >= options.least_blocks, f"{blocks} encrypted blocks, expected {options.least_blocks} or more")
    outcome.finish()


if __name__ == "__main__":
    main()
