import Bitstreams

extension NALUnitBitReader {
    /// The next number in ue(v) where its specification bounds it.
    ///
    /// - Parameters:
    ///   - field: its name, for the error.
    ///   - limit: the largest value.
    /// - Returns: the value.
    /// - Throws: `.invalid` above the limit; `.truncated` where bits are missing.
    mutating func number(_ field: StaticString, atMost limit: Int) throws(ParseError) -> Int {
        let start = offset
        let value = Int(try unsignedExponentialGolomb())
        try Self.check(value, field, atMost: limit, at: start)
        return value
    }

    /// The next `width` bits where their specification bounds their value.
    ///
    /// - Parameters:
    ///   - width: 0 to 32.
    ///   - field: its name, for the error.
    ///   - limit: the largest value.
    /// - Returns: the value.
    /// - Throws: `.invalid` above the limit; `.truncated` where bits are missing.
    mutating func bits(_ width: Int, _ field: StaticString, atMost limit: Int) throws(ParseError) -> Int {
        let start = offset
        let value = Int(try bits(width))
        try Self.check(value, field, atMost: limit, at: start)
        return value
    }

    /// The next bit where a condition holds under which it is there.
    ///
    /// - Parameters:
    ///   - isPresent: the condition.
    ///   - inferred: what holds where the bit is absent.
    /// - Returns: the bit, or what holds instead.
    /// - Throws: `.truncated` where it is missing.
    mutating func flag(if isPresent: Bool, otherwise inferred: Bool = false) throws(ParseError) -> Bool {
        isPresent ? try flag() : inferred
    }

    /// Passes over numbers in Exp-Golomb code, signed or not.
    mutating func skipNumbers(_ count: Int) throws(ParseError) {
        for _ in 0..<count { _ = try unsignedExponentialGolomb() }
    }

    /// Reads forbidden_zero_bit.
    ///
    /// - Throws: `.invalid` where it is set.
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

    /// The bits that tell one of `count` values apart, Ceil(Log2(count)).
    static func width(ofChoices count: Int) -> Int {
        count > 1 ? Int.bitWidth - (count - 1).leadingZeroBitCount : 0
    }
}
