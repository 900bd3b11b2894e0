import Bitstreams

/// A program_config_element without its comment (ISO/IEC 14496-3, 4.4.1.1): the mapping of elements to
/// channels.
package struct ProgramConfiguration: Hashable, Sendable {
    /// A field of the element, for writing it again.
    struct Field: Hashable, Sendable {
        /// The value, as read.
        let value: UInt64
        /// The width, in bits.
        let width: Int
    }

    /// All fields in order, up to the byte alignment before the comment.
    private(set) var fields: [Field] = []

    /// The number of channels of all front, side, back and low frequency elements.
    package private(set) var channelCount = 0

    /// Parses the element.
    ///
    /// - Parameter reader: positioned after the identifier of the element; advanced past its comment.
    /// - Throws: `ParseError` if bits are missing.
    init(_ reader: inout BitReader) throws(ParseError) {
        // element_instance_tag, object_type, sampling_frequency_index
        for width in [4, 2, 4] { try readField(width, &reader) }
        var counts: [Int] = []
        // The numbers of front, side, back and low frequency elements, of data streams and of coupling
        // channels.
        for width in [4, 4, 4, 2, 3, 4] { counts.append(Int(try readField(width, &reader))) }
        // Mono, stereo and matrix mixdown.
        for width in [4, 4, 3] {
            if try readField(1, &reader) == 1 { try readField(width, &reader) }
        }
        for (kind, width) in [5, 5, 5, 4, 4, 5].enumerated() {
            for _ in 0..<counts[kind] {
                let element = try readField(width, &reader)
                // The first bit of a front, side or back element marks a channel pair. Kind 3 is low
                // frequency.
                if kind < 3 { channelCount += element & 0x10 != 0 ? 2 : 1 }
                if kind == 3 { channelCount += 1 }
            }
        }
        try reader.align()
        try reader.skip(8 * Int(try reader.bits(8)))
    }

    @discardableResult
    private mutating func readField(_ width: Int, _ reader: inout BitReader) throws(ParseError) -> UInt64 {
        let value = try reader.bits(width)
        fields.append(Field(value: value, width: width))
        return value
    }
}
