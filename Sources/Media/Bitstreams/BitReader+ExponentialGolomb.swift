extension BitReader {
    /// Reads a number in unsigned Exp-Golomb code, ue(v) (ITU-T H.264, 9.1), at most 2^32 - 2.
    package mutating func unsignedExponentialGolomb() throws(ParseError) -> UInt32 {
        let start = offset
        var zeros = 0
        while try !flag() {
            zeros += 1
            guard zeros < 32 else {
                throw .invalid(
                    offset: start,
                    field: "Exp-Golomb code",
                    found: "of 32 leading zeros",
                    expected: "at most 31"
                )
            }
        }
        return UInt32((1 << UInt64(zeros)) - 1 + (try bits(zeros)))
    }

    /// Reads a number in signed Exp-Golomb code, se(v) (ITU-T H.264, 9.1.1).
    package mutating func signedExponentialGolomb() throws(ParseError) -> Int32 {
        let code = try unsignedExponentialGolomb()
        let magnitude = Int32(code / 2 + code % 2)
        return code % 2 == 0 ? -magnitude : magnitude
    }
}
