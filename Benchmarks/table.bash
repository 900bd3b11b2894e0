# shellcheck shell=bash disable=SC2154
# All jobs in one table, for Scripts/bench, which reads this.

# shellcheck source=Benchmarks/inputs.bash
source "$root/Benchmarks/inputs.bash"
# shellcheck source=Benchmarks/jobs.bash
source "$root/Benchmarks/jobs.bash"

# touch_pages MEGABYTES: the memory file system hands out pages that were used before: fresh ones of a virtual machine are dear.
touch_pages() {
    head --bytes="$1MB" /dev/zero >"$work/touched"
    rm "$work/touched"
}

keep_jobs_that "$only"
megabytes=${megabytes:-260}
# Three inputs, two of them joined too, a quarter, a result, and two clear ones at the end.
needed=$((megabytes * 10))
make_work_folder "$memory_file_system" "$needed"
build_fairlead
find_peers
leave_out_unknown_methods

echo "making inputs of $megabytes MB" >&2
touch_pages "$needed"
make_key_store
make_key_information
make_clip "$work/clip.mp4"
for input in $(inputs_of_jobs); do
    "make_$input" "$work/$input" "$work/clip.mp4"
done

echo "measuring ${#jobs[@]} jobs in $rounds rounds" >&2
run_jobs "$rounds"
report table.py "$work" ".ts .m4s .mp4"
prove_jobs
