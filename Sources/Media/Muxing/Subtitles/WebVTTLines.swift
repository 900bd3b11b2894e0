/// An iterator over the lines of a text, which end with CR LF, LF or CR (W3C WebVTT, section 4.1).
struct WebVTTLines {
    struct Line {
        /// The line number, from 1.
        let number: Int
        /// The range of the line in the text, without its terminator.
        let range: Range<Int>
    }

    private let text: [UInt8]
    private var position: Int
    private var number = 0

    /// Creates an iterator.
    ///
    /// - Parameters:
    ///   - text: the whole text.
    ///   - position: the position of the first line.
    init(_ text: [UInt8], from position: Int) {
        self.text = text
        self.position = position
    }

    /// Returns the next line, or nil at the end; a terminator at the end of the text does not start another
    /// line.
    mutating func next() -> Line? {
        guard position < text.count else { return nil }
        var end = position
        while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
        let range = position..<end
        position = end
        if position < text.count {
            let isPair = text[position] == 0x0D && position + 1 < text.count && text[position + 1] == 0x0A
            position += isPair ? 2 : 1
        }
        number += 1
        return Line(number: number, range: range)
    }
}

extension ArraySlice<UInt8> {
    /// Indicates whether the line contains an arrow ("-->"), which makes it a timings line.
    var hasArrow: Bool {
        guard count >= 3 else { return false }
        for index in startIndex..<endIndex - 2 where self[index] == 0x2D {
            if self[index + 1] == 0x2D, self[index + 2] == 0x3E { return true }
        }
        return false
    }

    /// Indicates whether the line is `word`, followed by nothing but white space.
    func isWord(_ word: StaticString) -> Bool {
        startsWithWord(word) && dropFirst(word.utf8CodeUnitCount).allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    /// Indicates whether the line starts with `word`, followed by white space or nothing.
    func startsWithWord(_ word: StaticString) -> Bool {
        let word = "\(word)".utf8
        guard starts(with: word) else { return false }
        guard let next = dropFirst(word.count).first else { return true }
        return next == 0x20 || next == 0x09
    }
}
