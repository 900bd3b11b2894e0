import HLSPlaylists

/// Tags of RFC 8216bis 4.4.3, except those of low latency.
enum MediaPlaylistTags {
    static let tables: [TagTable] = [
        targetDuration, mediaSequence, discontinuitySequence, endList, playlistType, iFramesOnly,
    ]

    private static let integer = "a decimal integer of at most 2^64 - 1"

    static let targetDuration = TagTable.media(
        .targetDuration,
        accepted: [("#EXT-X-TARGETDURATION:6", ["6"]), ("#EXT-X-TARGETDURATION: 10", ["10"])],
        rejected: ["", "6.0", "-1", "6s", "18446744073709551616"].map {
            .stops("#EXT-X-TARGETDURATION:" + $0, expected: integer, column: 23)
        } + [
            .stops(
                "#EXT-X-TARGETDURATION:6\n#EXT-X-TARGETDURATION:6",
                .duplicate(.targetDuration, firstLine: 2)
            )
        ]
    ) { [shown($0.targetDuration)] }

    static let mediaSequence = TagTable.media(
        .mediaSequence,
        after: ["#EXTINF:1,", "a"],
        accepted: [
            ("#EXT-X-MEDIA-SEQUENCE:0", ["0", "[0]"]),
            (
                "#EXT-X-MEDIA-SEQUENCE:18446744073709551615",
                ["18446744073709551615", "[18446744073709551615]"]
            ),
        ],
        rejected: ["", "1.5", "-1", "0x1"].map {
            .stops("#EXT-X-MEDIA-SEQUENCE:" + $0, expected: integer, column: 23)
        }
    ) { [shown($0.mediaSequence), shown($0.segments.map(\.mediaSequence))] }

    static let discontinuitySequence = TagTable.media(
        .discontinuitySequence,
        after: ["#EXTINF:1,", "a", "#EXT-X-DISCONTINUITY", "#EXTINF:1,", "b"],
        accepted: [
            ("#EXT-X-DISCONTINUITY-SEQUENCE:0", ["0", "[0, 1]"]),
            ("#EXT-X-DISCONTINUITY-SEQUENCE:7", ["7", "[7, 8]"]),
        ],
        rejected: [
            .stops("#EXT-X-DISCONTINUITY-SEQUENCE:x", expected: integer, column: 31),
            .stops(
                "#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY-SEQUENCE:1",
                .misplaced(.discontinuitySequence, expected: "before the first EXT-X-DISCONTINUITY")
            ),
        ]
    ) { [shown($0.discontinuitySequence), shown($0.segments.map(\.discontinuitySequence))] }

    static let endList = TagTable.media(
        .endList,
        accepted: [("#EXT-X-ENDLIST", ["true"])],
        rejected: [.stops("#EXT-X-ENDLIST\n#EXT-X-ENDLIST", .duplicate(.endList, firstLine: 3))]
    ) { [shown($0.hasEndList)] }

    static let playlistType = TagTable.media(
        .playlistType,
        accepted: [
            ("#EXT-X-PLAYLIST-TYPE:VOD", ["vod"]), ("#EXT-X-PLAYLIST-TYPE:EVENT", ["event"]),
        ],
        rejected: ["vod", "", "LIVE", "\"VOD\""].map {
            .stops("#EXT-X-PLAYLIST-TYPE:" + $0, expected: "EVENT or VOD", column: 22)
        }
    ) { [shown($0.playlistType)] }

    static let iFramesOnly = TagTable.media(
        .iFramesOnly,
        accepted: [("#EXT-X-I-FRAMES-ONLY", ["true"])],
        rejected: [
            .stops("#EXT-X-I-FRAMES-ONLY\n#EXT-X-I-FRAMES-ONLY", .duplicate(.iFramesOnly, firstLine: 3))
        ]
    ) { [shown($0.isIFramesOnly)] }
}
