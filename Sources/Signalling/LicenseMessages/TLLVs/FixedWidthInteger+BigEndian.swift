extension FixedWidthInteger where Self: UnsignedInteger {
    /// The bytes of the number, the most significant one first.
    var bigEndianBytes: [UInt8] {
        stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: self >> Self($0))
        }
    }

    /// The number of which `bytes`, no more than it has, are the big-endian form.
    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}
