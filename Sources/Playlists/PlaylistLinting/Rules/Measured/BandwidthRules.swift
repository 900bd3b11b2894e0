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
    private struct MeasuredBitrates {
        let peak: Double
        let average: Double
        let isComplete: Bool
    }

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        guard let multivariant = presentation.multivariant else { return }
        let bitrates = presentation.media.map(\.bitrates)
        for variant in multivariant.playlist.variants {
            guard let measured = measure(variant, multivariant.playlist, presentation, bitrates) else {
                continue
            }
            let stream = variant.stream
            let maximumFactor = measured.isComplete ? 1.1 : 1.25
            if stream.bandwidth > 0 {
                compare(
                    measured.peak,
                    stream.bandwidth,
                    maximumFactor,
                    measured,
                    peak,
                    multivariant.name,
                    variant.line,
                    &report
                )
            }
            if let writtenAverage = stream.averageBandwidth, writtenAverage > 0 {
                compare(
                    measured.average,
                    writtenAverage,
                    1.1,
                    measured,
                    average,
                    multivariant.name,
                    variant.line,
                    &report
                )
            }
            guard measured.isComplete, measured.peak > 2 * measured.average else { continue }
            report.add(
                ratio,
                in: multivariant.name,
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
    ) -> MeasuredBitrates? {
        guard let mainIndex = presentation.mediaByReference[variant.line],
            let ownBitrates = bitrates[mainIndex]
        else {
            return nil
        }
        var peak = ownBitrates.peak
        var average = ownBitrates.average
        for group in variant.groups {
            let lines = playlist.renditions(in: group).filter { $0.uri != nil }.map(\.line)
            let measured = lines.map { line in presentation.mediaByReference[line].flatMap { bitrates[$0] } }
            guard !measured.contains(where: { $0 == nil }) else { return nil }
            let groupPeak = measured.compactMap { $0?.peak }.max() ?? 0
            let groupAverage = measured.compactMap { $0?.average }.max() ?? 0
            // A video rendition is played instead of the variant's own video.
            peak = group.type == .video ? max(peak, groupPeak) : peak + groupPeak
            average = group.type == .video ? max(average, groupAverage) : average + groupAverage
        }
        let isComplete = presentation.media[mainIndex].playlist.hasEndList
        return MeasuredBitrates(peak: peak, average: average, isComplete: isComplete)
    }

    private static func compare(
        _ bitrate: Double,
        _ writtenBitrate: UInt64,
        _ maximumFactor: Double,
        _ measured: MeasuredBitrates,
        _ rule: LintRule,
        _ name: String,
        _ line: Int,
        _ report: inout LintReport
    ) {
        let maximum = maximumFactor * Double(writtenBitrate)
        let minimum = measured.isComplete ? 0.9 * Double(writtenBitrate) : 0
        guard bitrate > maximum || bitrate < minimum else { return }
        let limit = LintFormat.bitrate(maximum)
        report.add(
            rule,
            in: name,
            line: line,
            "The bitrate of the media is \(bitrate > maximum ? "higher" : "lower") than the variant says",
            measured: LintFormat.bitrate(bitrate),
            allowed: measured.isComplete ? LintFormat.bitrate(minimum) + " to " + limit : "at most " + limit
        )
    }
}
