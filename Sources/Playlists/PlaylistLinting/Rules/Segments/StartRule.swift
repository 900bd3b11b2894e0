import HLSPlaylists

/// Rules for `EXT-X-START` (RFC 8216bis 4.4.2.2).
enum StartRule {
    private static let outside = LintRule.warning(
        "start-offset",
        LintSource.rfc("4.4.2.2"),
        "EXT-X-START is within the playlist"
    )
    private static let nearEnd = LintRule.warning(
        "start-near-end",
        LintSource.rfc("4.4.2.2"),
        "EXT-X-START of a live playlist is three target durations or more from its end"
    )

    static let check = LintCheck(outside, nearEnd, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        guard let start = media.playlist.start, media.playlist.skip == nil else { return }
        let offset = start.timeOffset
        let position = offset < .zero ? media.duration + offset : offset
        if position < .zero || position > media.duration {
            report.add(
                outside,
                in: media.name,
                line: start.line,
                "The start is outside the playlist",
                measured: LintFormat.seconds(offset),
                allowed: "at most " + LintFormat.seconds(media.duration) + " from start or end"
            )
        } else if !media.playlist.hasEndList, media.duration - position < media.target * 3,
            media.playlist.partInformation == nil
        {
            report.add(
                nearEnd,
                in: media.name,
                line: start.line,
                "The start is close to the end of a live playlist",
                measured: LintFormat.seconds(media.duration - position) + " from the end",
                allowed: "at least " + LintFormat.seconds(media.target * 3)
            )
        }
    }
}
