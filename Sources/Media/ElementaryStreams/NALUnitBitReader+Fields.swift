import Bitstreams

extension NALUnitBitReader {
    /// Reads a ue(v) number that its specification limits.
    ///
    /// - Parameters:
    ///   - field: the name of the syntax element, for errors.
    ///   - limit: the largest allowed value.
    /// - Returns: 0 to `limit`.
    /// - Throws: `.invalid` if the value is above the limit; `.truncated` if bits are missing.
    mutating func number(_ field: StaticString, atMost limit: Int) throws(ParseError) -> Int {
        let start = offset
        let value = Int(try unsignedExponentialGolomb())
        try Self.check(value, field, atMost: limit, at: start)
        return value
    }

    /// Reads a u(n) number that its specification limits.
    ///
    /// - Parameters:
    ///   - width: the number of bits, 0 to 32.
    ///   - field: the name of the syntax element, for errors.
    ///   - limit: the largest allowed value.
    /// - Returns: 0 to `limit`.
    /// - Throws: `.invalid` if the value is above the limit; `.truncated` if bits are missing.
    mutating func bits(_ width: Int, _ field: StaticString, atMost limit: Int) throws(ParseError) -> Int {
        let start = offset
        let value = Int(try bits(width))
        try Self.check(value, field, atMost: limit, at: start)
        return value
    }

    /// Reads a bit if it is present, or returns the inferred value.
    ///
    /// - Parameters:
    ///   - isPresent: the condition under which the bit is present.
    ///   - inferred: the value if the bit is absent.
    /// - Returns: the bit, or `inferred`.
    /// - Throws: `.truncated` if the bit should be present and is missing.
    mutating func flag(if isPresent: Bool, otherwise inferred: Bool = false) throws(ParseError) -> Bool {
        isPresent ? try flag() : inferred
    }

    /// Skips `count` numbers in Exp-Golomb code, signed or not.
    mutating func skipNumbers(_ count: Int) throws(ParseError) {
        for _ in 0..<count { _ = try unsignedExponentialGolomb() }
    }

    /// Reads forbidden_zero_bit.
    ///
    /// - Throws: `.invalid` if it is set.
    mutating func readForbiddenZeroBit() throws(ParseError) {
        let start = offset
        guard try flag() else { return }
        throw .invalid(offset: start, field: "forbidden_zero_bit", found: "1", expected: "0")
    }

    private static func check(
        _ value: Int,
        _ field: StaticString,
        atMost limit: Int,
        at offset: UInt64
    ) throws(ParseError) {
        guard value <= limit else {
            throw .invalid(offset: offset, field: "\(field)", found: "\(value)", expected: "at most \(limit)")
        }
    }

    /// Returns the number of bits that distinguish `count` values, Ceil(Log2(count)).
    static func width(ofChoices count: Int) -> Int {
        count > 1 ? Int.bitWidth - (count - 1).leadingZeroBitCount : 0
    }
}
