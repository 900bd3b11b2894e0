# shellcheck shell=bash disable=SC2034,SC2154
# The memory that large titles need, for Scripts/bench, which reads this. Inputs take no room: they name the bytes of 12 s again
# and again. Results are as large as the titles: they go to a disk, one after the other.

# shellcheck source=Benchmarks/inputs.bash
source "$root/Benchmarks/inputs.bash"
# shellcheck source=Benchmarks/jobs.bash
source "$root/Benchmarks/jobs.bash"

aim_megabytes=96

# Of each size, each runs once.
large_jobs=(
    "TS to AES-128|fairlead|ts||protect aes-128"
    "TS to AES-256-GCM|fairlead|ts||protect aes-256-gcm"
    "TS to SAMPLE-AES|fairlead|ts||protect sample-aes"
    "fMP4 to AES-128|fairlead|fmp4||protect aes-128"
    "fMP4 to cbcs|fairlead|fmp4||protect sample-aes"
    "MP4 to clear fMP4|fairlead|movie||package fmp4 none"
    "MP4 to clear TS|fairlead|movie||package ts none"
    "MP4 to AES-128 TS|fairlead|movie||package ts aes-128"
    "MP4 to SAMPLE-AES TS|fairlead|movie||package ts sample-aes"
    "MP4 to cbcs fMP4|fairlead|movie||package fmp4 sample-aes"
)

# make_large INPUT FOLDER CLIP MEGABYTES
make_large() {
    local playlist megabytes=1 repetitions
    repetitions=$(($4 * 1000000 / $(stat --format=%s "$3") + 1))
    if [[ $1 == movie ]]; then
        mkdir "$2"
        python3 -B "$root/Benchmarks/loop_movie.py" "$3" "$2/movie.mp4" "$4"
        return
    fi
    "make_$1" "$2" "$3"
    for playlist in "$2"/*.m3u8; do
        ! grep --quiet '^#EXTINF' "$playlist" || python3 -B "$root/Benchmarks/loop_playlist.py" "$playlist" "$repetitions"
    done
}

sizes=(1000 10000)
[[ -z $megabytes ]] || sizes=("$megabytes")
make_work_folder "$temporary_folder" $((sizes[-1] * 5 / 4))
build_fairlead
make_key_store
make_clip "$work/clip.mp4"
jobs=("${large_jobs[@]}")
keep_jobs_that "$only"
leave_out_unknown_methods
for size in "${sizes[@]}"; do
    for input in $(inputs_of_jobs); do
        make_large "$input" "$work/$input-$size" "$work/clip.mp4" "$size"
    done
done

chosen=("${jobs[@]}")
jobs=()
for size in "${sizes[@]}"; do
    for job in "${chosen[@]}"; do
        IFS='|' read -r task program input _ command <<<"$job"
        jobs+=("$task|$program|$input-$size|$aim_megabytes|$command")
    done
done
echo "measuring ${#jobs[@]} jobs" >&2
run_jobs 0
report large.py "$work"
