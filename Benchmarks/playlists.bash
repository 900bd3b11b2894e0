# shellcheck shell=bash disable=SC2034,SC2154
# Playlists, for Scripts/bench, which reads this: PlaylistBenchmark in memory, and the commands that work on playlists.

# make_playlists FOLDER: three media playlists of 24 h, segments of 2 s, each with a key line of its own; no media.
make_playlists() {
    mkdir "$1"
    python3 - "$1" <<'PYTHON'
import sys

folder = sys.argv[1]
renditions = [(1080, 1920, 6_000_000), (720, 1280, 3_000_000), (360, 640, 1_000_000)]
with open(f"{folder}/multivariant.m3u8", "w") as playlist:
    playlist.write("#EXTM3U\n")
    for height, width, bandwidth in renditions:
        playlist.write(f'#EXT-X-STREAM-INF:BANDWIDTH={bandwidth},RESOLUTION={width}x{height}\n{height}.m3u8\n')
for height, _, _ in renditions:
    with open(f"{folder}/{height}.m3u8", "w") as playlist:
        playlist.write("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:VOD\n")
        for index in range(43_200):
            vector = index * 0x9E3779B97F4A7C15F39CC0605CEDC835 % (1 << 128)
            playlist.write(
                f'#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example.com/v1/movie-42/key",IV=0x{vector:032x}\n'
                f"#EXTINF:2.00000,\nvideo_{height}_{index}.ts\n"
            )
        playlist.write("#EXT-X-ENDLIST\n")
PYTHON
}

copy() { cp -r "$1" "$2"; }

rewrite() {
    "$fairlead" rewrite "$1/multivariant.m3u8" --output "$2" --quiet --no-records --drm identity \
        --key-uri 'https://ent.example.com/v1/keys?tenant=7&cid=movie-42' >/dev/null
}

inspect() {
    mkdir "$2"
    "$fairlead" inspect "$1/multivariant.m3u8" >"$2/inspection"
}

export -f copy rewrite inspect

jobs=(
    "copy playlists|cp -r|playlists||copy"
    "new key URIs|fairlead rewrite|playlists||rewrite"
    "findings|fairlead inspect|playlists||inspect"
)

benchmark=$(build_benchmark PlaylistBenchmark)
"$benchmark" "$rounds" ${json:+"$json"}
json=${json:+${json%.json}-commands.json}
make_work_folder "$memory_file_system" 200
build_fairlead
make_playlists "$work/playlists"
run_jobs "$rounds"
report table.py "$work" .m3u8
