/// Reads the lines of a media playlist in order.
struct MediaPlaylistReader {
    private(set) var header: PlaylistHeader
    private(set) var scope = KeyScope()
    private(set) var targetDuration: UInt64?
    private(set) var mediaSequence: UInt64 = 0
    private(set) var discontinuitySequence: UInt64 = 0
    private(set) var playlistType: PlaylistType?
    private(set) var isIFramesOnly = false
    private(set) var hasEndList = false
    private(set) var segments: [MediaSegment] = []
    private(set) var initializationSections: [InitializationSection] = []
    private(set) var lowLatencyTags: [Located<TagName>] = []

    private var pending = PendingSegment()
    private var end = Duration.zero
    private var hasSeenDiscontinuity = false

    init(imports: VariableScope) {
        header = PlaylistHeader(kind: .media, imports: imports)
    }

    mutating func read(_ line: PlaylistLine) throws(PlaylistError) {
        switch line.kind {
        case .tag(let tag):
            try header.read(tag, line)
            if tag.definition.scope == .mediaSegment {
                pending.firstLine = pending.firstLine ?? line.number
                try readSegmentTag(tag, line)
            } else {
                try readPlaylistTag(tag, line)
            }
        case .uri: try endSegment(line)
        case .unknownTag, .comment, .blank: break
        }
    }

    /// Checks that nothing is missing.
    func finish(lineCount: Int) throws(PlaylistError) {
        try pending.checkNothingIsLeft()
        guard targetDuration != nil else {
            throw PlaylistError(line: lineCount, .tag(.missing(.targetDuration)))
        }
    }

    private mutating func readPlaylistTag(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        switch tag {
        case .targetDuration: targetDuration = try line.decimalInteger(of: tag)
        case .mediaSequence:
            try checkPrecedesSegments(tag, line)
            mediaSequence = try line.decimalInteger(of: tag)
        case .discontinuitySequence:
            try checkPrecedesSegments(tag, line)
            try checkPrecedesDiscontinuities(tag, line)
            discontinuitySequence = try line.decimalInteger(of: tag)
        case .playlistType: playlistType = try PlaylistType(tag: line)
        case .iFramesOnly: isIFramesOnly = true
        case .endList: hasEndList = true
        case .skip, .preloadHint: lowLatencyTags.append(Located(line: line.number, tag))
        default: break
        }
    }

    private mutating func readSegmentTag(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        switch tag {
        case .segmentInformation: try pending.setDuration(line)
        case .byteRange: try pending.setByteRange(line)
        case .gap: pending.hasGap = true
        case .discontinuity:
            pending.hasDiscontinuity = true
            hasSeenDiscontinuity = true
        case .key:
            scope.add(
                try EncryptionKey(line, tag: tag, variables: header.variables),
                line: line.number
            )
        case .map:
            initializationSections.append(
                try InitializationSection(line, keys: scope.inForce, variables: header.variables)
            )
        case .part: lowLatencyTags.append(Located(line: line.number, tag))
        default: break
        }
    }

    private mutating func endSegment(_ line: PlaylistLine) throws(PlaylistError) {
        guard let duration = pending.duration else {
            throw PlaylistError(line: line.number, .tag(.undescribedURI(missing: .segmentInformation)))
        }
        let uri = try header.uri(line)
        let (sequence, isTooLarge) = mediaSequence.addingReportingOverflow(UInt64(segments.count))
        guard !isTooLarge else { throw PlaylistError(line: line.number, .tag(.mediaSequenceOverflow)) }
        let segment = MediaSegment(
            index: segments.count,
            mediaSequence: sequence,
            duration: duration.value,
            start: end,
            firstLine: pending.firstLine ?? duration.line,
            infLine: duration.line,
            uriLine: line.number,
            uri: uri,
            byteRange: try pending.resolvedByteRange(uri: uri, after: segments.last),
            byteRangeLine: pending.byteRange?.line,
            byteRangeHasOffset: pending.byteRange?.value.offset != nil,
            initializationSection: initializationSections.indices.last,
            keys: scope.inForce,
            hasGap: pending.hasGap,
            hasDiscontinuity: pending.hasDiscontinuity
        )
        segments.append(segment)
        end += duration.value
        pending = PendingSegment()
    }

    private func checkPrecedesSegments(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        guard segments.isEmpty else {
            throw PlaylistError(
                line: line.number,
                .tag(.misplaced(tag, expected: "before the first segment"))
            )
        }
    }

    private func checkPrecedesDiscontinuities(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        guard !hasSeenDiscontinuity else {
            let expected = "before the first \(TagName.discontinuity.name)"
            throw PlaylistError(line: line.number, .tag(.misplaced(tag, expected: expected)))
        }
    }
}
