/// The tags of a media playlist that wait for the next URI line.
struct PendingSegment {
    var firstLine: Int?
    var duration: Located<Duration>?
    var byteRange: Located<WrittenByteRange>?
    var hasGap = false
    var hasDiscontinuity = false

    /// Sets the duration; a second one means that the URI of the first is missing.
    mutating func setDuration(_ line: PlaylistLine) throws(PlaylistError) {
        if let duration {
            throw PlaylistError(line: duration.line, .tag(.missingURI(after: .segmentInformation)))
        }
        duration = Located(line: line.number, try SegmentInformationTag.duration(line))
    }

    mutating func setByteRange(_ line: PlaylistLine) throws(PlaylistError) {
        if let byteRange { throw PlaylistError(line: byteRange.line, .tag(.missingURI(after: .byteRange))) }
        byteRange = Located(line: line.number, try WrittenByteRange(tag: line))
    }

    /// Checks that no tag is left that describes a segment.
    func checkNothingIsLeft() throws(PlaylistError) {
        if let duration {
            throw PlaylistError(line: duration.line, .tag(.missingURI(after: .segmentInformation)))
        }
        if let byteRange { throw PlaylistError(line: byteRange.line, .tag(.missingURI(after: .byteRange))) }
    }

    /// The part of the resource, which may continue the one of the segment before.
    func resolvedByteRange(uri: String, after previous: MediaSegment?) throws(PlaylistError) -> ByteRange? {
        guard let byteRange else { return nil }
        if let offset = byteRange.offset {
            return try ByteRange(length: byteRange.length, offset: offset, line: byteRange.line)
        }
        guard let previous, previous.uri == uri, let range = previous.byteRange else {
            throw PlaylistError(line: byteRange.line, .tag(.byteRangeContinuesNothing))
        }
        return try ByteRange(length: byteRange.length, offset: range.end, line: byteRange.line)
    }
}
