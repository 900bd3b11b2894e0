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
processors=$(nproc)

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

# beside COMMAND...: runs a group of checks beside others, as many at once as there are processors. Its checks may need files that
# it makes itself, and those of groups that `together` has waited for.
groups=()
beside() {
    local report=$work/group-${#groups[@]}
    while (($(jobs -pr | wc -l) >= processors)); do
        wait -n || true
    done
    groups+=("$report")
    # shellcheck disable=SC2030,SC2031  # the sums of a group go through its file
    (
        passed=0
        failed=0
        "$@" || true
        echo "$passed $failed" >"$report.sum"
    ) >"$report" 2>&1 &
}

# together: waits for the groups, shows in order what they printed, and adds their sums.
# shellcheck disable=SC2031
together() {
    local report sum
    wait
    for report in "${groups[@]}"; do
        cat "$report"
        sum=(0 1)
        if [[ -f $report.sum ]]; then
            read -r -a sum <"$report.sum"
        else
            echo "FAILED  a group of checks broke off"
        fi
        passed=$((passed + sum[0]))
        failed=$((failed + sum[1]))
        rm -f "$report.sum"
    done
    groups=()
}

export_keys() { "$fairlead" keys export --content-id "$1" --as jsonl --allow-plaintext "${key_store[@]}"; }

# finish: the closing line that Scripts/test looks for; fails when a check failed.
finish() {
    echo "$passed passed, $failed failed"
    ((failed == 0))
}

"$fairlead" keys init "${key_store[@]}" >/dev/null
