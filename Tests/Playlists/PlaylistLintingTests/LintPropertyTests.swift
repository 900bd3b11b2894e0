import PlaylistLinting
import TestRandomness
import Testing

/// For any playlist the linter ends, with the same findings each time, sorted and on existing lines.
@Suite struct LintPropertyTests {
    private static let lines = [
        "#EXT-X-VERSION:99999999999", "#EXT-X-TARGETDURATION:18446744073709551615", "#EXT-X-TARGETDURATION:0",
        "#EXTINF:2147483648,", "#EXTINF:0,", "#EXTINF:5.5", "a.ts", "b.mp4", "#EXT-X-BYTERANGE:5@3",
        "#EXT-X-ENDLIST",
        "#EXT-X-BYTERANGE:18446744073709551615", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"",
        "#EXT-X-KEY:METHOD=NONE",
        "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"\",IV=0x,KEYFORMAT=\"\",KEYFORMATVERSIONS=\"\"",
        "#EXT-X-MAP:URI=\"i\"", "#EXT-X-DISCONTINUITY", "#EXT-X-GAP",
        "#EXT-X-SKIP:SKIPPED-SEGMENTS=18446744073709551615",
        "#EXT-X-PROGRAM-DATE-TIME:9999-12-31T23:59:59Z", "#EXT-X-PROGRAM-DATE-TIME:0000-01-01T00:00:00Z",
        "#EXT-X-START:TIME-OFFSET=-2147483648", "#EXT-X-PART-INF:PART-TARGET=0",
        "#EXT-X-PART:DURATION=2147483648,URI=\"p\"", "#EXT-X-PART-INF:PART-TARGET=2147483648",
        "#EXT-X-SERVER-CONTROL:HOLD-BACK=0,PART-HOLD-BACK=0,CAN-SKIP-UNTIL=2147483648",
        "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"9999-12-31T23:59:59Z\",END-DATE=\"0000-01-01T00:00:00Z\",DURATION=1",
        "#EXT-X-BITRATE:18446744073709551615", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-I-FRAMES-ONLY",
        "#EXT-X-STREAM-INF:BANDWIDTH=0,AVERAGE-BANDWIDTH=18446744073709551615,CODECS=\"\",FRAME-RATE=0",
        "#EXT-X-STREAM-INF:BANDWIDTH=18446744073709551615,AUDIO=\"\",ALLOWED-CPC=\":\",RESOLUTION=0x0",
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\",NAME=\"\",CHANNELS=\"/\",URI=\"a.ts\"",
        "#EXT-X-MEDIA:TYPE=SUBTITLES",
        "#EXT-X-SESSION-KEY:METHOD=NONE", "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"", "#EXT", "#EXT-X-",
        "{$x}",
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"a.ts\"", "#EXT-X-DEFINE:NAME=\"x\",VALUE=\"{$x}\"", "",
        " ",
        "#EXT-X-CONTENT-STEERING:SERVER-URI=\"\",PATHWAY-ID=\"\"", "#EXT-X-SESSION-DATA:DATA-ID=\"\"",
    ]

    @Test func holdsForGeneratedPlaylists() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let scene = Self.scene(&generator)
            let findings = try scene.findings()
            let counts = [
                "main.m3u8": scene.multivariant, "a.ts": scene.media.first?.text,
                "b.mp4": scene.media.last?.text,
            ]
            .mapValues { ($0 ?? "").count { $0 == "|" } + 1 }
            #expect(try scene.findings() == findings, "seed \(seed), round \(round)")
            for finding in findings {
                let isThere = (1...(counts[finding.playlist] ?? 0)).contains(finding.line ?? 1)
                #expect(isThere, "seed \(seed), round \(round): \(finding)")
            }
            let locations = findings.map {
                (["main.m3u8", "a.ts", "b.mp4"].firstIndex(of: $0.playlist) ?? 9, $0.line ?? 0)
            }
            #expect(
                zip(locations, locations.dropFirst()).allSatisfy { $0 <= $1 },
                "seed \(seed), round \(round)"
            )
        }
    }

    private static func scene(_ generator: inout SeededGenerator) -> LintPresentation {
        func text() -> String {
            let count = Int.random(in: 0...25, using: &generator)
            return "#EXTM3U"
                + (0..<count).map { _ in "|" + (lines.randomElement(using: &generator) ?? "") }.joined()
        }
        var measurement = MediaMeasurement(segmentCount: 3)
        measurement.segments[0].byteCount = .max
        measurement.segments[1].duration = .seconds(Int64(Int32.max))
        measurement.segments[2].startsWithKeyFrame = false
        measurement.frameRate = [0, -1, .nan, .infinity, 25].randomElement(using: &generator)
        measurement.failures = [99: "gone"]
        return LintPresentation(
            multivariant: text(),
            media: [("a.ts", text()), ("b.mp4", text())],
            measurements: ["a.ts": measurement]
        )
    }
}
