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
    ///   - offsetMap: the map from the clear file to the output file, the box included.
    /// - Returns: the changed box, of the same size.
    /// - Throws: `SampleEncryptionError` if the box is malformed, if a subsegment starts or ends at an offset
    ///   that is not in the output, or if a number does not fit: referenced_size has 31 bits (ISO/IEC
    ///   14496-12, 8.16.3).
    package static func move(
        _ bytes: [UInt8],
        at offset: UInt64,
        to offsetMap: FileOffsetMap
    ) throws(SampleEncryptionError) -> [UInt8] {
        var node = try wrappingParseErrors { () throws(ParseError) in
            var reader = ByteReader(bytes[...], at: offset)
            var treeReader = BoxTreeReader()
            return try treeReader.node(&reader)
        }
        var segmentIndex = try wrappingParseErrors { () throws(ParseError) in try SegmentIndexBox(node.box) }
        let end = offset + UInt64(bytes.count)
        var boundary = try sum(end, segmentIndex.firstOffset, at: offset)
        guard let newEnd = offsetMap.outputOffset(of: end),
            var newBoundary = offsetMap.outputOffset(of: boundary),
            newBoundary >= newEnd
        else { throw boundaryNotInOutputError(boundary, at: offset) }
        segmentIndex.firstOffset = newBoundary - newEnd
        guard segmentIndex.firstOffset <= segmentIndex.maximumFirstOffset else {
            throw valueTooLargeError(
                "the first offset",
                segmentIndex.firstOffset,
                limit: segmentIndex.maximumFirstOffset,
                at: offset
            )
        }
        for referenceIndex in segmentIndex.references.indices {
            let start = boundary
            boundary = try sum(boundary, UInt64(segmentIndex.references[referenceIndex].size), at: offset)
            guard let outputOffset = offsetMap.outputOffset(of: boundary), outputOffset >= newBoundary else {
                throw boundaryNotInOutputError(boundary, at: offset)
            }
            let size = outputOffset - newBoundary
            guard size <= SegmentIndexBox.maximumReferenceSize else {
                let what = "the subsegment at byte \(start) of the file"
                throw valueTooLargeError(what, size, limit: SegmentIndexBox.maximumReferenceSize, at: offset)
            }
            segmentIndex.references[referenceIndex].size = UInt32(size)
            newBoundary = outputOffset
        }
        node.fields = segmentIndex.body[...]
        return node.bytes
    }

    private static func sum(
        _ boundary: UInt64,
        _ count: UInt64,
        at offset: UInt64
    ) throws(SampleEncryptionError) -> UInt64 {
        let (sum, isOver) = boundary.addingReportingOverflow(count)
        guard !isOver else { throw boundaryNotInOutputError(boundary, at: offset) }
        return sum
    }

    private static func boundaryNotInOutputError(_ boundary: UInt64, at offset: UInt64)
        -> SampleEncryptionError
    {
        .unsupported(
            offset: offset,
            what:
                "'sidx' with a subsegment that starts or ends at byte \(boundary) of the file, which has no"
                + " counterpart in the output",
            remedy:
                "Name all segments of 'sidx' in the playlist, leave 'sidx' out of byte ranges, or package the media"
                + " again"
        )
    }

    private static func valueTooLargeError(
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
