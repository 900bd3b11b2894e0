import HLSPlaylists

/// The segments of a playlist in media time, with their dates.
struct DatedTimeline {
    private let segments: [MediaSegment]
    private let dates: SegmentDates

    init(_ playlist: MediaPlaylist) {
        segments = playlist.segments
        dates = SegmentDates(playlist)
    }

    /// The date of the first segment since 1970, or nil if it is unknown.
    var start: Duration? { segments.isEmpty ? nil : dates[0]?.date.sinceEpoch }

    /// Returns the media time in this timeline at which another timeline starts, by its first date.
    ///
    /// Returns nil if a timeline has no first date, or if that date is not a single moment in this timeline.
    func offset(of other: DatedTimeline) -> Duration? {
        guard let ownStart = start, let otherStart = other.start else { return nil }
        if let time = time(of: otherStart) { return time }
        if let time = other.time(of: ownStart) { return .zero - time }
        // If the timelines do not overlap, a difference of dates is a duration only without discontinuities.
        return isContinuous && other.isContinuous ? otherStart - ownStart : nil
    }

    /// Indicates whether the dates of two timelines agree where both have segments.
    ///
    /// - Parameters:
    ///   - other: the other timeline.
    ///   - offset: the media time in this timeline at which the other one starts.
    /// - Returns: false if two dates of the same time differ by half a second or more.
    func agrees(with other: DatedTimeline, startingAt offset: Duration) -> Bool {
        var index = segments.startIndex
        for (position, segment) in other.segments.enumerated() {
            let time = offset + segment.start
            while index < segments.endIndex, segments[index].start + segments[index].duration <= time {
                index += 1
            }
            guard index < segments.endIndex else { return true }
            guard segments[index].start <= time, let ownDate = dates[index]?.date.sinceEpoch,
                let otherDate = other.dates[position]?.date.sinceEpoch
            else { continue }
            guard (ownDate + (time - segments[index].start)).distance(to: otherDate) < .milliseconds(500)
            else {
                return false
            }
        }
        return true
    }

    /// Indicates whether no segment after the first has a discontinuity.
    private var isContinuous: Bool { !segments.dropFirst().contains(where: \.hasDiscontinuity) }

    /// Returns the media time of a date, or nil if no segment or several have the date.
    private func time(of date: Duration) -> Duration? {
        var mediaTime: Duration?
        for (index, segment) in segments.enumerated() {
            guard let start = dates[index]?.date.sinceEpoch, start <= date, date < start + segment.duration
            else {
                continue
            }
            guard mediaTime == nil else { return nil }
            mediaTime = segment.start + (date - start)
        }
        return mediaTime
    }
}
