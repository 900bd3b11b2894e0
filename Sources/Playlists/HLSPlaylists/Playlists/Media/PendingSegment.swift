/// The segment tags of a media playlist that apply to the next URI line.
struct PendingSegment {
    var lines = SegmentLines()
    var duration = Duration.zero
    var title: String?
    /// The byte range, or nil if it is absent or malformed.
    var byteRange: WrittenByteRange?
    var date: DateTime?
    /// The index of the first partial segment.
    let firstPart: Int
    var keyCount = 0
    /// The sum of the durations of the partial segments.
    var partsDuration = Duration.zero

    init(firstPart: Int) {
        self.firstPart = firstPart
    }

    /// Sets the duration; a second one means that the URI of the first is missing.
    mutating func setDuration(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) {
        if lines.segmentInformation > 0 {
            try log.logIfComplete(Self.missingURI(after: .segmentInformation, line: lines.segmentInformation))
        }
        lines.segmentInformation = UInt32(truncatingIfNeeded: line.number)
        do throws(PlaylistError) {
            (duration, title) = try SegmentInformationTag.parse(line)
        } catch {
            (duration, title) = (.zero, nil)
            try log.logIfComplete(error)
        }
    }

    /// Sets the byte range; a second one means that the URI of the first is missing.
    mutating func setByteRange(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) {
        if lines.byteRange > 0 {
            try log.logIfComplete(Self.missingURI(after: .byteRange, line: lines.byteRange))
        }
        lines.byteRange = UInt32(truncatingIfNeeded: line.number)
        byteRange = nil
        byteRange = try WrittenByteRange(tag: line)
    }

    /// Reports a missing URI if a tag that describes a segment is left.
    func reportMissingURI(_ log: inout ProblemLog) throws(PlaylistError) {
        if lines.segmentInformation > 0 {
            try log.logIfComplete(Self.missingURI(after: .segmentInformation, line: lines.segmentInformation))
        }
        if lines.byteRange > 0 {
            try log.logIfComplete(Self.missingURI(after: .byteRange, line: lines.byteRange))
        }
    }

    private static func missingURI(after tag: TagName, line: UInt32) -> PlaylistError {
        PlaylistError(line: Int(line), .tag(.missingURI(after: tag)))
    }
}

extension WrittenByteRange {
    /// Returns the range with a known offset.
    ///
    /// - Parameters:
    ///   - previous: the range of the same resource that this range continues if it has no offset.
    ///   - line: the line number, for errors.
    /// - Returns: the range.
    /// - Throws: `PlaylistError` if there is nothing to continue, or the range ends above 2^64 - 1.
    func resolved(after previous: ByteRange?, line: Int) throws(PlaylistError) -> ByteRange {
        guard let start = offset ?? previous?.end else {
            throw PlaylistError(line: line, .tag(.byteRangeWithoutStart))
        }
        return try ByteRange(length: length, offset: start, line: line)
    }
}
