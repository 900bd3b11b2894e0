/// A scanner that returns the attributes of an attribute list one by one (RFC 8216bis 4.2).
///
/// Positions are offsets in the bytes that are passed to every call, which must be the same each time.
struct AttributeScanner {
    /// The line number, for errors.
    let line: Int
    /// The column of the first byte, for errors.
    let column: Int
    /// The offset at which the list continues: at the comma after an attribute, or at the end.
    private(set) var position: Int
    /// The offset of a comma that ends the list, or nil if there is none.
    private(set) var trailingComma: Int?
    private var isAtStart = true

    /// Creates a scanner of the list that starts at a position and extends to the end of the bytes.
    init(from position: Int, line: Int, column: Int) {
        self.position = position
        self.line = line
        self.column = column
    }

    /// Returns the next attribute, or nil at the end.
    ///
    /// - Throws: `PlaylistError` for a malformed attribute.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) throws(PlaylistError) -> AttributeList.Attribute? {
        if isAtStart {
            isAtStart = false
            skipBlanks(bytes)
            guard position < bytes.count else { return nil }
        } else {
            guard position < bytes.count else { return nil }
            let comma = position
            position += 1
            skipBlanks(bytes)
            guard position < bytes.count else {
                trailingComma = comma
                return nil
            }
        }
        let name = try name(bytes)
        let isQuoted = position < bytes.count && bytes[position] == ASCII.quote
        let value = isQuoted ? try quotedString(bytes, of: name) : try unquotedValue(bytes, of: name)
        return AttributeList.Attribute(name: name, value: value)
    }

    /// Reads a name and the equals sign after it.
    @inline(__always)
    private mutating func name(_ bytes: Span<UInt8>) throws(PlaylistError) -> Range<Int> {
        let start = position
        var end = start
        while end < bytes.count, ASCII.isNameCharacter(bytes[end]) { end &+= 1 }
        guard end > start else { throw error(.missingName) }
        position = end
        guard end < bytes.count, bytes[end] == ASCII.equals else {
            throw error(.missingEqualsSign(Self.text(bytes, start..<end)))
        }
        position = end + 1
        return start..<end
    }

    @inline(__always)
    private mutating func quotedString(
        _ bytes: Span<UInt8>,
        of name: Range<Int>
    ) throws(PlaylistError) -> Range<Int> {
        let start = position
        guard let end = bytes.firstIndex(of: ASCII.quote, in: (start + 1)..<bytes.count) else {
            throw error(.unclosedQuotedString(Self.text(bytes, name)))
        }
        position = end + 1
        skipBlanks(bytes)
        guard position == bytes.count || bytes[position] == ASCII.comma else {
            throw error(.malformedValue(Self.text(bytes, name)))
        }
        return start..<(end + 1)
    }

    @inline(__always)
    private mutating func unquotedValue(
        _ bytes: Span<UInt8>,
        of name: Range<Int>
    ) throws(PlaylistError) -> Range<Int> {
        let start = position
        var end = start
        while end &+ ByteWord.size <= bytes.count {
            // Safe: the eight bytes were just checked to be in the span.
            guard unsafe bytes.uncheckedWord(at: end).marks(below: Self.leastValueByte) == 0 else { break }
            end &+= ByteWord.size
        }
        while end < bytes.count, !Self.endsWord(bytes[end]) { end &+= 1 }
        var nextPosition = end
        while nextPosition < bytes.count, ASCII.isBlank(bytes[nextPosition]) { nextPosition &+= 1 }
        guard end > start, nextPosition == bytes.count || bytes[nextPosition] == ASCII.comma else {
            throw error(.malformedValue(Self.text(bytes, name)))
        }
        position = nextPosition
        return start..<end
    }

    @inline(__always)
    private mutating func skipBlanks(_ bytes: Span<UInt8>) {
        while position < bytes.count, ASCII.isBlank(bytes[position]) { position &+= 1 }
    }

    @inline(__always)
    private static func endsWord(_ byte: UInt8) -> Bool {
        byte == ASCII.comma || byte == ASCII.quote || ASCII.isBlank(byte)
    }

    /// A lower bound of the usual bytes of unquoted values; comma, quote and blanks are below it.
    static let leastValueByte = UInt8(ascii: "-")

    @inline(never)
    private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    }

    @inline(never)
    private func error(_ problem: AttributeProblem) -> PlaylistError {
        PlaylistError(line: line, column: column + position, .attribute(problem))
    }
}
