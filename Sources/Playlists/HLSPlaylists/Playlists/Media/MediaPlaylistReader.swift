/// A reader of the lines of a media playlist, in order.
struct MediaPlaylistReader {
    var log: ProblemLog
    /// The bytes of the document; a segment's URI is stored as a range of them if it has no variables.
    private(set) var bytes: [UInt8] = []
    private(set) var header: CommonTagReader
    private(set) var targetDuration: UInt64?
    private(set) var mediaSequence: UInt64 = 0
    private(set) var discontinuitySequence: UInt64 = 0
    private(set) var playlistType: PlaylistType?
    private(set) var isIFramesOnly = false
    private(set) var hasEndList = false
    private(set) var metadata = MediaMetadata()

    var scope = KeyScope()
    var segments: [MediaSegment] = []
    var parts: [PartialSegment] = []
    var initializationSections: [MapTag] = []
    var lowLatencyTags: [Located<TagName>] = []

    /// The segment tags since the last URI.
    var pending = PendingSegment(firstPart: 0)
    /// The end of the last segment, from the start of the first one.
    var end = Duration.zero
    var clock = ProgramClock()
    /// The date of the last segment, or nil if unknown.
    var date: DateTime?
    var bitrate: UInt64?
    /// The number of segments before the next one: read, skipped or left out.
    var segmentsBefore: UInt64 = 0
    var discontinuitiesBefore: UInt64 = 0
    let segmentTags = TagSet.segment

    /// The most segments for which capacity is reserved at once.
    private static let initialCapacity = 1 << 16

    init(sources: VariableSources, _ strictness: ReadingStrictness) {
        header = CommonTagReader(kind: .media, sources: sources)
        log = ProblemLog(strictness)
    }

    /// Reads the lines of a document.
    ///
    /// - Throws: `PlaylistError` for the first problem that affects media, unless the reader's strictness
    ///   allows it.
    mutating func read(_ document: PlaylistDocument) throws(PlaylistError) {
        try TagLimit.check(document, as: .media)
        if let problem = document.startProblem { try log.logUnlessStrict(problem) }
        bytes = document.bytes
        segments.reserveCapacity(min(document.lines.count / 2, Self.initialCapacity))
        for line in document.lines {
            do throws(PlaylistError) {
                try read(line)
            } catch {
                try log.logIfComplete(error)
                if case .tag(.tooMany) = error.problem { return }
            }
        }
        try pending.reportMissingURI(&log)
        guard targetDuration == nil, !header.hasOccurred(.targetDuration) else { return }
        try log.logIfComplete(PlaylistError(line: document.lines.count, .tag(.missing(.targetDuration))))
    }

    private mutating func read(_ line: PlaylistLine) throws(PlaylistError) {
        switch line.kind {
        case .tag(let tag):
            try header.countExpansion(line)
            guard try header.read(tag, line, &log) else { return }
            if segmentTags.contains(tag) {
                if pending.lines.first == 0 { pending.lines.first = UInt32(truncatingIfNeeded: line.number) }
                try readSegmentTag(tag, line)
            } else {
                try readPlaylistTag(tag, line)
            }
        case .uri:
            try header.countExpansion(line)
            try endSegment(line)
        case .unknownTag, .comment, .blank: break
        }
    }

    private mutating func readPlaylistTag(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        switch tag {
        case .targetDuration: targetDuration = try TargetDurationTag.seconds(line, &log)
        case .mediaSequence:
            guard try isBeforeSegments(tag, line) else { return }
            mediaSequence = try line.decimalInteger(of: tag)
        case .discontinuitySequence:
            guard try isBeforeSegments(tag, line), try isBeforeDiscontinuities(tag, line) else { return }
            discontinuitySequence = try line.decimalInteger(of: tag)
        case .playlistType: playlistType = try PlaylistType.read(line, &log)
        case .iFramesOnly: isIFramesOnly = true
        case .endList: hasEndList = true
        default: readMetadata(tag, line)
        }
    }

    /// Reads a tag that clients can do without; leaves out a malformed one.
    private mutating func readMetadata(_ tag: TagName, _ line: PlaylistLine) {
        if tag == .skip || tag == .preloadHint {
            lowLatencyTags.append(Located(line: line.number, tag))
        }
        do throws(PlaylistError) {
            try metadata.read(tag, line, variables: header.variables, &log)
        } catch {
            log.log(error)
        }
        guard tag == .skip, let skip = metadata.skip else { return }
        let (sum, isTooLarge) = segmentsBefore.addingReportingOverflow(skip.skippedSegments)
        segmentsBefore = isTooLarge ? .max : sum
    }

    /// Returns whether a tag precedes the first segment; logs and ignores a later one.
    ///
    /// `rewrite` refuses to cut a window from a playlist with a later one.
    private mutating func isBeforeSegments(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) -> Bool
    {
        guard !segments.isEmpty else { return true }
        let expected = "before the first segment"
        try log.logUnlessStrict(PlaylistError(line: line.number, .tag(.misplaced(tag, expected: expected))))
        return false
    }

    private mutating func isBeforeDiscontinuities(
        _ tag: TagName,
        _ line: PlaylistLine
    ) throws(PlaylistError) -> Bool {
        guard discontinuitiesBefore > 0 else { return true }
        let expected = "before the first \(TagName.discontinuity.name)"
        try log.logUnlessStrict(PlaylistError(line: line.number, .tag(.misplaced(tag, expected: expected))))
        return false
    }
}

/// Reading of partial segments (RFC 8216bis 4.4.4.9).
extension MediaPlaylistReader {
    /// Reads a part of the segment whose URI follows; leaves out a malformed one.
    mutating func readPart(_ line: PlaylistLine) {
        lowLatencyTags.append(Located(line: line.number, .part))
        do throws(PlaylistError) {
            let reader = try AttributeReader(line, of: .part, variables: header.variables, &log)
            let part = try part(reader)
            pending.partsDuration += part.duration
            parts.append(part)
        } catch {
            log.log(error)
        }
    }

    private mutating func part(_ reader: AttributeReader) throws(PlaylistError) -> PartialSegment {
        let list = reader.list
        let duration = try list.require("DURATION", of: .part, list.decimalSeconds("DURATION"))
        let uri = try reader.requiredText("URI")
        guard let sequence = nextMediaSequence else {
            throw PlaylistError(line: list.line, .tag(.mediaSequenceOverflow))
        }
        let writtenRange = try list.quotedByteRange("BYTERANGE", substituting: reader.variables)
        let range = try writtenRange.map { (range) throws(PlaylistError) in
            try range.resolved(after: previousRange(of: uri), line: list.line)
        }
        return PartialSegment(
            line: list.line,
            uri: uri,
            duration: duration,
            isIndependent: reader.isYes("INDEPENDENT", &log),
            byteRange: range,
            byteRangeHasOffset: writtenRange?.offset != nil,
            hasGap: reader.isYes("GAP", &log),
            mediaSequence: sequence,
            partIndex: parts.count - pending.firstPart,
            start: end + pending.partsDuration,
            initializationSection: initializationSections.indices.last,
            keys: scope.indicesInForce,
            attributes: list
        )
    }

    /// Returns the range of the previous part in the same segment if it is of the same resource.
    private func previousRange(of uri: String) -> ByteRange? {
        guard parts.count > pending.firstPart, let last = parts.last, last.uri == uri else { return nil }
        return last.byteRange
    }
}

/// A clock that continues the dates of `EXT-X-PROGRAM-DATE-TIME` over the segments (RFC 8216bis 6.3.3).
struct ProgramClock {
    /// The date at which the next segment starts if it continues the previous one, or nil if unknown.
    private var nextDate: DateTime?

    /// Advances past a segment.
    ///
    /// - Parameters:
    ///   - duration: the duration of the segment.
    ///   - ownDate: the date in the segment's own tag, or nil if it has none.
    ///   - isContinuous: whether no discontinuity precedes the segment.
    /// - Returns: the date of the first sample, or nil if unknown.
    mutating func advance(by duration: Duration, ownDate: DateTime?, isContinuous: Bool) -> DateTime? {
        let date = ownDate ?? (isContinuous ? nextDate : nil)
        nextDate = date?.advanced(by: duration)
        return date
    }
}
