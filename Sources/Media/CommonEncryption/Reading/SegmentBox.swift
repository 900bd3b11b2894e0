import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// The header and byte range of a top-level box of a segment.
struct SegmentBox: Sendable {
    let type: FourCharacterCode
    /// The byte range of the box in the segment, header included.
    let range: Range<UInt64>
    let headerSize: Int
    /// Indicates whether the size field is 0: the box runs to the end of the segment.
    let runsToTheEnd: Bool

    /// The byte range of the body in the segment.
    var body: Range<UInt64> { range.lowerBound + UInt64(headerSize)..<range.upperBound }

    /// Reads the header of the box at an offset, or returns nil at the end of the segment.
    ///
    /// - Throws: `SampleEncryptionError` if the header is malformed or the box is cut short; and any error of
    ///   reading.
    init?(at offset: UInt64, in source: SegmentSource) throws {
        guard offset < source.length else { return nil }
        let end = min(source.length, offset + UInt64(BoxHeader.maximumSize))
        let bytes = try source.bytes(offset..<end)
        let header = try wrappingParseErrors { () throws(ParseError) in
            var reader = ByteReader(bytes, at: offset)
            return try BoxHeader(&reader)
        }
        try self.init(header, at: offset, available: source.length - offset)
    }

    /// - Parameters:
    ///   - header: the header of the box.
    ///   - offset: the offset of the header in the segment.
    ///   - available: the number of bytes from there to the end of the segment.
    /// - Throws: `SampleEncryptionError` if the box is cut short.
    init(
        _ header: BoxHeader,
        at offset: UInt64,
        available: UInt64
    ) throws(SampleEncryptionError) {
        var size = available
        if case .bytes(let declared) = header.extent {
            guard declared <= available else {
                throw .malformed(.truncated(offset: offset, needed: declared, available: available))
            }
            size = declared
        }
        type = header.type
        headerSize = header.size
        runsToTheEnd = header.extent == .toTheEnd
        range = offset..<offset + size
    }
}

extension SegmentBox {
    /// Throws if a `sidx` exceeds the size that is read into memory at once.
    func requireIndexSize() throws(SampleEncryptionError) {
        let size = range.upperBound - range.lowerBound
        guard size <= UInt64(FragmentLayout.sizeLimit) else {
            throw .unsupported(
                offset: range.lowerBound,
                what: "a box 'sidx' of \(size) bytes, more than \(FragmentLayout.sizeLimit >> 20) MiB",
                remedy: "Package the media again with fewer subsegments in each 'sidx'"
            )
        }
    }
}
