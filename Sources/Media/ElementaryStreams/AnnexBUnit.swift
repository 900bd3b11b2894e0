/// A NAL unit in a byte stream (ITU-T H.264 annex B): without start code, zero_byte and trailing_zero_8bits.
package struct AnnexBUnit: Hashable, Sendable {
    /// Its bytes, header included; none where a start code follows a start code.
    package let range: Range<Int>
    /// Whether two zero bytes stand in a row in it, as before every emulation prevention byte.
    package let hasZeroPair: Bool

    /// A unit from its parts.
    package init(range: Range<Int>, hasZeroPair: Bool) {
        self.range = range
        self.hasZeroPair = hasZeroPair
    }
}
