extension FixedWidthInteger where Self: UnsignedInteger {
    /// The number of which `bytes`, no more than it has, are the big-endian form.
    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}
