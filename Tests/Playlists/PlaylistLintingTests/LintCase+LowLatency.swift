/// Low-latency playlists with a target duration of 10 s.
extension LintCase {
    private static let parts =
        "#EXT-X-PART-INF:PART-TARGET=1.0|#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3.0,CAN-BLOCK-RELOAD=YES"
    private static let dateRange = "#EXT-X-DATERANGE:ID=\"d\",START-DATE=\"2026-01-01T00:00:00.000Z\""
    private static let counterMode = "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\""
    private static let part = "|#EXT-X-PART:DURATION=1,URI=\"p\""
    private static let control = "#EXT-X-SERVER-CONTROL:"
    private static let segment = "|#EXTINF:9.5,|a.ts"

    static let lowLatency: [LintCase] = [
        LintCase(
            "hold-back",
            line: 4,
            "29.9 s",
            "at least 30 s",
            .media(control + "HOLD-BACK=29.9" + segment),
            legal: .media(control + "HOLD-BACK=30.0" + segment)
        ),
        LintCase(
            "part-hold-back",
            line: 5,
            "1.9 s",
            "at least 2 s",
            .media("#EXT-X-PART-INF:PART-TARGET=1.0|" + control + "PART-HOLD-BACK=1.9" + segment),
            legal: .media("#EXT-X-PART-INF:PART-TARGET=1.0|" + control + "PART-HOLD-BACK=2.0" + segment)
        ),
        LintCase(
            "part-hold-back-short",
            line: 5,
            "2.9 s",
            "at least 3 s",
            .media("#EXT-X-PART-INF:PART-TARGET=1.0|" + control + "PART-HOLD-BACK=2.9" + segment),
            legal: .media(parts + segment)
        ),
        LintCase(
            "part-hold-back-missing",
            line: 4,
            .media("#EXT-X-PART-INF:PART-TARGET=1.0" + segment),
            legal: .media(parts + segment)
        ),
        LintCase(
            "skip-boundary",
            line: 4,
            "59.9 s",
            "at least 60 s",
            .media(control + "CAN-SKIP-UNTIL=59.9" + segment),
            legal: .media(control + "CAN-SKIP-UNTIL=60" + segment)
        ),
        LintCase(
            "skip-date-ranges",
            line: 4,
            .media(control + "CAN-SKIP-DATERANGES=YES" + segment),
            legal: .media(control + "CAN-SKIP-UNTIL=60,CAN-SKIP-DATERANGES=YES" + segment)
        ),
        LintCase(
            "part-inf-missing",
            line: 4,
            .media("#EXT-X-PART:DURATION=1,URI=\"p\""),
            legal: .media(parts + "|#EXT-X-PART:DURATION=1,URI=\"p\"")
        ),
        LintCase(
            "part-duration",
            line: 6,
            "1.001 s",
            "at most 1 s",
            .media(parts + "|#EXT-X-PART:DURATION=1.001,URI=\"p\""),
            legal: .media(parts + "|#EXT-X-PART:DURATION=1.000,URI=\"p\"")
        ),
        LintCase(
            "part-duration-short",
            line: 6,
            "0.84 s",
            "at least 0.85 s",
            .media(parts + "|#EXT-X-PART:DURATION=0.84,URI=\"p\"|#EXT-X-PART:DURATION=1,URI=\"q\""),
            legal: .media(parts + "|#EXT-X-PART:DURATION=0.85,URI=\"p\"|#EXT-X-PART:DURATION=0.1,URI=\"q\"")
        ),
        // A part that is independent or precedes a gap may be short, but none may be long.
        LintCase(
            "part-duration-short",
            line: 7,
            "0.1 s",
            "at least 0.85 s",
            .media(
                parts
                    + "|#EXT-X-PART:DURATION=0.1,URI=\"o\",INDEPENDENT=YES|#EXT-X-PART:DURATION=0.1,URI=\"p\"|#EXT-X-PART:DURATION=1,URI=\"q\""
            ),
            legal: .media(
                parts
                    + "|#EXT-X-PART:DURATION=0.1,URI=\"p\"|#EXT-X-PART:DURATION=0.1,URI=\"q\",GAP=YES|#EXT-X-PART:DURATION=1,URI=\"r\""
            )
        ),
        LintCase(
            "part-duration",
            line: 6,
            "1.5 s",
            "at most 1 s",
            .media(parts + "|#EXT-X-PART:DURATION=1.5,URI=\"p\",GAP=YES"),
            legal: .media(parts + "|#EXT-X-PART:DURATION=1.0,URI=\"p\",GAP=YES")
        ),
        LintCase(
            "part-tag-order",
            line: 9,
            .media(parts + segment + part + "|#EXT-X-DISCONTINUITY"),
            legal: .media(parts + segment + "|#EXT-X-DISCONTINUITY" + part)
        ),
        LintCase(
            "part-tag-order",
            line: 7,
            .media(parts + part + "|#EXT-X-KEY:METHOD=AES-128,URI=\"k\"|#EXTINF:1,|a.ts"),
            // A tag after the URI belongs to the next segment.
            legal: .media(
                parts + part + "|#EXTINF:1.0,|a.ts|#EXT-X-KEY:METHOD=AES-128,URI=\"k\"" + part
                    + "|#EXTINF:1.0,|b.ts"
            )
        ),
        LintCase(
            "part-sum",
            line: 8,
            "2 s",
            "2.6 s",
            .media(
                parts + "|#EXT-X-PART:DURATION=1,URI=\"p\"|#EXT-X-PART:DURATION=1,URI=\"q\"|#EXTINF:2.6,|a.ts"
            ),
            legal: .media(
                parts
                    + "|#EXT-X-PART:DURATION=1,URI=\"p\"|#EXT-X-PART:DURATION=1,URI=\"q\"|#EXTINF:2.001,|a.ts"
            )
        ),
        LintCase(
            "preload-hint-repeated",
            line: 7,
            .media(
                "#EXTINF:9.5,|a.ts|#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\"|#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\""
            ),
            legal: .media(
                "#EXTINF:9.5,|a.ts|#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\"|#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"q\""
            )
        ),
        LintCase(
            "preload-hint-at-end",
            line: 6,
            .media("#EXTINF:9.5,|a.ts|#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\"|#EXT-X-ENDLIST"),
            legal: .media("#EXTINF:9.5,|a.ts|#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\"")
        ),
        LintCase(
            "rendition-report-uri",
            line: 6,
            "an absolute URI",
            "a relative one",
            .media("#EXTINF:9.5,|a.ts|#EXT-X-RENDITION-REPORT:URI=\"https://a.example/b.m3u8\",LAST-MSN=1"),
            legal: .media("#EXTINF:9.5,|a.ts|#EXT-X-RENDITION-REPORT:URI=\"../b.m3u8?a=b:c\",LAST-MSN=1")
        ),
        LintCase(
            "skip",
            line: 4,
            "3 segments skipped",
            .media("#EXT-X-SKIP:SKIPPED-SEGMENTS=3" + segment),
            legal: .media("#EXT-X-MEDIA-SEQUENCE:3" + segment)
        ),
        // In a delta update the missing tag may be among the skipped ones.
        LintCase(
            "date-range-date-time",
            line: 4,
            .media(dateRange + segment),
            legal: .media("#EXT-X-SKIP:SKIPPED-SEGMENTS=3|" + dateRange + segment)
        ),
        LintCase(
            "byte-range-start",
            line: 4,
            .media("#EXT-X-BYTERANGE:5" + segment),
            legal: .media("#EXT-X-SKIP:SKIPPED-SEGMENTS=3|#EXT-X-BYTERANGE:5" + segment)
        ),
        LintCase(
            "key-counter-mode-container",
            line: 6,
            "no EXT-X-MAP",
            "fragmented MP4",
            .media(counterMode + segment),
            legal: .media("#EXT-X-SKIP:SKIPPED-SEGMENTS=3|" + counterMode + segment)
        ),
    ]
}
