/// The tags of a media playlist that wait for the next URI line.
struct PendingSegment {
    var lines = SegmentLines()
    var duration = Duration.zero
    var title: String?
    /// Nil where the line is malformed, too.
    var byteRange: WrittenByteRange?
    var date: DateTime?
    /// The index of its first partial segment.
    let firstPart: Int
    /// How many key lines there were.
    var keys = 0
    /// The durations of its partial segments.
    var partsDuration = Duration.zero

    init(firstPart: Int) {
        self.firstPart = firstPart
    }

    /// Sets the duration; a second one means that the URI of the first is missing.
    mutating func setDuration(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) {
        if lines.segmentInformation > 0 {
            try log.report(Self.missingURI(after: .segmentInformation, line: lines.segmentInformation))
        }
        lines.segmentInformation = UInt32(truncatingIfNeeded: line.number)
        do throws(PlaylistError) {
            (duration, title) = try SegmentInformationTag.parse(line)
        } catch {
            (duration, title) = (.zero, nil)
            try log.report(error)
        }
    }

    /// Sets the byte range; a second one means that the URI of the first is missing.
    mutating func setByteRange(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) {
        if lines.byteRange > 0 {
            try log.report(Self.missingURI(after: .byteRange, line: lines.byteRange))
        }
        lines.byteRange = UInt32(truncatingIfNeeded: line.number)
        byteRange = nil
        byteRange = try WrittenByteRange(tag: line)
    }

    /// Checks that no tag is left that describes a segment.
    func checkNothingIsLeft(_ log: inout ProblemLog) throws(PlaylistError) {
        if lines.segmentInformation > 0 {
            try log.report(Self.missingURI(after: .segmentInformation, line: lines.segmentInformation))
        }
        if lines.byteRange > 0 {
            try log.report(Self.missingURI(after: .byteRange, line: lines.byteRange))
        }
    }

    private static func missingURI(after tag: TagName, line: UInt32) -> PlaylistError {
        PlaylistError(line: Int(line), .tag(.missingURI(after: tag)))
    }
}

extension WrittenByteRange {
    /// The range with both ends known.
    ///
    /// - Parameters:
    ///   - previous: the range of the same resource that it continues where its own offset is omitted.
    ///   - line: the line for errors.
    /// - Returns: the range.
    /// - Throws: `PlaylistError` when it continues nothing, or ends beyond 2^64 - 1.
    func resolved(after previous: ByteRange?, line: Int) throws(PlaylistError) -> ByteRange {
        guard let start = offset ?? previous?.end else {
            throw PlaylistError(line: line, .tag(.byteRangeContinuesNothing))
        }
        return try ByteRange(length: length, offset: start, line: line)
    }
}
