/// The new texts of the edits of a document, concatenated.
struct TextStore: Sendable {
    /// The range of a text in the store.
    struct Part: Hashable, Sendable {
        let start: UInt32
        let count: UInt32

        var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }

        func dropFirst(_ length: Int) -> Part {
            let length = UInt32(clamping: length)
            return Part(start: start + min(length, count), count: count - min(length, count))
        }
    }

    private(set) var bytes: [UInt8] = []
    /// The texts used last, as a ring buffer: an edit of all key lines repeats the same few texts.
    private var recent: [(text: LineText, part: Part)] = []
    private var oldest = 0

    private static let recentCount = 8

    /// Adds a text, or finds it among those used last.
    ///
    /// - Returns: the range of the text.
    /// - Throws: `PlaylistError` if the store is full.
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
