/// A scanner for the parts of JSON texts (RFC 8259) that returns offsets in bytes, so that secrets are not
/// copied.
///
/// The users of the scanner check the order of the parts and the nesting depth. The scanner itself is not
/// recursive.
package struct JSONScanner {
    /// A syntax error and its offset.
    package struct Failure: Error, Hashable {
        /// A kind of syntax error.
        package enum Problem: Hashable, Sendable {
            /// A value that is not a number, a string, `true`, `false` or `null`.
            case notAValue
            /// An unescaped control character in a string.
            case controlInString
            /// A string without an end; the offset is that of its opening quotation mark.
            case unclosedString
            /// A backslash at the end of the text.
            case unclosedEscape
            /// A backslash before a character that cannot be escaped.
            case unknownEscape
            /// A character in `\uXXXX` that is not a hexadecimal digit.
            case notAHexadecimalDigit
            /// An escape of half a surrogate pair.
            case loneSurrogate
            /// An escape of NUL.
            case nul
        }

        /// The offset of the error, in bytes from the start of the text.
        package let offset: Int
        /// The kind of error.
        package let problem: Problem
    }

    /// A string with valid escapes.
    package struct StringToken: Hashable, Sendable {
        /// The byte offsets of the text between the quotation marks.
        package let range: Range<Int>
        fileprivate let hasEscapes: Bool

        /// Returns a copy of the unescaped string, which may be a secret; the caller erases it.
        ///
        /// The copy is UTF-8 if the bytes of the string are.
        package func bytes(in text: Span<UInt8>) -> [UInt8] {
            var bytes: [UInt8] = []
            // Reserves the whole capacity, because an array that grows leaves a copy of secret bytes in
            // memory. No escape is shorter than its character.
            bytes.reserveCapacity(range.count)
            var scanner = JSONScanner(range)
            while scanner.offset < range.upperBound {
                if hasEscapes, text[scanner.offset] == UInt8(ascii: "\\"),
                    let scalar = try? scanner.escape(text)
                {
                    bytes.append(contentsOf: String(scalar).utf8)
                } else {
                    bytes.append(text[scanner.offset])
                    scanner.offset += 1
                }
            }
            return bytes
        }
    }

    /// A value that is neither an object nor an array.
    package enum Scalar: Hashable, Sendable {
        case string(StringToken)
        /// A number, with the byte offsets of its characters.
        case number(Range<Int>)
        /// `true` or `false`, with the byte offsets of its characters.
        case boolean(Range<Int>)
        case null(Range<Int>)
    }

    /// The offset of the next byte to scan.
    package private(set) var offset: Int
    private let end: Int
    private let refusesNUL: Bool

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - range: the byte offsets to scan.
    ///   - refusesNUL: true if `\u0000` in a string is an error.
    package init(_ range: Range<Int>, refusesNUL: Bool = false) {
        (offset, end) = (range.lowerBound, range.upperBound)
        self.refusesNUL = refusesNUL
    }

    /// Skips white space and returns the next byte without consuming it.
    ///
    /// - Parameter text: all bytes, the same in every call.
    /// - Returns: the byte, or nil at the end.
    package mutating func next(in text: Span<UInt8>) -> UInt8? {
        while let byte = byte(text) {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return byte
            }
        }
        return nil
    }

    /// Skips white space and consumes the next byte if it is `character`; returns whether it was.
    package mutating func consume(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
        guard next(in: text) == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Skips white space and reads the next value.
    ///
    /// - Throws: `Failure` for an invalid or unfinished value, and for an object or an array.
    package mutating func scalar(in text: Span<UInt8>) throws(Failure) -> Scalar {
        switch next(in: text) {
        case UInt8(ascii: "\""): .string(try string(text))
        case UInt8(ascii: "t"): .boolean(try word("true", text))
        case UInt8(ascii: "f"): .boolean(try word("false", text))
        case UInt8(ascii: "n"): .null(try word("null", text))
        default: .number(try number(text))
        }
    }

    private func byte(_ text: Span<UInt8>) -> UInt8? { offset < end ? text[offset] : nil }

    private func failure(_ problem: Failure.Problem) -> Failure { Failure(offset: offset, problem: problem) }

    private mutating func word(_ word: StaticString, _ text: Span<UInt8>) throws(Failure) -> Range<Int> {
        let start = offset
        for character in word.description.utf8 {
            guard byte(text) == character else { throw Failure(offset: start, problem: .notAValue) }
            offset += 1
        }
        return start..<offset
    }

    // MARK: Numbers

    private mutating func number(_ text: Span<UInt8>) throws(Failure) -> Range<Int> {
        let start = offset
        if byte(text) == UInt8(ascii: "-") { offset += 1 }
        if byte(text) == UInt8(ascii: "0") { offset += 1 } else { try digits(text) }
        if byte(text) == UInt8(ascii: ".") {
            offset += 1
            try digits(text)
        }
        if byte(text) == UInt8(ascii: "e") || byte(text) == UInt8(ascii: "E") {
            offset += 1
            if byte(text) == UInt8(ascii: "+") || byte(text) == UInt8(ascii: "-") { offset += 1 }
            try digits(text)
        }
        return start..<offset
    }

    private mutating func digits(_ text: Span<UInt8>) throws(Failure) {
        let start = offset
        while let byte = byte(text), byte.isASCIIDigit { offset += 1 }
        guard offset > start else { throw failure(.notAValue) }
    }

    // MARK: Strings

    private mutating func string(_ text: Span<UInt8>) throws(Failure) -> StringToken {
        let opening = offset
        offset += 1
        var hasEscapes = false
        while let byte = byte(text) {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return StringToken(range: opening + 1..<offset - 1, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                let start = offset
                if try escape(text) == "\0", refusesNUL { throw Failure(offset: start, problem: .nul) }
                hasEscapes = true
            case 0x00..<0x20: throw failure(.controlInString)
            default: offset += 1
            }
        }
        throw Failure(offset: opening, problem: .unclosedString)
    }

    /// Reads an escape; the offset is that of its backslash.
    private mutating func escape(_ text: Span<UInt8>) throws(Failure) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let letter = byte(text) else { throw failure(.unclosedEscape) }
        offset += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar(escapeAt: start, text)
        default: throw Failure(offset: start, problem: .unknownEscape)
        }
    }

    /// Reads the digits of a `\uXXXX` escape, and the second escape of a surrogate pair.
    private mutating func scalar(escapeAt start: Int, _ text: Span<UInt8>) throws(Failure) -> Unicode.Scalar {
        let high = try codeUnit(text)
        if let scalar = Unicode.Scalar(high) { return scalar }
        if UTF16.isLeadSurrogate(high), byte(text) == UInt8(ascii: "\\"), offset + 1 < end,
            text[offset + 1] == UInt8(ascii: "u")
        {
            offset += 2
            let low = try codeUnit(text)
            if UTF16.isTrailSurrogate(low),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
            {
                return scalar
            }
        }
        throw Failure(offset: start, problem: .loneSurrogate)
    }

    private mutating func codeUnit(_ text: Span<UInt8>) throws(Failure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = byte(text)?.hexDigitValue else { throw failure(.notAHexadecimalDigit) }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }
}
