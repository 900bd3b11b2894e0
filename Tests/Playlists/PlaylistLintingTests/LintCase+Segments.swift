/// Segments, their durations and dates.
extension LintCase {
    private static let zoned = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:"

    static let segments: [LintCase] = [
        // 10.5 rounds to 11.
        LintCase(
            "segment-duration",
            line: 4,
            "10.5 s",
            "less than 10.5 s",
            .media("#EXTINF:10.5,|a.ts"),
            legal: .media("#EXTINF:10.499,|a.ts")
        ),
        LintCase(
            "segment-duration-zero",
            line: 4,
            "0 s",
            .media("#EXTINF:0.0,|a.ts"),
            legal: .media("#EXT-X-GAP|#EXTINF:0.0,|a.ts")
        ),
        LintCase(
            "extinf-integer",
            line: 4,
            "2 segments in whole seconds",
            .media("#EXTINF:9,|a.ts|#EXTINF:9,|b.ts"),
            legal: .media("#EXTINF:9,|a.ts|#EXTINF:8.5,|b.ts")
        ),
        LintCase(
            "playlist-type",
            line: 6,
            "no EXT-X-PLAYLIST-TYPE",
            "VOD or EVENT",
            .media("#EXTINF:9.5,|a.ts|#EXT-X-ENDLIST"),
            legal: .media("#EXT-X-PLAYLIST-TYPE:VOD|#EXTINF:9.5,|a.ts|#EXT-X-ENDLIST")
        ),
        LintCase(
            "endlist-missing",
            line: 4,
            "no EXT-X-ENDLIST",
            "EXT-X-ENDLIST",
            .media("#EXT-X-PLAYLIST-TYPE:VOD|#EXTINF:9.5,|a.ts"),
            legal: .media("#EXT-X-PLAYLIST-TYPE:EVENT|#EXTINF:9.5,|a.ts")
        ),
        LintCase(
            "playlist-empty",
            line: nil,
            "0 segments",
            .media("#EXT-X-ENDLIST"),
            legal: .media("#EXT-X-MEDIA-SEQUENCE:7")
        ),
        LintCase(
            "gap",
            line: 6,
            "9.5 s",
            .media("#EXT-X-GAP|#EXTINF:9.5,|a.ts"),
            legal: .media("#EXTINF:9.5,|a.ts")
        ),
        LintCase(
            "map-missing",
            line: 5,
            .media("#EXTINF:9.5,|a.m4s?x=1"),
            legal: .media("#EXT-X-MAP:URI=\"i.mp4\"|#EXTINF:9.5,|a.m4s")
        ),
        LintCase(
            "map-byte-range",
            line: 4,
            "'5'",
            "LENGTH@OFFSET",
            .media("#EXT-X-MAP:URI=\"i\",BYTERANGE=\"5\"|#EXTINF:9.5,|a.mp4"),
            legal: .media("#EXT-X-MAP:URI=\"i\",BYTERANGE=\"5@0\"|#EXTINF:9.5,|a.mp4")
        ),
        LintCase(
            "target-duration",
            line: 2,
            "0 s",
            "at least 1 s",
            .whole("#EXTM3U|#EXT-X-TARGETDURATION:0|#EXTINF:0,|a.ts"),
            legal: .whole("#EXTM3U|#EXT-X-TARGETDURATION:1|#EXTINF:1,|a.ts")
        ),
        LintCase(
            "map-unused",
            line: 4,
            .media("#EXT-X-MAP:URI=\"i.mp4\"|#EXT-X-MAP:URI=\"j.mp4\"|#EXTINF:9.5,|a.m4s"),
            legal: .media("#EXT-X-MAP:URI=\"i.mp4\"|#EXTINF:9.5,|a.m4s|#EXT-X-MAP:URI=\"j.mp4\"")
        ),
        LintCase(
            "start-offset",
            line: 4,
            "-12 s",
            "at most 9.5 s from start or end",
            .media("#EXT-X-START:TIME-OFFSET=-12|#EXTINF:9.5,|a.ts|#EXT-X-ENDLIST"),
            legal: .media("#EXT-X-START:TIME-OFFSET=-9.5|#EXTINF:9.5,|a.ts|#EXT-X-ENDLIST")
        ),
        LintCase(
            "start-near-end",
            line: 4,
            "9.5 s from the end",
            "at least 30 s",
            .media("#EXT-X-START:TIME-OFFSET=0|#EXTINF:9.5,|a.ts"),
            legal: .media("#EXT-X-START:TIME-OFFSET=0|#EXTINF:9.5,|a.ts|#EXT-X-ENDLIST")
        ),
        LintCase(
            "date-time-zone",
            line: 4,
            .media(zoned + "00|#EXTINF:9.5,|a.ts"),
            legal: .media(zoned + "00-05:00|#EXTINF:9.5,|a.ts")
        ),
        LintCase(
            "date-time-order",
            line: 7,
            "-1 s",
            "at least 0 s",
            .media(zoned + "01Z|#EXTINF:9.5,|a.ts|" + zoned + "00Z|#EXTINF:9.5,|b.ts"),
            legal: .media(zoned + "00Z|#EXTINF:9.5,|a.ts|" + zoned + "09.5Z|#EXTINF:9.5,|b.ts")
        ),
        LintCase(
            "date-time-drift",
            line: 7,
            "9 s by dates",
            "8.25 s by durations",
            .media(zoned + "00Z|#EXTINF:8.25,|a.ts|" + zoned + "09Z|#EXTINF:9.5,|b.ts"),
            legal: .media(
                zoned + "00Z|#EXTINF:8.25,|a.ts|#EXT-X-DISCONTINUITY|" + zoned + "59Z|#EXTINF:9.5,|b.ts"
            )
        ),
    ]

    private static let dated = "|#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z|#EXTINF:9.5,|a.ts"
    private static let range = "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00Z\""

    static let dateRanges: [LintCase] = [
        LintCase(
            "date-range-end-on-next",
            line: 4,
            "no CLASS",
            "CLASS",
            .media(range + ",END-ON-NEXT=YES" + dated),
            legal: .media(range + ",CLASS=\"c\",END-ON-NEXT=YES" + dated)
        ),
        LintCase(
            "date-range-end-on-next",
            line: 4,
            "DURATION",
            "no DURATION",
            .media(range + ",CLASS=\"c\",END-ON-NEXT=YES,DURATION=1" + dated),
            legal: .media(range + ",CLASS=\"c\",END-ON-NEXT=YES,PLANNED-DURATION=1" + dated)
        ),
        LintCase(
            "date-range-end",
            line: 4,
            "-60 s",
            "at least 0 s",
            .media(range + ",END-DATE=\"2025-12-31T23:59:00Z\"" + dated),
            legal: .media(range + ",END-DATE=\"2025-12-31T23:59:00-01:00\"" + dated)
        ),
        LintCase(
            "date-range-duration",
            line: 4,
            "59.5 s",
            "60 s",
            .media(range + ",END-DATE=\"2026-01-01T00:01:00Z\",DURATION=59.5" + dated),
            legal: .media(range + ",END-DATE=\"2026-01-01T00:01:00Z\",DURATION=60.0" + dated)
        ),
        LintCase(
            "date-range-cue",
            line: 4,
            .media(range + ",CUE=\"PRE,POST\"" + dated),
            legal: .media(range + ",CUE=\"PRE,ONCE\"" + dated)
        ),
        LintCase(
            "date-range-date-time",
            line: 4,
            .media(range + "|#EXTINF:9.5,|a.ts"),
            legal: .media(range + dated)
        ),
        LintCase(
            "date-range-repeated",
            line: 5,
            "'2'",
            "'1'",
            .media(range + ",DURATION=1|" + range + ",DURATION=2" + dated),
            legal: .media(range + ",DURATION=1|#EXT-X-DATERANGE:ID=\"a\",SCTE35-IN=0xFC" + dated)
        ),
        LintCase(
            "date-range-start",
            line: 4,
            .media("#EXT-X-DATERANGE:ID=\"a\",DURATION=1" + dated),
            legal: .media("#EXT-X-MEDIA-SEQUENCE:9|#EXT-X-DATERANGE:ID=\"a\",DURATION=1" + dated)
        ),
    ]
}
