/// The CRC-16 of AC-3 and E-AC-3 syncframes and of FLAC frames.
///
/// Polynomial 0x8005, most significant bit first, initial value 0 (ETSI TS 102 366 clause 4.4.1.2, 4.4.5.2
/// and 6.10.1; RFC 9639, 9.3).
package struct CRC16ANSI: Hashable, Sendable {
    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index) << 8) { value, _ in
            value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1
        }
    }

    /// The CRC of the bytes so far, 0 after bytes that end with their own correct CRC.
    package private(set) var value: UInt16 = 0

    /// Creates a CRC of no bytes.
    package init() {}

    /// Indicates whether `bytes` end with their own correct CRC.
    package static func isIntact(_ bytes: Span<UInt8>) -> Bool {
        var checksum = Self()
        checksum.update(bytes)
        return checksum.value == 0
    }

    /// Adds one byte.
    package mutating func update(_ byte: UInt8) {
        value = value << 8 ^ Self.table[Int(value >> 8) ^ Int(byte)]
    }

    /// Adds bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        let table = Self.table
        for index in bytes.indices {
            value = value << 8 ^ table[Int(value >> 8) ^ Int(bytes[index])]
        }
    }
}
