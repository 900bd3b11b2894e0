/// The CRC-32 of PSI sections (ISO/IEC 13818-1 annex A).
///
/// Polynomial 0x04C11DB7, most significant bit first, initial value all ones, no final inversion.
package enum CRC32MPEG {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index) << 24) { value, _ in
            value & 0x8000_0000 != 0 ? value << 1 ^ 0x04C1_1DB7 : value << 1
        }
    }

    /// Returns the CRC of `bytes`, 0 for a section that ends with its own correct CRC_32.
    package static func checksum(_ bytes: Span<UInt8>) -> UInt32 {
        let table = table
        var value: UInt32 = 0xFFFF_FFFF
        for index in bytes.indices { value = value << 8 ^ table[Int(value >> 24) ^ Int(bytes[index])] }
        return value
    }

    /// Returns the CRC of a sequence of bytes that need not be contiguous.
    package static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { $0 << 8 ^ table[Int($0 >> 24) ^ Int($1)] }
    }
}
