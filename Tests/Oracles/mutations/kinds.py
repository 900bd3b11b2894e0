"""The kinds of results that are changed: a sample, and how it is protected."""

from dataclasses import dataclass

SYSTEMS = "fairplay,widevine,playready"


@dataclass(frozen=True)
class Kind:
    name: str
    sample: str
    options: tuple[str, ...]
    entry: str = "multivariant.m3u8"
    """The playlist that is protected and verified."""
    has_iframes: bool = True
    """Whether playlists of I-frames stay: nobody can open a part of what AES-256-GCM encrypts."""


def _kind(name: str, sample: str, options: str, entry: str = "multivariant.m3u8", has_iframes: bool = True) -> Kind:
    return Kind(name, sample, tuple(options.split()), entry, has_iframes)


KINDS = [
    _kind("aes-128", "ts", "--method aes-128"),
    _kind("aes-128-ranges", "ts-byterange", "--method aes-128"),
    _kind("aes-128-sections", "fmp4", "--method aes-128 --encrypt-init"),
    _kind("aes-128-sequence", "packed-audio", "--method aes-128 --iv-mode sequence", "index.m3u8"),
    _kind("aes-256-gcm", "ts", "--method aes-256-gcm", has_iframes=False),
    _kind("sample-aes", "ts", "--method sample-aes"),
    _kind("sample-aes-audio", "packed-audio", "--method sample-aes --drm identity", "index.m3u8"),
    _kind("cbcs", "fmp4", f"--method sample-aes --drm {SYSTEMS}"),
    _kind("cbcs-single-file", "fmp4-byterange", "--method sample-aes --drm identity"),
    _kind("cenc", "fmp4", "--method sample-aes-ctr --drm widevine,playready"),
    _kind("rotation-sections", "fmp4", f"--method sample-aes --rotate-every 4 --template content-id-track --drm {SYSTEMS}"),
    _kind("rotation-seig", "fmp4", "--method sample-aes --rotate-every 4 --rotation seig --template content-id-track"),
    _kind("clear-lead", "ts", "--method sample-aes --clear-lead 4"),
    _kind("subtitles", "ts", "--method aes-128", "subtitles/en/index.m3u8"),
]
