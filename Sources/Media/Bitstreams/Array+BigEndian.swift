extension [UInt8] {
    /// Appends an integer, big endian, in all bytes of its width.
    @inlinable
    package mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    /// The bytes of an integer, big endian.
    @inlinable
    package init<Number: FixedWidthInteger>(bigEndian number: Number) {
        self = []
        append(bigEndian: number)
    }
}
