/// A writer of bit fields, most significant bit first.
package struct BitWriter: Sendable {
    /// The bytes written so far, the last one padded with zero bits.
    package private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    /// Creates a writer without bytes.
    package init() {}

    /// Appends the low `width` bits of a value.
    package mutating func write(_ value: some FixedWidthInteger, _ width: Int) {
        for bit in (0..<width).reversed() {
            if bitCount.isMultiple(of: 8) { bytes.append(0) }
            if value >> bit & 1 != 0 { bytes[bytes.count - 1] |= 0x80 >> UInt8(bitCount % 8) }
            bitCount += 1
        }
    }

    /// Pads the last byte with zero bits, so that the next field starts on a byte boundary.
    package mutating func align() { bitCount = 8 * bytes.count }
}
