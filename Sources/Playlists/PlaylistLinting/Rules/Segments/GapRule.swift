import HLSPlaylists

/// The rule for `EXT-X-GAP` (RFC 8216bis 4.4.4.7).
enum GapRule {
    private static let rule = LintRule.note("gap", LintSource.rfc("4.4.4.7"), "No segment is missing")

    static let check = LintCheck(
        rule,
        body: .media { media, report in
            for segment in media.playlist.segments where segment.hasGap {
                let duration = LintFormat.seconds(segment.duration)
                report.add(
                    rule,
                    in: media.name,
                    line: segment.uriLine,
                    "A segment is missing",
                    measured: duration
                )
            }
        }
    )
}
