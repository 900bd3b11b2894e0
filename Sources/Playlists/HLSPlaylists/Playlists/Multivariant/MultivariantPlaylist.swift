/// A multivariant playlist (RFC 8216bis 4.4.6), read from a document.
///
/// All lines are those of the document.
package struct MultivariantPlaylist: Sendable {
    /// What was read.
    package let document: PlaylistDocument
    /// The protocol version; 1 when there is no `EXT-X-VERSION`.
    package let version: Int
    /// The line of `EXT-X-VERSION`.
    package let versionLine: Int?
    /// Whether each segment can be decoded without others.
    package let hasIndependentSegments: Bool
    /// Where clients had better begin to play.
    package let start: PlaylistStart?
    /// The variants in order.
    package let variants: [Variant]
    /// The I-frame variants in order.
    package let iFrameVariants: [IFrameVariant]
    /// The renditions in order.
    package let renditions: [Rendition]
    /// The groups of renditions, as indices into `renditions` in order.
    package let groups: [RenditionGroup: [Int]]
    /// The session keys in order.
    package let sessionKeys: [Located<EncryptionKey>]
    /// The session data in order.
    package let sessionData: [SessionData]
    /// The server that tells clients which pathway to take.
    package let contentSteering: ContentSteering?
    /// The line after which new session keys are best inserted: behind the tags of the head and its session keys.
    package let sessionKeyInsertionLine: Int
    /// The variables that the playlist defines, which its media playlists may import.
    package let variables: VariableScope
    /// What was left out because it is malformed: all that was found, where the playlist was read as far as it can be.
    package let problems: [PlaylistError]
    /// Those of the problems that bear on media or keys and leave one meaning, with which the playlist was read.
    package let tolerated: [PlaylistError]

    /// Reads a playlist; what is malformed and not needed to find and decrypt media is left out.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; its edits do not count.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    ///   - strictness: whether breaches of the letter that leave one meaning are put up with.
    /// - Throws: `PlaylistError` for the first thing that is wrong and needed.
    package init(
        _ document: PlaylistDocument,
        queryParameters: QueryParameters = .none,
        _ strictness: ReadingStrictness = .strict
    ) throws(PlaylistError) {
        var reader = MultivariantPlaylistReader(queryParameters: queryParameters, strictness)
        try reader.read(document)
        self.init(document, reader)
    }

    /// Reads a playlist as far as it can be read.
    ///
    /// The bandwidth of a variant is 0 where it is missing, and the group and name of a rendition are empty.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; its edits do not count.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    /// - Returns: the playlist and all that is wrong with it.
    package static func reading(
        _ document: PlaylistDocument,
        queryParameters: QueryParameters = .none
    ) -> PlaylistReading<MultivariantPlaylist> {
        var reader = MultivariantPlaylistReader(queryParameters: queryParameters, .complete)
        do throws(PlaylistError) { try reader.read(document) } catch { reader.log.note(error) }
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
        self.sessionKeyInsertionLine = reader.headEnd
        self.variables = reader.header.variables
        self.problems = reader.log.sorted
        self.tolerated = reader.log.sortedTolerated
    }
}
