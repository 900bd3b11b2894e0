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
    /// The variants in order.
    package let variants: [Variant]
    /// The I-frame variants in order.
    package let iFrameVariants: [IFrameVariant]
    /// The renditions in order.
    package let renditions: [Rendition]
    /// The session keys in order.
    package let sessionKeys: [Located<EncryptionKey>]
    /// The session data in order.
    package let sessionData: [SessionData]
    /// The line after which new session keys are best inserted: behind the tags of the head and its session keys.
    package let sessionKeyInsertionLine: Int
    /// The variables that the playlist defines, which its media playlists may import.
    package let variables: VariableScope

    /// Reads a playlist.
    ///
    /// - Parameter document: the playlist as parsed; its edits do not count.
    /// - Throws: `PlaylistError` for the first thing that is wrong.
    package init(_ document: PlaylistDocument) throws(PlaylistError) {
        var reader = MultivariantPlaylistReader()
        for line in document.lines {
            try reader.read(line)
        }
        try reader.finish()
        self.init(document, reader)
    }

    /// Reads a playlist as far as it can be read.
    ///
    /// - Parameter document: the playlist as parsed; its edits do not count.
    /// - Returns: the playlist and all that is wrong with it.
    package static func reading(_ document: PlaylistDocument) -> PlaylistReading<MultivariantPlaylist> {
        var reader = MultivariantPlaylistReader()
        var problems: [PlaylistError] = []
        for line in document.lines {
            do { try reader.read(line) } catch { problems.append(error) }
        }
        do { try reader.finish() } catch { problems.append(error) }
        return PlaylistReading(playlist: MultivariantPlaylist(document, reader), problems: problems)
    }

    private init(_ document: PlaylistDocument, _ reader: MultivariantPlaylistReader) {
        self.document = document
        self.version = reader.header.version
        self.versionLine = reader.header.versionLine
        self.hasIndependentSegments = reader.header.hasIndependentSegments
        self.variants = reader.variants
        self.iFrameVariants = reader.iFrameVariants
        self.renditions = reader.renditions
        self.sessionKeys = reader.sessionKeys
        self.sessionData = reader.sessionData
        self.sessionKeyInsertionLine = reader.headEnd
        self.variables = reader.header.variables
    }
}
