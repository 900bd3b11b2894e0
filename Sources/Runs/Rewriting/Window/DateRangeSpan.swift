import HLSPlaylists

/// The span of dates that a cut keeps, used to find date ranges outside it (RFC 8216bis 4.4.5.1).
struct DateRangeSpan {
    /// The earliest date of the kept segments, or nil if no segments are cut before it.
    private let start: Duration?
    /// The latest end of the kept segments, or nil if no segments are cut after it.
    private let end: Duration?

    /// Creates a span, or returns nil if the date of a kept segment is unknown.
    init?(_ playlist: MediaPlaylist, _ dates: SegmentDates, keptSegments: Range<Int>) {
        var starts: [Duration] = []
        var ends: [Duration] = []
        for index in keptSegments {
            guard let date = dates[index]?.date.sinceEpoch else { return nil }
            starts.append(date)
            ends.append(date + playlist.segments[index].duration)
        }
        start = keptSegments.lowerBound > 0 ? starts.min() : nil
        end = keptSegments.upperBound < playlist.segments.count ? ends.max() : nil
    }

    /// Returns the lines of the date ranges outside the span.
    ///
    /// A range with an unknown end may still last, and one with `CUE` `PRE` or `POST` is not bound to its
    /// dates. Both stay.
    func linesOutside(of playlist: MediaPlaylist) -> [Int] {
        let tags = playlist.dateRanges
        let ranges = Dictionary(grouping: tags, by: \.id)
        var startsOfClasses: [String: [Duration]] = [:]
        for tag in tags {
            guard let name = tag.rangeClass, let start = tag.startDate?.sinceEpoch else { continue }
            startsOfClasses[name, default: []].append(start)
        }
        startsOfClasses = startsOfClasses.mapValues { $0.sorted() }
        let outside = ranges.values.filter { isOutside($0, startsOfClasses) }
        return outside.flatMap { $0.map(\.line) }
    }

    private func isOutside(_ tags: [DateRange], _ startsOfClasses: [String: [Duration]]) -> Bool {
        guard let rangeStart = tags.lazy.compactMap(\.startDate?.sinceEpoch).first,
            !tags.contains(where: { $0.cues.contains(.before) || $0.cues.contains(.after) })
        else { return false }
        if let spanEnd = end, rangeStart >= spanEnd { return true }
        guard let spanStart = self.start, rangeStart < spanStart else { return false }
        let rangeEnd = tags.lazy.compactMap { Self.end(of: $0, from: rangeStart, startsOfClasses) }.first
        return rangeEnd.map { $0 <= spanStart } ?? false
    }

    private static func end(
        of tag: DateRange,
        from start: Duration,
        _ startsOfClasses: [String: [Duration]]
    ) -> Duration? {
        if let end = tag.endDate { return end.sinceEpoch }
        if let duration = tag.duration { return start + duration }
        guard tag.endsOnNext, let name = tag.rangeClass else { return nil }
        return startsOfClasses[name].flatMap { firstStart(after: start, in: $0) }
    }

    /// Returns the first of some sorted dates that is after `start`.
    ///
    /// A binary search, since there may be as many dates as lines.
    private static func firstStart(after start: Duration, in starts: [Duration]) -> Duration? {
        var range = starts.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range = starts[middle] > start ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound < starts.endIndex ? starts[range.lowerBound] : nil
    }
}
