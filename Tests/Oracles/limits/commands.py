"""The commands that are run under limits, in a folder that holds a key store and a published title."""

from dataclasses import dataclass

STORE = ("--key-store", "sqlite:store/keys.sqlite")
KEK = ("--kek-file", "store/kek")
OLD, NEW = "old-title", "new-title"


@dataclass(frozen=True)
class Command:
    name: str
    words: tuple[str, ...]
    result: str = ""
    """What it makes: a folder or a file, that is there whole or not at all; nothing for a command that only prints."""
    check: tuple[str, ...] = ()
    """A command that proves the result."""


def _verify(playlist: str, source: str, title: str = NEW) -> tuple[str, ...]:
    return ("verify", playlist, "--source", source, "--content-id", title, *STORE, *KEK)


def _protect(name: str, source: str, *options: str) -> Command:
    entry = "index" if source == "packed-audio" else "multivariant"
    words = ("protect", f"samples/{source}/{entry}.m3u8", "-o", "out", "--content-id", NEW, *options, "--jobs", "4", *STORE, *KEK)
    return Command(name, words, "out", _verify(f"out/{entry}.m3u8", f"samples/{source}/{entry}.m3u8"))


def preparation() -> list[tuple[str, ...]]:
    """What makes the folder: a store, and a title that is published with a key in it."""
    source = "samples/ts/multivariant.m3u8"
    return [
        ("keys", "init", *STORE, *KEK),
        ("protect", source, "-o", "published", "--content-id", OLD, *STORE, *KEK),
        ("package", "samples/mezzanines/h264-aac.mp4", "-o", "clear", "--clear"),
    ]


def commands() -> list[Command]:
    mezzanine = "samples/mezzanines/h264-aac.mp4"
    package = ("package", mezzanine, "-o", "out", "--content-id", NEW, "--jobs", "4", *STORE, *KEK)
    rewrite = ("rewrite", "published/multivariant.m3u8", "--content-id", OLD, "--key-uri", "skd://new/{content_id}")
    batch = ("batch", "titles.csv", "-o", "out/{content_id}", "--workers", "2", "--format", "json", *STORE, *KEK)
    return [
        _protect("protect of transport streams", "ts", "--report", "report.json"),
        _protect("protect of fMP4", "fmp4", "--drm", "fairplay,widevine,playready"),
        _protect("protect with AES-128", "packed-audio", "--method", "aes-128"),
        Command("package", package, "out", _verify("out/main.m3u8", "clear/main.m3u8")),
        Command("rewrite", (*rewrite, "-o", "out", *STORE, *KEK), "out"),
        Command("batch", batch, "out", ("batch", "titles.csv", "-o", "out/{content_id}", "--check", *STORE, *KEK)),
        Command("verify", _verify("published/multivariant.m3u8", "samples/ts/multivariant.m3u8", OLD)),
        Command("inspect", ("inspect", "published/multivariant.m3u8", "--media", "--jobs", "4", "--format", "json")),
        Command("inspect of MP4", ("inspect", mezzanine, "--format", "json")),
        Command("keys init", ("keys", "init", "--key-store", "sqlite:other/keys.sqlite", "--kek-file", "other/kek"), "other/keys.sqlite"),
        Command("keys create", ("keys", "create", "--content-id", NEW, *STORE, *KEK)),
        # A shell that cannot start a program ends with a status of its own.
        Command("keys list, with a command for the key", ("keys", "list", *STORE, "--kek-command", "exec cat store/kek")),
        Command(
            "keys export",
            ("keys", "export", "--as", "cpix-2.3", "--content-id", OLD, "--allow-plaintext", "-o", "out", *STORE, *KEK),
            "out",
        ),
    ]
