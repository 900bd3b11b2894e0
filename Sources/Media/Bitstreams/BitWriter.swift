/// Writes bit fields, most significant bit first; the last byte is filled up with zeros.
package struct BitWriter: Sendable {
    /// What was written.
    package private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    /// Nothing written yet.
    package init() {}

    /// Writes the low `width` bits of a value.
    package mutating func write(_ value: some FixedWidthInteger, _ width: Int) {
        for bit in (0..<width).reversed() {
            if bitCount.isMultiple(of: 8) { bytes.append(0) }
            if value >> bit & 1 != 0 { bytes[bytes.count - 1] |= 0x80 >> UInt8(bitCount % 8) }
            bitCount += 1
        }
    }

    /// Fills the last byte up with zeros.
    package mutating func align() { bitCount = 8 * bytes.count }
}
