# shellcheck shell=bash disable=SC2034,SC2154
# Jobs on a disk, for Scripts/bench, which reads this: with the source in the page cache, and with one that has to be read.

# shellcheck source=Benchmarks/inputs.bash
source "$root/Benchmarks/inputs.bash"
# shellcheck source=Benchmarks/jobs.bash
source "$root/Benchmarks/jobs.bash"

jobs_of_input=(
    "copy TS|cp -r, sync|ts||copy_to_disk"
    "TS to AES-128|fairlead|ts||protect aes-128"
    "TS to AES-256-GCM|fairlead|ts||protect aes-256-gcm"
    "TS to SAMPLE-AES|fairlead|ts||protect sample-aes"
    "copy fMP4|cp -r, sync|fmp4||copy_to_disk"
    "fMP4 to AES-128|fairlead|fmp4||protect aes-128"
    "fMP4 to cbcs|fairlead|fmp4||protect sample-aes"
    "copy MP4|cp -r, sync|movie||copy_to_disk"
    "MP4 to AES-128 TS|fairlead|movie||package ts aes-128"
    "MP4 to cbcs fMP4|fairlead|movie||package fmp4 sample-aes"
)

# `measure.py` takes inputs whose names begin with `cold-` out of the page cache.
jobs=("${jobs_of_input[@]}")
for job in "${jobs_of_input[@]}"; do
    IFS='|' read -r task program input _ command <<<"$job"
    jobs+=("$task, cold|$program|cold-$input||$command")
done
keep_jobs_that "$only"
megabytes=${megabytes:-260}
# Three inputs, two of them joined too, all twice, a result, and two clear ones at the end.
make_work_folder "$temporary_folder" $((megabytes * 16))
build_fairlead
leave_out_unknown_methods

echo "making inputs of $megabytes MB" >&2
make_key_store
make_clip "$work/clip.mp4"
for input in $(inputs_of_jobs); do
    "make_${input#cold-}" "$work/$input" "$work/clip.mp4"
done
sync --file-system "$work"

echo "measuring ${#jobs[@]} jobs in $rounds rounds on $(stat --file-system --format=%T "$work")" >&2
run_jobs "$rounds"
report table.py "$work" ".ts .m4s .mp4"
prove_jobs
