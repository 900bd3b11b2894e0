"""Random options of the commands."""

import random

METHODS = {"sample-aes": 5, "aes-128": 3, "sample-aes-ctr": 2, "aes-256-gcm": 2}
PER_TRACK = ["--template", "content-id-track"]
DURATIONS = ["0.5", "1", "1", "2", "2", "3.3", "6"]


def chance(draw: random.Random, probability: float, *words: str) -> list[str]:
    return list(words) if draw.random() < probability else []


def protection(draw: random.Random, container: str) -> list[str]:
    """Of `protect` and `package` alike; a few of them do not go with others, and are to be refused."""
    method = draw.choices(list(METHODS), list(METHODS.values()))[0]
    if method == "sample-aes-ctr" and container == "ts" and draw.random() < 0.9:
        method = "sample-aes"
    words = ["--method", method]
    if method == "sample-aes":
        systems = ["fairplay", "identity"] + (["fairplay,widevine,playready", "widevine"] if container != "ts" else [])
        words += chance(draw, 0.7, "--drm", draw.choice(systems))
        if "identity" in words:
            words += ["--key-uri", "https://keys.example.com/{key_id}"]
    elif method == "sample-aes-ctr":
        words += chance(draw, 0.5, "--drm", draw.choice(["widevine", "playready", "widevine,playready"]))
    elif method == "aes-128":
        words += chance(draw, 0.5, "--iv-mode", draw.choice(["segment", "sequence", "constant"]))
    if method in ("aes-128", "aes-256-gcm"):
        words += chance(draw, 0.3, "--encrypt-init")
    if draw.random() < 0.3:
        words += ["--rotate-every", draw.choice(DURATIONS)]
        words += chance(draw, 0.5, "--rotation", draw.choice(["sections", "seig"]))
    words += chance(draw, 0.25, "--clear-lead", draw.choice(DURATIONS))
    words += chance(draw, 0.4, "--session-keys", draw.choice(["none", "start", "all"]))
    words += chance(draw, 0.3, "--key-per", draw.choice(["presentation", "type", "rendition"]))
    if "--key-uri" not in words and method != "sample-aes-ctr" and ("--rotate-every" in words or "--key-per" in words):
        words += PER_TRACK
    return words


def packaging(draw: random.Random) -> list[str]:
    container = draw.choice(["fmp4", "fmp4", "ts"])
    words = ["--segment-format", container, "--segment-duration", draw.choice(DURATIONS)]
    words += chance(draw, 0.3, "--single-file")
    if container == "ts":
        words += draw.choice([[], ["--muxed"], ["--packed-audio"]])
    words += chance(draw, 0.6, "--allow-misaligned")
    words += chance(draw, 0.1, "--start-offset", draw.choice(["1", "-1.5"]))
    words += chance(draw, 0.1, "--hdcp", draw.choice(["sd=TYPE-0", "hd=NONE"]))
    return words + (["--clear"] if draw.random() < 0.35 else protection(draw, container))


def rewriting(draw: random.Random) -> list[str]:
    words = chance(draw, 0.5, "--key-uri", "skd://{content_id}-{track}-{period}-second")
    words += chance(draw, 0.6, "--session-keys", draw.choice(["none", "start", "all"]))
    return words or ["--session-keys", "all"]


def window(draw: random.Random) -> list[str]:
    return chance(draw, 0.4, *draw.choice([["--from", "1"], ["--to", "3"], ["--from", "0.5", "--to", "4"], ["--last", "2"]]))
