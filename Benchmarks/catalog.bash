# shellcheck shell=bash disable=SC2154
# The memory and time that commands need for a catalog of very many titles, for Scripts/bench, which reads this. The titles are recorded
# in a key store of SQLite, nine of ten as published and one as failed, and have no results, so that what is measured is the catalog.

[[ $titles =~ ^[1-9][0-9]*$ ]] || fail "--titles is a whole number" 64
build_fairlead
work=$(mktemp -d "${TMPDIR:-/tmp}/fairlead-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 -B "$root/Benchmarks/catalog.py" "$fairlead" "$work" "$root/SampleMedia/packed-audio/index.m3u8" "$titles" "${json:-$work/catalog.json}"
