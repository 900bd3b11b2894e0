# shellcheck shell=bash disable=SC2034,SC2154
# The memory and time that playlists of very many segments need, for Scripts/bench, which reads this: tiny segments, so that what
# is held of each of them is all that grows.

# shellcheck source=Benchmarks/jobs.bash
source "$root/Benchmarks/jobs.bash"

aim_megabytes=250

verify_tree() { mkdir "$2" && "$fairlead" verify "$1/index.m3u8" --quiet >/dev/null; }
inspect_tree() { mkdir "$2" && "$fairlead" inspect "$1/index.m3u8" >"$2/inspection"; }
rewrite_tree() {
    "$fairlead" rewrite "$1/index.m3u8" --output "$2" --quiet --no-records --drm identity \
        --key-uri 'https://ent.example.com/v1/keys?tenant=7&cid=movie-42' >/dev/null
}
export -f verify_tree inspect_tree rewrite_tree

make_work_folder "$temporary_folder" $((segments / 50))
build_fairlead
make_key_store
jobs=()
for form in files ranges; do
    python3 -B "$root/Benchmarks/many_segments.py" "$form" "$work/clear-$form" "$segments"
    protect "$work/clear-$form" "$work/protected-$form" aes-128
    jobs+=(
        "protect, $form|fairlead|clear-$form|$aim_megabytes|protect aes-128"
        "verify, $form|fairlead|protected-$form|$aim_megabytes|verify_tree"
        "inspect, $form|fairlead|protected-$form|$aim_megabytes|inspect_tree"
        "rewrite, $form|fairlead|protected-$form|$aim_megabytes|rewrite_tree"
    )
done
keep_jobs_that "$only"
echo "measuring ${#jobs[@]} jobs" >&2
run_jobs 0
report segments.py "$work" "$segments"
