/// Reads comma-separated values (RFC 4180) as offsets in a text, so that secrets can stay where they are.
///
///     text   = record *(line-end record) [line-end]     ; lines with nothing in them are left out
///     record = field *("," field)
///     field  = DQUOTE *(any / 2DQUOTE) DQUOTE / *any-but-comma-quote-or-line-end
///     line-end = CRLF / LF
package struct CSVReader {
    /// A fault at an offset.
    package struct Failure: Error, Hashable {
        /// A kind of fault.
        package enum Problem: Hashable, Sendable {
            /// A quote stands in a field that does not begin with one.
            case quoteInField
            /// More than a comma or a line end stands behind a field in quotes.
            case textBehindQuotes
            /// A field in quotes does not end.
            case unclosedQuotes
            /// A carriage return is no part of a line end.
            case loneCarriageReturn
        }

        /// The offset.
        package let offset: Int
        /// The fault.
        package let problem: Problem
    }

    /// A field; of one in quotes what stands between them.
    package struct Field: Hashable, Sendable {
        /// The offsets of its bytes.
        package let range: Range<Int>
        /// Whether it stands in quotes: two of them in it are one of its text.
        package let isQuoted: Bool

        /// Copies the bytes of the field, which may be a secret; whoever gets them erases them.
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

    /// A record.
    package struct Record: Hashable, Sendable {
        /// The line where it begins, from 1.
        package let line: Int
        /// The offsets of its bytes, without the line end.
        package let range: Range<Int>
        /// Its fields, at least one.
        package let fields: [Field]
    }

    private let endsLinesAtCarriageReturns: Bool
    private var index: Int
    private var line = 1

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - start: the offset where the text begins.
    ///   - endsLinesAtCarriageReturns: whether a carriage return alone is a line end, and no fault.
    package init(from start: Int = 0, endsLinesAtCarriageReturns: Bool = false) {
        index = start
        self.endsLinesAtCarriageReturns = endsLinesAtCarriageReturns
    }

    /// Reads the next record.
    ///
    /// - Parameter text: the whole text, the same in every call.
    /// - Returns: the record; nil at the end.
    /// - Throws: `Failure` for what the grammar does not allow.
    package mutating func next(in text: Span<UInt8>) throws(Failure) -> Record? {
        while let length = lineEnd(at: index, text) { passLineEnd(length, text) }
        guard index < text.count else { return nil }
        let (firstLine, start) = (line, index)
        var fields = [try field(text)]
        while index < text.count, text[index] == UInt8(ascii: ",") {
            index += 1
            fields.append(try field(text))
        }
        return Record(line: firstLine, range: start..<index, fields: fields)
    }

    /// The length of the line end at an offset; nil if there is none.
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

    private mutating func passLineEnd(_ length: Int, _ text: Span<UInt8>) {
        index += length
        if text[index - 1] == UInt8(ascii: "\n") { line += 1 }
    }

    /// Reads a field up to the comma, the line end or the end behind it.
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
            else { throw Failure(offset: index, problem: .textBehindQuotes) }
            return Field(range: opening + 1..<index - 1, isQuoted: true)
        }
        throw Failure(offset: opening, problem: .unclosedQuotes)
    }
}
