import TextFormats

/// The bytes of a text that may belong to a key of 16 bytes in any notation.
///
/// The notations are hexadecimal digits with or without separators, the columns of a hex dump, lists of
/// numbers, escapes, base64 and raw bytes. The mask holds no copy of the text and covers too much rather than
/// too little: dates, addresses and words like `deadbeef` are covered, too.
struct KeyTextMask {
    /// The number of hexadecimal digits from which they may belong to a key.
    private static let digitLimit = 8
    /// The number of base64 digits of 16 bytes without padding (RFC 4648).
    private static let base64Limit = 22
    /// The distance at which a raw byte or an escape may have other bytes of its key: 15 bytes, in UTF-8 two
    /// bytes for each.
    private static let reach = 32

    private enum Kind {
        case separator, letter, digit
    }

    /// For each byte, indicates whether it is covered.
    private(set) var isMasked: [Bool]
    private let bytes: ArraySlice<UInt8>
    private let kinds: [Kind]

    /// Creates the mask of a text.
    ///
    /// - Parameters:
    ///   - bytes: the text, in any encoding.
    ///   - isCut: true if the text may end within a word; then the last word is always covered.
    init(_ bytes: ArraySlice<UInt8>, isCut: Bool) {
        let (kinds, raw) = Self.classify(bytes)
        self.bytes = bytes
        self.kinds = kinds
        isMasked = [Bool](repeating: false, count: bytes.count)
        for index in raw + escapes() { cover(index - Self.reach..<index + Self.reach) }
        coverNumbers(isCut: isCut)
        coverBase64()
        guard isCut else { return }
        let tail = bytes.suffix { !Self.isBlank($0) && $0 != UInt8(ascii: "\n") }
        cover(bytes.count - tail.count..<bytes.count)
    }

    private subscript(_ index: Int) -> UInt8 { bytes[bytes.startIndex + index] }

    private mutating func cover(_ range: Range<Int>) {
        for index in range.clamped(to: isMasked.indices) { isMasked[index] = true }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    // MARK: Raw and escaped bytes

    /// Returns the kind of each byte, and the indices of bytes that do not occur in text.
    ///
    /// These are control characters, invalid UTF-8, and the control characters and symbols of Latin-1 (U+007F
    /// to U+00BF).
    private static func classify(_ bytes: ArraySlice<UInt8>) -> (kinds: [Kind], raw: [Int]) {
        var (kinds, raw): ([Kind], [Int]) = ([], [])
        kinds.reserveCapacity(bytes.count)
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return (kinds, raw)
            case .error(let length):
                raw.append(kinds.count)
                kinds += repeatElement(.separator, count: length)
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded).value
                let isText = scalar >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar)
                if !isText || (0x7F...0xBF).contains(scalar) { raw.append(kinds.count) }
                kinds += repeatElement(kind(scalar), count: encoded.count)
            }
        }
    }

    private static func kind(_ scalar: UInt32) -> Kind {
        guard let byte = UInt8(exactly: scalar), byte < 0x80 else {
            // Dashes, quotation marks and the like separate; all other characters count as letters.
            return (0x2000...0x2FFF).contains(scalar) ? .separator : .letter
        }
        return byte.hexDigitValue != nil ? .digit : byte.isASCIILetter ? .letter : .separator
    }

    /// Returns the indices of backslashes and percent signs that begin an escaped byte.
    ///
    /// In a key with escapes, printable bytes stay unescaped between them; covering the surroundings covers
    /// these.
    private func escapes() -> [Int] {
        kinds.indices.dropLast().filter { index in
            switch self[index] {
            case UInt8(ascii: "\\"): kinds[index + 1] != .separator
            case UInt8(ascii: "%"):
                index + 2 < kinds.count && kinds[index + 1...index + 2].allSatisfy { $0 == .digit }
            default: false
            }
        }
    }

    // MARK: Numbers

    /// Covers runs of hexadecimal digits, and sequences of numbers that have enough digits together.
    private mutating func coverNumbers(isCut: Bool) {
        var chain: (range: Range<Int>, digits: Int)?
        var position = 0
        while position < kinds.count {
            guard kinds[position] != .separator else {
                position += 1
                continue
            }
            let end = kinds[position...].firstIndex(of: .separator) ?? kinds.count
            let word = position..<end
            if let digits = digitCount(of: word) {
                chain = ((chain?.range.lowerBound ?? position)..<end, (chain?.digits ?? 0) + digits)
            } else {
                if let chain, chain.digits >= Self.digitLimit { coverDump(chain.range) }
                chain = nil
                coverRuns(in: word)
            }
            position = end
        }
        if let chain, isCut || chain.digits >= Self.digitLimit { coverDump(chain.range) }
    }

    /// Returns the number of hexadecimal digits of a word that may be one byte or several, or nil for any
    /// other word.
    ///
    /// A single character counts as a byte, as in the output of `od -c`.
    private func digitCount(of word: Range<Int>) -> Int? {
        if word.count == 1 { return 2 }
        var digits = word
        if digits.count > 2, self[word.lowerBound] == UInt8(ascii: "0") {
            digits = withoutX(digits.dropFirst()) ?? digits
        }
        digits = withoutX(digits) ?? digits
        return kinds[digits].allSatisfy { $0 == .digit } ? digits.count : nil
    }

    private func withoutX(_ word: Range<Int>) -> Range<Int>? {
        "xX".utf8.contains(self[word.lowerBound]) ? word.dropFirst() : nil
    }

    /// Covers numbers.
    ///
    /// After columns, which two blanks or a tab separate, it covers the rest of the line too, where hex dumps
    /// show the bytes as text.
    private mutating func coverDump(_ range: Range<Int>) {
        let newline = UInt8(ascii: "\n")
        let lineEnd = (range.upperBound..<kinds.count).first { self[$0] == newline } ?? kinds.count
        let start = range.last { self[$0] == newline } ?? range.lowerBound
        let gapEnd = (range.upperBound..<lineEnd).first { !Self.isBlank(self[$0]) } ?? lineEnd
        let hasColumns = (start..<gapEnd).contains { index in
            self[index] == UInt8(ascii: "\t")
                || Self.isBlank(self[index]) && index + 1 < gapEnd && Self.isBlank(self[index + 1])
        }
        cover(range.lowerBound..<(hasColumns ? lineEnd : range.upperBound))
    }

    private mutating func coverRuns(in word: Range<Int>) {
        for run in word.split(whereSeparator: { kinds[$0] != .digit }) where run.count >= Self.digitLimit {
            cover(run)
        }
    }

    // MARK: Base64

    /// Covers runs that may be base64 or base64url: at least 22 digits, some in upper case and some in lower
    /// case.
    private mutating func coverBase64() {
        let runs = kinds.indices.split { index in
            self[index] >= 0x80 || kinds[index] == .separator && !"+/-_".utf8.contains(self[index])
        }
        for run in runs where run.count >= Self.base64Limit {
            let letters = run.map { self[$0] }
            if letters.contains(where: \.isASCIIUppercase), letters.contains(where: \.isASCIILowercase) {
                cover(run)
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the longest suffix whose bytes all satisfy `passes`.
    fileprivate func suffix(while passes: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !passes($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
