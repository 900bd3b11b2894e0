# shellcheck shell=bash disable=SC2034,SC2154
# The part of Scripts/bench that measures `fairlead package`. It sources this file when all is built; what it needs stands there.

# --- Jobs: functions read the folder $1, in which is movie.mp4, and make the folder $2 ---

copy_movie() { mkdir "$2" && cp "$1/movie.mp4" "$2"; }

# package FOLDER RESULT OPTIONS...
package() {
    "$fairlead" package "$1/movie.mp4" --output "$2" --quiet --segment-duration 6 "${@:3}" >/dev/null
}

package_protected() {
    package "$1" "$2" --content-id "package-$3-$4" --segment-format "$3" --method "$4" --key-store "$key_store" \
        --kek-file "$kek_file" "${@:5}"
}

package_clear() { package "$1" "$2" --clear; }
package_clear_ts() { package "$1" "$2" --clear --segment-format ts; }
package_clear_one_job() { package "$1" "$2" --clear --jobs 1; }
package_clear_ts_one_job() { package "$1" "$2" --clear --segment-format ts --jobs 1; }
package_aes_ts() { package_protected "$1" "$2" ts aes-128; }
package_aes_ts_one_job() { package_protected "$1" "$2" ts aes-128 --jobs 1; }
package_samples_ts() { package_protected "$1" "$2" ts sample-aes; }
package_samples_ts_one_job() { package_protected "$1" "$2" ts sample-aes --jobs 1; }
package_cbcs() { package_protected "$1" "$2" fmp4 sample-aes; }
package_cbcs_one_job() { package_protected "$1" "$2" fmp4 sample-aes --jobs 1; }

# shaka_package FOLDER RESULT EXTENSION OPTIONS...
shaka_package() {
    local inputs=() kind
    mkdir "$2"
    for kind in video audio; do
        inputs+=("in=$1/movie.mp4,stream=$kind,segment_template=$2/$kind\$Number\$.$3,playlist_name=$kind.m3u8")
        [[ $3 == ts ]] || inputs[-1]+=",init_segment=$2/$kind.mp4"
    done
    "$packager" "${inputs[@]}" --hls_master_playlist_output "$2/index.m3u8" --segment_duration 6 --quiet "${@:4}"
}

shaka_raw_key=(--clear_lead 0 --enable_raw_key_encryption --iv 0f0e0d0c0b0a09080706050403020100)
shaka_raw_key+=(--keys label=:key_id=00000000000000000000000000000001:key=000102030405060708090a0b0c0d0e0f)

shaka_protected() {
    local raw_key
    read -r -a raw_key <<<"$shaka_options"
    shaka_package "$1" "$2" "$3" --protection_scheme "$4" "${raw_key[@]}" "${@:5}"
}

shaka_package_clear() { shaka_package "$1" "$2" m4s; }
shaka_package_clear_ts() { shaka_package "$1" "$2" ts; }
shaka_package_cbcs() { shaka_protected "$1" "$2" m4s cbcs; }
shaka_package_samples_ts() { shaka_protected "$1" "$2" ts cbcs; }
shaka_package_aes_ts() { shaka_protected "$1" "$2" ts aes128 --hls_key_uri key.bin; }

# ffmpeg_package FOLDER RESULT EXTENSION OPTIONS...: Debian's, both tracks in one rendition.
ffmpeg_package() {
    mkdir "$2"
    ffmpeg -nostdin -v error -i "$1/movie.mp4" -c copy -f hls -hls_time 6 -hls_playlist_type vod "${@:4}" \
        -hls_segment_filename "$2/segment%04d.$3" "$2/index.m3u8"
}

ffmpeg_package_clear() { ffmpeg_package "$1" "$2" m4s -hls_segment_type fmp4; }
ffmpeg_package_clear_ts() { ffmpeg_package "$1" "$2" ts; }

shaka_options=${shaka_raw_key[*]}
export shaka_options
export -f copy_movie package package_protected package_clear package_clear_ts package_clear_one_job package_clear_ts_one_job \
    package_aes_ts package_aes_ts_one_job package_samples_ts package_samples_ts_one_job package_cbcs package_cbcs_one_job \
    shaka_package shaka_protected shaka_package_clear shaka_package_clear_ts shaka_package_cbcs shaka_package_samples_ts \
    shaka_package_aes_ts ffmpeg_package ffmpeg_package_clear ffmpeg_package_clear_ts

package_jobs=(
    "cp|movie|copy_movie"
    "fairlead, clear fMP4|movie|package_clear"
    "fairlead, clear fMP4, 1 job|movie|package_clear_one_job"
    "fairlead, clear TS|movie|package_clear_ts"
    "fairlead, clear TS, 1 job|movie|package_clear_ts_one_job"
    "fairlead, AES-128 TS|movie|package_aes_ts"
    "fairlead, AES-128 TS, 1 job|movie|package_aes_ts_one_job"
    "fairlead, SAMPLE-AES TS|movie|package_samples_ts"
    "fairlead, SAMPLE-AES TS, 1 job|movie|package_samples_ts_one_job"
    "fairlead, cbcs fMP4|movie|package_cbcs"
    "fairlead, cbcs fMP4, 1 job|movie|package_cbcs_one_job"
    "Shaka Packager, clear fMP4|movie|shaka_package_clear"
    "Shaka Packager, clear TS|movie|shaka_package_clear_ts"
    "Shaka Packager, AES-128 TS|movie|shaka_package_aes_ts"
    "Shaka Packager, SAMPLE-AES TS|movie|shaka_package_samples_ts"
    "Shaka Packager, cbcs fMP4|movie|shaka_package_cbcs"
    "ffmpeg, clear fMP4|movie|ffmpeg_package_clear"
    "ffmpeg, clear TS|movie|ffmpeg_package_clear_ts"
)

# Of a large movie the memory counts: each job runs once.
large_jobs=(
    "fairlead, clear fMP4|movie|package_clear"
    "fairlead, clear TS|movie|package_clear_ts"
    "fairlead, SAMPLE-AES TS|movie|package_samples_ts"
    "fairlead, cbcs fMP4|movie|package_cbcs"
)

# --- The run ---

echo "making a movie of $megabytes MB" >&2
mkdir "$work/movie"
make_clip "$work/clip.mp4"
clip_size=$(stat --format=%s "$work/clip.mp4")
if [[ $subject == package-large ]]; then
    python3 -B "$root/Benchmarks/loop_movie.py" "$work/clip.mp4" "$work/movie/movie.mp4" "$megabytes"
    for job in "${large_jobs[@]}"; do
        sample_anonymous "$job"
    done
    awk -F '\t' '{ printf "%-36s%10.1f anon MB\n", $2, $3 / 1024 }' "$work/anonymous"
    exit
fi
ffmpeg -nostdin -v error -stream_loop $((megabytes * 1000000 / clip_size)) -i "$work/clip.mp4" -c copy "$work/movie/movie.mp4"
jobs=("${package_jobs[@]}")
run_rounds
summarize .mp4 "$json"

# What was measured has to be right.
package_clear_ts "$work/movie" "$work/clear"
for method in aes-128 sample-aes; do
    package_protected "$work/movie" "$work/result" ts "$method"
    "$fairlead" verify "$work/result/main.m3u8" --source "$work/clear/main.m3u8" --key-store "$key_store" \
        --kek-file "$kek_file" >/dev/null || fail "the measured result of $method in TS does not verify"
    rm -r "$work/result"
done
rm -r "$work/clear"
package_clear "$work/movie" "$work/clear"
package_cbcs "$work/movie" "$work/result"
"$fairlead" verify "$work/result/main.m3u8" --source "$work/clear/main.m3u8" --key-store "$key_store" \
    --kek-file "$kek_file" >/dev/null || fail "the measured result of cbcs does not verify"
