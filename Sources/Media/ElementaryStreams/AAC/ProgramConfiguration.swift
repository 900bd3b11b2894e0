import Bitstreams

/// A program_config_element without its comment (ISO/IEC 14496-3, 4.4.1.1): which elements are which channels.
package struct ProgramConfiguration: Hashable, Sendable {
    /// A field as it was read.
    package struct Field: Hashable, Sendable {
        /// Its value.
        package let value: UInt64
        /// Bits.
        package let width: Int
    }

    /// All fields in order, up to the alignment in front of the comment.
    package private(set) var fields: [Field] = []

    /// Channels of all elements that are heard, low frequency effects included.
    package private(set) var channelCount = 0

    /// - Parameter reader: stands behind the identifier of the element; afterwards behind the element.
    /// - Throws: `ParseError` where bits are missing.
    init(_ reader: inout BitReader) throws(ParseError) {
        // element_instance_tag, object_type, sampling_frequency_index
        for width in [4, 2, 4] { try take(width, &reader) }
        var counts: [Int] = []
        // Front, side, back and low frequency elements; data streams; coupling channels.
        for width in [4, 4, 4, 2, 3, 4] { counts.append(Int(try take(width, &reader))) }
        // Mixdowns: mono, stereo, matrix.
        for width in [4, 4, 3] {
            if try take(1, &reader) == 1 { try take(width, &reader) }
        }
        for (kind, width) in [5, 5, 5, 4, 4, 5].enumerated() {
            for _ in 0..<counts[kind] {
                let element = try take(width, &reader)
                // Front, side and back elements are pairs where the first bit is set; then low frequency ones.
                if kind < 3 { channelCount += element & 0x10 != 0 ? 2 : 1 }
                if kind == 3 { channelCount += 1 }
            }
        }
        try reader.align()
        try reader.skip(8 * Int(try reader.bits(8)))
    }

    @discardableResult
    private mutating func take(_ width: Int, _ reader: inout BitReader) throws(ParseError) -> UInt64 {
        let value = try reader.bits(width)
        fields.append(Field(value: value, width: width))
        return value
    }
}
