package import Bitstreams

/// A descriptor of a program or of an elementary stream, uninterpreted (ISO/IEC 13818-1, 2.6).
package struct ProgramDescriptor: Hashable, Sendable {
    /// descriptor_tag.
    package let tag: UInt8
    /// What follows descriptor_length.
    package let body: ArraySlice<UInt8>

    /// Reads the next descriptor of a loop.
    package init(_ reader: inout ByteReader) throws(ParseError) {
        tag = try reader.uint8()
        body = try reader.take(try reader.uint8())
    }
}
