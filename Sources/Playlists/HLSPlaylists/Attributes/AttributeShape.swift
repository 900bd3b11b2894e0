/// A line whose attributes are known to be well-formed, up to the quoted value of one of them and from there on.
///
/// What is between may be any text without a quote, so lines alike are found by comparing and need not be read.
struct AttributeShape: Sendable {
    /// The attribute.
    let name: [UInt8]
    /// The line up to the opening quote.
    private let start: [UInt8]
    /// The line from the closing quote on, up to the word if there is one.
    private let end: [UInt8]
    /// Whether the line ends in a value without quotes, as an IV is, which may be another in each line.
    private let endsInWord: Bool

    /// The shape of a line.
    ///
    /// Nil when the value has no quotes.
    ///
    /// - Parameters:
    ///   - name: the attribute.
    ///   - value: where its value is, as offsets in the line, with its quotes if it has them.
    ///   - content: the line, whose attributes are well-formed and have other names.
    init?(_ name: [UInt8], at value: Range<Int>, in content: ArraySlice<UInt8>) {
        let start = content.prefix(value.lowerBound + 1)
        guard start.last == ASCII.quote else { return nil }
        let end = content.dropFirst(value.upperBound - 1)
        self.name = name
        self.start = Array(start)
        if let word = Self.lastWord(of: end) {
            self.end = Array(end[..<word])
            endsInWord = true
        } else {
            self.end = Array(end)
            endsInWord = false
        }
    }

    /// Where the unquoted value of the last attribute starts, if the line ends in one.
    private static func lastWord(of end: ArraySlice<UInt8>) -> Int? {
        // A comma with no quote behind it is in no quoted string: it stands before the last attribute.
        guard let comma = end.lastIndex(of: ASCII.comma),
            let equals = end[comma...].firstIndex(of: ASCII.equals),
            !end[comma...].contains(ASCII.quote),
            Self.isWord(end.span, from: equals + 1 - end.startIndex)
        else { return nil }
        return equals + 1
    }

    /// The value of the attribute, with its quotes, in a line of this shape; nil for other lines.
    @inline(__always)
    func value(in content: Span<UInt8>) -> Range<Int>? {
        guard let closing = closingQuote(in: content), content.hasPart(end.span, at: closing) else {
            return nil
        }
        let rest = closing &+ end.count
        guard endsInWord ? Self.isWord(content, from: rest) : rest == content.count else { return nil }
        return (start.count &- 1)..<(closing &+ 1)
    }

    /// Where the value of the attribute ends in a line that starts like this one.
    @inline(__always)
    func closingQuote(in content: Span<UInt8>) -> Int? {
        guard content.hasPart(start.span, at: 0) else { return nil }
        return content.firstIndex(of: ASCII.quote, in: start.count..<content.count)
    }

    /// The value with its quotes when the closing one is known.
    func value(endingAt closing: Int) -> Range<Int> { (start.count - 1)..<(closing + 1) }

    /// Whether a line goes on with an unquoted value to its end.
    @inline(__always)
    private static func isWord(_ content: Span<UInt8>, from position: Int) -> Bool {
        var position = position
        guard position < content.count else { return false }
        while position &+ ByteWord.size <= content.count {
            // Safe: the eight bytes were just checked to be in the span.
            guard unsafe content.uncheckedWord(at: position).marks(below: least) == 0 else { return false }
            position &+= ByteWord.size
        }
        while position < content.count {
            guard content[position] >= least else { return false }
            position &+= 1
        }
        return true
    }

    /// Comma, quote and blanks are less than this.
    private static let least = AttributeScanner.leastOfWords
}
