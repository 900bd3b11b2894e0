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
        var fields = try reader.part(
            try Self.fieldsSize(reader, of: entry.type, descriptionVersion: descriptionVersion)
        )
        // reserved, data_reference_index, version, reserved
        try fields.skip(8 + 2 + 6)
        channelCount = try fields.uint16()
        children = BoxIterator(reader)
    }

    /// Bytes of the fields in front of the boxes.
    ///
    /// - Parameters:
    ///   - body: the body of the sample entry.
    ///   - type: its format.
    ///   - descriptionVersion: see `init`.
    /// - Returns: 28, or 44 and 64 in QuickTime's versions 1 and 2.
    /// - Throws: see `init`.
    static func fieldsSize(
        _ body: ByteReader,
        of type: FourCharacterCode,
        descriptionVersion: UInt8
    ) throws(ParseError) -> Int {
        var reader = body
        // reserved and data_reference_index
        try reader.skip(8)
        let offset = reader.offset
        let version = try reader.uint16()
        switch (descriptionVersion, version) {
        // version and reserved, channelcount, samplesize, pre_defined, reserved, samplerate
        case (_, 0), (1, 1): return 8 + 8 + 2 + 2 + 2 + 2 + 4
        case (0, 1): return 28 + 16
        case (0, 2): return 28 + 36
        default:
            throw .invalid(
                offset: offset,
                field: "version of sample entry '\(type)'",
                found: "\(version)",
                expected: "at most 2"
            )
        }
    }
}
