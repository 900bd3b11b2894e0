# shellcheck shell=bash disable=SC2034,SC2154
# The jobs of Scripts/bench, which reads this: one line each, and what runs them.

# --- TASK|PROGRAM|INPUT|AIM|COMMAND. The first of each input is 1.0; aims are ratios to it. ---

jobs=(
    "copy TS|cp -r|ts||copy"
    "TS to AES-128|fairlead|ts|1.2|protect aes-128"
    "TS to AES-128|fairlead, 1 job|ts||protect aes-128 --jobs 1"
    "TS to AES-128|loop of openssl enc|ts||openssl_loop"
    "TS to AES-128|ffmpeg|ts||remux ts key"
    "TS to AES-128|Shaka Packager|ts||shaka ts aes128"
    "TS to AES-256-GCM|fairlead|ts||protect aes-256-gcm"
    "TS to AES-256-GCM|fairlead, 1 job|ts||protect aes-256-gcm --jobs 1"
    "TS to SAMPLE-AES|fairlead|ts|1.6|protect sample-aes"
    "TS to SAMPLE-AES|fairlead, 1 job|ts||protect sample-aes --jobs 1"
    "TS to SAMPLE-AES|Shaka Packager|ts||shaka ts cbcs"
    "copy TS that grows|cp -r|growing||copy"
    "TS that grows to SAMPLE-AES|fairlead|growing||protect sample-aes"
    "TS that grows to SAMPLE-AES|fairlead, 1 job|growing||protect sample-aes --jobs 1"
    "copy fMP4|cp -r|fmp4||copy"
    "fMP4 to cbcs|fairlead|fmp4|1.3|protect sample-aes"
    "fMP4 to cbcs|fairlead, 1 job|fmp4||protect sample-aes --jobs 1"
    "fMP4 to cbcs|Shaka Packager|fmp4||shaka m4s cbcs"
    "fMP4 to cenc|fairlead|fmp4||protect sample-aes-ctr"
    "fMP4 to cenc|fairlead, 1 job|fmp4||protect sample-aes-ctr --jobs 1"
    "fMP4 to cenc|Shaka Packager|fmp4||shaka m4s cenc"
    "fMP4 to AES-128|fairlead|fmp4||protect aes-128"
    "fMP4 to AES-128|fairlead, 1 job|fmp4||protect aes-128 --jobs 1"
    "copy MP4|cp -r|movie||copy"
    "MP4 to clear fMP4|fairlead|movie||package fmp4 none"
    "MP4 to clear fMP4|fairlead, 1 job|movie||package fmp4 none --jobs 1"
    "MP4 to clear fMP4|Shaka Packager|movie||shaka m4s clear"
    "MP4 to clear fMP4|ffmpeg|movie||remux m4s clear"
    "MP4 to clear TS|fairlead|movie||package ts none"
    "MP4 to clear TS|fairlead, 1 job|movie||package ts none --jobs 1"
    "MP4 to clear TS|Shaka Packager|movie||shaka ts clear"
    "MP4 to clear TS|ffmpeg|movie||remux ts clear"
    "MP4 to AES-128 TS|fairlead|movie|1.6|package ts aes-128"
    "MP4 to AES-128 TS|fairlead, 1 job|movie||package ts aes-128 --jobs 1"
    "MP4 to AES-128 TS|Shaka Packager|movie||shaka ts aes128"
    "MP4 to AES-128 TS|ffmpeg|movie||remux ts key"
    "MP4 to SAMPLE-AES TS|fairlead|movie||package ts sample-aes"
    "MP4 to SAMPLE-AES TS|fairlead, 1 job|movie||package ts sample-aes --jobs 1"
    "MP4 to SAMPLE-AES TS|Shaka Packager|movie||shaka ts cbcs"
    "MP4 to cbcs fMP4|fairlead|movie|1.4|package fmp4 sample-aes"
    "MP4 to cbcs fMP4|fairlead, 1 job|movie||package fmp4 sample-aes --jobs 1"
    "MP4 to cbcs fMP4|Shaka Packager|movie||shaka m4s cbcs"
)

# --- What runs them: functions that read the folder $1 and make the folder $2. The rest of COMMAND is $3... ---

copy() { cp -r "$1" "$2"; }

# What fairlead does, too, before a result stands.
copy_to_disk() { cp -r "$1" "$2" && sync --file-system "$2"; }

# protect FOLDER RESULT METHOD OPTIONS...
protect() {
    "$fairlead" protect "$1/index.m3u8" --output "$2" --content-id "${1##*/}-$3" --method "$3" --quiet "${@:4}" >/dev/null
}

# package FOLDER RESULT FORMAT METHOD OPTIONS...
package() {
    "$fairlead" package "$1/movie.mp4" --output "$2" --content-id "${1##*/}-$3-$4" --segment-format "$3" --method "$4" \
        --segment-duration 6 --quiet "${@:5}" >/dev/null
}

openssl_loop() {
    mkdir "$2"
    cp "$1"/*.m3u8 "$2"
    local segment
    for segment in "$1"/*.ts; do
        openssl enc -aes-128-cbc -K 000102030405060708090a0b0c0d0e0f -iv 0f0e0d0c0b0a09080706050403020100 \
            -in "$segment" -out "$2/${segment##*/}"
    done
}

# remux FOLDER RESULT ts|m4s clear|key: ffmpeg, both tracks in one rendition.
remux() {
    local input=$1/index.m3u8 options=()
    [[ ! -f $1/movie.mp4 ]] || input=$1/movie.mp4
    [[ $3 != m4s ]] || options+=(-hls_segment_type fmp4)
    [[ $4 != key ]] || options+=(-hls_key_info_file "$key_information")
    mkdir "$2"
    "$peers/ffmpeg" -nostdin -v error -i "$input" -c copy -f hls -hls_time 6 -hls_playlist_type vod "${options[@]}" \
        -hls_segment_filename "$2/segment%04d.$3" "$2/index.m3u8"
}

# shaka FOLDER RESULT ts|m4s clear|SCHEME: it reads FOLDER.video and FOLDER.audio.
shaka() {
    local streams=() options=() kind
    for kind in video audio; do
        streams+=("in=$1.$kind,stream=$kind,segment_template=$2/$kind\$Number\$.$3,playlist_name=$kind.m3u8")
        [[ $3 == ts ]] || streams[-1]+=",init_segment=$2/$kind.mp4"
    done
    [[ $4 == clear ]] || options=(--protection_scheme "$4" --clear_lead 0 --hls_key_uri key.bin
        --enable_raw_key_encryption --iv 0f0e0d0c0b0a09080706050403020100
        --keys label=:key_id=00000000000000000000000000000001:key=000102030405060708090a0b0c0d0e0f)
    mkdir "$2"
    "$peers/packager" "${streams[@]}" --hls_master_playlist_output "$2/index.m3u8" --segment_duration 6 --quiet \
        "${options[@]}"
}

# make_key_information: what ffmpeg reads its key from.
make_key_information() {
    printf '\0\1\2\3\4\5\6\7\10\11\12\13\14\15\16\17' >"$work/key"
    printf '%s\n' key.bin "$work/key" 0f0e0d0c0b0a09080706050403020100 >"$key_information"
}

# --- What was measured has to be right: `prove_FUNCTION FOLDER ARGUMENTS...` runs the job once more and verifies what it made ---

verify() { "$fairlead" verify "$@" --quiet >/dev/null || fail "a measured result does not verify: fairlead verify $*"; }

prove_protect() {
    protect "$1" "$work/result" "${@:2}"
    verify "$work/result/index.m3u8" --source "$1/index.m3u8"
    rm -r "$work/result"
}

# Of clear results the structure is proven; protected ones are compared with them.
prove_package() {
    local clear=$work/clear.$2
    if [[ ! -d $clear ]]; then
        package "$1" "$clear" "$2" none
        verify "$clear/main.m3u8" --clear
    fi
    package "$1" "$work/result" "${@:2}"
    if [[ $3 == none ]]; then
        diff --recursive --brief --exclude='.*' "$clear" "$work/result" || fail "two runs of one job differ"
    else
        verify "$work/result/main.m3u8" --source "$clear/main.m3u8"
    fi
    rm -r "$work/result"
}

# prove_jobs: all of fairlead.
prove_jobs() {
    local proven=0 job program input command
    for job in "${jobs[@]}"; do
        IFS='|' read -r _ program input _ command <<<"$job"
        [[ $program == fairlead* ]] || continue
        # shellcheck disable=SC2086
        "prove_${command%% *}" "$work/$input" ${command#* }
        ((++proven))
    done
    echo "proven: the results of all $proven jobs of fairlead"
}

# --- Choosing ---

# keep_jobs_that PATTERN: those whose task and program match it, and what they are compared with.
keep_jobs_that() {
    mapfile -t jobs < <(printf '%s\n' "${jobs[@]}" | awk -F '|' -v pattern="$1" '
        { line[NR] = $0; input[NR] = $3; copies[NR] = $5 ~ /^copy/ }
        ($1 ", " $2) ~ pattern { matches[NR] = 1; wanted[$3] = 1 }
        END { for (n = 1; n <= NR; n++) if (matches[n] || (copies[n] && wanted[input[n]])) print line[n] }')
    ((${#jobs[@]} > 0)) || fail "no job matches $1" 64
}

# leave_out_unknown_methods: those that this fairlead does not have.
leave_out_unknown_methods() {
    ! "$fairlead" protect --help | grep -c aes-256-gcm >/dev/null || return 0
    mapfile -t jobs < <(printf '%s\n' "${jobs[@]}" | grep --invert-match aes-256-gcm)
}

# inputs_of_jobs: the inputs, each once.
inputs_of_jobs() { printf '%s\n' "${jobs[@]}" | cut -d '|' -f 3 | uniq; }

export -f copy copy_to_disk protect package openssl_loop remux shaka
