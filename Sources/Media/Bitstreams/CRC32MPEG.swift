/// The cyclic redundancy check of PSI sections: polynomial 0x04C11DB7, most significant bit first, all ones at the
/// start, no final inversion (ISO/IEC 13818-1 annex A).
package enum CRC32MPEG {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { value, _ in
            value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
        }
    }

    /// The check value of `bytes`.
    ///
    /// It is 0 over a section that ends with its own intact CRC_32.
    package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        let table = table
        var value: UInt32 = 0xFFFF_FFFF
        for index in bytes.indices { value = value << 8 ^ table[Int(value >> 24) ^ Int(bytes[index])] }
        return value
    }

    /// The check value of `bytes`, one by one.
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
    }
}
