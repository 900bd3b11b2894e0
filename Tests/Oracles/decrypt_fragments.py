#!/usr/bin/env python3
"""Decrypts a presentation of fragmented MP4 under Common Encryption with an implementation of its own and compares it with
the clear one, box for box and sample for sample; initialization sections, indexes, byte ranges and playlists too.

Keys come from the export of the key store, by the key ids that sections and sample groups name.
"""

import argparse
import base64
import re
import uuid
from pathlib import Path

import multivariant_comparison
from common_encryption import Malformed as MalformedBoxes
from common_encryption.boxes import parse
from common_encryption.comparison import SegmentComparison
from common_encryption.places import Places, compare_indexes
from common_encryption.sections import is_protected, key_system_boxes, read_tracks, without_protection
from content_keys import load_by_key_id
from hls import FAIRPLAY, IDENTITY, PLAYREADY, WIDEVINE, Malformed, attributes, media_playlists, read_playlist
from outcome import Outcome

FORMATS = {"identity": IDENTITY, "fairplay": FAIRPLAY, "widevine": WIDEVINE, "playready": PLAYREADY}
METHODS = {b"cbcs": "SAMPLE-AES", b"cenc": "SAMPLE-AES-CTR"}
SYSTEMS = {
    IDENTITY: "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b",
    WIDEVINE: "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed",
    PLAYREADY: "9a04f079-9840-4286-ab92-e65be0885f95",
}
CHANGED_TAGS = r"#EXT-X-(KEY|SESSION-KEY|VERSION|BYTERANGE|MAP)\b"
TEXT = {".vtt"}
TEXT_ENTRIES = {b"wvtt", b"stpp", b"tx3g"}


class Comparison:
    def __init__(self, outcome, options):
        self.outcome, self.options = outcome, options
        self.records, self.uris = load_by_key_id(options.keys)
        self.keys = {kid: record.key for kid, record in self.records.items()}
        self.kids, self.clear_segments, self.encrypted = set(), 0, 0
        self.vectors = {}
        """Where each (KID, vector) of `cenc` was met first."""
        self.schemes = set()

    def compare(self, what, resource, original):
        """A segment. One check of the outcome, however many things are compared."""
        problems = []

        def check(holds, message):
            if not holds:
                problems.append(message)
            return holds

        try:
            self.compare_resource(check, resource, original)
        except (Malformed, MalformedBoxes, OSError, LookupError, ValueError, StopIteration) as error:
            problems.append(f"cannot be read: {type(error).__name__} {error}")
        shown = "; ".join(problems[:5]) + ("; ..." if len(problems) > 5 else "")
        self.outcome.check(not problems, f"{what}: {shown}")

    def compare_resource(self, check, resource, original):
        source, protected = original.read(), resource.read()
        if resource.path.suffix in TEXT:
            check(protected == source and not resource.key_lines, "text differs or stands under a key")
            return
        section, source_section = resource.section.read(), original.section.read()
        check(without_protection(section) == source_section, "the section without protection differs")
        comparison = SegmentComparison(check, self.keys)
        comparison.compare(source, source_section, original.start, protected, section)
        self.encrypted += comparison.encrypted
        for kid, vector in comparison.vectors:
            first = self.vectors.setdefault((kid, vector), resource)
            check(first is resource, f"the vector {vector.hex()} was used in {first.path.name}, too")
        check(len(set(comparison.vectors)) == len(comparison.vectors), "a vector is used twice")
        self.kids |= comparison.kids
        tracks = read_tracks(section).values()
        is_text = all(track.entries[0].clear_kind in TEXT_ENTRIES for track in tracks)
        if is_text:
            check(not resource.key_lines, "text stands under a key")
        if not comparison.kids and not is_text:
            self.clear_segments += 1
            check(source == protected or is_protected(section), "a clear segment without a clear start differs")
        check(not comparison.kids or bool(resource.key_lines), "samples are protected and no key is in force")
        if comparison.kids:
            self.check_keys(check, resource, section, comparison.kids)

    def check_keys(self, check, resource, section, kids):
        """Key lines, section and samples name the same key."""
        check(len(kids) == 1, f"{len(kids)} keys in one segment")
        (kid,) = list(kids)[:1]
        record = self.records[kid]
        entries = [entry for track in read_tracks(section).values() for entry in track.entries if entry.protection]
        for entry in entries:
            self.schemes.add(entry.scheme)
            is_constant = entry.scheme == b"cbcs"
            check(entry.protection.kid != bytes(16), "an all-zero key id")
            check(self.options.groups or entry.protection.kid == kid, "the section names another key")
            check(entry.tenc_version == (1 if is_constant else 0), f"tenc of version {entry.tenc_version}")
            own = self.records.get(entry.protection.kid)
            check(not is_constant or own and entry.protection.constant_iv == own.iv, "the vector is not that of the record")
        scheme = entries[0].scheme
        formats = {line.key_format for line in resource.key_lines}
        check(formats == {FORMATS[name] for name in self.options.formats}, f"lines of {sorted(formats)}")
        for line in resource.key_lines:
            check(line.method == METHODS[scheme], f"METHOD={line.method} for {scheme}")
            has_vector = line.key_format == IDENTITY and scheme == b"cbcs"
            check(line.iv == (record.iv if has_vector else None), f"IV {line.iv} in a line of {line.key_format}")
            self.check_line(check, line, kid, key_system_boxes(section))

    def check_line(self, check, line, kid, systems):
        if line.key_format in (IDENTITY, FAIRPLAY):
            check(line.uri in self.uris[kid], f"{line.uri} is no URI of {kid.hex()}")
        else:
            media_type, _, data = line.uri.partition(";base64,")
            content = base64.b64decode(data, validate=True)
            check(media_type.startswith("data:text/plain"), f"the URI begins with {media_type}")
            named = kid
            if line.key_format == PLAYREADY:
                named = base64.b64encode(uuid.UUID(bytes=kid).bytes_le).decode().encode("utf-16-le")
            check(named in content, f"the line of {line.key_format} does not name {kid.hex()}")
        expected = SYSTEMS.get(line.key_format)
        if expected:
            own = [content for content in systems if content[4:20] == uuid.UUID(expected).bytes]
            named = uuid.UUID(bytes=kid).bytes_le if line.key_format == PLAYREADY else kid
            if line.key_format == PLAYREADY:
                named = base64.b64encode(named).decode().encode("utf-16-le")
            check(any(named in content for content in own), f"no pssh of {line.key_format} names {kid.hex()}")
        else:
            ids = {uuid.UUID(system).bytes for system in SYSTEMS.values()}
            check(all(content[4:20] in ids for content in systems), "a pssh of an unknown system")


def compare_playlists(outcome, name, ours, source):
    def lines(playlist):
        text = playlist.path.read_text()
        return [line for line in text.splitlines() if line and not re.match(CHANGED_TAGS, line)]

    outcome.check(lines(ours) == lines(source), f"{name}: other lines changed than may")
    protected = any(segment.key_lines for segment in ours.segments)
    version = re.search(r"#EXT-X-VERSION:(\d+)", ours.path.read_text())
    # RFC 8216 7: EXT-X-MAP needs 6, in I-frame playlists 5, as SAMPLE-AES does.
    least = 5 if ours.i_frames_only else 6
    outcome.check(not protected or version and int(version[1]) >= least, f"{name}: EXT-X-VERSION below {least}")


def check_ranges(outcome, name, playlist, source):
    """Ranges begin and end at the same boxes and samples as before."""
    places = {}
    for number, (segment, original) in enumerate(zip(playlist.segments, source.segments)):
        if not segment.byte_range and not original.byte_range:
            continue
        what = f"{name} segment {number}"
        try:
            if segment.path not in places:
                places[segment.path] = Places(original.path.read_bytes(), segment.path.read_bytes())
            ends = [original.start, original.start + original.byte_range.size]
            expected = [places[segment.path].of(end) for end in ends]
            found = [segment.start, segment.start + segment.byte_range.size]
            outcome.check(found == expected, f"{what}: the range {found}, expected {expected}")
            first = next(box for box in places[segment.path].protected if box.start == segment.start)
            outcome.check(first.kind in (b"moof", b"styp", b"sidx", b"emsg", b"prft"), f"{what}: begins with {first.kind}")
        except (MalformedBoxes, AttributeError, StopIteration) as error:
            outcome.check(False, f"{what}: {type(error).__name__} {error}")


def check_i_frames(outcome, name, playlist, playlists):
    """Each stands under the same section and keys as the segment that it is a part of."""
    segments = [segment for other in playlists if not other.i_frames_only for segment in other.segments]

    def holds(segment, place):
        size = segment.byte_range.size if segment.byte_range else segment.path.stat().st_size
        return segment.start <= place.start and place.start + place.byte_range.size <= segment.start + size

    for number, picture in enumerate(playlist.segments):
        whole = [segment for segment in segments if segment.path == picture.path and holds(segment, picture)]
        what = f"{name} picture {number}"
        if outcome.check(len(whole) == 1, f"{what}: {len(whole)} segments hold it"):
            same = set(picture.key_lines) == set(whole[0].key_lines)
            sections = [(each.section.path, each.section.byte_range) for each in (picture, whole[0])]
            outcome.check(same and sections[0] == sections[1], f"{what}: another key or section than {whole[0].path.name}")


def check_indexes(outcome, root, source_root):
    """Every sidx of every file that both trees have."""
    count = 0
    for path in sorted(root.rglob("*")):
        original = source_root / path.relative_to(root)
        if path.suffix in (".mp4", ".m4s", ".m4v", ".m4a", ".cmfv", ".cmfa") and original.exists():
            problems = []
            check = lambda holds, message: holds or problems.append(message)
            try:
                has_index = any(box.kind == b"sidx" for box in parse(original.read_bytes()))
                if has_index:
                    count += compare_indexes(check, Places(original.read_bytes(), path.read_bytes()))
                    outcome.check(not problems, f"{path.relative_to(root)}: {'; '.join(problems[:3])}")
            except MalformedBoxes as error:
                outcome.check(False, f"{path.relative_to(root)}: {error}")
    return count


def check_order(outcome, name, playlist, source):
    """A section begins no later than the segments that need it, and no discontinuity was added."""
    for number, (segment, original) in enumerate(zip(playlist.segments, source.segments)):
        same = segment.is_discontinuity == original.is_discontinuity
        outcome.check(same, f"{name} segment {number}: discontinuity {segment.is_discontinuity}")
        has_section = (segment.section is None) == (original.section is None)
        outcome.check(has_section, f"{name} segment {number}: EXT-X-MAP")
    text = playlist.path.read_text()
    repeated = re.findall(r'(?m)^(#EXT-X-MAP:.*)\n(?:#EXT-X-KEY.*\n)*#EXT-X-MAP', text)
    outcome.check(not repeated, f"{name}: an EXT-X-MAP that stands for nothing: {repeated[:1]}")


def check_session_keys(outcome, path, playlists):
    """Each is one of the key lines, but for its name and its vector, and none stands there twice."""
    lines = [line.partition(":")[2] for line in path.read_text().splitlines() if line.startswith("#EXT-X-SESSION-KEY:")]
    written = [
        line.partition(":")[2] for playlist in playlists for line in playlist.path.read_text().splitlines()
        if line.startswith("#EXT-X-KEY:")
    ]
    outcome.check(len(set(lines)) == len(lines), "a session key stands there twice")

    def without_vector(line):
        return {name: value for name, value in attributes(line).items() if name != "IV"}

    known = [without_vector(line) for line in written]
    for line in lines:
        outcome.check(without_vector(line) in known, f"a session key that no segment uses: {line[:60]}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("protected", type=Path, help="playlist of the protected presentation")
    parser.add_argument("source", type=Path, help="playlist of the clear presentation")
    parser.add_argument("--keys", type=Path, required=True, help="exported records (jsonl)")
    parser.add_argument("--scheme", choices=["cbcs", "cenc"], default="cbcs")
    parser.add_argument("--formats", nargs="+", default=["identity"], choices=FORMATS, help="key formats of every key")
    parser.add_argument("--clear-segments", type=int, default=0, help="how many are meant to be clear")
    parser.add_argument("--keys-expected", type=int, default=1, help="how many keys protect the samples")
    parser.add_argument("--new-files", type=int, default=0, help="how many sections stand beside those of the source")
    parser.add_argument("--groups", action="store_true", help="keys rotate in sample groups (seig)")
    parser.add_argument("--indexes", type=int, default=0, help="how many sidx there are")
    return parser.parse_args()


def relative_files(root):
    return {path.relative_to(root) for path in root.rglob("*") if path.is_file()}


def main():
    options = arguments()
    outcome = Outcome()
    roots = options.protected.resolve().parent, options.source.resolve().parent
    files = [relative_files(root) for root in roots]
    outcome.check(files[0] >= files[1], f"files are missing: {sorted(map(str, files[1] - files[0]))[:3]}")
    added = files[0] - files[1]
    outcome.check(len(added) == options.new_files, f"{len(added)} new files, expected {options.new_files}")
    outcome.check(all(".key" in path.name for path in added), f"new files: {sorted(map(str, added))[:3]}")
    protected, source = media_playlists(options.protected), media_playlists(options.source)
    names = [
        [str(playlist.path.relative_to(root)) for playlist in playlists]
        for playlists, root in zip((protected, source), roots)
    ]
    outcome.check(names[0] == names[1], "the playlists name different media playlists")
    if read_playlist(options.source).children:
        multivariant_comparison.compare(outcome, options.protected.resolve(), options.source.resolve())
        check_session_keys(outcome, options.protected, protected)

    comparison = Comparison(outcome, options)
    done = set()
    for name, ours, theirs in zip(names[0], protected, source):
        compare_playlists(outcome, name, ours, theirs)
        check_ranges(outcome, name, ours, theirs)
        check_order(outcome, name, ours, theirs)
        outcome.check(len(ours.segments) == len(theirs.segments), f"{name}: another number of segments")
        for number, (resource, original) in enumerate(zip(ours.segments, theirs.segments)):
            place = resource.path, resource.start
            if place not in done and not ours.i_frames_only:
                done.add(place)
                comparison.compare(f"{name} segment {number} ({original.path.name})", resource, original)
        if ours.i_frames_only:
            check_i_frames(outcome, name, ours, protected)
    clear = comparison.clear_segments
    outcome.check(clear == options.clear_segments, f"{clear} clear segments, not {options.clear_segments}")
    kids = len(comparison.kids)
    outcome.check(kids == options.keys_expected, f"{kids} keys, expected {options.keys_expected}")
    outcome.check(comparison.encrypted > 0, "nothing is encrypted")
    outcome.check(comparison.schemes == {options.scheme.encode()}, f"schemes {comparison.schemes}")
    indexes = check_indexes(outcome, *roots)
    outcome.check(indexes == options.indexes, f"{indexes} sidx, expected {options.indexes}")
    outcome.finish()


if __name__ == "__main__":
    main()
