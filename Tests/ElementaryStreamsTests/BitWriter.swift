/// Writes bit fields one after the other, for parameter sets put together by hand.
struct BitWriter {
    private var bits: [Bool] = []

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

    /// The bytes behind a stop bit and zeros.
    var payload: [UInt8] {
        var padded = bits + [true]
        while padded.count % 8 > 0 { padded.append(false) }
        return stride(from: 0, to: padded.count, by: 8).map { start in
            padded[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
}
