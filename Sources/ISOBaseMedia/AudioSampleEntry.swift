package import Bitstreams

/// A sample entry of audio (ISO/IEC 14496-12, 12.2.3, and QuickTime's longer forms).
package struct AudioSampleEntry: Sendable {
    /// channelcount, which many codecs do not go by.
    package let channelCount: UInt16
    /// The boxes in it: the decoder's configuration, protection.
    package let children: BoxIterator

    /// Reads the fields in front of the boxes.
    ///
    /// - Parameters:
    ///   - entry: the sample entry.
    ///   - descriptionVersion: the version of the `stsd` that holds it; 0 allows QuickTime's longer forms.
    /// - Throws: `ParseError` where bytes are missing or the version is not known.
    package init(_ entry: Box, descriptionVersion: UInt8) throws(ParseError) {
        var reader = entry.reader
        // reserved and data_reference_index
        try reader.skip(8)
        let offset = reader.offset
        let version = try reader.uint16()
        try reader.skip(6)
        channelCount = try reader.uint16()
        // samplesize, pre_defined, reserved, samplerate
        try reader.skip(2 + 2 + 2 + 4)
        switch (descriptionVersion, version) {
        case (_, 0), (1, 1): break
        case (0, 1): try reader.skip(16)
        case (0, 2): try reader.skip(36)
        default:
            throw .invalid(
                offset: offset,
                field: "version of sample entry '\(entry.type)'",
                found: "\(version)",
                expected: "at most 2"
            )
        }
        children = BoxIterator(reader)
    }
}
