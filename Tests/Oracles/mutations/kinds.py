"""The kinds of results that are changed: a sample, and how it is protected."""

from dataclasses import dataclass

SYSTEMS = "fairplay,widevine,playready"
ROTATION = "--rotate-every 4 --template content-id-track"


@dataclass(frozen=True)
class Kind:
    name: str
    sample: str
    options: str
    entry: str = "multivariant.m3u8"
    """The playlist that is protected and verified."""
    has_iframes: bool = True
    """Whether playlists of I-frames stay: nobody can open a part of what AES-256-GCM encrypts."""
    is_whole: bool = False
    """Whether all renditions and segments stay; fewer take less time."""
    rewriting: str = ""
    """How `rewrite` changes the playlists afterwards."""
    window: str = ""
    """What `rewrite` leaves of them. Of a part the key store does not know the media, but the source tells them."""


KINDS = [
    Kind("aes-128", "ts", "--method aes-128"),
    Kind("aes-128-ranges", "ts-byterange", "--method aes-128"),
    Kind("aes-128-sections", "fmp4", "--method aes-128 --encrypt-init"),
    Kind("aes-128-sequence", "packed-audio", "--method aes-128 --iv-mode sequence", "index.m3u8"),
    Kind("aes-128-ladder", "ts", f"--method aes-128 --key-per rendition {ROTATION}", is_whole=True),
    Kind("aes-256-gcm", "ts", "--method aes-256-gcm", has_iframes=False),
    Kind("sample-aes", "ts", "--method sample-aes"),
    Kind("sample-aes-audio", "packed-audio", "--method sample-aes --drm identity", "index.m3u8"),
    Kind("cbcs", "fmp4", f"--method sample-aes --drm {SYSTEMS}"),
    Kind("cbcs-ranges", "fmp4-byterange", "--method sample-aes --drm identity"),
    Kind("cenc", "fmp4", "--method sample-aes-ctr --drm widevine,playready"),
    Kind("rotation-sections", "fmp4", f"--method sample-aes --drm {SYSTEMS} {ROTATION}"),
    Kind("rotation-seig", "fmp4", f"--method sample-aes --rotation seig {ROTATION}"),
    Kind("clear-lead", "ts", "--method sample-aes --clear-lead 4"),
    Kind("rewritten", "fmp4", "--method sample-aes", rewriting=f"--drm {SYSTEMS} --key-uri skd://{{key_id}} --session-keys all"),
    Kind("part", "ts", "--method sample-aes", is_whole=True, window="--from 4"),
    Kind("part-rotation", "fmp4", f"--method sample-aes --rotation seig {ROTATION}", is_whole=True, window="--from 4"),
    Kind("part-sections", "fmp4", "--method aes-128 --encrypt-init", is_whole=True, window="--from 4 --to 8"),
    Kind("webvtt", "ts", "--method aes-128", "subtitles/en/index.m3u8"),
]
