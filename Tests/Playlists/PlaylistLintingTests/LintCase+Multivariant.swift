/// Variants.
extension LintCase {
    private static let whole =
        "#EXT-X-STREAM-INF:BANDWIDTH=9,AVERAGE-BANDWIDTH=8,CODECS=\"avc1.64001f\",RESOLUTION=1280x720,FRAME-RATE=25"
    private static let uri = "|m.m3u8"

    private static func without(_ attribute: String) -> LintPresentation {
        .multivariant(whole.replacing("," + attribute, with: "") + uri)
    }

    private static func pair(_ first: String, _ second: String) -> LintPresentation {
        .multivariant(whole + first + "|m.m3u8|" + whole + second + "|n.m3u8")
    }

    private static func alone(_ attributes: String) -> LintPresentation {
        .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9" + attributes + uri)
    }

    static let variants: [LintCase] = [
        LintCase(
            "codecs-missing",
            line: 3,
            "no CODECS",
            "CODECS",
            without("CODECS=\"avc1.64001f\""),
            legal: .multivariant(whole + uri)
        ),
        LintCase(
            "resolution-missing",
            line: 3,
            "no RESOLUTION",
            "RESOLUTION",
            without("RESOLUTION=1280x720"),
            legal: .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"mp4a.40.2\"" + uri)
        ),
        LintCase(
            "average-bandwidth-missing",
            line: 3,
            "no AVERAGE-BANDWIDTH",
            "AVERAGE-BANDWIDTH",
            without("AVERAGE-BANDWIDTH=8"),
            legal: .multivariant(whole + uri)
        ),
        LintCase(
            "frame-rate-missing",
            line: 3,
            "no FRAME-RATE",
            "FRAME-RATE",
            without("FRAME-RATE=25"),
            legal: .multivariant(whole + uri)
        ),
        LintCase(
            "bandwidth-below-average",
            line: 3,
            "9 bit/s",
            "at least 10 bit/s",
            .multivariant(whole.replacing("BANDWIDTH=8", with: "BANDWIDTH=10") + uri),
            legal: .multivariant(whole.replacing("BANDWIDTH=8", with: "BANDWIDTH=9") + uri)
        ),
        LintCase(
            "video-range-missing",
            line: 5,
            "no VIDEO-RANGE",
            "VIDEO-RANGE",
            pair(",VIDEO-RANGE=PQ", ""),
            legal: pair(",VIDEO-RANGE=SDR", "")
        ),
        LintCase(
            "score-missing",
            line: 3,
            "no SCORE",
            "SCORE",
            pair("", ",SCORE=2.0"),
            legal: pair(",SCORE=1", ",SCORE=2.0")
        ),
        LintCase(
            "closed-captions-none",
            line: 5,
            "no CLOSED-CAPTIONS",
            "CLOSED-CAPTIONS=NONE",
            pair(",CLOSED-CAPTIONS=NONE", ""),
            legal: pair(",CLOSED-CAPTIONS=NONE", ",CLOSED-CAPTIONS=NONE")
        ),
        LintCase(
            "variant-duplicate",
            line: 5,
            .multivariant(whole + uri + "|" + whole + uri),
            legal: .multivariant(whole + uri + "|" + whole + "|backup/m.m3u8")
        ),
        LintCase(
            "variants-missing",
            line: nil,
            "0 variants",
            .multivariant("#"),
            legal: .multivariant(whole + uri)
        ),
        LintCase(
            "i-frame-playlist-missing",
            line: 3,
            .multivariant(whole + uri),
            legal: .multivariant(
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,CODECS=\"avc1.64001f\",RESOLUTION=2x2,URI=\"i\"|"
                    + whole + uri
            )
        ),
        LintCase(
            "independent-segments-missing",
            line: 3,
            "no EXT-X-INDEPENDENT-SEGMENTS",
            "EXT-X-INDEPENDENT-SEGMENTS",
            .multivariant(whole + uri),
            legal: .multivariant(whole + uri, [("m.m3u8", "#EXT-X-INDEPENDENT-SEGMENTS|#EXTINF:9.5,|a.ts")])
        ),
        LintCase(
            "codec-sample-entry",
            line: 3,
            "'hev1.1.6.L93.B0'",
            "avc1, hvc1 or dvh1",
            alone(",CODECS=\"mp4a.40.2, hev1.1.6.L93.B0\""),
            legal: alone(",CODECS=\"mp4a.40.2, hvc1.1.6.L93.B0\"")
        ),
        LintCase(
            "codec-container",
            line: 3,
            "'hvc1.1.6.L93.B0'",
            "fragmented MP4",
            .multivariant(
                "#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"hvc1.1.6.L93.B0\"|m.m3u8",
                [("m.m3u8", "#EXTINF:9.5,|a.ts")]
            ),
            legal: .multivariant(
                "#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"hvc1.1.6.L93.B0\"|m.m3u8",
                [("m.m3u8", "#EXT-X-MAP:URI=\"i\"|#EXTINF:9.5,|a.m4s")]
            )
        ),
        LintCase(
            "stable-id",
            line: 3,
            "'a b'",
            alone(",STABLE-VARIANT-ID=\"a b\""),
            legal: alone(",STABLE-VARIANT-ID=\"aZ0+/=.-_\"")
        ),
        LintCase(
            "pathway-id",
            line: 3,
            "'a/b'",
            alone(",PATHWAY-ID=\"a/b\""),
            legal: alone(",PATHWAY-ID=\"aZ0.-_\"")
        ),
        LintCase(
            "pathway-id-missing",
            line: 4,
            "no PATHWAY-ID",
            "PATHWAY-ID",
            .multivariant("#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"|#EXT-X-STREAM-INF:BANDWIDTH=9|m"),
            legal: .multivariant(
                "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"|#EXT-X-STREAM-INF:BANDWIDTH=9,PATHWAY-ID=\"A\"|m"
            )
        ),
        LintCase(
            "pathway-id-unknown",
            line: 3,
            "'B'",
            .multivariant(
                "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"B\"|#EXT-X-STREAM-INF:BANDWIDTH=9,PATHWAY-ID=\"A\"|m"
            ),
            legal: .multivariant(
                "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"A\"|#EXT-X-STREAM-INF:BANDWIDTH=9,PATHWAY-ID=\"A\"|m"
            )
        ),
        LintCase(
            "pathway-id",
            line: 3,
            "'a b'",
            .multivariant(
                "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"a b\"|#EXT-X-STREAM-INF:BANDWIDTH=9,PATHWAY-ID=\"A\"|m"
            ),
            legal: .multivariant(
                "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"|#EXT-X-STREAM-INF:BANDWIDTH=9,PATHWAY-ID=\"A\"|m"
            )
        ),
        LintCase(
            "score",
            line: 3,
            "0",
            .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9,SCORE=0.0|m"),
            legal: .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9,SCORE=0.1|m")
        ),
        LintCase(
            "video-layout",
            line: 3,
            "'CH-STEREO,'",
            "entries such as CH-STEREO",
            .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9,REQ-VIDEO-LAYOUT=\"CH-STEREO,\"|m"),
            legal: .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9,REQ-VIDEO-LAYOUT=\"CH-STEREO,CH-MONO\"|m")
        ),
        LintCase(
            "session-data-content",
            line: 3,
            "VALUE and URI",
            "VALUE or URI",
            .multivariant("#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\",URI=\"u\"|" + whole + uri),
            legal: .multivariant("#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\"|" + whole + uri)
        ),
        LintCase(
            "session-data-content",
            line: 3,
            "neither",
            "VALUE or URI",
            .multivariant("#EXT-X-SESSION-DATA:DATA-ID=\"d\"|" + whole + uri),
            legal: .multivariant("#EXT-X-SESSION-DATA:DATA-ID=\"d\",URI=\"u\"|" + whole + uri)
        ),
        LintCase(
            "session-data-duplicate",
            line: 4,
            .multivariant(data("en") + data("en") + whole + uri),
            legal: .multivariant(data("en") + data("sv") + whole + uri)
        ),
    ]

    private static func data(_ language: String) -> String {
        "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\",LANGUAGE=\"\(language)\"|"
    }

    private static let fairPlay =
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"|#EXTINF:9.5,|a.ts"

    private static func protected(_ attributes: String) -> LintPresentation {
        .multivariant("#EXT-X-STREAM-INF:BANDWIDTH=9," + attributes + "|m.m3u8", [("m.m3u8", fairPlay)])
    }

    static let policies: [LintCase] = [
        LintCase(
            "hdcp-level",
            line: 3,
            "no HDCP-LEVEL",
            "TYPE-0",
            protected("RESOLUTION=1920x1080"),
            legal: protected("RESOLUTION=1920x1080,HDCP-LEVEL=TYPE-0")
        ),
        LintCase(
            "hdcp-level",
            line: 3,
            "TYPE-0",
            "TYPE-1",
            protected("RESOLUTION=3840x2160,HDCP-LEVEL=TYPE-0"),
            legal: protected("RESOLUTION=3840x2160,HDCP-LEVEL=TYPE-1")
        ),
        LintCase(
            "hdcp-level",
            line: 3,
            "no HDCP-LEVEL",
            "TYPE-0",
            protected("RESOLUTION=1920x1080"),
            legal: protected("RESOLUTION=640x360")
        ),
        LintCase(
            "allowed-cpc",
            line: 3,
            "'AppleMain'",
            "KEYFORMAT:LABEL/LABEL",
            alone(",ALLOWED-CPC=\"AppleMain\""),
            legal: alone(",ALLOWED-CPC=\"com.apple.streamingkeydelivery:AppleMain/Main,com.example:A\"")
        ),
        LintCase(
            "allowed-cpc-coverage",
            line: 3,
            "no label of 'com.apple.streamingkeydelivery'",
            "a label in one variant",
            protected("ALLOWED-CPC=\"com.example:A\""),
            legal: protected("ALLOWED-CPC=\"com.example:A,com.apple.streamingkeydelivery:Main\"")
        ),
    ]
}
