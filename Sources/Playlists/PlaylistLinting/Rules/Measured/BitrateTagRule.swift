import HLSPlaylists

/// The rule that compares `EXT-X-BITRATE` with the measured bitrate (RFC 8216bis 4.4.4.8).
enum BitrateTagRule {
    private static let rule = LintRule.warning(
        "bitrate-tag",
        LintSource.rfc("4.4.4.8"),
        "EXT-X-BITRATE is within 10 % of the bitrate of each segment it applies to"
    )

    static let check = LintCheck(
        rule,
        body: .media { media, report in
            let measuredSegments = media.measurement?.segments ?? []
            for (segment, measuredSegment) in zip(media.playlist.segments, measuredSegments) {
                guard let kilobits = segment.bitrate, let bytes = measuredSegment.byteCount,
                    segment.duration > .zero,
                    !segment.hasGap
                else { continue }
                let measured = 8 * Double(bytes) / segment.duration.inSeconds
                let (minimum, maximum) = (900 * Double(kilobits), 1100 * Double(kilobits))
                guard measured < minimum || measured > maximum else { continue }
                report.add(
                    rule,
                    in: media.name,
                    line: segment.uriLine,
                    "The segment does not have the bitrate that EXT-X-BITRATE says",
                    measured: LintFormat.bitrate(measured),
                    allowed: LintFormat.bitrate(minimum) + " to " + LintFormat.bitrate(maximum)
                )
            }
        }
    )
}
