# shellcheck shell=bash disable=SC2154
# The ciphers alone on one core, for Scripts/bench, which reads this: CipherBenchmark against `openssl speed`, in interleaved
# rounds.

openssl_ciphers=(aes-128-cbc aes-128-ecb aes-256-gcm)

# openssl_speed CIPHER: bytes per second, in pieces of 16 KiB, for a second.
openssl_speed() { openssl speed -mr -seconds 1 -bytes 16384 -evp "$1" 2>/dev/null | awk -F ':' '$1 == "+F" { print $4 }'; }

make_work_folder "$temporary_folder" 1
benchmark=$(build_benchmark CipherBenchmark)
echo "measuring in $rounds rounds" >&2
for ((round = 0; round < rounds; round++)); do
    for cipher in "${openssl_ciphers[@]}"; do
        printf 'openssl speed %s\t%s\n' "$cipher" "$(openssl_speed "$cipher")"
    done
    "$benchmark" 1
done >"$work/speeds"
report cipher.py "$work"
