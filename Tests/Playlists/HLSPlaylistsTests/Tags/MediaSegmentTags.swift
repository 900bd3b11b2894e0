import HLSPlaylists

/// Tags of RFC 8216bis 4.4.4, except keys, maps and parts.
enum MediaSegmentTags {
    static let tables: [TagTable] = [
        segmentInformation, byteRange, discontinuity, gap, programDateTime, bitrate,
    ]

    static let segmentInformation = TagTable.media(
        .segmentInformation,
        after: ["a"],
        accepted: [
            ("#EXTINF:9.009,", ["9.009 seconds", "-"]),
            ("#EXTINF:10,A title, with a comma ", ["10.0 seconds", "A title, with a comma"]),
            ("#EXTINF:10, ", ["10.0 seconds", "-"]),
            ("#EXTINF:10", ["10.0 seconds", "-"]),
            ("#EXTINF:.5,日本", ["0.5 seconds", "日本"]),
        ],
        rejected: ["", "-1,", "1e3,", "nan,", "1.2.3,", ",title"].map {
            .stops("#EXTINF:" + $0, expected: "decimal seconds of at most 2147483648", column: 9)
        }
    ) { [shown($0.segments.first?.duration), shown($0.segments.first?.title)] }

    static let byteRange = TagTable.media(
        .byteRange,
        before: ["#EXTINF:1,", "#EXT-X-BYTERANGE:10@5", "a", "#EXTINF:1,"],
        after: ["a"],
        accepted: [
            ("#EXT-X-BYTERANGE:82112@752321", ["82112@752321", "true", "7"]),
            ("#EXT-X-BYTERANGE:20", ["20@15", "false", "7"]),
            ("#EXT-X-BYTERANGE:0@0", ["0@0", "true", "7"]),
        ],
        rejected: ["", "@1", "1@", "1@2@3", "-1@0", "a", "18446744073709551616"].map {
            .stops(
                "#EXT-X-BYTERANGE:" + $0,
                expected: "LENGTH or LENGTH@OFFSET in decimal",
                column: 18
            )
        } + [
            .stops("#EXT-X-BYTERANGE:1@18446744073709551615", .byteRangeOverflow),
            .stops("#EXT-X-BYTERANGE:18446744073709551615", .byteRangeOverflow),
        ]
    ) {
        let segment = $0.segments.last
        return [
            shown(segment?.byteRange?.text), shown(segment?.byteRangeHasOffset),
            shown(segment?.byteRangeLine),
        ]
    }

    static let discontinuity = TagTable.media(
        .discontinuity,
        before: ["#EXTINF:1,", "a"],
        after: ["#EXTINF:1,", "b"],
        accepted: [
            ("#EXT-X-DISCONTINUITY", ["[false, true]", "[0, 1]", "5"]),
            ("#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY", ["[false, true]", "[0, 2]", "5"]),
        ],
        rejected: []
    ) {
        [
            shown($0.segments.map(\.hasDiscontinuity)), shown($0.segments.map(\.discontinuitySequence)),
            shown($0.segments.last?.discontinuityLine),
        ]
    }

    static let gap = TagTable.media(
        .gap,
        after: ["#EXTINF:1,", "a", "#EXTINF:1,", "b"],
        accepted: [("#EXT-X-GAP", ["[true, false]", "3"])],
        rejected: []
    ) { [shown($0.segments.map(\.hasGap)), shown($0.segments.first?.gapLine)] }

    static let programDateTime = TagTable.media(
        .programDateTime,
        after: ["#EXTINF:1,", "a"],
        accepted: [
            // Computed by hand: 14,659 days of 86,400 s since 1970, and 6 h 54 min 23.031 s.
            (
                "#EXT-X-PROGRAM-DATE-TIME:2010-02-19T14:54:23.031+08:00",
                ["1266562463.031 seconds", "480", "3"]
            ),
            ("#EXT-X-PROGRAM-DATE-TIME: 1970-01-01T00:00:01Z", ["1.0 seconds", "0", "3"]),
        ],
        rejected: ["", "2010-02-19", "now", "2010-13-19T14:54:23Z", "2010-02-29T14:54:23Z"].map {
            .tolerated(
                "#EXT-X-PROGRAM-DATE-TIME:" + $0,
                expected: "a date and time such as 2010-02-19T14:54:23.031+08:00",
                column: 26
            )
        }
    ) {
        let date = $0.segments.first?.programDateTime
        return [shown(date?.sinceEpoch), shown(date?.value.offset), shown(date?.line)]
    }

    static let bitrate = TagTable.media(
        .bitrate,
        after: ["#EXTINF:1,", "a", "#EXTINF:1,", "#EXT-X-BYTERANGE:1@0", "b", "#EXTINF:1,", "c"],
        accepted: [("#EXT-X-BITRATE:2500", ["2500", "-", "2500"])],
        rejected: ["", "2.5", "-1"].map {
            .tolerated("#EXT-X-BITRATE:" + $0, expected: "a decimal integer of at most 2^64 - 1", column: 16)
        }
    ) { $0.segments.map { shown($0.bitrate) } }
}
