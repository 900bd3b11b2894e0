import HLSPlaylists

/// The segments of a playlist in media time, with their dates.
struct DatedTimeline {
    private let segments: [MediaSegment]
    private let dates: SegmentDates

    /// The timeline of a playlist.
    init(_ playlist: MediaPlaylist) {
        segments = playlist.segments
        dates = SegmentDates(playlist)
    }

    /// The date of the first segment; nil where it is not known.
    var start: Duration? { segments.isEmpty ? nil : dates[0]?.date.sinceEpoch }

    /// The media time here at which another timeline starts, by its first date; nil where that is not one moment here.
    func offset(of other: DatedTimeline) -> Duration? {
        guard let own = start, let date = other.start else { return nil }
        if let time = time(of: date) { return time }
        if let time = other.time(of: own) { return .zero - time }
        // Apart from each other, dates are durations where nothing jumps.
        return isContinuous && other.isContinuous ? date - own : nil
    }

    /// Compares the dates of another timeline with those here, where both have segments.
    ///
    /// - Parameters:
    ///   - other: the other timeline.
    ///   - offset: the media time here at which it starts.
    /// - Returns: false where a date contradicts one of the same time.
    func agrees(with other: DatedTimeline, startingAt offset: Duration) -> Bool {
        var index = segments.startIndex
        for (position, segment) in other.segments.enumerated() {
            let time = offset + segment.start
            while index < segments.endIndex, segments[index].start + segments[index].duration <= time {
                index += 1
            }
            guard index < segments.endIndex else { return true }
            guard segments[index].start <= time, let own = dates[index]?.date.sinceEpoch,
                let date = other.dates[position]?.date.sinceEpoch
            else { continue }
            guard (own + (time - segments[index].start)).distance(to: date) < .milliseconds(500) else {
                return false
            }
        }
        return true
    }

    /// Whether no discontinuity is behind the first segment.
    private var isContinuous: Bool { !segments.dropFirst().contains(where: \.hasDiscontinuity) }

    /// The media time of a date; nil where no segment has it, or several have.
    private func time(of date: Duration) -> Duration? {
        var found: Duration?
        for (index, segment) in segments.enumerated() {
            guard let start = dates[index]?.date.sinceEpoch, start <= date, date < start + segment.duration
            else {
                continue
            }
            guard found == nil else { return nil }
            found = segment.start + (date - start)
        }
        return found
    }
}
