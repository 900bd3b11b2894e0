import Bitstreams
import ISOBaseMedia
package import SampleEncryption

/// Moves the references of `sidx` boxes to the output file.
package enum SegmentIndexRewriter {
    /// Replaces the offset and the subsegment sizes in a `sidx` box by those in the output.
    ///
    /// - Parameters:
    ///   - bytes: the whole box.
    ///   - offset: the offset of the box in the clear file.
    ///   - places: the map from the clear file to the output file, the box included.
    /// - Returns: the changed box, of the same size.
    /// - Throws: `SampleEncryptionError` if the box is malformed, if a subsegment starts or ends at an offset
    ///   that is not in the output, or if a number does not fit: referenced_size has 31 bits (ISO/IEC
    ///   14496-12, 8.16.3).
    package static func move(
        _ bytes: [UInt8],
        at offset: UInt64,
        to places: FileOffsetMap
    ) throws(SampleEncryptionError) -> [UInt8] {
        var node = try wrappingParseErrors { () throws(ParseError) in
            var reader = ByteReader(bytes[...], at: offset)
            var trees = BoxTreeReader()
            return try trees.node(&reader)
        }
        var index = try wrappingParseErrors { () throws(ParseError) in try SegmentIndexBox(node.box) }
        let end = offset + UInt64(bytes.count)
        var border = try sum(end, index.firstOffset, at: offset)
        guard let newEnd = places.outputOffset(of: end), var newBorder = places.outputOffset(of: border),
            newBorder >= newEnd
        else { throw boundaryNotInOutput(border, at: offset) }
        index.firstOffset = newBorder - newEnd
        guard index.firstOffset <= index.maximumFirstOffset else {
            throw valueTooLarge(
                "the first offset",
                index.firstOffset,
                limit: index.maximumFirstOffset,
                at: offset
            )
        }
        for number in index.references.indices {
            let start = border
            border = try sum(border, UInt64(index.references[number].size), at: offset)
            guard let place = places.outputOffset(of: border), place >= newBorder else {
                throw boundaryNotInOutput(border, at: offset)
            }
            let size = place - newBorder
            guard size <= SegmentIndexBox.maximumReferenceSize else {
                let what = "the subsegment at byte \(start) of the file"
                throw valueTooLarge(what, size, limit: SegmentIndexBox.maximumReferenceSize, at: offset)
            }
            index.references[number].size = UInt32(size)
            newBorder = place
        }
        node.fields = index.body[...]
        return node.bytes
    }

    private static func sum(
        _ border: UInt64,
        _ count: UInt64,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> UInt64 {
        let (sum, isOver) = border.addingReportingOverflow(count)
        guard !isOver else { throw boundaryNotInOutput(border, at: offset) }
        return sum
    }

    private static func boundaryNotInOutput(_ border: UInt64, at offset: UInt64) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what:
                "'sidx' with a subsegment that starts or ends at byte \(border) of the file, which has no"
                + " counterpart in the output",
            remedy:
                "Name all segments of 'sidx' in the playlist, leave 'sidx' out of byte ranges, or package the media"
                + " again"
        )
    }

    private static func valueTooLarge(
        _ what: String,
        _ size: UInt64,
        limit: some BinaryInteger,
        at offset: UInt64
    ) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what: "'sidx' in which \(what) is \(size) bytes after protection, expected at most \(limit)",
            remedy: "Make segments shorter, or give each a file of its own"
        )
    }
}
