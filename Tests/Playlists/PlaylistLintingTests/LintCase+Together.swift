/// Several playlists of one presentation.
extension LintCase {
    private static let main =
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"e\",CHANNELS=\"2\",URI=\"a.m3u8\""
        + "|#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"a\"|m.m3u8"
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z|"
    private static let one = "#EXTINF:9.5,|a.ts|#EXT-X-ENDLIST"

    private static func pair(_ video: String, _ audio: String) -> LintPresentation {
        .multivariant(main, [("m.m3u8", video), ("a.m3u8", audio)])
    }

    private static func discontinuity(after first: String) -> String {
        "#EXTINF:\(first),|a.ts|#EXT-X-DISCONTINUITY|#EXTINF:9.5,|b.ts|#EXT-X-ENDLIST"
    }

    static let together: [LintCase] = [
        LintCase(
            "target-duration-differs",
            line: 3,
            "6 s",
            "10 s",
            LintPresentation(
                multivariant: "#EXTM3U|" + main,
                media: [
                    ("m.m3u8", "#EXTM3U|#EXT-X-VERSION:3|#EXT-X-TARGETDURATION:10|#EXTINF:5.5,|a.ts"),
                    ("a.m3u8", "#EXTM3U|#EXT-X-VERSION:3|#EXT-X-TARGETDURATION:6|#EXTINF:5.5,|a.ts"),
                ]
            ),
            // Subtitles may have a target duration of their own.
            legal: LintPresentation(
                multivariant: "#EXTM3U|#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"e\",URI=\"s.m3u8\""
                    + "|#EXT-X-STREAM-INF:BANDWIDTH=9,SUBTITLES=\"s\"|m.m3u8",
                media: [
                    ("m.m3u8", "#EXTM3U|#EXT-X-VERSION:3|#EXT-X-TARGETDURATION:10|#EXTINF:5.5,|a.ts"),
                    ("s.m3u8", "#EXTM3U|#EXT-X-VERSION:3|#EXT-X-TARGETDURATION:6|#EXTINF:5.5,|a.vtt"),
                ]
            )
        ),
        LintCase(
            "discontinuity-alignment",
            line: 6,
            "9 s",
            "8.4 s",
            pair(discontinuity(after: "8.4"), discontinuity(after: "9.0")),
            legal: pair(discontinuity(after: "8.4"), discontinuity(after: "8.9"))
        ),
        LintCase(
            "discontinuity-alignment",
            line: nil,
            "0",
            "1",
            pair(discontinuity(after: "8.4"), "#EXTINF:8.4,|a.ts|#EXTINF:9.5,|b.ts|#EXT-X-ENDLIST"),
            legal: pair(discontinuity(after: "8.4"), discontinuity(after: "8.4"))
        ),
        LintCase(
            "date-time-missing",
            line: nil,
            pair(date + one, one),
            legal: pair(date + one, date + one)
        ),
        LintCase(
            "duration-differs",
            line: nil,
            "9.5 s",
            "19.6 s",
            pair("#EXTINF:10.1,|b.ts|" + one, one),
            legal: pair("#EXTINF:10.0,|b.ts|" + one, one)
        ),
        LintCase(
            "playlist-type-differs",
            line: nil,
            "no EXT-X-ENDLIST",
            "EXT-X-ENDLIST",
            pair(one, "#EXTINF:9.5,|a.ts"),
            legal: pair(one, one)
        ),
        LintCase(
            "i-frames-only-missing",
            line: nil,
            .multivariant(
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,URI=\"i.m3u8\"|#EXT-X-STREAM-INF:BANDWIDTH=9|m",
                [("i.m3u8", one)]
            ),
            legal: .multivariant(
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,URI=\"i.m3u8\"|#EXT-X-STREAM-INF:BANDWIDTH=9|m",
                [("i.m3u8", "#EXT-X-I-FRAMES-ONLY|" + one)]
            )
        ),
        LintCase(
            "i-frames-only-as-variant",
            line: 4,
            .multivariant(
                "#EXT-X-STREAM-INF:BANDWIDTH=9|m.m3u8",
                [("m.m3u8", "#EXT-X-I-FRAMES-ONLY|" + one)]
            ),
            legal: .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9|m.m3u8", [("m.m3u8", one)])
        ),
    ]
}
