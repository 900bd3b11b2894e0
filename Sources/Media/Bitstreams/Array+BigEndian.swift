extension [UInt8] {
    /// Appends all bytes of an integer, most significant byte first.
    @inlinable
    package mutating func append<Number: FixedWidthInteger>(bigEndian number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    /// Creates an array of all bytes of an integer, most significant byte first.
    @inlinable
    package init<Number: FixedWidthInteger>(bigEndian number: Number) {
        self = []
        append(bigEndian: number)
    }
}
