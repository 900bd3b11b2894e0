import HLSPlaylists
import TextFormats

/// Rules for the durations of segments as written (RFC 8216bis 4.4.3.1, 4.4.4.1).
enum DurationRules {
    private static let overTarget = LintRule.error(
        "segment-duration",
        LintSource.rfc("4.4.3.1"),
        "EXTINF, rounded to the nearest integer, is at most EXT-X-TARGETDURATION"
    )
    private static let target = LintRule.error(
        "target-duration",
        LintSource.rfc("4.4.3.1"),
        "EXT-X-TARGETDURATION is at least 1"
    )
    private static let integer = LintRule.note(
        "extinf-integer",
        LintSource.rfc("4.4.4.1"),
        "From version 3 on, EXTINF has the decimals of the exact duration"
    )
    private static let zero = LintRule.warning(
        "segment-duration-zero",
        LintSource.apple("8.1"),
        "A segment has a duration"
    )

    static let check = LintCheck(overTarget, target, integer, zero, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let playlist = media.playlist
        reportTarget(media, &report)
        if media.isTargetKnown {
            for segment in playlist.segments where segment.duration >= media.target + .milliseconds(500) {
                report.add(
                    overTarget,
                    in: media.name,
                    line: segment.extinfLine,
                    "A segment is longer than the target duration",
                    measured: LintFormat.seconds(segment.duration),
                    allowed: "less than " + LintFormat.seconds(media.target + .milliseconds(500))
                )
            }
        }
        let problemLines = Set(media.lintedPlaylist.problems.map(\.line))
        for segment in playlist.segments where segment.duration == .zero && !segment.hasGap {
            guard !problemLines.contains(segment.extinfLine) else { continue }
            report.add(
                zero,
                in: media.name,
                line: segment.extinfLine,
                "A segment has no duration",
                measured: "0 s"
            )
        }
        reportIntegers(media, &report)
    }

    private static func reportTarget(_ media: LintedMedia, _ report: inout LintReport) {
        let lines = media.lintedPlaylist.lines(.targetDuration)
        guard let line = lines.first(where: { DecimalInteger.parse($0.value) == 0 }) else { return }
        report.add(
            target,
            in: media.name,
            line: line.number,
            "The target duration is 0",
            measured: "0 s",
            allowed: "at least 1 s"
        )
    }

    private static func reportIntegers(_ media: LintedMedia, _ report: inout LintReport) {
        let lines = media.lintedPlaylist.lines(.segmentInformation)
        let hasFraction = lines.contains { $0.value.prefix { $0 != ASCII.comma }.contains(ASCII.point) }
        guard media.playlist.version >= 3, !hasFraction, let first = media.playlist.segments.first else {
            return
        }
        report.add(
            integer,
            in: media.name,
            line: first.extinfLine,
            "No EXTINF of the playlist has decimals",
            measured: CountText.text(media.playlist.segments.count, "segment") + " in whole seconds"
        )
    }
}
