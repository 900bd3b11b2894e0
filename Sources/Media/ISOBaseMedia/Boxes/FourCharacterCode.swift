package import Bitstreams

/// Four bytes that name a box, a brand or a format; written as text where they are printable.
package struct FourCharacterCode: Hashable, Sendable {
    /// The bytes, big endian.
    package let rawValue: UInt32

    /// Any value is a code.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Reads the next four bytes.
    package init(_ reader: inout ByteReader) throws(ParseError) {
        self.init(rawValue: try reader.uint32())
    }

    /// Whether all four bytes are printable ASCII, as those of all registered codes.
    package var isPrintable: Bool { bytes.allSatisfy(Self.isPrintable) }

    /// Whether it can be the type of a box: four printable characters, or three behind the 0xA9 of QuickTime's metadata.
    var isBoxType: Bool { bytes.dropFirst(bytes[0] == 0xA9 ? 1 : 0).allSatisfy(Self.isPrintable) }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    private var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
    /// The code of four ASCII characters in the source of a program; others make a code that no stream holds.
    package init(stringLiteral value: StaticString) {
        self.init(rawValue: "\(value)".utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
}

extension FourCharacterCode: CustomStringConvertible {
    /// "moof", or "0x00000000" where a byte is not printable.
    package var description: String {
        isPrintable ? String(decoding: bytes, as: UTF8.self) : rawValue.hexadecimalText
    }
}
