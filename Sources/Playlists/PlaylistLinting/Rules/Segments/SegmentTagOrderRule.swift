import HLSPlaylists

/// The rule for the order of the tags of one segment (RFC 8216bis 4.4.4).
///
/// Any order is legal, but few players support all of them.
enum SegmentTagOrderRule {
    private static let rule = LintRule.note(
        "segment-tag-order",
        LintSource.rfc("4.4.4"),
        "EXT-X-DISCONTINUITY, EXT-X-KEY and EXT-X-MAP are before EXTINF"
    )

    static let check = LintCheck(rule, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        for tag in [TagName.discontinuity, .key, .map] {
            var numbers = media.lintedPlaylist.lineNumbers(tag)[...]
            for segment in media.playlist.segments {
                numbers = numbers.drop { $0 < segment.extinfLine }
                guard let number = numbers.first else { break }
                guard number < segment.uriLine else { continue }
                report.add(
                    rule,
                    in: media.name,
                    line: number,
                    "\(tag.name) is between EXTINF and its URI"
                )
            }
        }
    }
}
