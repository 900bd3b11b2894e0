import HLSPlaylists

/// The dates of the segments of a playlist (RFC 8216bis 4.4.4.6 and 6.3.3).
///
/// They are carried forward from each `EXT-X-PROGRAM-DATE-TIME`, and backward from the first one, never over a discontinuity, at
/// which time may jump.
struct SegmentDates {
    /// A date, and where it is from.
    struct Entry: Hashable {
        /// The date of the first sample.
        let date: DateTime
        /// The line of the tag that it was carried from.
        let line: Int
    }

    /// The entries of the segments; nil for those whose date is not known.
    private let entries: [Entry?]

    /// The dates of a playlist.
    init(_ playlist: MediaPlaylist) {
        let segments = playlist.segments
        var entries: [Entry?] = []
        entries.reserveCapacity(segments.count)
        for (index, segment) in segments.enumerated() {
            if let own = segment.programDateTime {
                entries.append(Entry(date: own.value, line: own.line))
            } else if index > 0, !segment.hasDiscontinuity, let last = entries[index - 1] {
                entries.append(last.advanced(by: segments[index - 1].duration))
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

    /// How many segments there are.
    var count: Int { entries.count }

    /// Whether the date of any segment is known.
    var isKnown: Bool { entries.contains { $0 != nil } }

    /// The index of the first segment whose date is not known.
    var firstUnknown: Int? { entries.firstIndex { $0 == nil } }

    /// The date of a segment; nil where it is not known.
    subscript(index: Int) -> Entry? { entries[index] }
}

extension SegmentDates.Entry {
    fileprivate func advanced(by duration: Duration) -> SegmentDates.Entry {
        SegmentDates.Entry(date: date.advanced(by: duration), line: line)
    }
}
