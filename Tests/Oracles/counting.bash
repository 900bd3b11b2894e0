#!/usr/bin/env bash
# What the runners of the oracles share: places, a key store of their own, and how results are counted.
# Source it with the program fairlead as its argument.

oracles=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034  # for those who source it
samples=$(cd "$oracles/../../SampleMedia" && pwd)
fairlead=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

key_store=(--key-store "sqlite:$work/keys.sqlite" --kek-file "$work/kek")
passed=0
failed=0

# count NAME COMMAND...: runs it, shows what it prints when it fails, and adds its closing line to the sum.
count() {
    local name=$1 output status=0
    shift
    output=$("$@" 2>&1) || status=$?
    if [[ ${output##*$'\n'} =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    elif ((status == 0)); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
    if ((status == 0)); then
        echo "ok      $name"
    else
        printf 'FAILED  %s\n%s\n' "$name" "$output"
    fi
    return "$status"
}

export_keys() { "$fairlead" keys export --content-id "$1" --as jsonl --allow-plaintext "${key_store[@]}"; }

# finish: the closing line that Scripts/test looks for; fails when a check failed.
finish() {
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

"$fairlead" keys init "${key_store[@]}" >/dev/null
