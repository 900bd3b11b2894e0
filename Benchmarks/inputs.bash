# shellcheck shell=bash disable=SC2154
# What Scripts/bench measures with, which reads this: `make_NAME FOLDER CLIP` makes the input NAME, of $megabytes. Beside FOLDER
# stand FOLDER.video and FOLDER.audio, for programs that take no playlist: what they read for each of the two.

# make_clip FILE: 12 s of H.264 and AAC that are repeated with running timestamps.
make_clip() {
    ffmpeg -nostdin -v error -f lavfi -i "testsrc2=size=1920x1080:rate=25:duration=12,noise=alls=12:allf=t" \
        -f lavfi -i "sine=frequency=440:sample_rate=48000:duration=12" -pix_fmt yuv420p \
        -c:v libx264 -preset ultrafast -b:v 7M -maxrate 7M -bufsize 7M -g 50 -keyint_min 50 -sc_threshold 0 \
        -c:a aac -b:a 160k "$1"
}

# looped CLIP OUTPUT OPTIONS...: the clip as often as $megabytes hold it, without encoding.
looped() {
    local clip_size
    clip_size=$(stat --format=%s "$1")
    ffmpeg -nostdin -v error -stream_loop $((megabytes * 1000000 / clip_size)) -i "$1" -c copy "${@:3}" "$2"
}

# segmented CLIP PLAYLIST OPTIONS...: segments of 6 s.
segmented() {
    looped "$1" "$2" -f hls -hls_time 6 -hls_playlist_type vod -hls_flags independent_segments "${@:3}"
}

make_ts() {
    mkdir "$1"
    segmented "$2" "$1/index.m3u8" -hls_segment_filename "$1/segment%04d.ts"
    cat "$1"/*.ts >"$1.video"
    ln -s "$1.video" "$1.audio"
}

# Pictures and sound in renditions of their own.
make_fmp4() {
    mkdir "$1"
    local stream kind
    for stream in v:video a:audio; do
        kind=${stream#*:}
        segmented "$2" "$1/$kind.m3u8" -map "0:${stream%:*}" -hls_segment_type fmp4 \
            -hls_fmp4_init_filename "$kind.mp4" -hls_segment_filename "$1/$kind%04d.m4s"
        cat "$1/$kind.mp4" "$1/$kind"*.m4s >"$1.$kind"
    done
    printf '%s\n' '#EXTM3U' '#EXT-X-VERSION:7' \
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"' \
        '#EXT-X-STREAM-INF:BANDWIDTH=9000000,CODECS="avc1.42c028,mp4a.40.2",RESOLUTION=1920x1080,AUDIO="a"' \
        video.m3u8 >"$1/index.m3u8"
}

# One file, `moov` behind the media.
make_movie() {
    mkdir "$1"
    looped "$2" "$1/movie.mp4"
    ln -s "$1/movie.mp4" "$1.video"
    ln -s "$1/movie.mp4" "$1.audio"
}

# 8 s of pictures that grow by whole packets when their samples are encrypted, repeated: a quarter of $megabytes.
make_growing() {
    local streams=$work/streams file number
    "$root/Scripts/make-sample-streams" "$streams" growing-interleaved
    mkdir "$1"
    printf '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n' >"$1/index.m3u8"
    for ((number = 0; number < megabytes / 8; number++)); do
        for file in segment0 segment1; do
            cp "$streams/growing-interleaved/$file.ts" "$1/$file-$number.ts"
            printf '#EXT-X-DISCONTINUITY\n#EXTINF:4.0,\n%s-%d.ts\n' "$file" "$number" >>"$1/index.m3u8"
        done
    done
    echo "#EXT-X-ENDLIST" >>"$1/index.m3u8"
    rm -r "$streams"
}
