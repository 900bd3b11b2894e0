import HLSPlaylists

/// The rule for the tags of a segment that must precede its first part (RFC 8216bis 4.4.4.9).
enum PartOrderRule {
    private static let rule = LintRule.error(
        "part-tag-order",
        LintSource.rfc("4.4.4.9"),
        "EXT-X-DISCONTINUITY, -KEY, -MAP and -PROGRAM-DATE-TIME are before the parts of their segment"
    )

    static let check = LintCheck(rule, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let firstParts = firstParts(media)
        for tag in [TagName.discontinuity, .key, .map, .programDateTime] where !firstParts.isEmpty {
            var rest = firstParts[...]
            for line in media.lintedPlaylist.lineNumbers(tag) {
                rest = rest.drop { $0.end < line }
                guard let segment = rest.first else { break }
                guard segment.part < line else { continue }
                report.add(
                    rule,
                    in: media.name,
                    line: line,
                    "\(tag.name) follows the part on line \(segment.part), to which it also applies"
                )
            }
        }
    }

    /// Returns the lines of the first part and of the URI of each segment that has parts.
    ///
    /// The URI of the last segment may not be written yet.
    private static func firstParts(_ media: LintedMedia) -> [(part: Int, end: Int)] {
        let parts = media.playlist.parts
        var found = media.playlist.segments.filter { !$0.parts.isEmpty }.map { segment in
            (part: parts[segment.parts.lowerBound].line, end: segment.uriLine)
        }
        let trailingStart = media.playlist.segments.last?.parts.upperBound ?? 0
        if trailingStart < parts.endIndex { found.append((part: parts[trailingStart].line, end: .max)) }
        return found
    }
}
