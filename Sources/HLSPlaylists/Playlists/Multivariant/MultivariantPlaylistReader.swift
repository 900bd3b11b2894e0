/// Reads the lines of a multivariant playlist in order.
struct MultivariantPlaylistReader {
    private(set) var header = PlaylistHeader(kind: .multivariant, imports: nil)
    private(set) var variants: [Variant] = []
    private(set) var iFrameVariants: [IFrameVariant] = []
    private(set) var renditions: [Rendition] = []
    private(set) var sessionKeys: [Located<EncryptionKey>] = []
    private(set) var sessionData: [SessionData] = []
    /// The last line of the head: the tags before the first rendition or variant.
    private(set) var headEnd = 1

    private var log = ProblemLog(goesOn: false)
    private var pending: Located<AttributeList>?
    private var isInHead = true

    mutating func read(_ line: PlaylistLine) throws(PlaylistError) {
        switch line.kind {
        case .tag(let tag):
            try header.read(tag, line)
            noteHead(tag, line)
            try read(tag, line)
        case .uri: try endVariant(line)
        case .unknownTag, .comment, .blank: break
        }
    }

    /// Checks that nothing is missing.
    func finish() throws(PlaylistError) {
        if let pending {
            throw PlaylistError(line: pending.line, .tag(.missingURI(after: .streamInformation)))
        }
    }

    private mutating func noteHead(_ tag: TagName, _ line: PlaylistLine) {
        switch tag {
        case .media, .streamInformation, .iFrameStreamInformation: isInHead = false
        case .sessionKey where isInHead: headEnd = line.number
        default: if isInHead, tag.definition.scope == .anyPlaylist { headEnd = line.number }
        }
    }

    private mutating func read(_ tag: TagName, _ line: PlaylistLine) throws(PlaylistError) {
        switch tag {
        case .streamInformation:
            try finish()
            pending = Located(line: line.number, try line.attributes())
        case .iFrameStreamInformation:
            iFrameVariants.append(try IFrameVariant(line, variables: header.variables, &log))
        case .media: renditions.append(try Rendition(line, variables: header.variables, &log))
        case .sessionKey:
            let key = try EncryptionKey(line, tag: tag, variables: header.variables)
            sessionKeys.append(Located(line: line.number, key))
        case .sessionData: sessionData.append(try SessionData(line, variables: header.variables, &log))
        default: break
        }
    }

    private mutating func endVariant(_ line: PlaylistLine) throws(PlaylistError) {
        guard let tag = pending else {
            throw PlaylistError(line: line.number, .tag(.undescribedURI(missing: .streamInformation)))
        }
        pending = nil
        let uri = try header.uri(line)
        let reader = AttributeReader(tag.value, of: .streamInformation, variables: header.variables)
        variants.append(try Variant(reader, uri: uri, uriLine: line.number, &log))
    }
}
