package import Mezzanines

/// Makes transport streams of one or several tracks.
package struct TransportStreamMaker: SegmentMaker {
    /// What is known of a segment on its own.
    package struct Draft: Sendable {}

    private let tracks: [TrackSegments]
    private let isSingleFile: Bool

    /// - Parameters:
    ///   - tracks: one track, or video and audio that are multiplexed; all with as many segments.
    ///   - isSingleFile: whether all is in one file, and playlists name byte ranges.
    /// - Throws: `MezzanineError` for a codec that transport streams for HLS cannot carry (AV1, HEVC, Opus, FLAC, ALAC, xHE-AAC).
    package init(_ tracks: [TrackSegments], isSingleFile: Bool) throws(MezzanineError) {
        self.tracks = tracks
        self.isSingleFile = isSingleFile
    }

    /// Number of segments.
    package var segmentCount: Int { tracks.first?.segments.count ?? 0 }

    /// Looks at a segment.
    package func draft(_ index: Int) throws(MezzanineError) -> Draft { Draft() }

    /// Puts segments together.
    package func rendition(of drafts: [Draft]) throws(MezzanineError) -> MadeRendition {
        throw .unsupported(
            path: tracks.first?.track.path ?? "",
            what: "transport stream",
            "it is not written yet"
        )
    }
}
