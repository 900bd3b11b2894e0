import Mezzanines

/// The assignment of cues to segments.
///
/// It stores nothing per pair of cue and segment, as a cue may be in every segment and a title may have
/// thousands of both.
struct WebVTTSchedule {
    /// A cue and the segments that it overlaps.
    struct Entry {
        let cue: WebVTTDocument.Cue
        /// The index of the first segment that the cue overlaps.
        let firstSegment: Int
        /// The index of the last segment that the cue overlaps.
        let lastSegment: Int
        /// The largest `lastSegment` of this and all earlier entries, which allows binary search.
        let lastSegmentSoFar: Int
    }

    /// The cues that are shown in the presentation, in order.
    private let entries: [Entry]
    private let segmentCount: Int
    private let end: MediaTime
    /// The number of cues that start at or after the end of the presentation, and the start of the first of
    /// them.
    private let leftOut: (count: Int, first: MediaTime?)

    /// Assigns cues to segments.
    ///
    /// A cue overlaps a segment if it is shown for some of its time. A cue of duration 0 is in the segment in
    /// which it starts.
    ///
    /// - Parameters:
    ///   - cues: the cues, by start time.
    ///   - boundaries: the starts of the segments.
    ///   - end: the end of the presentation; cues that start at or after it are left out.
    init(_ cues: [WebVTTDocument.Cue], boundaries: [MediaTime], end: MediaTime) {
        var entries: [Entry] = []
        var lastSegmentSoFar = 0
        let shown = cues.prefix { $0.startTime < end }
        for cue in shown {
            // The last boundary at or before the start of the cue, and the last one before its end.
            let firstSegment = max(
                0,
                (0..<boundaries.count).firstIndex { cue.startTime < boundaries[$0] } - 1
            )
            let lastSegment = max(
                firstSegment,
                (0..<boundaries.count).firstIndex { !(boundaries[$0] < cue.endTime) } - 1
            )
            lastSegmentSoFar = max(lastSegmentSoFar, lastSegment)
            entries.append(
                Entry(
                    cue: cue,
                    firstSegment: firstSegment,
                    lastSegment: lastSegment,
                    lastSegmentSoFar: lastSegmentSoFar
                )
            )
        }
        self.entries = entries
        self.end = end
        segmentCount = boundaries.count
        leftOut = (cues.count - shown.count, cues.dropFirst(shown.count).first?.startTime)
    }

    /// Returns the cues of a segment, in order.
    func cues(of segment: Int) -> some Sequence<WebVTTDocument.Cue> {
        let from = (0..<entries.count).firstIndex { entries[$0].lastSegmentSoFar >= segment }
        let to = (0..<entries.count).firstIndex { entries[$0].firstSegment > segment }
        return entries[from..<max(from, to)].lazy.filter { $0.lastSegment >= segment }.map(\.cue)
    }

    /// Returns the size of the cues of each segment in bytes, with two line terminators after each cue.
    func sizes() -> [UInt64] {
        var changes = [Int64](repeating: 0, count: segmentCount + 1)
        for entry in entries {
            let size = Int64(entry.cue.text.count + 2)
            changes[entry.firstSegment] += size
            changes[entry.lastSegment + 1] -= size
        }
        var size: Int64 = 0
        return changes.dropLast().map { change in
            size += change
            return UInt64(size)
        }
    }

    /// Returns the warnings for an input.
    ///
    /// - Parameters:
    ///   - path: the path of the input.
    ///   - parserWarnings: the warnings of the parser.
    /// - Returns: the warnings, each with the path; a further one if cues are left out.
    func warnings(_ path: String, _ parserWarnings: [String]) -> [String] {
        var warnings = parserWarnings.map { "\(path): \($0)" }
        if let first = leftOut.first {
            warnings.append(
                "\(path): cues from \(first.secondsDescription) on (\(leftOut.count)) are left out: they start after the end of the "
                    + "presentation (\(end.secondsDescription))"
            )
        }
        return warnings
    }
}

extension WebVTTDocument.Cue {
    fileprivate var startTime: MediaTime { MediaTime(ticks: start, timescale: 1000) }
    fileprivate var endTime: MediaTime { MediaTime(ticks: end, timescale: 1000) }
}
