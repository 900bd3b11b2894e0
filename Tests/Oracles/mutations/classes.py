"""Why a change may pass unnoticed: the classes of changes that mean the same, each with a function that recognises its changes
without fairlead."""

from collections.abc import Callable
from dataclasses import dataclass

import meaning
from mutate import Tree, is_playlist


@dataclass(frozen=True)
class Change:
    before: Tree
    after: Tree

    def paths(self) -> list[str]:
        """The files that differ."""
        paths = self.before.keys() | self.after.keys()
        return sorted(path for path in paths if self.before.get(path) != self.after.get(path))

    def has_media_of_both(self) -> bool:
        """Whether no file is missing or new."""
        return self.before.keys() == self.after.keys()


def _playlists_say_the_same(change: Change) -> bool:
    return change.has_media_of_both() and all(
        is_playlist(path) and meaning.of_playlist(change.before[path]) == meaning.of_playlist(change.after[path])
        for path in change.paths()
    )


def _is_named_by_none(change: Change) -> bool:
    """A client that loads ranges or files that playlists name gets the same bytes."""
    ranges = meaning.named(change.before)
    return change.has_media_of_both() and all(
        not is_playlist(path)
        and all(_part(change.before[path], place) == _part(change.after[path], place) for place in ranges.get(path, []))
        for path in change.paths()
    )


def _part(content: bytes, place: tuple[int, int] | None) -> bytes:
    return content if place is None else content[slice(*place)]


def _loads_the_same(change: Change) -> bool:
    """Every resource that a playlist still names is decrypted as before."""
    before, after = meaning.media_playlists(change.before), meaning.media_playlists(change.after)
    return change.has_media_of_both() and all(
        is_playlist(path)
        and (path not in after or path in before and after[path].resources() <= before[path].resources())
        for path in change.paths()
    )


def _is_clear(change: Change) -> bool:
    """Media over which no key is in force."""
    encrypted = set()
    for path, playlist in meaning.media_playlists(change.before).items():
        for uri, place, keys, section in playlist.resources():
            if keys:
                encrypted.add(uri)
    return all(not is_playlist(path) and path.rsplit("/", 1)[-1] not in encrypted for path in change.paths())


@dataclass(frozen=True)
class Class:
    reason: str
    recognises: Callable[[Change], bool]


SAME = [
    Class("the playlists say the same in other words (order, comments, blank lines, case of digits)", _playlists_say_the_same),
    Class("bytes that no playlist names, which no client loads", _is_named_by_none),
]
"""Changes that mean the same."""

UNKNOWN = [
    Class("all that is still named decrypts as before; nothing else tells what was published", _loads_the_same),
    Class("clear media; nothing tells what was published", _is_clear),
]
"""Changes that nobody can notice who has neither the source nor a record of what was published."""


def explain(before: Tree, after: Tree, is_known: bool) -> str | None:
    """The class of a change; nil for one that has to be noticed.

    `is_known` says whether what was published can be known, from the source or from the key store.
    """
    change = Change(before, after)
    for known in SAME if is_known else SAME + UNKNOWN:
        if known.recognises(change):
            return known.reason
    return None
