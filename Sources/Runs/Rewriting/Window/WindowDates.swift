import Failures
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

    /// Determines the changes for a cut to the segments with the indices in `keptSegments`.
    ///
    /// - Throws: `RunFailure` if a date that must be written again cannot be parsed.
    init(_ playlist: MediaPlaylist, keptSegments: Range<Int>, path: TreePath) throws(RunFailure) {
        let dates = SegmentDates(playlist)
        try Self.requireReadable(playlist, keptSegments: keptSegments, path)
        lines = Self.carriedLines(playlist, dates, keptSegments: keptSegments)
        let ranges = playlist.document.lineNumbers(tagged: .dateRange)
        let tags = playlist.document.lineNumbers(tagged: .programDateTime)
        let isDated = !lines.isEmpty || tags.contains { Self.keeps(line: $0, of: playlist, keptSegments) }
        guard isDated || tags.isEmpty else {
            undatedRange = ranges.first
            droppedLines = Set(ranges)
            return
        }
        undatedRange = nil
        let span = DateRangeSpan(playlist, dates, keptSegments: keptSegments)
        droppedLines = Set(span?.linesOutside(of: playlist) ?? [])
    }

    /// Indicates whether a segment tag stays.
    ///
    /// It belongs to a kept segment, or is after the last segment and the end is not cut.
    private static func keeps(line: Int, of playlist: MediaPlaylist, _ keptSegments: Range<Int>) -> Bool {
        let segments = playlist.segments
        if keptSegments.lowerBound > 0, line <= segments[keptSegments.lowerBound - 1].uriLine { return false }
        return keptSegments.upperBound == segments.count
            || line <= segments[keptSegments.upperBound - 1].uriLine
    }

    /// Throws if the date that would be written again cannot be parsed.
    private static func requireReadable(
        _ playlist: MediaPlaylist,
        keptSegments: Range<Int>,
        _ path: TreePath
    ) throws(RunFailure) {
        guard keptSegments.lowerBound > 0 else { return }
        let end = playlist.segments[keptSegments.lowerBound - 1].uriLine
        let first = playlist.segments[keptSegments.lowerBound].uriLine
        let tags = playlist.document.lineNumbers(tagged: .programDateTime)
        guard !tags.contains(where: { (end..<first).contains($0) }),
            let lastDateLine = tags.last(where: { $0 < end }),
            playlist.problems.contains(where: { $0.line == lastDateLine })
        else { return }
        throw .malformedDate(LineLocation(playlist: path, line: lastDateLine))
    }

    private static func carriedLines(
        _ playlist: MediaPlaylist,
        _ dates: SegmentDates,
        keptSegments: Range<Int>
    ) -> [Int: String] {
        let segments = playlist.segments
        let start = keptSegments.lowerBound > 0 ? segments[keptSegments.lowerBound - 1].uriLine + 1 : 1
        let end = segments[keptSegments.upperBound - 1].uriLine
        var lines: [Int: String] = [:]
        for index in keptSegments where index == keptSegments.lowerBound || segments[index].hasDiscontinuity {
            guard let entry = dates[index], !(start...end).contains(entry.line) else { continue }
            let writtenDate = String(decoding: playlist.document.lines[entry.line - 1].value, as: UTF8.self)
            guard let text = entry.date.formatted(like: writtenDate) else { continue }
            lines[index] = "#\(TagName.programDateTime.name):\(text)"
        }
        return lines
    }
}
