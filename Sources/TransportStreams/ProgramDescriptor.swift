package import Bitstreams

/// A descriptor of a program or of an elementary stream, uninterpreted (ISO/IEC 13818-1, 2.6).
package struct ProgramDescriptor: Hashable, Sendable {
    /// descriptor_tag.
    package let tag: UInt8
    /// What follows descriptor_length.
    package let body: ArraySlice<UInt8>

    /// Bytes of the descriptor, tag and length included.
    package var size: Int { 2 + body.count }

    /// A descriptor to write.
    ///
    /// - Precondition: `body` has at most 255 bytes.
    package init(tag: UInt8, body: [UInt8]) {
        precondition(body.count <= UInt8.max)
        self.tag = tag
        self.body = body[...]
    }

    /// Reads the next descriptor of a loop.
    package init(_ reader: inout ByteReader) throws(ParseError) {
        tag = try reader.uint8()
        body = try reader.take(try reader.uint8())
    }
}
