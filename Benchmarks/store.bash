# shellcheck shell=bash disable=SC2154
# What the key store lets through, for Scripts/bench, which reads this: processes of `fairlead batch` on one PostgreSQL store, with and
# without a network before it, and workers of one process with a SQLite store. Stores are on a disk, where commits wait for it.

[[ $titles =~ ^[1-9][0-9]*$ ]] || fail "--titles is a whole number" 64
build_fairlead

# Titles of 180 kB, and results of each measurement that publishes, of which none is removed before the end: a file system that
# frees them would take its time from the next measurement.
results=$((8 + 2))
make_work_folder "$memory_file_system" $((titles * (1 + results * rounds) / 5 + 200))
disk=$(mktemp -d "$temporary_folder/fairlead-bench.XXXXXX")
trap 'rm -rf "$work" "$disk"' EXIT
# PostgreSQL, which is another user where we are root, has its cluster in it.
chmod 711 "$disk"

report store.py "$work" "$disk" "$titles" "$rounds" "$only"
