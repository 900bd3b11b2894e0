extension FixedWidthInteger where Self: UnsignedInteger {
    /// Creates a number from its big-endian bytes, at most as many as it has.
    init(bigEndianBytes bytes: some Sequence<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Self($1) }
    }
}
