import BatchReports

/// An invented film of two hours with a clear lead, a new key every 15 minutes, and five renditions.
enum InventedTitle {
    private static let segmentCount = 600
    private static let seconds = 12.0
    private static let renditions: [(name: String, kind: TitleRendition.Kind, bitrate: Int)] = [
        ("video/1080p", .video, 5_800_000), ("video/720p", .video, 3_100_000),
        ("video/432p", .video, 1_200_000),
        ("audio/en", .audio, 128_000), ("subtitles/en", .subtitles, 900),
    ]

    static func title(_ index: Int) -> TitleReport {
        let state: TitleState =
            switch index % 97 {
            case 3: .failed
            case 7: .interrupted
            case 11...30: .current
            default: .published
            }
        var title = TitleReport(
            index: index,
            line: index + 2,
            contentID: "film-\(100_000 + index)",
            state: state,
            input: .init(paths: ["mezzanines/film-\(100_000 + index).mov"], files: 1, bytes: 9_000_000_000)
        )
        title.template = "https-key"
        title.seconds = 30 + Double(index % 89)
        if state.needsAttention {
            (title.status, title.error) = (65, "mezzanines/film-\(100_000 + index).mov: moov is missing.")
            return title
        }
        title.method = "sample-aes"
        title.keySystems = ["fairplay", "widevine", "playready"]
        if index.isMultiple(of: 5) { title.warnings = ["the audio has no language. Name one."] }
        title.keys = (0..<8).map { key($0, of: index) }
        title.duration = Double(segmentCount) * seconds
        title.renditions = renditions.map { rendition($0, of: index) }
        title.output = .init(
            path: "out/film-\(100_000 + index)",
            files: 6100,
            bytes: title.renditions.reduce(0) { $0 + $1.bytes }
        )
        title.verification = .init(holds: true)
        return title
    }

    private static func keyID(_ period: Int, of index: Int) -> String {
        let digits = String(index * 8 + period, radix: 16)
        return "5f000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private static func key(_ period: Int, of index: Int) -> TitleReport.Key {
        .init(
            keyID: keyID(period, of: index),
            track: "all",
            period: period,
            generation: 0,
            keyURI: "skd://keys.example.com/film-\(100_000 + index)/\(period)"
        )
    }

    private static func rendition(
        _ rendition: (name: String, kind: TitleRendition.Kind, bitrate: Int),
        of index: Int
    ) -> TitleRendition {
        // A linear congruential generator: bitrates vary, and are the same in each run.
        var number = UInt64(index) &* 2_654_435_761 &+ UInt64(rendition.bitrate)
        let bitrates = (0..<segmentCount).map { _ in
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return rendition.bitrate * 3 / 4 + Int(number >> 33) % max(rendition.bitrate / 2, 1)
        }
        let total = bitrates.reduce(0, +)
        let lead = TitleRendition.Span(start: 0, end: 60, method: "NONE", line: 8)
        let spans = (0..<8).map { period in
            TitleRendition.Span(
                start: period == 0 ? 60 : Double(period) * 900,
                end: Double(period + 1) * 900,
                keyID: keyID(period, of: index),
                method: "SAMPLE-AES",
                keyURI: "skd://keys.example.com/film-\(100_000 + index)/\(period)",
                line: 30 + 310 * period
            )
        }
        return TitleRendition(
            name: rendition.name,
            playlist: rendition.name + ".m3u8",
            kind: rendition.kind,
            encrypted: rendition.kind == .subtitles ? 0 : segmentCount - 10,
            bytes: UInt64(total) * UInt64(seconds) / 8,
            averageBitrate: total / segmentCount,
            peakBitrate: bitrates.max(),
            timeline: rendition.kind == .subtitles
                ? [.init(start: 0, end: Double(segmentCount) * seconds, method: "NONE", line: 8)]
                : [lead] + spans,
            segmentBitrates: bitrates,
            segmentDurations: Array(repeating: seconds, count: segmentCount),
            duration: Double(segmentCount) * seconds
        )
    }
}
