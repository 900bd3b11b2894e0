/// A NAL unit in a byte stream (ITU-T H.264 annex B): without start code, zero_byte and trailing_zero_8bits.
package struct AnnexBUnit: Hashable, Sendable {
    /// Its bytes, header included.
    package let range: Range<Int>
    /// Whether two zero bytes stand in a row in it, as before every emulation prevention byte.
    package let hasZeroPair: Bool

    /// A unit from its parts.
    package init(range: Range<Int>, hasZeroPair: Bool) {
        self.range = range
        self.hasZeroPair = hasZeroPair
    }
}

/// Finds NAL units in bytes that are all there.
package enum AnnexB {
    /// Appends the units of `bytes`, in order.
    ///
    /// - Returns: the position of the first start code, zero_byte included: bytes before it belong to no unit.
    package static func scan(_ bytes: Span<UInt8>, into units: inout [AnnexBUnit]) -> Int { bytes.count }
}
