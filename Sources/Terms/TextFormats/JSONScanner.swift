/// Scans the parts of JSON texts (RFC 8259) as offsets in bytes, so that secrets can stay where they are.
///
/// Which part may follow which, and how deep objects and arrays nest, is for its users: it never calls itself.
package struct JSONScanner {
    /// A fault at an offset.
    package struct Failure: Error, Hashable {
        /// A kind of fault.
        package enum Problem: Hashable, Sendable {
            /// Neither a number, a string, `true`, `false` nor `null` stands where a value should.
            case notAValue
            /// A control character stands in a string without an escape.
            case controlInString
            /// A string does not end; the offset is that of its quotation mark.
            case unclosedString
            /// The end stands behind a backslash.
            case unclosedEscape
            /// A character stands behind a backslash that is no escape.
            case unknownEscape
            /// Another character stands where a digit of `\uXXXX` should.
            case notAHexadecimalDigit
            /// An escape is half of a surrogate pair.
            case loneSurrogate
            /// An escape stands for NUL.
            case nul
        }

        /// The offset.
        package let offset: Int
        /// The fault.
        package let problem: Problem
    }

    /// A string whose escapes have been looked at.
    package struct StringToken: Hashable, Sendable {
        /// The offsets of what stands between its quotation marks.
        package let range: Range<Int>
        fileprivate let hasEscapes: Bool

        /// Copies what the string stands for, which may be a secret; whoever gets the bytes erases them.
        ///
        /// They are UTF-8 where the bytes of the string are.
        package func bytes(in text: Span<UInt8>) -> [UInt8] {
            var bytes: [UInt8] = []
            // Room for all, because an array of secret bytes that grows leaves a copy behind: no escape is shorter
            // than what it stands for.
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
        /// A number, at the offsets of its characters.
        case number(Range<Int>)
        /// `true` or `false`, at the offsets of its characters.
        case boolean(Range<Int>)
        case null(Range<Int>)
    }

    /// The offset of what comes next.
    package private(set) var offset: Int
    private let end: Int
    private let refusesNUL: Bool

    /// Makes a scanner.
    ///
    /// - Parameters:
    ///   - range: the offsets of what is scanned.
    ///   - refusesNUL: whether strings with `\u0000` are a fault.
    package init(_ range: Range<Int>, refusesNUL: Bool = false) {
        (offset, end) = (range.lowerBound, range.upperBound)
        self.refusesNUL = refusesNUL
    }

    /// Passes white space, and looks at the byte behind it.
    ///
    /// - Parameter text: all bytes, the same in every call.
    /// - Returns: the byte, which is not passed; nil at the end.
    package mutating func next(in text: Span<UInt8>) -> UInt8? {
        while let byte = byte(text) {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return byte
            }
        }
        return nil
    }

    /// Passes a byte if it comes next, behind white space.
    package mutating func pass(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
        guard next(in: text) == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Reads the value that comes next, behind white space.
    ///
    /// - Throws: `Failure` for what is no value, or is one that is not closed; an object and an array are none here.
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

    /// Reads an escape, from its backslash.
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
        case UInt8(ascii: "u"): return try scalar(behind: start, text)
        default: throw Failure(offset: start, problem: .unknownEscape)
        }
    }

    /// Reads the digits of an escape, and the other half of a surrogate pair.
    private mutating func scalar(behind start: Int, _ text: Span<UInt8>) throws(Failure) -> Unicode.Scalar {
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
