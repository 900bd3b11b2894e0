/// The text of a well-formed tag line before and after the quoted value of one attribute.
///
/// The value may be any text without a quote, so similar lines are found by comparing bytes and need not be
/// parsed.
struct AttributeShape: Sendable {
    let name: [UInt8]
    /// The line up to and including the opening quote.
    private let linePrefix: [UInt8]
    /// The line from the closing quote on, without an unquoted value at its end.
    private let lineSuffix: [UInt8]
    /// Indicates whether the line ends in an unquoted value, such as an IV, which may differ between lines.
    private let endsInUnquotedValue: Bool

    /// Creates the shape of a line, or nil if the value has no quotes.
    ///
    /// - Parameters:
    ///   - name: the attribute name.
    ///   - value: the range of its value in the line, with its quotes if it has them.
    ///   - content: the line; its attributes are well-formed, and no other one has this name.
    init?(_ name: [UInt8], at value: Range<Int>, in content: ArraySlice<UInt8>) {
        let linePrefix = content.prefix(value.lowerBound + 1)
        guard linePrefix.last == ASCII.quote else { return nil }
        let lineSuffix = content.dropFirst(value.upperBound - 1)
        self.name = name
        self.linePrefix = Array(linePrefix)
        if let valueStart = Self.lastUnquotedValue(of: lineSuffix) {
            self.lineSuffix = Array(lineSuffix[..<valueStart])
            endsInUnquotedValue = true
        } else {
            self.lineSuffix = Array(lineSuffix)
            endsInUnquotedValue = false
        }
    }

    /// Returns the index at which the unquoted value of the last attribute starts, or nil if the line ends
    /// otherwise.
    private static func lastUnquotedValue(of lineSuffix: ArraySlice<UInt8>) -> Int? {
        // A comma with no quote after it is not in a quoted string: it precedes the last attribute.
        guard let comma = lineSuffix.lastIndex(of: ASCII.comma),
            let equals = lineSuffix[comma...].firstIndex(of: ASCII.equals),
            !lineSuffix[comma...].contains(ASCII.quote),
            Self.isUnquotedValue(lineSuffix.span, from: equals + 1 - lineSuffix.startIndex)
        else { return nil }
        return equals + 1
    }

    /// Returns the range of the attribute value, with its quotes, in a line of this shape; nil for other
    /// lines.
    @inline(__always)
    func value(in content: Span<UInt8>) -> Range<Int>? {
        guard let closing = closingQuote(in: content), content.hasBytes(lineSuffix.span, at: closing) else {
            return nil
        }
        let suffixEnd = closing &+ lineSuffix.count
        guard
            endsInUnquotedValue ? Self.isUnquotedValue(content, from: suffixEnd) : suffixEnd == content.count
        else {
            return nil
        }
        return (linePrefix.count &- 1)..<(closing &+ 1)
    }

    /// Returns the offset of the closing quote of the value in a line that starts like this one; nil for
    /// other lines.
    @inline(__always)
    func closingQuote(in content: Span<UInt8>) -> Int? {
        guard content.hasBytes(linePrefix.span, at: 0) else { return nil }
        return content.firstIndex(of: ASCII.quote, in: linePrefix.count..<content.count)
    }

    /// Returns the range of the attribute value, with its quotes, given the offset of the closing quote.
    func value(endingAt closing: Int) -> Range<Int> { (linePrefix.count - 1)..<(closing + 1) }

    /// Returns whether the rest of a line is an unquoted value.
    @inline(__always)
    private static func isUnquotedValue(_ content: Span<UInt8>, from position: Int) -> Bool {
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

    /// A lower bound of the bytes of unquoted values; comma, quote and blanks are below it.
    private static let least = AttributeScanner.leastValueByte
}
