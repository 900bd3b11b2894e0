import Bitstreams
import ISOBaseMedia
import SampleEncryption

/// A box at the top level of a segment.
struct SegmentBox: Sendable {
    /// What kind of box it is.
    let type: FourCharacterCode
    /// Its bytes in the segment, header included.
    let range: Range<UInt64>
    /// Bytes of the header.
    let headerSize: Int
    /// Whether its size is 0: it runs to the end of the segment.
    let runsToTheEnd: Bool

    /// Its bytes behind the header.
    var body: Range<UInt64> { range.lowerBound + UInt64(headerSize)..<range.upperBound }

    /// Reads the header of the box at an offset; nil at the end of the segment.
    ///
    /// - Throws: `SampleEncryptionError` where the box is cut short, and what reading throws.
    init?(at offset: UInt64, in source: SegmentSource) throws {
        guard offset < source.length else { return nil }
        let end = min(source.length, offset + UInt64(BoxHeader.maximumSize))
        let bytes = try source.bytes(offset..<end)
        let header = try parsing { () throws(ParseError) in
            var reader = ByteReader(bytes, at: offset)
            return try BoxHeader(&reader)
        }
        try self.init(header, at: offset, available: source.length - offset)
    }

    /// - Parameters:
    ///   - header: its header.
    ///   - offset: where that starts.
    ///   - available: bytes from there to the end of the segment.
    /// - Throws: `SampleEncryptionError` where the box is cut short.
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
    /// Requires that a `sidx` is not larger than is read at once.
    func requireIndexSize() throws(SampleEncryptionError) {
        let size = range.upperBound - range.lowerBound
        guard size <= UInt64(FragmentLayout.sizeLimit) else {
            throw .unsupported(
                offset: range.lowerBound,
                what: "a box 'sidx' of \(size) bytes",
                remedy: "Package the media again with shorter segments"
            )
        }
    }
}
