/// Versions needed by RFC 8216bis 8.
extension LintCase {
    static let versions: [LintCase] =
        [
            of(
                2,
                "IV",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00000000000000000000000000000001|#EXTINF:9,|a.ts"
            ),
            of(3, "a fractional EXTINF", "#EXTINF:8.5,|a.ts"),
            of(4, "EXT-X-BYTERANGE", "#EXT-X-BYTERANGE:1@0|#EXTINF:9,|a.ts"),
            of(4, "EXT-X-I-FRAMES-ONLY", "#EXT-X-I-FRAMES-ONLY|#EXTINF:9,|a.ts"),
            of(5, "KEYFORMAT", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\"|#EXTINF:9,|a.ts"),
            of(
                5,
                "KEYFORMATVERSIONS",
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMATVERSIONS=\"1\"|#EXTINF:9,|a.ts"
            ),
            of(5, "METHOD=SAMPLE-AES", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"|#EXTINF:9,|a.ts"),
            of(5, "EXT-X-MAP", "#EXT-X-MAP:URI=\"i\"|#EXT-X-I-FRAMES-ONLY|#EXTINF:9,|a.ts"),
            of(6, "EXT-X-MAP", "#EXT-X-MAP:URI=\"i\"|#EXTINF:9,|a.ts"),
            of(8, "EXT-X-DEFINE", "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\"|#EXTINF:9,|a.ts"),
            of(9, "EXT-X-SKIP", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3|#EXTINF:9,|a.ts"),
            of(
                10,
                "RECENTLY-REMOVED-DATERANGES",
                "#EXT-X-SKIP:SKIPPED-SEGMENTS=3,RECENTLY-REMOVED-DATERANGES=\"\"|#EXTINF:9,|a.ts"
            ),
            of(11, "QUERYPARAM", "#EXT-X-DEFINE:QUERYPARAM=\"v\"|#EXTINF:9,|a.ts"),
            LintCase(
                "version",
                line: 2,
                "no EXT-X-VERSION",
                "at least 12",
                multivariant(nil, "#EXT-X-STREAM-INF:BANDWIDTH=9,REQ-VIDEO-LAYOUT=\"CH-STEREO\"|m"),
                legal: multivariant(12, "#EXT-X-STREAM-INF:BANDWIDTH=9,REQ-VIDEO-LAYOUT=\"CH-STEREO\"|m")
            ),
            LintCase(
                "version",
                line: 2,
                "EXT-X-VERSION 11",
                "at least 12",
                multivariant(
                    11,
                    "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,URI=\"i\",REQ-NEW=1|#EXT-X-STREAM-INF:BANDWIDTH=9|m"
                ),
                legal: multivariant(12, "#EXT-X-STREAM-INF:BANDWIDTH=9,REQ-NEW=1|m")
            ),
            LintCase(
                "version",
                line: 2,
                "EXT-X-VERSION 6",
                "at least 7",
                multivariant(6, captions("SERVICE1")),
                legal: multivariant(7, captions("SERVICE1"))
            ),
            LintCase(
                "version",
                line: 2,
                "EXT-X-VERSION 12",
                "at least 13",
                multivariant(12, audio),
                legal: multivariant(13, audio)
            ),
            LintCase(
                "version",
                line: 3,
                .whole("#EXTM3U|#EXT-X-VERSION:3|#EXT-X-VERSION:4|#EXT-X-TARGETDURATION:9|#EXTINF:9,|a.ts"),
                legal: .whole("#EXTM3U|#EXT-X-VERSION:3|#EXT-X-TARGETDURATION:9|#EXTINF:9,|a.ts")
            ),
            LintCase(
                "version",
                line: 2,
                "no EXT-X-VERSION",
                "at least 2",
                .whole(
                    "#EXTM3U|#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01|#EXT-X-TARGETDURATION:9|#EXTINF:9,|a.ts"
                ),
                legal: multivariant(nil, captions("CC1"))
            ),
        ]

    /// Returns a media playlist of the previous version as faulty, and one of this version as legal.
    private static func of(_ version: Int, _ what: String, _ lines: String) -> LintCase {
        func scene(_ version: Int) -> LintPresentation {
            .whole("#EXTM3U|#EXT-X-VERSION:\(version)|#EXT-X-TARGETDURATION:9|" + lines)
        }
        return LintCase(
            "version",
            line: 2,
            "EXT-X-VERSION \(version - 1)",
            "at least \(version)",
            scene(version - 1),
            legal: scene(version)
        )
    }

    private static func multivariant(_ version: Int?, _ lines: String) -> LintPresentation {
        LintPresentation(multivariant: "#EXTM3U|" + (version.map { "#EXT-X-VERSION:\($0)|" } ?? "") + lines)
    }

    private static func captions(_ id: String) -> String {
        "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"e\",INSTREAM-ID=\"\(id)\""
            + "|#EXT-X-STREAM-INF:BANDWIDTH=9,CLOSED-CAPTIONS=\"c\"|m"
    }

    private static let audio =
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"e\",INSTREAM-ID=\"1\",CHANNELS=\"2\",URI=\"a\""
        + "|#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"a\"|m"
}
