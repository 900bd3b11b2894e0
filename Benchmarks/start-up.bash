# For Scripts/bench, which reads this: what a process costs that does one small thing.
# shellcheck shell=bash disable=SC2154

work=$(mktemp -d "$memory_file_system/fairlead-bench.XXXXXX")
disk=$(mktemp -d "${TMPDIR:-/tmp}/fairlead-bench.XXXXXX")
trap 'rm -rf "$work" "$disk"' EXIT

# make_title FOLDER: one segment of 2 s (180 kB), a key store and a key-encryption key.
make_title() {
    mkdir -p "$1/title"
    ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=320x180:rate=25:duration=2 -f lavfi -i sine=duration=2 \
        -c:v libx264 -preset ultrafast -c:a aac -f hls -hls_time 4 -hls_playlist_type vod \
        -hls_segment_filename "$1/title/segment%d.ts" "$1/title/index.m3u8"
    "$fairlead" keys init --quiet --key-store "sqlite:$1/keys.sqlite" --kek-file "$1/kek" >/dev/null
}

build_fairlead
make_title "$work"
make_title "$disk"

echo "measuring" >&2
python3 - "$fairlead" "$work" "$disk" "$rounds" "$json" <<'PYTHON'
import json
import os
import shutil
import statistics
import sys
import time

fairlead, memory, disk, rounds, json_file = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5]


def protect(folder):
    store = ["--key-store", f"sqlite:{folder}/keys.sqlite", "--kek-file", f"{folder}/kek"]
    return lambda number: (
        [fairlead, "protect", f"{folder}/title/index.m3u8", "-o", f"{folder}/results/{number}"]
        + ["--content-id", f"title-{number}", "--method", "aes-128", "--quiet"]
        + store
    )


def encrypt(number):
    key = ["-K", "000102030405060708090a0b0c0d0e0f", "-iv", "0f0e0d0c0b0a09080706050403020100"]
    files = ["-in", f"{memory}/title/segment0.ts", "-out", f"{memory}/encrypted"]
    return [openssl, "enc", "-aes-128-cbc", *key, *files]


openssl = shutil.which("openssl")
jobs = {
    "true": lambda number: [shutil.which("true")],
    "openssl version": lambda number: [openssl, "version"],
    "openssl enc": encrypt,
    "fairlead --version": lambda number: [fairlead, "--version"],
    "fairlead protect, memory": protect(memory),
    "fairlead protect, disk": protect(disk),
}
nothing = os.open(os.devnull, os.O_RDWR)
runs = {name: [] for name in jobs}
# Interleaved, so that what else the machine does meets all of them; round 0 does not count.
for number in range(rounds + 1):
    for name, command in jobs.items():
        words = command(number)
        start = time.perf_counter()
        process = os.posix_spawn(words[0], words, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing, 1)])
        _, status, usage = os.wait4(process, 0)
        wall = time.perf_counter() - start
        if status != 0:
            sys.exit(f"error: this job failed: {name}")
        if number > 0:
            processor = usage.ru_utime + usage.ru_stime
            runs[name].append({"seconds": wall, "processor_seconds": processor, "page_faults": usage.ru_minflt})

print(f"one process, {rounds} rounds, {os.cpu_count()} cores, in milliseconds")
print(f"{'job':28}{'median':>10}{'least':>10}{'cpu median':>12}{'cpu least':>12}{'page faults':>13}")
for name, measured in runs.items():
    wall = [1000 * run["seconds"] for run in measured]
    processor = [1000 * run["processor_seconds"] for run in measured]
    faults = statistics.median(run["page_faults"] for run in measured)
    print(
        f"{name:28}{statistics.median(wall):>10.2f}{min(wall):>10.2f}"
        f"{statistics.median(processor):>12.2f}{min(processor):>12.2f}{faults:>13.0f}"
    )
if json_file:
    with open(json_file, "w") as file:
        json.dump({"cores": os.cpu_count(), "jobs": runs}, file, indent=2)
        file.write("\n")
PYTHON

for folder in "$work" "$disk"; do
    "$fairlead" verify "$folder/results/$rounds/index.m3u8" --source "$folder/title/index.m3u8" \
        --key-store "sqlite:$folder/keys.sqlite" --kek-file "$folder/kek" >/dev/null ||
        fail "the measured result of protect does not verify"
done
