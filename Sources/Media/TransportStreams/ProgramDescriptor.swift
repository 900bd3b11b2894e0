import Bitstreams
import TextFormats

/// A descriptor of a program or of an elementary stream, with an uninterpreted body (ISO/IEC 13818-1, 2.6).
package struct ProgramDescriptor: Hashable, Sendable {
    /// descriptor_tag.
    package let tag: UInt8
    /// The bytes after descriptor_length.
    package let body: ArraySlice<UInt8>

    /// The tag of registration_descriptor (ISO/IEC 13818-1, 2.6.8).
    package static let registrationTag: UInt8 = 0x05
    /// The tag of private_data_indicator_descriptor (ISO/IEC 13818-1, 2.6.28).
    package static let privateDataIndicatorTag: UInt8 = 0x0F

    /// The size of the descriptor in bytes, including tag and length.
    var size: Int { 2 + body.count }

    /// Creates a descriptor to be written.
    ///
    /// - Precondition: `body` has at most 255 bytes.
    package init(tag: UInt8, body: [UInt8]) {
        precondition(body.count <= UInt8.max)
        self.tag = tag
        self.body = body[...]
    }

    /// Parses the next descriptor of a descriptor loop.
    init(_ reader: inout ByteReader) throws(ParseError) {
        tag = try reader.uint8()
        body = try reader.read(try reader.uint8())
    }

    /// Indicates whether this is a registration_descriptor with the format_identifier `format` of four
    /// characters.
    package func isRegistration(of format: String) -> Bool {
        tag == Self.registrationTag && body.prefix(4).elementsEqual(format.utf8)
    }

    /// The body as quoted text if it is all printable ASCII, otherwise in hexadecimal.
    package var bodyDescription: String {
        let isText = body.allSatisfy { byte in
            (UInt8(ascii: " ")...UInt8(ascii: "~")).contains(byte) && byte != UInt8(ascii: "'")
        }
        return isText && !body.isEmpty
            ? "'" + String(decoding: body, as: UTF8.self) + "'"
            : hexadecimalBody
    }

    /// The body in hexadecimal.
    package var hexadecimalBody: String {
        Hexadecimal.encode(body)
    }
}
