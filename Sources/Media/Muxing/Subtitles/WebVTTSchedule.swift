import Mezzanines

/// Which cues are in which segment.
///
/// Nothing is held for each pair of them: a cue may be in every segment, and a title may have thousands of both.
struct WebVTTSchedule {
    /// A cue and the segments that it overlaps.
    struct Entry {
        /// The cue.
        let cue: WebVTTDocument.Cue
        /// The first segment that it overlaps.
        let first: Int
        /// The last one.
        let last: Int
        /// The last segment that it or any cue before it overlaps.
        let lastSoFar: Int
    }

    /// The cues that are shown in the presentation, in order.
    private let entries: [Entry]
    private let segmentCount: Int
    private let end: MediaTime
    /// Cues that start at or behind the end.
    private let left: (count: Int, first: MediaTime?)

    /// A schedule.
    ///
    /// A cue overlaps a segment where it is shown for some time of it. One without a length is in the segment in which it starts.
    ///
    /// - Parameters:
    ///   - cues: in the order of their starts.
    ///   - boundaries: when segments begin.
    ///   - end: the end of the presentation; cues behind it are left out.
    init(_ cues: [WebVTTDocument.Cue], boundaries: [MediaTime], end: MediaTime) {
        var entries: [Entry] = []
        var lastSoFar = 0
        let shown = cues.prefix { $0.startTime < end }
        for cue in shown {
            // The last boundary at or before the start; the last one before the end.
            let first = max(0, (0..<boundaries.count).firstIndex { cue.startTime < boundaries[$0] } - 1)
            let last = max(first, (0..<boundaries.count).firstIndex { !(boundaries[$0] < cue.endTime) } - 1)
            lastSoFar = max(lastSoFar, last)
            entries.append(Entry(cue: cue, first: first, last: last, lastSoFar: lastSoFar))
        }
        self.entries = entries
        self.end = end
        segmentCount = boundaries.count
        left = (cues.count - shown.count, cues.dropFirst(shown.count).first?.startTime)
    }

    /// The cues of a segment, in order.
    func cues(of segment: Int) -> some Sequence<WebVTTDocument.Cue> {
        let from = (0..<entries.count).firstIndex { entries[$0].lastSoFar >= segment }
        let to = (0..<entries.count).firstIndex { entries[$0].first > segment }
        return entries[from..<max(from, to)].lazy.filter { $0.last >= segment }.map(\.cue)
    }

    /// The bytes of the cues of each segment, with two line ends behind each.
    func sizes() -> [UInt64] {
        var changes = [Int64](repeating: 0, count: segmentCount + 1)
        for entry in entries {
            let size = Int64(entry.cue.text.count + 2)
            changes[entry.first] += size
            changes[entry.last + 1] -= size
        }
        var size: Int64 = 0
        return changes.dropLast().map { change in
            size += change
            return UInt64(size)
        }
    }

    /// What has to be said.
    ///
    /// - Parameters:
    ///   - path: the input.
    ///   - others: what was found before.
    /// - Returns: sentences.
    func warnings(_ path: String, _ others: [String]) -> [String] {
        var warnings = others.map { "\(path): \($0)" }
        if let first = left.first {
            warnings.append(
                "\(path): cues from \(first.secondsText) on (\(left.count)) are left out: they start behind the end of the "
                    + "presentation (\(end.secondsText))"
            )
        }
        return warnings
    }
}

extension WebVTTDocument.Cue {
    fileprivate var startTime: MediaTime { MediaTime(ticks: start, timescale: 1000) }
    fileprivate var endTime: MediaTime { MediaTime(ticks: end, timescale: 1000) }
}
