/// Writes bit fields, most significant bit first; the last byte is filled up with zeros.
struct BitWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    /// Writes the low `width` bits of a value.
    mutating func write(_ value: some FixedWidthInteger, _ width: Int) {
        for bit in (0..<width).reversed() {
            if bitCount.isMultiple(of: 8) { bytes.append(0) }
            if value >> bit & 1 != 0 { bytes[bytes.count - 1] |= 0x80 >> UInt8(bitCount % 8) }
            bitCount += 1
        }
    }

    /// Fills the last byte up with zeros.
    mutating func align() { bitCount = 8 * bytes.count }
}
