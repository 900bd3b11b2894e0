/// A media playlist (RFC 8216bis 4.4.3 to 4.4.5), read from a document.
///
/// All line numbers are those of the document.
package struct MediaPlaylist: Sendable {
    /// The document that was read.
    package let document: PlaylistDocument
    /// The protocol version; 1 if there is no `EXT-X-VERSION`.
    package let version: Int
    /// The line of `EXT-X-VERSION`, or nil if there is none.
    package let versionLine: Int?
    /// Indicates whether this playlist declares that each segment can be decoded without others.
    package let hasIndependentSegments: Bool
    /// The preferred point at which playback starts (`EXT-X-START`).
    package let start: PlaylistStart?
    /// The target duration in seconds, which no segment duration exceeds after rounding.
    package let targetDuration: UInt64
    /// The media sequence number of the first segment, even if `EXT-X-SKIP` leaves it out; 0 if not written.
    package let mediaSequence: UInt64
    /// The discontinuity sequence number of the first segment; 0 if not written.
    package let discontinuitySequence: UInt64
    /// The way in which the playlist may change, or nil if not written.
    package let playlistType: PlaylistType?
    /// Indicates whether each segment is a single I-frame.
    package let isIFramesOnly: Bool
    /// Indicates whether no more segments will be added (`EXT-X-ENDLIST`).
    package let hasEndList: Bool
    /// The segments in order.
    package let segments: [MediaSegment]
    /// The partial segments in order; the last ones may belong to a segment whose URI is still to come.
    package let parts: [PartialSegment]
    /// Every `EXT-X-KEY` in order, including `NONE`.
    package let keys: [Located<EncryptionKey>]
    /// Every `EXT-X-MAP` in order.
    package let initializationSections: [MapTag]
    /// The properties of all partial segments (`EXT-X-PART-INF`).
    package let partInformation: PartInformation?
    /// The delivery features of the server (`EXT-X-SERVER-CONTROL`).
    package let serverControl: ServerControl?
    /// The `EXT-X-SKIP` that replaces the oldest segments in a delta update.
    package let skip: Skip?
    /// Every `EXT-X-DATERANGE` in order.
    package let dateRanges: [DateRange]
    /// Every `EXT-X-PRELOAD-HINT` in order.
    package let preloadHints: [PreloadHint]
    /// Every `EXT-X-RENDITION-REPORT` in order.
    package let renditionReports: [RenditionReport]
    /// `EXT-X-PART`, `EXT-X-PRELOAD-HINT` and `EXT-X-SKIP` in order, including malformed ones.
    ///
    /// Callers that do not support low-latency playlists refuse them.
    package let lowLatencyTags: [Located<TagName>]
    /// The variables that the playlist defines and imports.
    package let variables: VariableScope
    /// The problems that did not stop the reader; all problems if `reading` read the playlist.
    package let problems: [PlaylistError]
    /// The problems that affect media or keys and leave only one interpretation, with which the playlist was
    /// read.
    package let toleratedProblems: [PlaylistError]

    /// The parts of the segment whose URI is still to come, as indices into `parts`.
    package var trailingParts: Range<Int> { (segments.last?.parts.upperBound ?? 0)..<parts.count }
}

extension MediaPlaylist {
    /// Reads a playlist; leaves out malformed parts that affect neither media nor their keys.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; edits are ignored.
    ///   - variables: those of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`, or nil if there is none.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    ///   - strictness: whether to tolerate breaches of the RFC that leave only one interpretation.
    /// - Throws: `PlaylistError` for the first problem that affects media or their keys.
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

    /// Reads a playlist as far as possible.
    ///
    /// The target duration is 0 if it is missing, and so is the duration of a segment with a malformed
    /// `EXTINF`. A segment whose URI or byte range cannot be determined is left out, but counts for the media
    /// sequence number.
    ///
    /// - Parameters:
    ///   - document: the playlist as parsed; edits are ignored.
    ///   - variables: those of the multivariant playlist, for `EXT-X-DEFINE:IMPORT`, or nil if there is none.
    ///   - queryParameters: those of the playlist's own URI, for `EXT-X-DEFINE:QUERYPARAM`.
    /// - Returns: the playlist and all its problems.
    package static func reading(
        _ document: PlaylistDocument,
        variables: VariableScope? = nil,
        queryParameters: QueryParameters = .none
    ) -> PlaylistReading<MediaPlaylist> {
        let sources = VariableSources(imports: variables, queryParameters: queryParameters)
        var reader = MediaPlaylistReader(sources: sources, .complete)
        do throws(PlaylistError) { try reader.read(document) } catch { reader.log.log(error) }
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
            toleratedProblems: reader.log.sortedTolerated
        )
    }
}
