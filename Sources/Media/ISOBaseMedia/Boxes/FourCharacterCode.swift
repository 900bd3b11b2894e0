package import Bitstreams

/// A four-byte code of a box, brand or format, shown as text if all bytes are printable.
package struct FourCharacterCode: Hashable, Sendable {
    /// The four bytes as a big-endian number.
    package let rawValue: UInt32

    /// Creates a code; every value is valid.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Reads the next four bytes.
    package init(_ reader: inout ByteReader) throws(ParseError) {
        self.init(rawValue: try reader.uint32())
    }

    /// Indicates whether all four bytes are printable ASCII, as in all registered codes.
    var isPrintable: Bool { bytes.allSatisfy(Self.isPrintable) }

    /// Indicates whether this can be a box type.
    ///
    /// These are four printable characters, or 0xA9 and three printable characters, as in QuickTime metadata.
    var isBoxType: Bool { bytes.dropFirst(bytes[0] == 0xA9 ? 1 : 0).allSatisfy(Self.isPrintable) }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    private var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
    /// Creates a code from the first four UTF-8 bytes of a literal, which should be four ASCII characters.
    package init(stringLiteral value: StaticString) {
        self.init(rawValue: "\(value)".utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
}

extension FourCharacterCode: CustomStringConvertible {
    /// The code as text ("moof"), or in hexadecimal ("0x00000000") if a byte is not printable.
    package var description: String {
        isPrintable ? String(decoding: bytes, as: UTF8.self) : rawValue.hexadecimalText
    }
}
