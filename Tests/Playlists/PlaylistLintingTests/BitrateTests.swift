import PlaylistLinting
import Testing

/// The peak bitrate of RFC 8216bis 4.1, computed by hand.
@Suite struct BitrateTests {
    struct Run: Sendable {
        let name: String
        let target: Int
        /// The duration in seconds and the size in bytes of each segment.
        let segments: [(seconds: String, bytes: UInt64)]
        let peak: String
    }

    @Test(arguments: [
        // 0.9 s is less than half of 2 s, so it counts only together with 2 s: (1000 + 9000) * 8 / 2.9 =
        // 27586.2.
        Run(name: "a short tail", target: 2, segments: [("2", 1000), ("0.9", 9000)], peak: "27586 bit/s"),
        // 1 s is exactly half of 2 s, and alone gives 72000.
        Run(name: "a tail of half", target: 2, segments: [("2", 1000), ("1", 9000)], peak: "72000 bit/s"),
        // Two segments of 3 s have 6 s, more than 1.5 times 3 s, so the longest run is one: 9000 * 8 / 3.
        Run(name: "no run of two", target: 3, segments: [("3", 9000), ("3", 3000)], peak: "24000 bit/s"),
        // Runs have at least two segments of 1 s (target 4): 100 + 5000 bytes in 2 s give 20400.
        Run(
            name: "pieces",
            target: 4,
            segments: [("1", 100), ("1", 5000), ("1", 100), ("1", 100)],
            peak: "20400 bit/s"
        ),
        // All segments together are shorter than half of 10 s, so the whole counts: 1000 * 8 / 2.
        Run(name: "all is short", target: 10, segments: [("2", 1000)], peak: "4000 bit/s"),
        // 0.4 and 0.6 s are exactly half of 2 s, although their binary fractions are not.
        Run(name: "rounding", target: 2, segments: [("0.4", 400), ("0.6", 600)], peak: "8000 bit/s"),
    ])
    func peak(run: Run) throws {
        var measurement = MediaMeasurement(segmentCount: run.segments.count)
        var lines = "#EXTM3U|#EXT-X-VERSION:3|#EXT-X-TARGETDURATION:\(run.target)|"
        for (index, segment) in run.segments.enumerated() {
            measurement.segments[index].byteCount = segment.bytes
            lines += "#EXTINF:\(segment.seconds),|\(index).ts|"
        }
        let scene = LintPresentation(
            multivariant: "#EXTM3U|#EXT-X-STREAM-INF:BANDWIDTH=1|m.m3u8",
            media: [("m.m3u8", lines + "#EXT-X-ENDLIST")],
            measurements: ["m.m3u8": measurement]
        )
        let finding = try scene.findings().first { $0.rule.id == "bandwidth" }
        #expect(finding?.measured == run.peak, "\(run.name)")
    }
}
