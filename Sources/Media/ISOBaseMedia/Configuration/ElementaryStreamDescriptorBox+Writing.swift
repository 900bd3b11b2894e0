package import Bitstreams

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
        let read = try ElementaryStreamDescriptorBox(box)
        var reader = box.reader
        let offset = read.decoderConfigurationOffset - box.bodyOffset
        let front = try reader.read(Int(offset))
        // The fields of DecoderConfigDescriptor end at the tag of DecoderSpecificInfo.
        guard
            let tag = front.indices.suffix(5).last(where: {
                isHeader(front[$0...], ofSize: read.decoderConfiguration?.count ?? 0)
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
