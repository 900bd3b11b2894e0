"""What is made, and where its keys come from: one run of the program each."""

import secrets
from dataclasses import dataclass, field

METHODS = ("aes-128", "aes-256-gcm", "sample-aes", "sample-aes-ctr")
PROVIDED = ("minted", "created", "given", "key-file", "key-and-iv-file", "derived", "cpix", "speke", "speke1", "imported")
ALL_SYSTEMS = ("--drm", "fairplay,widevine,playready")
SEVERAL = ("--template", "content-id-track")


@dataclass(frozen=True)
class Case:
    command: str
    input: str
    """The name of a presentation, or of a mezzanine."""
    method: str
    options: tuple[str, ...] = ()
    keys: str = "minted"
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(64), compare=False)
    """What a given key, IV or master secret is made of."""

    @property
    def name(self) -> str:
        words = (self.command, self.input, self.method, *self.options, self.keys)
        return " ".join(word.lstrip("-") for word in words)

    @property
    def hides_vector(self) -> bool:
        """Whether the IV of the record belongs to boxes of fMP4 alone: FairPlay delivers it with the key."""
        systems = self.options[self.options.index("--drm") + 1] if "--drm" in self.options else "fairplay"
        return self.method == "sample-aes" and "identity" not in systems


def protect(presentation: str, method: str, *options: str, keys: str = "minted") -> Case:
    return Case("protect", presentation, method, options, keys)


def package(method: str, *options: str) -> Case:
    return Case("package", "h264-aac.mp4", method, options)


def methods_of(presentation: str) -> list[str]:
    return [method for method in METHODS if method != "sample-aes-ctr" or presentation.startswith("fmp4")]


def all_cases() -> list[Case]:
    cases = []
    for presentation in ("ts", "ts-byterange", "fmp4", "fmp4-byterange", "packed-audio"):
        cases += [protect(presentation, method) for method in methods_of(presentation)]
        cases += [protect(presentation, "aes-128", "--iv-mode", mode) for mode in ("sequence", "constant")]
    for method in methods_of("ts"):
        cases += [
            protect("ts", method, "--rotate-every", "4s", *SEVERAL),
            protect("ts", method, "--key-per", "rendition", *SEVERAL),
            protect("ts", method, "--clear-lead", "4s"),
        ]
    for method in ("sample-aes", "sample-aes-ctr"):
        systems = ALL_SYSTEMS if method == "sample-aes" else ("--drm", "widevine,playready")
        cases += [
            protect("fmp4", method, "--rotate-every", "4s", "--rotation", form, *systems, *SEVERAL) for form in ("sections", "seig")
        ]
        cases += [protect("fmp4", method, "--clear-lead", "4s", *systems), protect("fmp4", method, "--drm", "identity")]
    cases += [protect("fmp4", method, "--encrypt-init") for method in ("aes-128", "aes-256-gcm")]
    for container in ((), ("--single-file",), ("--segment-format", "ts"), ("--segment-format", "ts", "--packed-audio")):
        cases += [package(method, *container) for method in METHODS if method != "sample-aes-ctr" or "ts" not in container]
    cases += [protect("fmp4", "sample-aes", *ALL_SYSTEMS, keys=keys) for keys in PROVIDED]
    # SPEKE v1 of AWS and FairPlay have a system each, and neither is a matter of AES-128 over CPIX without lines.
    cases += [protect("ts", "aes-128", "--iv-mode", "constant", keys=keys) for keys in PROVIDED]
    cases += [protect("ts", "aes-256-gcm", keys=keys) for keys in ("created", "given", "key-file", "derived", "imported")]
    return list(dict.fromkeys(cases))
