"""A presentation as an app gets it over HTTP, decrypted with keys and IVs of licenses, and compared with the clear source."""

import urllib.parse
from pathlib import Path

import hls
import packed_audio_comparison
import transport_comparison
from common_encryption import Malformed as MalformedBoxes
from common_encryption.comparison import SegmentComparison
from common_encryption.sections import read_tracks
from content_keys import KeyRecord
from decrypt_samples import PACKED
from hls import FAIRPLAY, Malformed
from license_app import App
from mpeg2_transport import read_packets
from spc_ckc import License

FRAGMENTS = {".m4s", ".mp4", ".m4v", ".m4a", ".cmfv", ".cmfa"}


def download(app: App, name: str, folder: Path) -> Path:
    """A playlist, and all that it and its media playlists name, beside one another as they are on the server."""
    root = folder.resolve()
    done: set[Path] = set()

    def get(path: Path) -> Path:
        if path not in done:
            done.add(path)
            body, _ = app.send("/media/" + urllib.parse.quote(str(path.relative_to(root))))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        return path

    top = get(root / name)
    playlist = hls.read_playlist(top)
    for child in [get(each) for each in dict.fromkeys(playlist.children)] or [top]:
        media = hls.read_playlist(child)
        for resource in media.segments + media.sections:
            get(resource.path)
    return top


def fairplay_uris(playlist: Path) -> list[str]:
    """The key URIs of all media playlists, each once."""
    lines = [key for each in hls.media_playlists(playlist) for segment in each.segments for key in segment.key_lines]
    return sorted({key.uri for key in lines if key.key_format == FAIRPLAY})


class OneKey(dict):
    """The key of a segment, whatever its key id is."""

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self.key = key

    def get(self, *_):
        return self.key


class Decryption:
    """Compares segments; `licenses` are by key URI."""

    def __init__(self, licenses: dict[str, License]) -> None:
        self.licenses = licenses
        self.problems: list[str] = []
        self.encrypted = 0
        """How many segments stand under a key."""
        self.blocks = 0

    def check(self, holds, message: str):
        if not holds:
            self.problems.append(message)
        return holds

    def compare(self, protected: Path, source: Path) -> None:
        ours, theirs = hls.media_playlists(protected), hls.media_playlists(source)
        self.check(len(ours) == len(theirs), f"{len(ours)} media playlists, the source has {len(theirs)}")
        for playlist, original in zip(ours, theirs):
            name = f"{playlist.path.parent.name}/{playlist.path.name}"
            self.check(len(playlist.segments) == len(original.segments), f"{name}: another number of segments")
            for number, (segment, before) in enumerate(zip(playlist.segments, original.segments)):
                known = len(self.problems)
                try:
                    self.compare_segment(segment, before, playlist.i_frames_only)
                except (Malformed, MalformedBoxes, OSError, LookupError, ValueError, StopIteration) as error:
                    self.problems.append(f"{type(error).__name__} {error}")
                self.problems[known:] = [f"{name} segment {number}: {each}" for each in self.problems[known:]]

    def compare_segment(self, segment: hls.Resource, before: hls.Resource, is_picture: bool) -> None:
        lines = [key for key in segment.key_lines if key.key_format == FAIRPLAY]
        data, clear = segment.read(), before.read()
        if not lines:
            self.check(data == clear, "a clear segment differs")
            return
        self.encrypted += 1
        given = self.licenses[lines[0].uri]
        record = KeyRecord(given.key, given.iv)
        if segment.path.suffix in PACKED:
            self.blocks += packed_audio_comparison.compare_segment(self.check, clear, data, record)
        elif segment.path.suffix in FRAGMENTS:
            # Pictures are ranges of segments that are compared as a whole.
            if not is_picture:
                self.compare_fragments(data, segment.section.read(), clear, before, record)
        elif is_picture:
            transport_comparison.compare_picture(self.check, clear, data, record, self.sections(segment, before))
        else:
            self.blocks += transport_comparison.compare_segment(self.check, clear, data, record, self.sections(segment, before))

    def compare_fragments(self, data: bytes, section: bytes, clear: bytes, before: hls.Resource, record: KeyRecord) -> None:
        comparison = SegmentComparison(self.check, OneKey(record.key))
        comparison.compare(clear, before.section.read(), before.start, data, section)
        self.blocks += comparison.encrypted // 16
        entries = [entry for track in read_tracks(section).values() for entry in track.entries if entry.protection]
        self.check(entries and all(entry.protection.constant_iv == record.iv for entry in entries), "tenc has another IV than the license")

    @staticmethod
    def sections(segment: hls.Resource, before: hls.Resource):
        return (read_packets(before.section.read()), read_packets(segment.section.read())) if segment.section else None
