package import Bitstreams

/// `esds`: the MPEG-4 elementary stream descriptor (ISO/IEC 14496-14, 6.7.2, and 14496-1, 7.2.6).
package struct ElementaryStreamDescriptorBox: Hashable, Sendable {
    /// objectTypeIndication: 0x40 is AAC, 0x69 and 0x6B are MPEG audio.
    package let objectType: UInt8
    /// DecoderSpecificInfo, for AAC an AudioSpecificConfig, or nil if there is none.
    package let decoderConfiguration: ArraySlice<UInt8>?
    /// The offset of `decoderConfiguration` in the stream.
    package let decoderConfigurationOffset: UInt64

    static let streamTag: UInt8 = 3
    static let configurationTag: UInt8 = 4
    static let specificTag: UInt8 = 5

    /// Reads the descriptors up to DecoderSpecificInfo.
    package init(_ box: Box) throws(ParseError) {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        var stream = try Self.descriptor(Self.streamTag, &reader)
        try stream.skip(2)
        let flags = try stream.uint8()
        if flags & 0x80 != 0 { try stream.skip(2) }
        if flags & 0x40 != 0 { try stream.skip(try stream.uint8()) }
        if flags & 0x20 != 0 { try stream.skip(2) }
        var configuration = try Self.descriptor(Self.configurationTag, &stream)
        objectType = try configuration.uint8()
        // streamType, bufferSizeDB, maxBitrate, avgBitrate
        try configuration.skip(1 + 3 + 4 + 4)
        guard !configuration.isAtEnd else {
            decoderConfiguration = nil
            decoderConfigurationOffset = configuration.offset
            return
        }
        let specific = try Self.descriptor(Self.specificTag, &configuration)
        decoderConfiguration = specific.remainingBytes
        decoderConfigurationOffset = specific.offset
    }

    /// Returns a reader of the body of the next descriptor.
    ///
    /// Its size is coded as at most four groups of seven bits (14496-1, 8.3.3).
    private static func descriptor(_ tag: UInt8, _ reader: inout ByteReader) throws(ParseError) -> ByteReader
    {
        let offset = reader.offset
        let found = try reader.uint8()
        guard found == tag else {
            throw .invalid(
                offset: offset,
                field: "descriptor tag",
                found: found.hexadecimalText,
                expected: tag.hexadecimalText
            )
        }
        var size = 0
        for _ in 0..<4 {
            let byte = try reader.uint8()
            size = size << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { break }
        }
        return try reader.subreader(size)
    }
}

extension ElementaryStreamDescriptorBox {
    /// Returns the body of `esds` with another decoder configuration.
    ///
    /// Only the fields of the decoder and the new configuration are kept: stream dependencies, URLs and
    /// private descriptors have no meaning in another file.
    ///
    /// - Parameters:
    ///   - box: the present `esds` box.
    ///   - configuration: the new DecoderSpecificInfo, at most 8191 bytes.
    /// - Returns: the body of the new box.
    /// - Throws: `ParseError` if the present box is malformed.
    package static func body(
        of box: Box,
        replacing configuration: [UInt8]
    ) throws(ParseError) -> [UInt8] {
        let presentBox = try ElementaryStreamDescriptorBox(box)
        var reader = box.reader
        let offset = presentBox.decoderConfigurationOffset - box.bodyOffset
        let front = try reader.read(Int(offset))
        // The fields of DecoderConfigDescriptor end at the tag of DecoderSpecificInfo.
        guard
            let tag = front.indices.suffix(5).last(where: {
                isHeader(front[$0...], ofSize: presentBox.decoderConfiguration?.count ?? 0)
            }), tag - front.startIndex >= decoderFieldsSize
        else {
            throw .missing(offset: box.offset, "DecoderConfigDescriptor with a configuration in box 'esds'")
        }
        let fields = Array(front[(tag - decoderFieldsSize)..<tag])
        let decoder = descriptor(configurationTag, fields + descriptor(specificTag, configuration))
        // ES_ID 0 and no flags, as usual in files; SLConfigDescriptor 2 (ISO/IEC 14496-14, 3.1.2).
        return [0, 0, 0, 0] + descriptor(streamTag, [0, 0, 0] + decoder + descriptor(6, [2]))
    }

    /// The size in bytes of objectTypeIndication, streamType, bufferSizeDB, maxBitrate and avgBitrate.
    private static let decoderFieldsSize = 13

    /// Indicates whether bytes are the tag of DecoderSpecificInfo and its size, coded as up to four groups of
    /// seven bits.
    private static func isHeader(_ bytes: ArraySlice<UInt8>, ofSize size: Int) -> Bool {
        guard bytes.first == specificTag, let last = bytes.dropFirst().last, last & 0x80 == 0 else {
            return false
        }
        let sizes = bytes.dropFirst()
        return sizes.dropLast().allSatisfy { $0 & 0x80 != 0 }
            && sizes.reduce(0) { $0 << 7 | Int($1 & 0x7F) } == size
    }

    private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
        // The size as two groups of seven bits; the high bit of the first byte says that another byte
        // follows.
        [
            tag, 0x80 | UInt8(truncatingIfNeeded: body.count >> 7),
            UInt8(truncatingIfNeeded: body.count & 0x7F),
        ] + body
    }
}
