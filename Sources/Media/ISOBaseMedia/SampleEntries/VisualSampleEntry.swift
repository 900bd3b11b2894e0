package import Bitstreams

/// A sample entry of video (ISO/IEC 14496-12, 12.1.3).
package struct VisualSampleEntry: Sendable {
    /// The largest width of a picture, in samples; 0 when not known.
    package let width: UInt16
    /// The largest height of a picture, in samples; 0 when not known.
    package let height: UInt16
    /// The boxes in it: the decoder's configuration, protection, colour.
    package let children: BoxIterator

    /// Bytes of the fields in front of the boxes.
    static let fieldsSize = 78

    /// Reads the fields in front of the boxes.
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
