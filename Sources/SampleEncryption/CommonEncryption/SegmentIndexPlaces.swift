internal import Bitstreams
internal import ISOBaseMedia

/// Lets `sidx` boxes tell the places of subsegments in the output.
package enum SegmentIndexPlaces {
    /// Moves what a `sidx` refers to.
    ///
    /// - Parameters:
    ///   - bytes: the whole box.
    ///   - offset: where it is in the clear file.
    ///   - places: where the bytes of the clear file are in the output, those of the box included.
    /// - Returns: the box as it is written; its size is the same.
    /// - Throws: `SampleEncryptionError` where it is malformed, where a subsegment does not start and end at a place that
    ///   is in the output, and where its size has no room.
    package static func move(
        _ bytes: [UInt8],
        at offset: UInt64,
        to places: FilePlaces
    ) throws(SampleEncryptionError) -> [UInt8] {
        var node = try parsing { () throws(ParseError) in
            var reader = ByteReader(bytes[...], at: offset)
            var trees = BoxTreeReader()
            return try trees.node(&reader)
        }
        var index = try parsing { () throws(ParseError) in try SegmentIndexBox(node.box) }
        let end = offset + UInt64(bytes.count)
        var border = try sum(end, index.firstOffset, at: offset)
        guard let newEnd = places.outputOffset(of: end), let newStart = places.outputOffset(of: border),
            newStart >= newEnd, newStart - newEnd <= index.maximumFirstOffset
        else { throw refusal(border, at: offset) }
        var newBorder = newStart
        index.firstOffset = newStart - newEnd
        for number in index.references.indices {
            border = try sum(border, UInt64(index.references[number].size), at: offset)
            guard let place = places.outputOffset(of: border), place >= newBorder,
                place - newBorder <= SegmentIndexBox.maximumReferenceSize
            else { throw refusal(border, at: offset) }
            index.references[number].size = UInt32(place - newBorder)
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
        guard !isOver else { throw refusal(border, at: offset) }
        return sum
    }

    private static func refusal(_ border: UInt64, at offset: UInt64) -> SampleEncryptionError {
        .unsupported(
            offset: offset,
            what:
                "'sidx' with a subsegment that starts or ends at byte \(border) of the file, which is not at a"
                + " border of what the output has",
            remedy: "Package the media again, so that playlists and 'sidx' agree, or leave 'sidx' out"
        )
    }
}
