/// A reader of the lines of a multivariant playlist, in order.
struct MultivariantPlaylistReader {
    var log: ProblemLog
    private(set) var header: CommonTagReader
    private(set) var variants: [Variant] = []
    private(set) var iFrameVariants: [IFrameVariant] = []
    private(set) var renditions: [Rendition] = []
    private(set) var sessionKeys: [Located<EncryptionKey>] = []
    private(set) var sessionData: [SessionData] = []
    private(set) var contentSteering: ContentSteering?
    /// The line of the last session key or tag of both kinds of playlist before the first rendition or
    /// variant.
    private(set) var headEndLine = 1

    private var pending = PendingVariant.none
    private var isInHead = true

    /// The `EXT-X-STREAM-INF` that applies to the next URI line.
    private enum PendingVariant {
        case none
        case wellFormed(AttributeReader)
        /// A malformed tag that was reported; its URI is left out, too.
        case malformed
    }

    init(queryParameters: QueryParameters, _ strictness: ReadingStrictness) {
        let sources = VariableSources(queryParameters: queryParameters)
        header = CommonTagReader(kind: .multivariant, sources: sources)
        log = ProblemLog(strictness)
    }

    /// Reads the lines of a document.
    ///
    /// - Throws: `PlaylistError` for the first problem that affects media, unless the reader's strictness
    ///   allows it.
    mutating func read(_ document: PlaylistDocument) throws(PlaylistError) {
        try TagLimit.check(document, as: .multivariant)
        if let problem = document.startProblem { try log.logUnlessStrict(problem) }
        headEndLine = document.headerLine
        for line in document.lines {
            do throws(PlaylistError) {
                try read(line)
            } catch {
                try log.logIfComplete(error)
            }
        }
        try reportMissingURI()
    }

    private mutating func read(_ line: PlaylistLine) throws(PlaylistError) {
        switch line.kind {
        case .tag(let tag):
            try header.countExpansion(line)
            guard try header.read(tag, line, &log) else { return }
            updateHeadEnd(tag, line)
            try read(tag, line)
        case .uri:
            try header.countExpansion(line)
            try endVariant(line)
        case .unknownTag, .comment, .blank: break
        }
    }

    /// Reports a missing URI if a pending tag is left.
    private mutating func reportMissingURI() throws(PlaylistError) {
        guard case .wellFormed(let reader) = pending else { return }
        try log.logIfComplete(
            PlaylistError(line: reader.list.line, .tag(.missingURI(after: .streamInformation)))
        )
    }

    private mutating func updateHeadEnd(_ tag: TagName, _ line: PlaylistLine) {
        switch tag {
        case .media, .streamInformation, .iFrameStreamInformation: isInHead = false
        case .sessionKey where isInHead: headEndLine = line.number
        default: if isInHead, TagSet.any.contains(tag) { headEndLine = line.number }
        }
    }

    private mutating func read(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        let variables = header.variables
        switch tag {
        case .streamInformation: try beginVariant(line)
        case .iFrameStreamInformation:
            iFrameVariants.append(try IFrameVariant(line, variables: variables, &log))
        case .media: renditions.append(try Rendition(line, variables: variables, &log))
        case .sessionKey:
            let key = try EncryptionKey(line, tag: tag, variables: variables, &log)
            sessionKeys.append(Located(line: line.number, key))
        case .sessionData: sessionData.append(try SessionData(line, variables: variables, &log))
        case .contentSteering:
            do throws(PlaylistError) {
                contentSteering = try ContentSteering(line, variables: variables, &log)
            } catch {
                log.log(error)
            }
        default: break
        }
    }

    private mutating func beginVariant(_ line: PlaylistLine) throws(PlaylistError) {
        try reportMissingURI()
        pending = .malformed
        pending = .wellFormed(
            try AttributeReader(line, of: .streamInformation, variables: header.variables, &log)
        )
    }

    private mutating func endVariant(_ line: PlaylistLine) throws(PlaylistError) {
        let endedVariant = pending
        pending = .none
        switch endedVariant {
        case .none:
            throw PlaylistError(line: line.number, .tag(.undescribedURI(missing: .streamInformation)))
        case .malformed: return
        case .wellFormed(let reader):
            let uri = try header.uri(line)
            variants.append(try Variant(reader, uri: uri, uriLine: line.number, &log))
        }
    }
}
