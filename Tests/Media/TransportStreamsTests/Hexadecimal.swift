import Bitstreams

/// Bytes and sections in test tables.
enum Hexadecimal {
    /// Returns the bytes of hexadecimal digits; spaces are ignored.
    static func bytes(_ text: String) -> [UInt8] {
        let digits = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    /// Returns a section followed by its CRC_32.
    static func withChecksum(_ section: [UInt8]) -> [UInt8] {
        let checksum = CRC32MPEG.checksum(section)
        return section + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> $0) }
    }
}
