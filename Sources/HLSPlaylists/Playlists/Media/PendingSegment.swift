/// The tags of a media playlist that wait for the next URI line.
struct PendingSegment {
    var firstLine: Int?
    var infLine: Int?
    var duration = Duration.zero
    var title: String?
    var byteRangeLine: Int?
    /// Nil where the line is malformed, too.
    var byteRange: WrittenByteRange?
    var gapLine: Int?
    var discontinuityLine: Int?
    var programDateTime: Located<DateTime>?
    /// The index of its first partial segment.
    var firstPart: Int
    /// The durations of its partial segments.
    var partsDuration = Duration.zero

    init(firstPart: Int) {
        self.firstPart = firstPart
    }

    /// Sets the duration; a second one means that the URI of the first is missing.
    mutating func setDuration(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) {
        if let infLine {
            try log.report(
                PlaylistError(line: infLine, .tag(.missingURI(after: .segmentInformation)))
            )
        }
        infLine = line.number
        do throws(PlaylistError) {
            (duration, title) = try SegmentInformationTag.parse(line)
        } catch {
            (duration, title) = (.zero, nil)
            try log.report(error)
        }
    }

    /// Sets the byte range; a second one means that the URI of the first is missing.
    mutating func setByteRange(_ line: PlaylistLine, _ log: inout ProblemLog) throws(PlaylistError) {
        if let byteRangeLine {
            try log.report(PlaylistError(line: byteRangeLine, .tag(.missingURI(after: .byteRange))))
        }
        byteRangeLine = line.number
        byteRange = nil
        byteRange = try WrittenByteRange(tag: line)
    }

    /// Checks that no tag is left that describes a segment.
    func checkNothingIsLeft(_ log: inout ProblemLog) throws(PlaylistError) {
        if let infLine {
            try log.report(
                PlaylistError(line: infLine, .tag(.missingURI(after: .segmentInformation)))
            )
        }
        if let byteRangeLine {
            try log.report(PlaylistError(line: byteRangeLine, .tag(.missingURI(after: .byteRange))))
        }
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
