"""Why a change may pass unnoticed: classes of changes, each with a function that recognises its changes without fairlead."""

from collections.abc import Callable
from dataclasses import dataclass

import meaning
import packets
import sections
import tags
from mutate import Tree, is_playlist


@dataclass(frozen=True)
class Change:
    before: Tree
    after: Tree

    def paths(self) -> list[str]:
        """The files that differ; they are there before and after."""
        return sorted(path for path in self.before if self.before[path] != self.after[path])


def _says_the_same(change: Change) -> bool:
    return all(
        is_playlist(path) and meaning.of_playlist(change.before[path]) == meaning.of_playlist(change.after[path])
        for path in change.paths()
    )


def _is_named_by_none(change: Change) -> bool:
    ranges = meaning.named(change.before)
    return all(
        not is_playlist(path)
        and all(_part(change.before[path], place) == _part(change.after[path], place) for place in ranges.get(path, []))
        for path in change.paths()
    )


def _part(content: bytes, place: tuple[int, int] | None) -> bytes:
    return content if place is None else content[slice(*place)]


def _has_the_same_boxes(change: Change) -> bool:
    return all(
        path.endswith((".mp4", ".m4s"))
        and sections.of_file(change.before[path]) == sections.of_file(change.after[path]) is not None
        for path in change.paths()
    )


def _has_the_same_packets(change: Change) -> bool:
    return all(
        path.endswith(".ts") and packets.of_file(change.before[path]) == packets.of_file(change.after[path]) is not None
        for path in change.paths()
    )


def _has_the_same_tags(change: Change) -> bool:
    return all(
        path.endswith(".aac") and tags.of_file(change.before[path]) == tags.of_file(change.after[path]) is not None
        for path in change.paths()
    )


def _lacks_session_keys(change: Change) -> bool:
    return all(
        is_playlist(path)
        and meaning.without_session_keys(change.before[path]) == meaning.without_session_keys(change.after[path])
        and set(meaning.session_keys(change.after[path])) < set(meaning.session_keys(change.before[path]))
        for path in change.paths()
    )


def _loads_the_same(change: Change) -> bool:
    return _changes_playlists(change) and meaning.resources(change.after) <= meaning.resources(change.before)


def _loads_other_ranges_of_iframes(change: Change) -> bool:
    before, after = (meaning.resources(tree, but_ranges_of_iframes=True) for tree in (change.before, change.after))
    return _changes_playlists(change) and after <= before


def _changes_playlists(change: Change) -> bool:
    return all(is_playlist(path) for path in change.paths())


def _is_clear(change: Change) -> bool:
    encrypted = {file for file, _, keys, _ in meaning.resources(change.before) if keys}
    return all(not is_playlist(path) and path not in encrypted for path in change.paths())


@dataclass(frozen=True)
class Class:
    reason: str
    recognises: Callable[[Change], bool]


SAME = [
    Class("bytes that no playlist names: no client loads them", _is_named_by_none),
    Class("playlists that say the same: order, comments, blank lines, case of digits, defaults", _says_the_same),
    Class("priority, null packets and stuffing of transport streams: no reader looks at them", _has_the_same_packets),
    Class("what a tag tells editors of tags", _has_the_same_tags),
    Class("flags and fields of boxes that no reader looks at: the keys and the scheme are the same", _has_the_same_boxes),
]
"""Changes that mean the same."""

OPTIONAL = [
    Class("fewer session keys: they are optional, and the media playlists have the same keys", _lacks_session_keys),
]
"""Changes that only a record of what was published tells: the source has no keys."""

UNKNOWN = [
    Class("all that is still named decrypts as before: nothing tells what else there was", _loads_the_same),
    Class("other ranges of I-frames: nothing tells where they are", _loads_other_ranges_of_iframes),
    Class("clear media: nothing tells what they were", _is_clear),
]
"""Changes that nobody can notice who has neither the source nor a record of what was published."""

REASONS = [item.reason for item in SAME + OPTIONAL + UNKNOWN]


def _without_unnamed(before: Tree, after: Tree) -> Tree:
    """The files before without those that are gone and that no playlist names: nobody misses them."""
    names = meaning.named(before)
    return {path: content for path, content in before.items() if path in after or path in names or is_playlist(path)}


def explain(before: Tree, after: Tree, *, has_source: bool, is_published_known: bool) -> str | None:
    """The class of a change that may pass; nil for one that has to be noticed."""
    before = _without_unnamed(before, after)
    if before.keys() != after.keys():
        return None
    known = list(SAME)
    if not is_published_known:
        known += OPTIONAL if has_source else OPTIONAL + UNKNOWN
    change = Change(before, after)
    return next((item.reason for item in known if item.recognises(change)), None)
