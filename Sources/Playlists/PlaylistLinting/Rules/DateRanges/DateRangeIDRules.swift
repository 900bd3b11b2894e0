import HLSPlaylists

/// Rules for the tags of one range, which have the same `ID` (RFC 8216bis 4.4.5.1).
enum DateRangeIDRules {
    private static let repeated = LintRule.error(
        "date-range-repeated",
        LintSource.rfc("4.4.5.1"),
        "Tags with the same ID have the same value of each attribute"
    )
    private static let start = LintRule.error(
        "date-range-start",
        LintSource.rfc("4.4.5.1"),
        "A range has a START-DATE in one of its tags"
    )

    static let check = LintCheck(repeated, start, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        let lintedPlaylist = media.lintedPlaylist
        var ranges: [String: (line: Int, values: [String: String])] = [:]
        for tag in media.playlist.dateRanges {
            let list = tag.attributes
            var range = ranges.removeValue(forKey: tag.id) ?? (line: tag.line, values: [:])
            for (name, value) in list.namesAndValues {
                guard let firstValue = range.values[name], firstValue != value else {
                    range.values[name] = value
                    continue
                }
                report.add(
                    repeated,
                    in: lintedPlaylist.name,
                    line: list.line,
                    "The range has a different \(Excerpt(name.utf8)) on an earlier line",
                    measured: Excerpt(value.utf8).description,
                    allowed: Excerpt(firstValue.utf8).description
                )
            }
            ranges[tag.id] = range
        }
        // The tag with the start may have left the sliding window, or may be skipped.
        guard media.playlist.hasEndList || media.playlist.mediaSequence == 0, !lintedPlaylist.has(.skip)
        else {
            return
        }
        for range in ranges.values.sorted(by: { $0.line < $1.line }) where range.values["START-DATE"] == nil {
            report.add(
                start,
                in: lintedPlaylist.name,
                line: range.line,
                "No tag of the range says when it starts"
            )
        }
    }
}
