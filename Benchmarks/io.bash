# shellcheck shell=bash disable=SC2154
# Ways to read, encrypt and write files, for Scripts/bench, which reads this: IOBenchmark on a memory file system and on a disk,
# against `cp -r` of the same files.

megabytes=${megabytes:-260}
# Two sources, a result, and what is held in memory: the clear bytes, and what they become.
make_work_folder "$memory_file_system" $((megabytes * 5))
disk=$(mktemp -d "$temporary_folder/fairlead-bench.XXXXXX")
trap 'rm -rf "$work" "$disk"' EXIT
benchmark=$(build_benchmark IOBenchmark)
# Fresh pages of a virtual machine are dear.
head --bytes=$((megabytes * 3))MB /dev/zero >"$work/touched"
rm "$work/touched"

# measure memory|disk FOLDER: adds a line for each run to $work/runs.
measure() {
    echo "measuring in $rounds rounds: $1, $(stat --file-system --format=%T "$2")" >&2
    "$benchmark" "$2" "$1" "$rounds" "$megabytes" "$only" | sed "s|^|$1\t|" >>"$work/runs"
    rm -rf "${2:?}"/{segments,ranges}
}

measure memory "$work"
measure disk "$disk"
report io.py "$work"
