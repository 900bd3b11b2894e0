import Bitstreams

/// A field of a protocol buffers message: a tag, made of number and wire type, and a value.
struct ProtocolBufferField: Hashable {
    /// The value of a field by its wire type.
    enum Value: Hashable {
        /// A variable-length integer (wire type 0).
        case integer(UInt64)
        /// Eight bytes (wire type 1) or four bytes (wire type 5).
        case fixed(ArraySlice<UInt8>)
        /// A string, bytes or an embedded message (wire type 2).
        case bytes(ArraySlice<UInt8>)
    }

    /// The number of the field, at least 1.
    let number: UInt64
    /// The value of the field.
    let value: Value

    /// Creates a field with an integer.
    init(_ number: UInt64, _ integer: UInt64) {
        self.number = number
        value = .integer(integer)
    }

    /// Creates a field with bytes.
    init(_ number: UInt64, _ bytes: [UInt8]) {
        self.number = number
        value = .bytes(bytes[...])
    }

    /// Reads the next field.
    init(_ reader: inout ByteReader) throws(ParseError) {
        let start = reader.offset
        let tag = try Self.variableLengthInteger(&reader)
        number = tag >> 3
        guard number > 0 else {
            throw .invalid(offset: start, field: "field number", found: "0", expected: "1 or more")
        }
        switch tag & 7 {
        case 0: value = .integer(try Self.variableLengthInteger(&reader))
        case 1: value = .fixed(try reader.read(8))
        case 2: value = .bytes(try reader.read(try Self.variableLengthInteger(&reader)))
        case 5: value = .fixed(try reader.read(4))
        case let type:
            throw .invalid(offset: start, field: "wire type", found: "\(type)", expected: "0, 1, 2 or 5")
        }
    }

    /// The encoded field.
    var bytes: [UInt8] {
        switch value {
        case .integer(let integer):
            Self.encode(number << 3) + Self.encode(integer)
        case .bytes(let bytes):
            Self.encode(number << 3 | 2) + Self.encode(UInt64(bytes.count)) + bytes
        case .fixed(let bytes):
            Self.encode(number << 3 | (bytes.count == 8 ? 1 : 5)) + bytes
        }
    }

    /// Reads an integer as groups of seven bits, lowest first; the highest bit of a byte indicates that
    /// another follows.
    private static func variableLengthInteger(_ reader: inout ByteReader) throws(ParseError) -> UInt64 {
        let start = reader.offset
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try reader.uint8()
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || bits <= 1 else { break }
            value |= bits << shift
            if byte & 0x80 == 0 { return value }
        }
        throw .invalid(offset: start, field: "varint", found: "more than 64 bits", expected: "at most 64")
    }

    private static func encode(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(truncatingIfNeeded: rest)]
    }
}
