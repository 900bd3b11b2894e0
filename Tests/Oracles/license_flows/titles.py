"""The titles: one for each built-in template that is for FairPlay, with media, rotation, keys and policies in turn."""

import json
import re
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import hls
from bench import Bench

MEDIA = ("ts/multivariant.m3u8", "fmp4/multivariant.m3u8", "packed-audio/index.m3u8")
# A content type that the server SDK takes with any HDCP level, as fps-sdk wants one.
POLICIES = (
    ("--hdcp", "type-1"),
    ("--lease", "1h"),
    ("--rental", "48h"),
    ("--hdcp", "none", "--lease", "90s"),
    ("--rental", "48h", "--playback", "24h", "--offline-stream-id", "0a0b", "--offline-title-id", "0c"),
    ("--playback", "4h", "--offline-stream-id", "00112233445566778899aabbccddeeff", "--offline-title-id", "ff" * 16),
    ("--hdcp", "type-0", "--rental", "36h"),
    ("--offline-stream-id", "01", "--offline-title-id", "0203"),
    (),
)
# Of these the example has no values.
VALUES = {
    "expressplay-token": {"token": "T0ken-of_the,title="},
    "expressplay-rotation-sample": {"cek": secrets.token_hex(16)},
}
WITHOUT_RULE = ("host", "afterScheme", "whole")
TOKEN = "expressplay-token"
"""The template whose apps take no asset id from the key line: here they take all of it."""
OF_IDENTITY = {"https-key", "aes-128-https"}


def cut(rule: str, uri: str) -> str:
    """The asset id that an app cuts out of a key URI by a rule."""
    scheme, _, rest = uri.partition(":")
    after = rest.removeprefix("//")
    if rule.startswith("query:"):
        for pair in re.split("[?&]", after.partition("#")[0])[1:]:
            name, _, value = pair.partition("=")
            if name == rule.removeprefix("query:"):
                return value
        raise ValueError(f"{uri}: nothing for {rule}")
    return {
        "whole": lambda: uri,
        "afterColon": lambda: rest,
        "afterScheme": lambda: after,
        "host": lambda: re.split("[/?#:]", after)[0],
        "afterSchemeAndQueryMark": lambda: after.partition("?")[2],
        "afterSemicolon": lambda: after.rpartition(";")[2],
    }[rule]()


@dataclass(frozen=True)
class Title:
    name: str
    template: str
    rules: tuple[str, ...]
    playlist: Path
    source: Path
    store: str

    @cached_property
    def media(self) -> list[hls.Playlist]:
        return hls.media_playlists(self.playlist)

    @cached_property
    def uris(self) -> list[str]:
        """The key URIs for FairPlay, each once."""
        lines = [key for playlist in self.media for segment in playlist.segments for key in segment.key_lines]
        return sorted({key.uri for key in lines if key.key_format == hls.FAIRPLAY})

    @cached_property
    def encrypted(self) -> int:
        """How many segments have a key."""
        return sum(bool(segment.key_lines) for playlist in self.media for segment in playlist.segments)

    def asset_ids(self, rules=None) -> set[bytes]:
        return {cut(rule, uri).encode() for rule in rules or self.rules for uri in self.uris}

    @property
    def options(self) -> list[str]:
        return [str(self.playlist), "--source", str(self.source)]


def options_of(template: dict, number: int, name: str) -> list[str]:
    """The options of `protect` that are the template's, with rotation and several keys in turn where its URIs tell keys apart."""
    example = template["example"]
    values = {each["name"]: example[each["name"]] for each in template["variables"] if each["name"] in example}
    values |= VALUES.get(template["name"], {})
    if "uri" in values:
        values["uri"] = f"skd://{name}-verbatim"
    words = ["--template", template["name"]]
    for variable, value in values.items():
        words += ["--set", f"{variable}={value}"]
    if "entitlement_url" in example:
        words += ["--entitlement-url", example["entitlement_url"]]
    by_id = "key_id" in example
    rotates = by_id or "period" in example or template["name"] == "expressplay-rotation-sample"
    if rotates and number % 4 != 3:
        words += ["--rotate-every", "4"]
    if (by_id or "track" in example) and number % 2 == 0:
        words += ["--key-per", "type"]
    return words


def make(bench: Bench, samples: Path, template: dict, number: int) -> Title | None:
    """A protected title with a policy; nothing for a template that is not for FairPlay."""
    name = f"title-{number}"
    store = "tokens" if template["name"] == TOKEN else "keys"
    source = samples / MEDIA[number % len(MEDIA)]
    folder = bench.folder / name
    words = options_of(template, number, name)
    bench.run("protect", source, "-o", folder, "--content-id", name, *words, *bench.store(store))
    title = Title(
        name,
        template["name"],
        ("whole",) if store == "tokens" else tuple(template["asset_id"]) or WITHOUT_RULE,
        folder / source.name,
        source,
        store,
    )
    if not title.uris:
        return None
    policy = ("--content-type", "sd", *POLICIES[number % len(POLICIES)])
    bench.run("keys", "policy", "--content-id", name, *policy, *bench.store(store))
    return title


def make_all(outcome, bench: Bench, samples: Path) -> list[Title]:
    """A title for each template."""
    templates = [each for each in json.loads(bench.run("templates", "list", "--format", "json")) if "sample-aes" in each["methods"]]
    for store in ("keys", "tokens"):
        bench.store(store)
    with ThreadPoolExecutor() as pool:
        made = list(pool.map(lambda pair: make(bench, samples, pair[1], pair[0]), enumerate(templates)))
    titles = [each for each in made if each]
    others = {each["name"] for each in templates} - {each.template for each in titles}
    outcome.check(others <= OF_IDENTITY and len(titles) >= 26, f"templates that are not for FairPlay: {others}")
    rotating = sum(len(each.uris) > 1 for each in titles)
    outcome.check(rotating >= 12, f"{rotating} titles of several keys")
    return titles


def make_revoked(bench: Bench, samples: Path) -> set[bytes]:
    """A title whose key is revoked: its asset ids."""
    name, store = "title-revoked", bench.store("keys")
    folder = bench.folder / name
    bench.run("protect", samples / MEDIA[2], "-o", folder, "--content-id", name, *store)
    bench.run("keys", "revoke", "--content-id", name, "--reason", "a test", *store)
    title = Title(name, "content-id", WITHOUT_RULE, folder / "index.m3u8", samples / MEDIA[2], "keys")
    return title.asset_ids()
