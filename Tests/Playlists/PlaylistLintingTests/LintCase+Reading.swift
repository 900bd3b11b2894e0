import HLSPlaylists

/// Playlists that cannot be read completely.
extension LintCase {
    private static let segment = "|#EXTINF:9.5,|a.ts"
    private static let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1000|m.m3u8"

    /// Returns a playlist whose URI has this value in its query.
    private static func query(_ value: String) -> LintPresentation {
        var scene = LintPresentation.whole(
            "#EXTM3U|#EXT-X-VERSION:11|#EXT-X-TARGETDURATION:10|#EXT-X-DEFINE:QUERYPARAM=\"v\"|#EXTINF:9.5,|a{$v}.ts"
        )
        scene.queryParameters = QueryParameters(of: "m.m3u8?v=" + value)
        return scene
    }

    /// Returns key lines of `count` key formats.
    private static func keyLines(_ count: Int) -> String {
        (0..<count).map { "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"f\($0)\"" }.joined(
            separator: "|"
        )
    }

    /// Returns a list of `count` attributes, of which players know one.
    private static func attributes(_ count: Int) -> String {
        "#EXT-X-MAP:URI=\"i\"" + (1..<count).map { ",X-\($0)=1" }.joined()
    }

    static let reading: [LintCase] = [
        LintCase(
            "attribute-count",
            line: 4,
            .media(attributes(1001) + segment),
            legal: .media(attributes(1000) + segment)
        ),
        LintCase(
            "tag-count",
            line: 1004,
            .media(String(repeating: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"|", count: 1001) + segment),
            legal: .media(String(repeating: "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"|", count: 1000) + segment)
        ),
        LintCase(
            "attribute-list",
            line: 4,
            .media("#EXT-X-START:TIME-OFFSET" + segment),
            legal: .media("#EXT-X-START:TIME-OFFSET=1" + segment)
        ),
        LintCase(
            "quote-unclosed",
            line: 4,
            .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k" + segment),
            legal: .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"" + segment)
        ),
        LintCase(
            "attribute-duplicate",
            line: 4,
            .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",URI=\"k\"" + segment),
            legal: .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"" + segment)
        ),
        LintCase(
            "attribute-missing",
            line: 4,
            .media("#EXT-X-MAP:BYTERANGE=\"9@0\"" + segment),
            legal: .media("#EXT-X-MAP:BYTERANGE=\"9@0\",URI=\"i\"" + segment)
        ),
        LintCase(
            "attribute-forbidden",
            line: 3,
            .multivariant(
                "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"e\",INSTREAM-ID=\"CC1\",URI=\"u\"|"
                    + variant
            ),
            legal: .multivariant(
                "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"e\",INSTREAM-ID=\"CC1\"|" + variant
            )
        ),
        LintCase(
            "attribute-value",
            line: 3,
            .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=1280:720|m.m3u8"),
            legal: .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=1000,RESOLUTION=1280x720|m.m3u8")
        ),
        LintCase(
            "key-attributes-of-none",
            line: 4,
            .media("#EXT-X-KEY:METHOD=NONE,URI=\"k\"" + segment),
            legal: .media("#EXT-X-KEY:METHOD=NONE" + segment)
        ),
        LintCase(
            "key-uri",
            line: 4,
            .media("#EXT-X-KEY:METHOD=AES-128" + segment),
            legal: .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"" + segment)
        ),
        LintCase(
            "key-iv",
            line: 4,
            .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=000102030405060708090a0b0c0d0e0f" + segment),
            legal: .media(
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x000102030405060708090A0b0c0d0e0f" + segment
            )
        ),
        LintCase(
            "key-iv",
            line: 4,
            .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0001020304050607080910111213141516" + segment),
            legal: .media(
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0X00010203040506070809101112131415" + segment
            )
        ),
        LintCase(
            "hexadecimal-digits",
            line: 4,
            .media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0001020304050607080910111213141" + segment),
            legal: .media(
                "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00010203040506070809101112131415" + segment
            )
        ),
        LintCase(
            "session-key-none",
            line: 3,
            .multivariant("#EXT-X-SESSION-KEY:METHOD=NONE|" + variant),
            legal: .multivariant("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"|" + variant)
        ),
        LintCase(
            "tag-value",
            line: 4,
            .media("#EXT-X-PLAYLIST-TYPE:vod" + segment),
            legal: .media("#EXT-X-PLAYLIST-TYPE:EVENT" + segment)
        ),
        LintCase(
            "tag-duplicate",
            line: 5,
            .media("#EXT-X-MEDIA-SEQUENCE:1|#EXT-X-MEDIA-SEQUENCE:1" + segment),
            legal: .media("#EXT-X-MEDIA-SEQUENCE:1" + segment)
        ),
        LintCase(
            "tag-missing",
            line: 3,
            .whole("#EXTM3U|#EXTINF:9,|a.ts"),
            legal: .whole("#EXTM3U|#EXT-X-TARGETDURATION:9|#EXTINF:9,|a.ts")
        ),
        LintCase(
            "tag-misplaced",
            line: 6,
            .media("#EXTINF:9.5,|a.ts|#EXT-X-MEDIA-SEQUENCE:1"),
            legal: .media("#EXT-X-MEDIA-SEQUENCE:1|#EXTINF:9.5,|a.ts")
        ),
        LintCase(
            "tag-foreign",
            line: 3,
            .multivariant("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"|" + variant),
            legal: .multivariant("#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"|" + variant)
        ),
        LintCase(
            "uri-missing",
            line: 4,
            .media("#EXTINF:9.5,|#EXTINF:9.5,|a.ts"),
            legal: .media("#EXTINF:9.5,|b.ts|#EXTINF:9.5,|a.ts")
        ),
        LintCase("extinf-missing", line: 4, .media("b.ts" + segment), legal: .media("#b.ts" + segment)),
        LintCase(
            "stream-inf-missing",
            line: 3,
            .multivariant("b.m3u8|" + variant),
            legal: .multivariant("#b.m3u8|" + variant)
        ),
        LintCase(
            "byte-range-start",
            line: 5,
            .media("#EXTINF:9.5,|#EXT-X-BYTERANGE:10|a.ts"),
            legal: .media("#EXTINF:9.5,|#EXT-X-BYTERANGE:10@0|a.ts|#EXTINF:9.5,|#EXT-X-BYTERANGE:10|a.ts")
        ),
        LintCase(
            "byte-range-end",
            line: 5,
            .media("#EXTINF:9.5,|#EXT-X-BYTERANGE:1@18446744073709551615|a.ts"),
            legal: .media("#EXTINF:9.5,|#EXT-X-BYTERANGE:1@18446744073709551614|a.ts")
        ),
        LintCase(
            "media-sequence-end",
            line: 8,
            .media("#EXT-X-MEDIA-SEQUENCE:18446744073709551615|#EXTINF:9.5,|b.ts|#EXTINF:9.5,|a.ts"),
            legal: .media("#EXT-X-MEDIA-SEQUENCE:18446744073709551614|#EXTINF:9.5,|b.ts|#EXTINF:9.5,|a.ts")
        ),
        LintCase(
            "discontinuity-sequence-end",
            line: 7,
            .media("#EXT-X-DISCONTINUITY-SEQUENCE:18446744073709551615|#EXT-X-DISCONTINUITY" + segment),
            legal: .media("#EXT-X-DISCONTINUITY-SEQUENCE:18446744073709551614|#EXT-X-DISCONTINUITY" + segment)
        ),
        LintCase(
            "key-formats",
            line: 68,
            .media(keyLines(65) + segment),
            legal: .media(keyLines(64) + segment)
        ),
        LintCase(
            "variable-undefined",
            line: 5,
            .media("#EXTINF:9.5,|{$v}.ts"),
            legal: .media("#EXTINF:9.5,|{v}.ts")
        ),
        LintCase(
            "variable-duplicate",
            line: 5,
            .media("#EXT-X-DEFINE:NAME=\"v\",VALUE=\"a\"|#EXT-X-DEFINE:NAME=\"v\",VALUE=\"b\"" + segment),
            legal: .media(
                "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"a\"|#EXT-X-DEFINE:NAME=\"w\",VALUE=\"b\"" + segment
            )
        ),
        LintCase(
            "variable-import",
            line: 4,
            .multivariant(variant, [("m.m3u8", "#EXT-X-DEFINE:IMPORT=\"v\"|#EXTINF:9.5,|{$v}.ts")]),
            legal: .multivariant(
                "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"a\"|" + variant,
                [("m.m3u8", "#EXT-X-DEFINE:IMPORT=\"v\"|#EXTINF:9.5,|{$v}.ts")]
            )
        ),
        LintCase(
            "variable-unresolved",
            line: 4,
            .media("#EXT-X-DEFINE:IMPORT=\"v\"|#EXTINF:9.5,|{$v}.ts"),
            legal: .media("#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\"|#EXTINF:9.5,|{$v}.ts")
        ),
        LintCase(
            "variable-value",
            line: 4,
            query("%22"),
            legal: query("%20")
        ),
        LintCase(
            "variable-length",
            line: 6,
            .media(
                "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(String(repeating: "a", count: 5000))\"|#EXTINF:9.5,|{$v}{$v}.ts"
            ),
            legal: .media(
                "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(String(repeating: "a", count: 4000))\"|#EXTINF:9.5,|{$v}{$v}.ts"
            )
        ),
    ]
}
