package import Bitstreams

extension ByteReader {
    /// The largest size of a leb128() number, in bytes.
    static let maximumLEB128Length = 8

    /// Reads a leb128() number: little-endian groups of seven bits (AV1, 4.10.5), at most 2^32 - 1.
    package mutating func leb128() throws(ParseError) -> UInt32 {
        let start = offset
        var value: UInt64 = 0
        for index in 0..<Self.maximumLEB128Length {
            let byte = try uint8()
            value |= UInt64(byte & 0x7F) << UInt64(index * 7)
            if byte & 0x80 == 0 {
                guard let number = UInt32(exactly: value) else { break }
                return number
            }
        }
        throw .invalid(
            offset: start,
            field: "leb128 number",
            found: "of more than 32 bits or 8 bytes",
            expected: "at most 4294967295 in at most 8 bytes"
        )
    }
}
