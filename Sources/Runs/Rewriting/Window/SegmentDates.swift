import HLSPlaylists

/// The dates of the segments of a playlist (RFC 8216bis 4.4.4.6 and 6.3.3).
///
/// Dates are extrapolated forward from each `EXT-X-PROGRAM-DATE-TIME`, and backward to segments without a
/// date. They never cross a discontinuity, where time may jump.
struct SegmentDates {
    /// The date of a segment and its origin.
    struct Entry: Hashable {
        /// The date of the first sample.
        let date: DateTime
        /// The line of the tag from which the date was extrapolated.
        let line: Int
    }

    /// The dates of the segments, nil for each unknown one.
    private let entries: [Entry?]

    init(_ playlist: MediaPlaylist) {
        let segments = playlist.segments
        var entries: [Entry?] = []
        entries.reserveCapacity(segments.count)
        for (index, segment) in segments.enumerated() {
            if let tag = segment.programDateTime {
                entries.append(Entry(date: tag.value, line: tag.line))
            } else if index > 0, !segment.hasDiscontinuity, let previous = entries[index - 1] {
                entries.append(previous.advanced(by: segments[index - 1].duration))
            } else {
                entries.append(nil)
            }
        }
        for index in segments.indices.dropLast().reversed()
        where entries[index] == nil && !segments[index + 1].hasDiscontinuity {
            entries[index] = entries[index + 1]?.advanced(by: .zero - segments[index].duration)
        }
        self.entries = entries
    }

    var count: Int { entries.count }

    /// Indicates whether the date of any segment is known.
    var isKnown: Bool { entries.contains { $0 != nil } }

    /// The index of the first segment with an unknown date, or nil if all are known.
    var firstUnknown: Int? { entries.firstIndex { $0 == nil } }

    /// The date of a segment, or nil if it is unknown.
    subscript(index: Int) -> Entry? { entries[index] }
}

extension SegmentDates.Entry {
    fileprivate func advanced(by duration: Duration) -> SegmentDates.Entry {
        SegmentDates.Entry(date: date.advanced(by: duration), line: line)
    }
}
