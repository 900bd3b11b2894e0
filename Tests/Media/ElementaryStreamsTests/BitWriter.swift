/// A writer of bit fields, for parameter sets written by hand.
struct BitWriter {
    private var bits: [Bool] = []

    /// The number of bits so far.
    var count: Int { bits.count }

    /// Writes u(n).
    mutating func write(_ value: UInt64, _ width: Int) {
        for shift in stride(from: width - 1, through: 0, by: -1) {
            bits.append(value >> UInt64(shift) & 1 == 1)
        }
    }

    /// Writes ue(v) (ITU-T H.264, 9.1).
    mutating func writeGolomb(_ value: UInt64) {
        let width = UInt64.bitWidth - (value + 1).leadingZeroBitCount
        write(0, width - 1)
        write(value + 1, width)
    }

    /// Writes se(v) (ITU-T H.264, 9.1.1).
    mutating func writeSignedGolomb(_ value: Int) {
        writeGolomb(value > 0 ? UInt64(2 * value - 1) : UInt64(-2 * value))
    }

    /// Writes u(1).
    mutating func write(_ flag: Bool) {
        bits.append(flag)
    }

    /// Writes bits given as characters 0 and 1, ignoring spaces.
    mutating func write(_ text: String) {
        bits += text.filter { $0 != " " }.map { $0 == "1" }
    }

    /// The bytes, completed with a stop bit and zeros.
    var payload: [UInt8] {
        var padded = bits + [true]
        while padded.count % 8 > 0 { padded.append(false) }
        return stride(from: 0, to: padded.count, by: 8).map { start in
            padded[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}

/// Returns the bytes with emulation prevention (ITU-T H.264, 7.4.1.1).
func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
        if byte <= 3, result.suffix(2) == [0, 0] { result.append(3) }
        result.append(byte)
    }
    return result
}
