import HLSPlaylists
import Presentations

/// The changes to dates that a cut requires: which dates are written again, and which date ranges are
/// removed.
struct WindowDates {
    /// The `EXT-X-PROGRAM-DATE-TIME` lines to be inserted, by the index of the segment.
    ///
    /// The first kept segment and the first after each discontinuity need one if their date comes from a line
    /// that is cut.
    let lines: [Int: String]
    /// The `EXT-X-DATERANGE` lines to be removed.
    let droppedLines: Set<Int>
    /// The line of the first date range that is removed because no date of the kept part remains, or nil.
    let undatedRange: Int?

    /// Determines the changes for a cut to the segments with the indices in `kept`.
    ///
    /// - Throws: `PresentationError` if a date that must be written again cannot be parsed.
    init(_ playlist: MediaPlaylist, kept: Range<Int>, path: TreePath) throws(PresentationError) {
        let dates = SegmentDates(playlist)
        try Self.requireReadable(playlist, kept: kept, path)
        lines = Self.carriedLines(playlist, dates, kept: kept)
        let ranges = playlist.document.lineNumbers(tagged: .dateRange)
        let tags = playlist.document.lineNumbers(tagged: .programDateTime)
        let isDated = !lines.isEmpty || tags.contains { Self.keeps(line: $0, of: playlist, kept) }
        guard isDated || tags.isEmpty else {
            undatedRange = ranges.first
            droppedLines = Set(ranges)
            return
        }
        undatedRange = nil
        let span = DateRangeSpan(playlist, dates, kept: kept)
        droppedLines = Set(span?.linesOutside(of: playlist) ?? [])
    }

    /// Indicates whether a segment tag stays.
    ///
    /// It belongs to a kept segment, or is after the last segment and the end is not cut.
    private static func keeps(line: Int, of playlist: MediaPlaylist, _ kept: Range<Int>) -> Bool {
        let segments = playlist.segments
        if kept.lowerBound > 0, line <= segments[kept.lowerBound - 1].uriLine { return false }
        return kept.upperBound == segments.count || line <= segments[kept.upperBound - 1].uriLine
    }

    /// Throws if the date that would be written again cannot be parsed.
    private static func requireReadable(
        _ playlist: MediaPlaylist,
        kept: Range<Int>,
        _ path: TreePath
    ) throws(PresentationError) {
        guard kept.lowerBound > 0 else { return }
        let end = playlist.segments[kept.lowerBound - 1].uriLine
        let first = playlist.segments[kept.lowerBound].uriLine
        let tags = playlist.document.lineNumbers(tagged: .programDateTime)
        guard !tags.contains(where: { (end..<first).contains($0) }),
            let last = tags.last(where: { $0 < end }),
            playlist.problems.contains(where: { $0.line == last })
        else { return }
        throw .rewrite(.malformedDate(RewriteError.Location(playlist: path, line: last)))
    }

    private static func carriedLines(
        _ playlist: MediaPlaylist,
        _ dates: SegmentDates,
        kept: Range<Int>
    ) -> [Int: String] {
        let segments = playlist.segments
        let start = kept.lowerBound > 0 ? segments[kept.lowerBound - 1].uriLine + 1 : 1
        let end = segments[kept.upperBound - 1].uriLine
        var lines: [Int: String] = [:]
        for index in kept where index == kept.lowerBound || segments[index].hasDiscontinuity {
            guard let entry = dates[index], !(start...end).contains(entry.line) else { continue }
            let written = String(decoding: playlist.document.lines[entry.line - 1].value, as: UTF8.self)
            guard let text = entry.date.formatted(like: written) else { continue }
            lines[index] = "#\(TagName.programDateTime.name):\(text)"
        }
        return lines
    }
}
