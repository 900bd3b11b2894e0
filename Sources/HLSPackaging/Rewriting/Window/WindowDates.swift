import HLSPlaylists

/// What a cut does to dates: the date of the first kept segment is carried over it, and ranges of dates that lie outside go.
struct WindowDates {
    /// The `EXT-X-PROGRAM-DATE-TIME` that the first kept segment needs; nil where it has one, or its date is not known.
    let line: String?
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
    /// - Throws: `PackagingError` for a date that cannot be read and would have to be carried.
    init(_ playlist: MediaPlaylist, kept: Range<Int>, path: TreePath) throws(PackagingError) {
        let dates = SegmentDates(playlist)
        line = try Self.carriedLine(playlist, dates, kept: kept, path)
        let ranges = playlist.document.lineNumbers(tagged: .dateRange)
        let isDated = line != nil || playlist.segments[kept].contains { $0.programDateTime != nil }
        guard isDated || !dates.isKnown else {
            undatedRange = ranges.first
            droppedLines = Set(ranges)
            return
        }
        undatedRange = nil
        let span = DateRangeSpan(playlist, dates, kept: kept)
        droppedLines = Set(span?.linesOutside(of: playlist) ?? [])
    }

    private static func carriedLine(
        _ playlist: MediaPlaylist,
        _ dates: SegmentDates,
        kept: Range<Int>,
        _ path: TreePath
    ) throws(PackagingError) -> String? {
        let first = playlist.segments[kept.lowerBound]
        let end = playlist.segments[kept.upperBound - 1].uriLine
        let start = kept.lowerBound > 0 ? playlist.segments[kept.lowerBound - 1].uriLine + 1 : 1
        let document = playlist.document
        let tags = document.lineNumbers(tagged: .programDateTime)
        guard !tags.contains(where: { (start..<first.uriLine).contains($0) }) else { return nil }
        if let last = tags.last(where: { $0 < start }),
            playlist.problems.contains(where: { $0.line == last })
        {
            throw .rewrite(.malformedDate(RewriteError.Place(playlist: path, line: last)))
        }
        guard let entry = dates[kept.lowerBound], !(start...end).contains(entry.line) else { return nil }
        let written = String(decoding: document.lines[entry.line - 1].value, as: UTF8.self)
        return entry.date.text(inFormOf: written).map { "#\(TagName.programDateTime.name):\($0)" }
    }
}
