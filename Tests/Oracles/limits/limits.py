"""Limits that a process is given before it begins, each from the lowest value up."""

import resource
import signal
from dataclasses import dataclass
from typing import Callable

KIB, MIB, PAGE = 1 << 10, 1 << 20, 4096


@dataclass(frozen=True)
class Limit:
    name: str
    values: Callable[[int], list[int]]
    """All values that are worth trying, given the lowest address space in which the program begins."""
    unit: str
    set: Callable[[int], None] = lambda value: None
    """Sets it in the process that becomes the program."""
    may_kill: bool = False
    """Whether it is one of memory, stack or processor time, which may end the process without a word."""
    statuses: frozenset[int] = frozenset({75})
    of_file_system: str = ""
    """The option of a mount that it is, beyond what stands there already."""
    of_user: bool = False
    """Whether it counts all that a user has."""


def _set(kind: int, factor: int = 1) -> Callable[[int], None]:
    return lambda value: resource.setrlimit(kind, (value * factor, value * factor))


def limits() -> list[Limit]:
    written = frozenset({74})
    return [
        Limit("processes", lambda _: list(range(1, 12)), "", _set(resource.RLIMIT_NPROC), of_user=True),
        Limit("open files", lambda _: list(range(1, 48)), "", _set(resource.RLIMIT_NOFILE)),
        Limit(
            "size of files",
            lambda _: [*range(0, 64), *range(64, 4096, 64), *range(4096, 200 * KIB, 4 * KIB)],
            " bytes",
            _set(resource.RLIMIT_FSIZE),
            statuses=written,
        ),
        Limit("disk", lambda _: list(range(0, 160)), " pages", statuses=written, of_file_system="size"),
        Limit("files of a disk", lambda _: list(range(0, 64)), "", statuses=written, of_file_system="nr_inodes"),
        Limit(
            "address space",
            lambda least: [*range(1, least, 8), *range(least, least + 80)],
            " MiB",
            _set(resource.RLIMIT_AS, MIB),
            may_kill=True,
        ),
        Limit(
            "stack",
            lambda _: [*range(1, 256, 4), *range(256, 2048, 64), 4096, 8192],
            " KiB",
            _set(resource.RLIMIT_STACK, KIB),
            may_kill=True,
        ),
        # RLIMIT_CPU counts whole seconds, and no command here takes one.
        Limit(
            "processor time",
            lambda _: list(range(1, 200)),
            " ms",
            lambda value: signal.setitimer(signal.ITIMER_PROF, value / 1000),
            may_kill=True,
        ),
    ]
