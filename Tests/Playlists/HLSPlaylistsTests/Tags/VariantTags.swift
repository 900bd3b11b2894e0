import HLSPlaylists

/// Tags of RFC 8216bis 4.4.6.2 and 4.4.6.3.
enum VariantTags {
    static let tables: [TagTable] = [streamInformation, iFrameStreamInformation]

    private static let shared =
        #"BANDWIDTH=2000,AVERAGE-BANDWIDTH=1500,SCORE=2.5,CODECS="hvc1.2,mp4a.40.2","#
        + #"SUPPLEMENTAL-CODECS="dvh1.08.07/db4h",RESOLUTION=1920x1080,HDCP-LEVEL=TYPE-1,"#
        + #"ALLOWED-CPC="com.a:X/Y",VIDEO-RANGE=PQ,REQ-VIDEO-LAYOUT="CH-STEREO,CH-MONO","#
        + #"STABLE-VARIANT-ID="s",VIDEO="v",PATHWAY-ID="p""#

    private static let sharedValues = [
        "2000", "1500", "2.5", "hvc1.2,mp4a.40.2", "dvh1.08.07/db4h", "1920x1080", "type1", "com.a:X/Y", "pq",
        "CH-STEREO,CH-MONO", "s", "v", "p",
    ]

    private static let fewValues = ["1", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-", "-"]

    private static func values(_ stream: StreamInformation) -> [String] {
        [
            shown(stream.bandwidth), shown(stream.averageBandwidth), shown(stream.score),
            shown(stream.codecs), shown(stream.supplementalCodecs),
            shown(stream.resolution.map { "\($0.width)x\($0.height)" }), shown(stream.hdcpLevel),
            shown(stream.allowedCPC), shown(stream.videoRange), shown(stream.requiredVideoLayout),
            shown(stream.stableVariantID), shown(stream.video), shown(stream.pathwayID),
        ]
    }

    /// Returns lines that both tags reject; `start` ends with `BANDWIDTH` and a comma.
    private static func rejected(_ start: String) -> [TagTable.Rejected] {
        let number = "digits with at most one point"
        return [
            .stops(start + "CODECS=avc1", .invalid("CODECS", expected: "a quoted string")),
            .stops(start + "RESOLUTION=1920", .invalid("RESOLUTION", expected: "WIDTHxHEIGHT")),
            .stops(start + "VIDEO=v", .invalid("VIDEO", expected: "a quoted string")),
            .tolerated(start + "SCORE=-1", .invalid("SCORE", expected: number), column: start.utf8.count + 7),
            .tolerated(
                start + "HDCP-LEVEL=TYPE-2",
                .invalid("HDCP-LEVEL", expected: "NONE, TYPE-0 or TYPE-1")
            ),
            .tolerated(start + "VIDEO-RANGE=HDR", .invalid("VIDEO-RANGE", expected: "SDR, HLG or PQ")),
            .tolerated(start + "ALLOWED-CPC=a", .invalid("ALLOWED-CPC", expected: "a quoted string")),
        ]
    }

    static let streamInformation = TagTable.multivariant(
        .streamInformation,
        after: ["v.m3u8"],
        accepted: [
            (
                "#EXT-X-STREAM-INF:" + shared
                    + #",FRAME-RATE=59.940,AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS="c""#,
                ["v.m3u8"] + sharedValues + ["59.94", "a", "s", "c", "false"]
            ),
            (
                "#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE",
                ["v.m3u8"] + fewValues + ["-", "-", "-", "-", "true"]
            ),
        ],
        rejected: rejected("#EXT-X-STREAM-INF:BANDWIDTH=1,") + [
            .stops("#EXT-X-STREAM-INF:", .missing("BANDWIDTH", tag: .streamInformation)),
            .stops(
                "#EXT-X-STREAM-INF:BANDWIDTH=1.5",
                .invalid("BANDWIDTH", expected: "a decimal integer of at most 2^64 - 1"),
                column: 29
            ),
            .stops(
                "#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=no",
                .invalid("CLOSED-CAPTIONS", expected: "a quoted string")
            ),
            .tolerated(
                "#EXT-X-STREAM-INF:BANDWIDTH=1,FRAME-RATE=30fps",
                .invalid("FRAME-RATE", expected: "digits with at most one point")
            ),
        ]
    ) {
        guard let variant = $0.variants.first else { return [] }
        return [variant.uri] + values(variant.stream) + [
            shown(variant.frameRate), shown(variant.audio), shown(variant.subtitles),
            shown(variant.closedCaptions), shown(variant.hasNoClosedCaptions),
        ]
    }

    static let iFrameStreamInformation = TagTable.multivariant(
        .iFrameStreamInformation,
        accepted: [
            (#"#EXT-X-I-FRAME-STREAM-INF:URI="i.m3u8","# + shared, ["i.m3u8"] + sharedValues),
            (#"#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="i.m3u8""#, ["i.m3u8"] + fewValues),
        ],
        rejected: rejected(#"#EXT-X-I-FRAME-STREAM-INF:URI="i",BANDWIDTH=1,"#) + [
            .stops(
                "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1",
                .missing("URI", tag: .iFrameStreamInformation)
            ),
            .stops(
                #"#EXT-X-I-FRAME-STREAM-INF:URI="i""#,
                .missing("BANDWIDTH", tag: .iFrameStreamInformation)
            ),
        ]
    ) {
        guard let variant = $0.iFrameVariants.first else { return [] }
        return [variant.uri] + values(variant.stream)
    }
}
