import HLSPlaylists
import Presentations

/// The dates of a playlist over a cut: those that only tags outside tell are carried, and ranges of dates that lie outside go.
struct WindowDates {
    /// The `EXT-X-PROGRAM-DATE-TIME` lines that kept segments need, by the index of the segment: the first one, and the first
    /// behind a discontinuity.
    let lines: [Int: String]
    /// The lines of `EXT-X-DATERANGE` that go.
    let droppedLines: Set<Int>
    /// The line of the first range that goes since nothing tells when it is; nil where the kept part has dates.
    let undatedRange: Int?

    /// The dates of a playlist over a cut.
    ///
    /// - Parameters:
    ///   - playlist: the whole playlist.
    ///   - kept: the indices of the kept segments.
    ///   - path: where the playlist is.
    /// - Throws: `PresentationError` for a date that cannot be read and would have to be carried.
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

    /// Whether a tag of segments stays: it stands with a kept one, or behind the last where the end is not cut.
    private static func keeps(line: Int, of playlist: MediaPlaylist, _ kept: Range<Int>) -> Bool {
        let segments = playlist.segments
        if kept.lowerBound > 0, line <= segments[kept.lowerBound - 1].uriLine { return false }
        return kept.upperBound == segments.count || line <= segments[kept.upperBound - 1].uriLine
    }

    /// Refuses a date that would have to be carried and cannot be read.
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
        throw .rewrite(.malformedDate(RewriteError.Place(playlist: path, line: last)))
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
            guard let text = entry.date.text(inFormOf: written) else { continue }
            lines[index] = "#\(TagName.programDateTime.name):\(text)"
        }
        return lines
    }
}
