import HLSPlaylists

/// Rules that compare measured bitrates with `BANDWIDTH` and `AVERAGE-BANDWIDTH`.
///
/// Their sources are 1.26 to 1.30 of the Apple HLS authoring specification.
enum BandwidthRules {
    private static let peak = LintRule.warning(
        "bandwidth",
        LintSource.apple("1.27"),
        "The peak bitrate is within 10 % of BANDWIDTH; at most 125 % of it in a live presentation"
    )
    private static let average = LintRule.warning(
        "average-bandwidth",
        LintSource.apple("1.26"),
        "The average bitrate is within 10 % of AVERAGE-BANDWIDTH; at most 110 % of it in a live presentation"
    )
    private static let ratio = LintRule.warning(
        "bandwidth-peak-ratio",
        LintSource.apple("1.30"),
        "The peak bitrate of a complete presentation is at most 200 % of the average"
    )

    static let check = LintCheck(peak, average, ratio, body: .presentation(report))

    /// The bitrates of a variant with the heaviest renditions that can be played with it, in bits per second.
    private struct Measured {
        let peak: Double
        let average: Double
        let isComplete: Bool
    }

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        guard let playlist = presentation.multivariant else { return }
        let bitrates = presentation.media.map(\.bitrates)
        for variant in playlist.playlist.variants {
            guard let measured = measure(variant, playlist.playlist, presentation, bitrates) else { continue }
            let stream = variant.stream
            let upper = measured.isComplete ? 1.1 : 1.25
            if stream.bandwidth > 0 {
                compare(
                    measured.peak,
                    stream.bandwidth,
                    upper,
                    measured,
                    peak,
                    playlist.name,
                    variant.line,
                    &report
                )
            }
            if let written = stream.averageBandwidth, written > 0 {
                compare(
                    measured.average,
                    written,
                    1.1,
                    measured,
                    average,
                    playlist.name,
                    variant.line,
                    &report
                )
            }
            guard measured.isComplete, measured.peak > 2 * measured.average else { continue }
            report.add(
                ratio,
                in: playlist.name,
                line: variant.line,
                "The peak bitrate is far above the average",
                measured: LintFormat.bitrate(measured.peak),
                allowed: "at most " + LintFormat.bitrate(2 * measured.average)
            )
        }
    }

    /// Returns the bitrates, or nil if anything that can be played with the variant was not measured.
    private static func measure(
        _ variant: Variant,
        _ playlist: MultivariantPlaylist,
        _ presentation: LintedPresentation,
        _ bitrates: [SegmentBitrates?]
    ) -> Measured? {
        guard let main = presentation.mediaByReference[variant.line], let own = bitrates[main] else {
            return nil
        }
        var peak = own.peak
        var average = own.average
        for group in variant.groups {
            let lines = playlist.renditions(in: group).filter { $0.uri != nil }.map(\.line)
            let measured = lines.map { line in presentation.mediaByReference[line].flatMap { bitrates[$0] } }
            guard !measured.contains(where: { $0 == nil }) else { return nil }
            let peaks = measured.compactMap { $0?.peak }.max() ?? 0
            let averages = measured.compactMap { $0?.average }.max() ?? 0
            // A video rendition is played instead of the variant's own video.
            peak = group.type == .video ? max(peak, peaks) : peak + peaks
            average = group.type == .video ? max(average, averages) : average + averages
        }
        let isComplete = presentation.media[main].playlist.hasEndList
        return Measured(peak: peak, average: average, isComplete: isComplete)
    }

    private static func compare(
        _ bitrate: Double,
        _ written: UInt64,
        _ upper: Double,
        _ measured: Measured,
        _ rule: LintRule,
        _ name: String,
        _ line: Int,
        _ report: inout LintReport
    ) {
        let most = upper * Double(written)
        let least = measured.isComplete ? 0.9 * Double(written) : 0
        guard bitrate > most || bitrate < least else { return }
        let limit = LintFormat.bitrate(most)
        report.add(
            rule,
            in: name,
            line: line,
            "The bitrate of the media is \(bitrate > most ? "higher" : "lower") than the variant says",
            measured: LintFormat.bitrate(bitrate),
            allowed: measured.isComplete ? LintFormat.bitrate(least) + " to " + limit : "at most " + limit
        )
    }
}
