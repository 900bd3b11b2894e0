package import Bitstreams

extension ElementaryStreamDescriptorBox {
    /// The body of `esds` with another configuration of the decoder.
    ///
    /// What is beside the configuration and the fields of the stream is left out: dependencies, URLs and private descriptors
    /// mean nothing in files of their own.
    ///
    /// - Parameters:
    ///   - box: the box as it is.
    ///   - configuration: its DecoderSpecificInfo, at most 8191 bytes.
    /// - Returns: the body.
    /// - Throws: `ParseError` where the box is malformed.
    package static func body(
        of box: Box,
        replacing configuration: [UInt8]
    ) throws(ParseError) -> [UInt8] {
        let read = try ElementaryStreamDescriptorBox(box)
        var reader = box.reader
        let offset = read.decoderConfigurationOffset - box.bodyOffset
        let front = try reader.take(Int(offset))
        // The fields of DecoderConfigDescriptor end where the configuration's own tag stands.
        guard
            let tag = front.indices.suffix(5).last(where: {
                isHeader(front[$0...], ofSize: read.decoderConfiguration?.count ?? 0)
            }), tag - front.startIndex >= decoderFieldsSize
        else {
            throw .missing(offset: box.offset, "DecoderConfigDescriptor with a configuration in box 'esds'")
        }
        let fields = Array(front[(tag - decoderFieldsSize)..<tag])
        let decoder = descriptor(configurationTag, fields + descriptor(specificTag, configuration))
        // ES_ID 0 and no flags, as in files; SLConfigDescriptor 2 (ISO/IEC 14496-14, 3.1.2).
        return [0, 0, 0, 0] + descriptor(streamTag, [0, 0, 0] + decoder + descriptor(6, [2]))
    }

    /// objectTypeIndication, streamType, bufferSizeDB, maxBitrate, avgBitrate.
    private static let decoderFieldsSize = 13

    /// Whether bytes are the tag of a configuration and its size, up to four bytes of seven bits.
    private static func isHeader(_ bytes: ArraySlice<UInt8>, ofSize size: Int) -> Bool {
        guard bytes.first == specificTag, let last = bytes.dropFirst().last, last & 0x80 == 0 else {
            return false
        }
        let sizes = bytes.dropFirst()
        return sizes.dropLast().allSatisfy { $0 & 0x80 != 0 }
            && sizes.reduce(0) { $0 << 7 | Int($1 & 0x7F) } == size
    }

    private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
        // Seven bits a byte, two bytes, of which the first says that another follows.
        [
            tag, 0x80 | UInt8(truncatingIfNeeded: body.count >> 7),
            UInt8(truncatingIfNeeded: body.count & 0x7F),
        ] + body
    }
}
