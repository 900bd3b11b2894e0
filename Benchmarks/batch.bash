# shellcheck shell=bash disable=SC2154
# Many short titles, for Scripts/bench, which reads this: what a title of one segment costs `fairlead batch`, against copying, and
# against a shell loop that starts `openssl enc`, or `fairlead protect`, for each.

[[ $titles =~ ^[1-9][0-9]*$ ]] || fail "--titles is a whole number" 64
build_fairlead
export titles

work=$(mktemp -d "$memory_file_system/fairlead-bench.XXXXXX")
disk=$(mktemp -d "${TMPDIR:-/tmp}/fairlead-bench.XXXXXX")
trap 'rm -rf "$work" "$disk"' EXIT

# make_titles FOLDER: titles of one segment of 2 s, and their manifest.
make_titles() {
    local number
    ffmpeg -nostdin -v error -f lavfi -i testsrc2=size=320x180:rate=25:duration=2 -f lavfi -i sine=duration=2 \
        -c:v libx264 -preset ultrafast -c:a aac -f hls -hls_time 4 -hls_playlist_type vod \
        -hls_segment_filename "$1/segment%d.ts" "$1/index.m3u8"
    echo input,content_id >"$1/catalogue.csv"
    for ((number = 0; number < titles; number++)); do
        mkdir -p "$1/titles/$number"
        cp "$1/index.m3u8" "$1/segment0.ts" "$1/titles/$number"
        echo "$1/titles/$number/index.m3u8,title-$number" >>"$1/catalogue.csv"
    done
}

copy_titles() { cp -r "$1/titles" "$1/result"; }

openssl_titles() {
    local number
    for ((number = 0; number < titles; number++)); do
        mkdir -p "$1/result/$number"
        cp "$1/titles/$number/index.m3u8" "$1/result/$number"
        openssl enc -aes-128-cbc -K 000102030405060708090a0b0c0d0e0f -iv 0f0e0d0c0b0a09080706050403020100 \
            -in "$1/titles/$number/segment0.ts" -out "$1/result/$number/segment0.ts"
    done
}

protect_titles() {
    local number
    for ((number = 0; number < titles; number++)); do
        "$fairlead" protect "$1/titles/$number/index.m3u8" -o "$1/result/$number" --content-id "title-$number" \
            --method aes-128 --quiet >/dev/null
    done
}

batch() {
    "$fairlead" batch "$1/catalogue.csv" -o "$1/result/{content_id}" --method aes-128 --quiet "${@:2}" >/dev/null
}

# measure FOLDER NAME COMMAND...: as often as there are rounds, each with a new key store, and a warm-up before.
measure() {
    local round start end
    for ((round = 0; round <= rounds; round++)); do
        rm -rf "$1/result" "$1/store"
        "$fairlead" keys init --quiet >/dev/null
        [[ $2 != *again* ]] || batch "$1"
        start=$EPOCHREALTIME
        "${@:3}"
        end=$EPOCHREALTIME
        ((round == 0)) || printf '%s\t%s\t%s\t%s\n' "$folder_name" "$2" "$start" "$end" >>"$work/results"
    done
}

for folder_name in memory disk; do
    folder=$work/memory
    [[ $folder_name == memory ]] || folder=$disk
    mkdir -p "$folder"
    make_titles "$folder"
    export FAIRLEAD_KEY_STORE=sqlite:$folder/store/keys.sqlite XDG_CONFIG_HOME=$folder
    echo "measuring: $folder_name" >&2
    measure "$folder" "cp -r" copy_titles "$folder"
    measure "$folder" "shell loop of openssl enc" openssl_titles "$folder"
    measure "$folder" "shell loop of fairlead protect" protect_titles "$folder"
    measure "$folder" "fairlead batch, 1 worker" batch "$folder" --workers 1 --jobs 1
    measure "$folder" "fairlead batch, 2 workers" batch "$folder" --workers 2 --jobs 2
    measure "$folder" "fairlead batch again: all current" batch "$folder"
done

python3 - "$work/results" "$titles" "$json" <<'PYTHON'
import json
import os
import statistics
import sys

results, titles, json_file = sys.argv[1], int(sys.argv[2]), sys.argv[3]
runs = {}
for line in open(results):
    folder, name, start, end = line.rstrip("\n").split("\t")
    runs.setdefault(folder, {}).setdefault(name, []).append(float(end) - float(start))
rows = []
for folder, jobs in runs.items():
    unit = statistics.median(next(iter(jobs.values())))
    print(f"{titles} titles of one segment of 2 s, on {folder}, {os.cpu_count()} cores, {len(next(iter(jobs.values())))} rounds")
    print(f"{'job':36}{'median s':>10}{'ms a title':>12}{'titles/s':>10}{'x cp':>8}")
    for name, seconds in jobs.items():
        median = statistics.median(seconds)
        print(f"{name:36}{median:>10.3f}{1000 * median / titles:>12.2f}{titles / median:>10.0f}{median / unit:>8.1f}")
        rows.append({"folder": folder, "job": name, "titles": titles, "seconds": seconds})
if json_file:
    with open(json_file, "w") as file:
        json.dump(rows, file, indent=2)
PYTHON
