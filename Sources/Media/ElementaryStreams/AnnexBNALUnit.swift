/// A NAL unit in a byte stream (ITU-T H.264 annex B), without start code, zero_byte and trailing_zero_8bits.
package struct AnnexBNALUnit: Hashable, Sendable {
    /// The byte range, header included; empty if the start code has nothing after it.
    package let range: Range<Int>
    /// Indicates whether the unit contains two consecutive zero bytes, as before every emulation prevention
    /// byte.
    package let hasZeroPair: Bool

    /// Creates a unit.
    package init(range: Range<Int>, hasZeroPair: Bool) {
        self.range = range
        self.hasZeroPair = hasZeroPair
    }
}
