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
    /// Whether each segment can be decoded without others, as far as this playlist says.
    package let hasIndependentSegments: Bool
    /// Where clients had better begin to play.
    package let start: PlaylistStart?
    /// Seconds that no segment exceeds, rounding aside.
    package let targetDuration: UInt64
    /// The media sequence number of the first segment, skipped ones included; 0 when not written.
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
    /// The partial segments in order; the last ones may belong to a segment that has no URI yet.
    package let parts: [PartialSegment]
    /// Every `EXT-X-KEY` in order, `NONE` included.
    package let keys: [Located<EncryptionKey>]
    /// Every `EXT-X-MAP` in order.
    package let initializationSections: [MapTag]
    /// What holds for all partial segments.
    package let partInformation: PartInformation?
    /// What the server can do.
    package let serverControl: ServerControl?
    /// What stands for the oldest segments in a delta update.
    package let skip: Skip?
    /// Every `EXT-X-DATERANGE` in order.
    package let dateRanges: [DateRange]
    /// Every `EXT-X-PRELOAD-HINT` in order.
    package let preloadHints: [PreloadHint]
    /// Every `EXT-X-RENDITION-REPORT` in order.
    package let renditionReports: [RenditionReport]
    /// `EXT-X-PART`, `EXT-X-PRELOAD-HINT` and `EXT-X-SKIP` in order, malformed ones included, for callers to refuse.
    package let lowLatencyTags: [Located<TagName>]
    /// The variables that the playlist defines and imports.
    package let variables: VariableScope
    /// What was left out because it is malformed: all that was found, where the playlist was read as far as it can be.
    package let problems: [PlaylistError]
    /// Those of the problems that bear on media or keys and leave one meaning, with which the playlist was read.
    package let tolerated: [PlaylistError]

    /// The parts of the segment that has no URI yet, as indices into `parts`.
    package var trailingParts: Range<Int> { (segments.last?.parts.upperBound ?? 0)..<parts.count }
}

extension MediaPlaylist {
    /// Reads a playlist; what is malformed and bears neither on media nor on their keys is left out.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; its edits do not count.
    ///   - variables: those of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`; nil where there is none.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    ///   - strictness: whether breaches of the letter that leave one meaning are put up with.
    /// - Throws: `PlaylistError` for the first thing that is wrong and bears on media or their keys.
    package init(
        _ document: PlaylistDocument,
        variables: VariableScope? = nil,
        queryParameters: QueryParameters = .none,
        _ strictness: ReadingStrictness = .strict
    ) throws(PlaylistError) {
        let sources = VariableSources(imports: variables, queryParameters: queryParameters)
        var reader = MediaPlaylistReader(sources: sources, strictness)
        try reader.read(document)
        self.init(document, reader)
    }

    /// Reads a playlist as far as it can be read.
    ///
    /// The target duration is 0 where it is missing, and so is the duration of a segment whose `EXTINF` is malformed. A
    /// segment whose URI or byte range cannot be told is left out, but counted.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; its edits do not count.
    ///   - variables: those of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`; nil where there is none.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    /// - Returns: the playlist and all that is wrong with it.
    package static func reading(
        _ document: PlaylistDocument,
        variables: VariableScope? = nil,
        queryParameters: QueryParameters = .none
    ) -> PlaylistReading<MediaPlaylist> {
        let sources = VariableSources(imports: variables, queryParameters: queryParameters)
        var reader = MediaPlaylistReader(sources: sources, .complete)
        do throws(PlaylistError) { try reader.read(document) } catch { reader.log.note(error) }
        let playlist = MediaPlaylist(document, reader)
        return PlaylistReading(playlist: playlist, problems: playlist.problems)
    }

    private init(_ document: PlaylistDocument, _ reader: MediaPlaylistReader) {
        let metadata = reader.metadata
        self.init(
            document: document,
            version: reader.header.version,
            versionLine: reader.header.versionLine,
            hasIndependentSegments: reader.header.hasIndependentSegments,
            start: reader.header.start,
            targetDuration: reader.targetDuration ?? 0,
            mediaSequence: reader.mediaSequence,
            discontinuitySequence: reader.discontinuitySequence,
            playlistType: reader.playlistType,
            isIFramesOnly: reader.isIFramesOnly,
            hasEndList: reader.hasEndList,
            segments: reader.segments,
            parts: reader.parts,
            keys: reader.scope.keys,
            initializationSections: reader.initializationSections,
            partInformation: metadata.partInformation,
            serverControl: metadata.serverControl,
            skip: metadata.skip,
            dateRanges: metadata.dateRanges,
            preloadHints: metadata.preloadHints,
            renditionReports: metadata.renditionReports,
            lowLatencyTags: reader.lowLatencyTags,
            variables: reader.header.variables,
            problems: reader.log.sorted,
            tolerated: reader.log.sortedTolerated
        )
    }
}
