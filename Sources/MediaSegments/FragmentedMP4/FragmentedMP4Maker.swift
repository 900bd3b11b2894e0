package import Mezzanines

/// Makes fragmented MP4 (CMAF) of a track.
package struct FragmentedMP4Maker: SegmentMaker {
    /// What is known of a segment on its own.
    package struct Draft: Sendable {}

    private let segments: TrackSegments
    private let isSingleFile: Bool

    /// - Parameters:
    ///   - segments: the cut track.
    ///   - isSingleFile: whether all is in one file with a `sidx`, and playlists name byte ranges.
    package init(_ segments: TrackSegments, isSingleFile: Bool) throws(MezzanineError) {
        self.segments = segments
        self.isSingleFile = isSingleFile
    }

    /// Number of segments.
    package var segmentCount: Int { segments.segments.count }

    /// The `ftyp` and `moov` of the track.
    package func initializationSection() throws(MezzanineError) -> [UInt8] { [] }

    /// Looks at a segment.
    package func draft(_ index: Int) throws(MezzanineError) -> Draft { Draft() }

    /// Puts segments together.
    package func rendition(of drafts: [Draft]) throws(MezzanineError) -> MadeRendition {
        throw .unsupported(path: segments.track.path, what: "fragmented MP4", "it is not written yet")
    }
}
