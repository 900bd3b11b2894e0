package import Bitstreams

/// A video sample entry (ISO/IEC 14496-12, 12.1.3).
package struct VisualSampleEntry: Sendable {
    /// The maximum picture width in pixels; 0 if unknown.
    package let width: UInt16
    /// The maximum picture height in pixels; 0 if unknown.
    package let height: UInt16
    /// The boxes in the sample entry: decoder configuration, protection, color.
    package let children: BoxIterator

    /// The size of the fields before the boxes, in bytes.
    static let fieldsSize = 78

    /// Reads the fields before the boxes.
    package init(_ entry: Box) throws(ParseError) {
        var reader = entry.reader
        // reserved and data_reference_index, then pre_defined and reserved
        try reader.skip(8 + 16)
        width = try reader.uint16()
        height = try reader.uint16()
        // resolutions, reserved, frame_count, compressorname, depth, pre_defined
        try reader.skip(4 + 4 + 4 + 2 + 32 + 2 + 2)
        children = BoxIterator(reader)
    }
}
