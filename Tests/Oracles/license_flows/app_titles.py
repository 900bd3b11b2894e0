"""Titles for the flows in which an app asks more than a KSM: one key, a key for each type of media, and keys that rotate."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import hls
from bench import Bench
from licensed_media import fairplay_uris

MEDIA = ("ts", "fmp4")
KEYINGS = {"one": [], "type": ["--key-per", "type"], "rotating": ["--rotate-every", "4"]}
ENTITLEMENT_HOST = "ent.example.com/sees"
TOKEN_HOST = "fp.service.expressplay.com:80/hms/fp/rights/"
# How key URIs are written, by flow and whether there are several keys.
SIGNALLING = {
    ("token", False): ["--template", "expressplay"],
    ("token", True): ["--template", "content-id-track"],
    ("entitlement", False): ["--template", "entitlement", "--entitlement-url", f"https://{ENTITLEMENT_HOST}"],
    ("entitlement", True): ["--key-uri", f"skd://{ENTITLEMENT_HOST}?cid={{content_id}}/{{track}}/{{period}}/{{generation}}"],
    ("token-url", False): ["--template", "expressplay-token", "--set", "token={name}-T0ken_of,title="],
    ("nagra", False): ["--template", "nagra-ssp"],
    ("nagra", True): ["--template", "nagra-ssp"],
}
# Of an exported key ExpressPlay takes a rental alone.
POLICIES = {"token": ["--rental", "48h"], "entitlement": ["--rental", "36h"], "nagra": ["--lease", "1h", "--hdcp", "type-0"]}


@dataclass(frozen=True)
class AppTitle:
    name: str
    flow: str
    keying: str
    playlist: Path
    source: Path

    @cached_property
    def media(self) -> list[hls.Playlist]:
        return hls.media_playlists(self.playlist)

    @cached_property
    def uris(self) -> list[str]:
        return fairplay_uris(self.playlist)

    @cached_property
    def encrypted(self) -> int:
        """How many segments have a key."""
        return sum(bool(segment.key_lines) for playlist in self.media for segment in playlist.segments)

    def asset_id(self, uri: str) -> bytes:
        """As the app of the flow cuts it."""
        after = uri.removeprefix("skd://")
        return (after.partition("?cid=")[2] if self.flow == "entitlement" else after).encode()


def make(bench: Bench, samples: Path, flow: str, media: str, keying: str, policy: bool) -> AppTitle:
    name = f"app-{flow}-{media}-{keying}{'-policy' if policy else ''}"
    source, folder = samples / media / "multivariant.m3u8", bench.folder / name
    words = [*(word.replace("{name}", name) for word in SIGNALLING[flow, keying != "one"]), *KEYINGS[keying], *bench.store("apps")]
    bench.run("protect", source, "-o", folder, "--content-id", name, *words)
    if policy:
        bench.run("keys", "policy", "--content-id", name, *POLICIES[flow], *bench.store("apps"))
    title = AppTitle(name, flow, keying, folder / source.name, source)
    if not (len(title.uris) == 1 if keying == "one" else len(title.uris) > 1):
        raise ValueError(f"{name}: {len(title.uris)} key URIs")
    return title


def make_all(bench: Bench, samples: Path) -> list[AppTitle]:
    """A title for each flow, kind of media and way to have keys; every other one has a policy."""
    bench.store("apps")
    wanted = [(flow, media, keying) for (flow, _), media, keying in itertools.product(SIGNALLING, MEDIA, KEYINGS)]
    wanted = [each for each in dict.fromkeys(wanted) if each[0] != "token-url" or each[2] == "one"]
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(make, bench, samples, *each, number % 2 == 1 and each[0] in POLICIES) for number, each in enumerate(wanted)]
        return [job.result() for job in jobs]
