/// The new texts of the edits of a document, one behind the other.
struct TextStore: Sendable {
    /// Where a text stands in the store.
    struct Part: Hashable, Sendable {
        let start: UInt32
        let count: UInt32

        var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }

        /// The part without its first bytes.
        func dropFirst(_ length: Int) -> Part {
            let length = UInt32(clamping: length)
            return Part(start: start + min(length, count), count: count - min(length, count))
        }
    }

    private(set) var bytes: [UInt8] = []
    /// The texts that were used last, in a ring: an edit of all key lines uses the same few again and again.
    private var recent: [(text: LineText, part: Part)] = []
    private var oldest = 0

    private static let recentCount = 8

    /// Adds a text, or finds it among those used last.
    ///
    /// - Returns: where it stands.
    /// - Throws: `PlaylistError` when the store is full.
    mutating func add(_ text: LineText, line: Int) throws(PlaylistError) -> Part {
        for index in recent.indices where recent[index].text == text { return recent[index].part }
        guard let start = UInt32(exactly: bytes.count), let count = UInt32(exactly: text.bytes.count),
            !start.addingReportingOverflow(count).overflow
        else { throw PlaylistError(line: line, .edit(.tooMuchText)) }
        bytes += text.bytes
        let part = Part(start: start, count: count)
        if recent.count < Self.recentCount {
            recent.append((text, part))
        } else {
            recent[oldest] = (text, part)
            oldest = (oldest + 1) % Self.recentCount
        }
        return part
    }
}
