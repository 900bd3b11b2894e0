/// Writes bit fields one after the other, for parameter sets put together by hand.
struct BitWriter {
    private var bits: [Bool] = []

    /// Bits so far.
    var count: Int { bits.count }

    /// u(n).
    mutating func write(_ value: UInt64, _ width: Int) {
        for shift in stride(from: width - 1, through: 0, by: -1) {
            bits.append(value >> UInt64(shift) & 1 == 1)
        }
    }

    /// ue(v), ITU-T H.264, 9.1.
    mutating func writeGolomb(_ value: UInt64) {
        let width = UInt64.bitWidth - (value + 1).leadingZeroBitCount
        write(0, width - 1)
        write(value + 1, width)
    }

    /// se(v), ITU-T H.264, 9.1.1.
    mutating func writeSignedGolomb(_ value: Int) {
        writeGolomb(value > 0 ? UInt64(2 * value - 1) : UInt64(-2 * value))
    }

    /// u(1).
    mutating func write(_ flag: Bool) {
        bits.append(flag)
    }

    /// Bits of which each is told by a character: 0 or 1; spaces are passed over.
    mutating func write(_ text: String) {
        bits += text.filter { $0 != " " }.map { $0 == "1" }
    }

    /// The bytes behind a stop bit and zeros.
    var payload: [UInt8] {
        var padded = bits + [true]
        while padded.count % 8 > 0 { padded.append(false) }
        return stride(from: 0, to: padded.count, by: 8).map { start in
            padded[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}

/// Puts a 3 behind every two zero bytes that a byte up to 3 would follow (ITU-T H.264, 7.4.1.1).
func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
        if byte <= 3, result.suffix(2) == [0, 0] { result.append(3) }
        result.append(byte)
    }
    return result
}
