/// A multivariant playlist (RFC 8216bis 4.4.6), read from a document.
///
/// All line numbers are those of the document.
package struct MultivariantPlaylist: Sendable {
    /// The document that was read.
    package let document: PlaylistDocument
    /// The protocol version; 1 if there is no `EXT-X-VERSION`.
    package let version: Int
    /// The line of `EXT-X-VERSION`, or nil if there is none.
    package let versionLine: Int?
    /// Indicates whether each segment of all media playlists can be decoded without others.
    package let hasIndependentSegments: Bool
    /// The preferred point at which playback starts (`EXT-X-START`).
    package let start: PlaylistStart?
    /// The variants in order.
    package let variants: [Variant]
    /// The I-frame variants in order.
    package let iFrameVariants: [IFrameVariant]
    /// The renditions in order.
    package let renditions: [Rendition]
    /// The rendition groups, each with indices into `renditions` in order.
    package let groups: [RenditionGroup: [Int]]
    /// The session keys in order.
    package let sessionKeys: [Located<EncryptionKey>]
    /// The session data in order.
    package let sessionData: [SessionData]
    /// The server that tells clients which pathway to use (`EXT-X-CONTENT-STEERING`).
    package let contentSteering: ContentSteering?
    /// The line after which to insert new session keys.
    ///
    /// It is the last session key or tag of RFC 8216bis 4.4.1 and 4.4.2 before the first rendition or
    /// variant.
    package let sessionKeyInsertionLine: Int
    /// The variables that the playlist defines, which its media playlists may import.
    package let variables: VariableScope
    /// The problems that did not stop the reader; all problems if `reading` read the playlist.
    package let problems: [PlaylistError]
    /// The problems that affect media or keys and leave only one interpretation, with which the playlist was
    /// read.
    package let toleratedProblems: [PlaylistError]

    /// Reads a playlist; leaves out malformed parts that are not needed to find and decrypt media.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; edits are ignored.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    ///   - strictness: whether to tolerate breaches of the RFC that leave only one interpretation.
    /// - Throws: `PlaylistError` for the first problem in something that is needed.
    package init(
        _ document: PlaylistDocument,
        queryParameters: QueryParameters = .none,
        _ strictness: ReadingStrictness = .strict
    ) throws(PlaylistError) {
        var reader = MultivariantPlaylistReader(queryParameters: queryParameters, strictness)
        try reader.read(document)
        self.init(document, reader)
    }

    /// Reads a playlist as far as possible.
    ///
    /// The bandwidth of a variant is 0 if it is missing, and the group and name of a rendition are empty.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; edits are ignored.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    /// - Returns: the playlist and all its problems.
    package static func reading(
        _ document: PlaylistDocument,
        queryParameters: QueryParameters = .none
    ) -> PlaylistReading<MultivariantPlaylist> {
        var reader = MultivariantPlaylistReader(queryParameters: queryParameters, .complete)
        do throws(PlaylistError) { try reader.read(document) } catch { reader.log.log(error) }
        let playlist = MultivariantPlaylist(document, reader)
        return PlaylistReading(playlist: playlist, problems: playlist.problems)
    }

    private init(_ document: PlaylistDocument, _ reader: MultivariantPlaylistReader) {
        self.document = document
        self.version = reader.header.version
        self.versionLine = reader.header.versionLine
        self.hasIndependentSegments = reader.header.hasIndependentSegments
        self.start = reader.header.start
        self.variants = reader.variants
        self.iFrameVariants = reader.iFrameVariants
        self.renditions = reader.renditions
        self.groups = Dictionary(grouping: reader.renditions.indices) { index in
            RenditionGroup(reader.renditions[index].type, reader.renditions[index].groupID)
        }
        self.sessionKeys = reader.sessionKeys
        self.sessionData = reader.sessionData
        self.contentSteering = reader.contentSteering
        self.sessionKeyInsertionLine = reader.headEndLine
        self.variables = reader.header.variables
        self.problems = reader.log.sorted
        self.toleratedProblems = reader.log.sortedTolerated
    }
}
