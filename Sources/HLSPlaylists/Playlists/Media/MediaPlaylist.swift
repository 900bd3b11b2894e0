/// A media playlist (RFC 8216bis 4.4.3 to 4.4.5), read from a document.
///
/// All lines are those of the document.
package struct MediaPlaylist: Sendable {
    /// What was read.
    package let document: PlaylistDocument
    /// The protocol version; 1 when there is no `EXT-X-VERSION`.
    package let version: Int
    /// The line of `EXT-X-VERSION`.
    package let versionLine: Int?
    /// Seconds that no segment exceeds, rounding aside.
    package let targetDuration: UInt64
    /// The media sequence number of the first segment; 0 when not written.
    package let mediaSequence: UInt64
    /// The discontinuity sequence number of the first segment; 0 when not written.
    package let discontinuitySequence: UInt64
    /// Whether and how the playlist may change; nil when not written.
    package let playlistType: PlaylistType?
    /// Whether each segment is one I-frame.
    package let isIFramesOnly: Bool
    /// Whether no segment will be added.
    package let hasEndList: Bool
    /// The segments in order.
    package let segments: [MediaSegment]
    /// Every `EXT-X-KEY` in order, `NONE` included.
    package let keys: [Located<EncryptionKey>]
    /// Every `EXT-X-MAP` in order.
    package let initializationSections: [InitializationSection]
    /// `EXT-X-PART`, `EXT-X-PRELOAD-HINT` and `EXT-X-SKIP` in order.
    ///
    /// They are not read further: for callers to refuse. With `EXT-X-SKIP` the media sequence numbers do not count the skipped segments.
    package let lowLatencyTags: [Located<TagName>]
    /// The variables that the playlist defines and imports.
    package let variables: VariableScope

    /// Reads a playlist.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; its edits do not count.
    ///   - variables: those of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`.
    /// - Throws: `PlaylistError` for the first thing that is wrong.
    package init(
        _ document: PlaylistDocument,
        variables: VariableScope = .none
    ) throws(PlaylistError) {
        var reader = MediaPlaylistReader(imports: variables)
        for line in document.lines {
            try reader.read(line)
        }
        try reader.finish(lineCount: document.lines.count)
        self.init(document, reader)
    }

    /// Reads a playlist as far as it can be read; the target duration is 0 where it is missing.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; its edits do not count.
    ///   - variables: those of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`.
    /// - Returns: the playlist and all that is wrong with it.
    package static func reading(
        _ document: PlaylistDocument,
        variables: VariableScope = .none
    ) -> PlaylistReading<MediaPlaylist> {
        var reader = MediaPlaylistReader(imports: variables)
        var problems: [PlaylistError] = []
        for line in document.lines {
            do { try reader.read(line) } catch { problems.append(error) }
        }
        do { try reader.finish(lineCount: document.lines.count) } catch { problems.append(error) }
        return PlaylistReading(playlist: MediaPlaylist(document, reader), problems: problems)
    }

    private init(_ document: PlaylistDocument, _ reader: MediaPlaylistReader) {
        self.targetDuration = reader.targetDuration ?? 0
        self.document = document
        self.version = reader.header.version
        self.versionLine = reader.header.versionLine
        self.mediaSequence = reader.mediaSequence
        self.discontinuitySequence = reader.discontinuitySequence
        self.playlistType = reader.playlistType
        self.isIFramesOnly = reader.isIFramesOnly
        self.hasEndList = reader.hasEndList
        self.segments = reader.segments
        self.keys = reader.scope.keys
        self.initializationSections = reader.initializationSections
        self.lowLatencyTags = reader.lowLatencyTags
        self.variables = reader.header.variables
    }
}
