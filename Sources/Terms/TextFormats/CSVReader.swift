/// A reader of comma-separated values (RFC 4180) that returns offsets in the text, so that secrets are not
/// copied.
///
///     text   = record *(line-end record) [line-end]     ; empty lines are skipped
///     record = field *("," field)
///     field  = DQUOTE *(any / 2DQUOTE) DQUOTE / *any-but-comma-quote-or-line-end
///     line-end = CRLF / LF
package struct CSVReader {
    /// A syntax error and its offset.
    package struct Failure: Error, Hashable {
        /// A kind of syntax error.
        package enum Problem: Hashable, Sendable {
            /// A quote in a field that does not begin with one.
            case quoteInField
            /// Text between the closing quote of a field and the next comma or line end.
            case textAfterQuotes
            /// A quoted field without its closing quote.
            case unclosedQuotes
            /// A carriage return that is not part of a line end.
            case loneCarriageReturn
        }

        /// The offset of the error, in bytes from the start of the text.
        package let offset: Int
        /// The kind of error.
        package let problem: Problem
    }

    /// A field of a record, without its enclosing quotes.
    package struct Field: Hashable, Sendable {
        /// The byte offsets of the field in the text.
        package let range: Range<Int>
        /// Indicates whether the field is quoted, so that two quotes in it stand for one.
        let isQuoted: Bool

        /// Returns a copy of the bytes of the field, which may be a secret; the caller erases it.
        package func bytes(in text: Span<UInt8>) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(range.count)
            var index = range.lowerBound
            while index < range.upperBound {
                bytes.append(text[index])
                index += isQuoted && text[index] == UInt8(ascii: "\"") ? 2 : 1
            }
            return bytes
        }
    }

    /// A record of the text.
    package struct Record: Hashable, Sendable {
        /// The number of the record's first line, from 1.
        package let line: Int
        /// The byte offsets of the record in the text, without the line end.
        package let range: Range<Int>
        /// The fields, at least one.
        package let fields: [Field]
    }

    private let endsLinesAtCarriageReturns: Bool
    /// The offset of the next byte that is read.
    package var offset: Int { index }
    /// The number of the line of this byte.
    package private(set) var line: Int
    private var index: Int

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - start: the offset of the first byte to read.
    ///   - line: the number of its line.
    ///   - endsLinesAtCarriageReturns: true if a lone carriage return is a line end, false if it is an error.
    package init(from start: Int = 0, line: Int = 1, endsLinesAtCarriageReturns: Bool = false) {
        index = start
        self.line = line
        self.endsLinesAtCarriageReturns = endsLinesAtCarriageReturns
    }

    /// Reads the next record.
    ///
    /// - Parameter text: the whole text, the same in every call.
    /// - Returns: the record, or nil at the end of the text.
    /// - Throws: `Failure` for a syntax error.
    package mutating func next(in text: Span<UInt8>) throws(Failure) -> Record? {
        while let length = lineEnd(at: index, text) { skipLineEnd(length, text) }
        guard index < text.count else { return nil }
        let (firstLine, start) = (line, index)
        var fields = [try field(text)]
        while index < text.count, text[index] == UInt8(ascii: ",") {
            index += 1
            fields.append(try field(text))
        }
        return Record(line: firstLine, range: start..<index, fields: fields)
    }

    /// Returns the length of the line end at an offset, or nil if there is none.
    private func lineEnd(at offset: Int, _ text: Span<UInt8>) -> Int? {
        guard offset < text.count else { return nil }
        switch text[offset] {
        case UInt8(ascii: "\n"): return 1
        case UInt8(ascii: "\r"):
            if offset + 1 < text.count, text[offset + 1] == UInt8(ascii: "\n") { return 2 }
            return endsLinesAtCarriageReturns ? 1 : nil
        default: return nil
        }
    }

    private mutating func skipLineEnd(_ length: Int, _ text: Span<UInt8>) {
        index += length
        if text[index - 1] == UInt8(ascii: "\n") { line += 1 }
    }

    /// Reads a field up to the next comma, line end or the end of the text.
    private mutating func field(_ text: Span<UInt8>) throws(Failure) -> Field {
        let start = index
        guard index < text.count, text[index] != UInt8(ascii: "\"") else {
            return index < text.count ? try quotedField(text) : Field(range: start..<start, isQuoted: false)
        }
        while index < text.count, text[index] != UInt8(ascii: ","), lineEnd(at: index, text) == nil {
            switch text[index] {
            case UInt8(ascii: "\""): throw Failure(offset: index, problem: .quoteInField)
            case UInt8(ascii: "\r"): throw Failure(offset: index, problem: .loneCarriageReturn)
            default: index += 1
            }
        }
        return Field(range: start..<index, isQuoted: false)
    }

    private mutating func quotedField(_ text: Span<UInt8>) throws(Failure) -> Field {
        let opening = index
        index += 1
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == UInt8(ascii: "\"") else { continue }
            if index < text.count, text[index] == UInt8(ascii: "\"") {
                index += 1
                continue
            }
            guard index == text.count || text[index] == UInt8(ascii: ",") || lineEnd(at: index, text) != nil
            else { throw Failure(offset: index, problem: .textAfterQuotes) }
            return Field(range: opening + 1..<index - 1, isQuoted: true)
        }
        throw Failure(offset: opening, problem: .unclosedQuotes)
    }
}
