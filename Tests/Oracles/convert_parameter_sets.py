"""Protects fragmented MP4 with parameter sets in its samples (avc3, hev1) and lets ffmpeg decrypt the result.

Shaka Packager makes the media from transport streams; frames have to be those of the clear media, and the formats avc1 and
hvc1. Usage: convert_parameter_sets.py FAIRLEAD FFMPEG PACKAGER WORK KEY_STORE_OPTIONS...
"""

import json
import re
import subprocess
import sys
from pathlib import Path

CODERS = {
    "avc3": ["libx264", "-preset", "ultrafast", "-g", "50", "-x264-params", "repeat-headers=1:scenecut=0"],
    "hev1": ["libx265", "-preset", "ultrafast", "-x265-params", "keyint=50:repeat-headers=1:log-level=none"],
}
CONVERTED = {"avc3": "avc1", "hev1": "hvc1"}
NAMED = re.compile(r'^#EXT-X-MAP:URI="([^"]+)"|^([^#\s].*)$', re.MULTILINE)


def make(packager, codec, folder):
    folder.mkdir()
    stream = folder.with_suffix(".ts")
    picture = "testsrc2=size=320x180:rate=25:duration=8"
    coder = ["-c:v", *CODERS[codec]]
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", picture, *coder, "-y", stream], check=True)
    names = f"init_segment={folder}/init.mp4,segment_template={folder}/$Number$.m4s"
    playlists = "playlist_name=video.m3u8,iframe_playlist_name=i-frames.m3u8"
    master = folder / "multivariant.m3u8"
    options = ["--strip_parameter_set_nalus=false", "--segment_duration", "4", "--fragment_duration", "2", "--quiet"]
    description = f"in={stream},stream=video,{names},{playlists}"
    subprocess.run([packager, description, *options, "--hls_master_playlist_output", master], check=True)
    # The packager names the formats of samples without parameter sets.
    master.write_text(master.read_text().replace(CONVERTED[codec] + ".", codec + "."))
    return master


def frames(ffmpeg, folder, key=None):
    """What ffmpeg decodes of all media that the playlist names, each once."""
    names = [first or second for first, second in NAMED.findall((folder / "video.m3u8").read_text())]
    whole = folder.with_suffix(".mp4")
    whole.write_bytes(b"".join((folder / name).read_bytes() for name in dict.fromkeys(names)))
    options = ["-decryption_key", key] if key else []
    command = [ffmpeg, "-v", "error", *options, "-i", whole, "-f", "framemd5", "-"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if not line.startswith("#")]


def check(fairlead, ffmpeg, source, output, codec, method, key_store):
    name = output.name
    template = ["--drm", "identity", "--key-uri", "https://keys.example.com/{content_id}"]
    target = ["--output", output, "--content-id", name, "--method", method]
    subprocess.run([fairlead, "protect", source, *target, *template, *key_store], check=True, capture_output=True)
    result = output / source.name
    subprocess.run([fairlead, "verify", result, "--source", source, *key_store], check=True, capture_output=True)
    export = ["keys", "export", "--content-id", name, "--as", "jsonl", "--allow-plaintext"]
    keys = subprocess.run([fairlead, *export, *key_store], check=True, capture_output=True, text=True).stdout
    clear = frames(ffmpeg, source.parent)
    assert len(clear) == 200, f"{len(clear)} clear frames"
    assert frames(ffmpeg, output, json.loads(keys.splitlines()[0])["key"]) == clear, "frames differ"
    text = result.read_text()
    assert codec + "." not in text and CONVERTED[codec] + "." in text, "CODECS"
    assert b"frma" + CONVERTED[codec].encode() in (output / "init.mp4").read_bytes(), "frma"


def main():
    fairlead, ffmpeg, packager, work, *key_store = sys.argv[1:]
    passed = failed = 0
    for codec in CODERS:
        source = make(packager, codec, Path(work) / f"in-band-{codec}")
        for method in ("sample-aes", "sample-aes-ctr"):
            output = Path(work) / f"out-in-band-{codec}-{method}"
            try:
                check(fairlead, ffmpeg, source, output, codec, method, key_store)
                passed += 1
            except (AssertionError, subprocess.CalledProcessError) as error:
                failed += 1
                print(f"{codec} {method}: {error}", getattr(error, "stdout", ""), getattr(error, "stderr", ""))
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
