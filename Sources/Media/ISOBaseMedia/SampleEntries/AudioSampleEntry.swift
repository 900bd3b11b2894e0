package import Bitstreams

/// An audio sample entry (ISO/IEC 14496-12, 12.2.3, and the longer forms of QuickTime).
package struct AudioSampleEntry: Sendable {
    /// channelcount, which is unreliable for many codecs.
    package let channelCount: UInt16
    /// The boxes in the sample entry: decoder configuration, protection.
    package let children: BoxIterator

    /// Reads the fields before the boxes.
    ///
    /// - Parameters:
    ///   - entry: the sample entry.
    ///   - descriptionVersion: the version of the `stsd` around it; 0 allows the longer forms of QuickTime.
    /// - Throws: `ParseError` if bytes are missing or the version is unknown.
    package init(_ entry: Box, descriptionVersion: UInt8) throws(ParseError) {
        var reader = entry.reader
        var fields = try reader.subreader(
            try Self.fieldsSize(reader, of: entry.type, descriptionVersion: descriptionVersion)
        )
        // reserved, data_reference_index, version, reserved
        try fields.skip(8 + 2 + 6)
        channelCount = try fields.uint16()
        children = BoxIterator(reader)
    }

    /// Returns the size of the fields before the boxes, in bytes.
    ///
    /// - Parameters:
    ///   - body: a reader of the body of the sample entry.
    ///   - type: the sample entry type, for errors.
    ///   - descriptionVersion: the version of the `stsd` around it; 0 allows the longer forms of QuickTime.
    /// - Returns: 28, or 44 or 64 in versions 1 and 2 of QuickTime.
    /// - Throws: `ParseError` if bytes are missing or the version is unknown.
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
