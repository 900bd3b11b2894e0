import HLSPlaylists
import PlaylistLinting

/// Playlists with measurements of their media.
extension LintCase {
    /// Returns the sizes of segments of 10 s; 125,000 bytes in 10 s are 100,000 bit/s.
    private static func sizes(_ bytes: UInt64...) -> MediaMeasurement {
        var measurement = MediaMeasurement(segmentCount: bytes.count)
        for (index, count) in bytes.enumerated() { measurement.segments[index].byteCount = count }
        return measurement
    }

    private static func playlist(_ count: Int, isLive: Bool = false) -> String {
        (0..<count).map { "#EXTINF:10.0,|\($0).ts|" }.joined() + (isLive ? "#" : "#EXT-X-ENDLIST")
    }

    private static func video(
        _ attributes: String,
        _ measurement: MediaMeasurement,
        isLive: Bool = false
    ) -> LintPresentation {
        .multivariant(
            "#EXT-X-STREAM-INF:" + attributes + "|m.m3u8",
            [("m.m3u8", playlist(measurement.segments.count, isLive: isLive))],
            measurements: ["m.m3u8": measurement]
        )
    }

    static let bitrates: [LintCase] = [
        // Each run of half to one and a half target durations is one segment; the second has the peak,
        // 200,000.
        LintCase(
            "bandwidth",
            line: 3,
            "200000 bit/s",
            "90000 bit/s to 110000 bit/s",
            video("BANDWIDTH=100000", sizes(125_000, 250_000)),
            legal: video("BANDWIDTH=181819", sizes(125_000, 250_000))
        ),
        LintCase(
            "bandwidth",
            line: 3,
            "100000 bit/s",
            "108000 bit/s to 132000 bit/s",
            video("BANDWIDTH=120000", sizes(125_000, 125_000)),
            legal: video("BANDWIDTH=111111", sizes(125_000, 125_000))
        ),
        LintCase(
            "bandwidth",
            line: 3,
            "100000 bit/s",
            "at most 98750 bit/s",
            video("BANDWIDTH=79000", sizes(125_000), isLive: true),
            legal: video("BANDWIDTH=80000", sizes(125_000), isLive: true)
        ),
        LintCase(
            "average-bandwidth",
            line: 3,
            "150000 bit/s",
            "117000 bit/s to 143000 bit/s",
            video("BANDWIDTH=200000,AVERAGE-BANDWIDTH=130000", sizes(125_000, 250_000)),
            legal: video("BANDWIDTH=200000,AVERAGE-BANDWIDTH=137000", sizes(125_000, 250_000))
        ),
        LintCase(
            "average-bandwidth",
            line: 3,
            "150000 bit/s",
            "at most 143000 bit/s",
            video("BANDWIDTH=200000,AVERAGE-BANDWIDTH=130000", sizes(125_000, 250_000), isLive: true),
            legal: video("BANDWIDTH=200000,AVERAGE-BANDWIDTH=190000", sizes(125_000, 250_000), isLive: true)
        ),
        // Three times the bits in one of four segments: peak 300,000, average 150,000 (twice is allowed); in
        // one of five 140,000.
        LintCase(
            "bandwidth-peak-ratio",
            line: 3,
            "300000 bit/s",
            "at most 280000 bit/s",
            video("BANDWIDTH=300000", sizes(125_000, 125_000, 375_000, 125_000, 125_000)),
            legal: video("BANDWIDTH=300000", sizes(125_000, 125_000, 375_000, 125_000))
        ),
        // 125,000 bytes in 10 s are 100 kbit/s.
        LintCase(
            "bitrate-tag",
            line: 6,
            "100000 bit/s",
            "101700 bit/s to 124300 bit/s",
            .media("#EXT-X-BITRATE:113|#EXTINF:10.0,|a.ts", measurement: sizes(125_000)),
            legal: .media("#EXT-X-BITRATE:111|#EXTINF:10.0,|a.ts", measurement: sizes(125_000))
        ),
        // The largest rendition of the group counts: 100,000 and 20,000 are 120,000.
        LintCase(
            "bandwidth",
            line: 5,
            "120000 bit/s",
            "90000 bit/s to 110000 bit/s",
            withAudio("BANDWIDTH=100000"),
            legal: withAudio("BANDWIDTH=120000")
        ),
    ]

    private static func withAudio(_ attributes: String) -> LintPresentation {
        .multivariant(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"e\",CHANNELS=\"2\",URI=\"e.m3u8\""
                + "|#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"f\",CHANNELS=\"2\",URI=\"f.m3u8\""
                + "|#EXT-X-STREAM-INF:\(attributes),AUDIO=\"a\"|m.m3u8",
            [("m.m3u8", playlist(1)), ("e.m3u8", playlist(1)), ("f.m3u8", playlist(1))],
            measurements: ["m.m3u8": sizes(125_000), "e.m3u8": sizes(12_500), "f.m3u8": sizes(25_000)]
        )
    }

    private static func one(
        _ duration: Duration? = nil,
        frameRate: Double? = nil,
        key: Bool? = nil,
        codecs: [String] = [],
        alternatives: [String: [String]] = [:],
        resolution: Resolution? = nil
    ) -> MediaMeasurement {
        var measurement = MediaMeasurement(segmentCount: 1)
        measurement.segments[0].duration = duration
        measurement.segments[0].startsWithKeyFrame = key
        measurement.frameRate = frameRate
        measurement.codecs = codecs
        measurement.codecAlternatives = alternatives
        measurement.resolution = resolution
        return measurement
    }

    private static var broken: MediaMeasurement {
        var measurement = one()
        measurement.failures[0] = "no such file"
        return measurement
    }

    private static let segment = "#EXTINF:9.5,|a.ts"

    static let measured: [LintCase] = [
        LintCase(
            "media-unreadable",
            line: 5,
            .media(segment, measurement: broken),
            legal: .media(segment, measurement: one())
        ),
        // At 25 pictures per second a picture has 40 ms.
        LintCase(
            "measured-duration",
            line: 4,
            "9.542 s",
            "9.5 s, plus or minus 0.041001 s",
            .media(segment, measurement: one(.milliseconds(9542), frameRate: 25)),
            legal: .media(segment, measurement: one(.milliseconds(9540), frameRate: 25))
        ),
        LintCase(
            "measured-duration-over-target",
            line: 4,
            "10.6 s",
            "at most 10.5 s",
            .media("#EXTINF:10.4,|a.ts", measurement: one(.milliseconds(10600))),
            legal: .media("#EXTINF:10.4,|a.ts", measurement: one(.milliseconds(10500)))
        ),
        LintCase(
            "segment-not-independent",
            line: 6,
            .media("#EXT-X-INDEPENDENT-SEGMENTS|" + segment, measurement: one(key: false)),
            legal: .media(segment, measurement: one(key: false))
        ),
        LintCase(
            "codecs-measured",
            line: 3,
            "'mp4a.40.2'",
            "'avc1.64001f'",
            video("BANDWIDTH=9,CODECS=\"avc1.64001f\"", one(codecs: ["avc1.64001F", "mp4a.40.2"])),
            // Implicit signalling of SBR.
            legal: video(
                "BANDWIDTH=9,CODECS=\"avc1.64001f,mp4a.40.5\"",
                one(codecs: ["avc1.64001F", "mp4a.40.2"])
            )
        ),
        LintCase(
            "codecs-measured",
            line: 3,
            "'mp4a.40.5'",
            "'mp4a.40.2'",
            video("BANDWIDTH=9,CODECS=\"mp4a.40.2\"", one(codecs: ["mp4a.40.5"])),
            legal: video("BANDWIDTH=9,CODECS=\"hvc1.1.6.L93\"", one(codecs: ["hvc1.1.6.L93.B0"]))
        ),
        LintCase(
            "codecs-measured",
            line: 3,
            "'mp4a.40.34'",
            "'mp4a.6B'",
            video("BANDWIDTH=9,CODECS=\"mp4a.6B\"", one(codecs: ["mp4a.40.34"])),
            legal: video(
                "BANDWIDTH=9,CODECS=\"mp4a.6B\"",
                one(codecs: ["mp4a.40.34"], alternatives: ["mp4a.40.34": ["mp4a.69", "mp4a.6b"]])
            )
        ),
        LintCase(
            "codecs-surplus",
            line: 3,
            "'ac-3'",
            "avc1.64001f",
            video("BANDWIDTH=9,CODECS=\"avc1.64001f,ac-3\"", one(codecs: ["avc1.64001f"])),
            legal: video("BANDWIDTH=9,CODECS=\"avc1.64001f,ac-3\"", one())
        ),
        LintCase(
            "resolution-measured",
            line: 3,
            "1280x718",
            "1280x720",
            video("BANDWIDTH=9,RESOLUTION=1280x720", one(resolution: Resolution(width: 1280, height: 718))),
            legal: video(
                "BANDWIDTH=9,RESOLUTION=1280x720",
                one(resolution: Resolution(width: 1280, height: 720))
            )
        ),
        LintCase(
            "frame-rate-measured",
            line: 3,
            "30.0 frames/s",
            "25.0 frames/s",
            video("BANDWIDTH=9,FRAME-RATE=25.000", one(frameRate: 30)),
            legal: video("BANDWIDTH=9,FRAME-RATE=30.000", one(frameRate: 29.97))
        ),
    ]
}
