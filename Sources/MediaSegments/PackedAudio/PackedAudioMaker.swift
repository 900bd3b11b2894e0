package import Mezzanines

/// Makes packed audio of a track: frames behind an ID3 tag with a time stamp (RFC 8216bis 3.1.4).
package struct PackedAudioMaker: SegmentMaker {
    /// What is known of a segment on its own.
    package struct Draft: Sendable {}

    private let segments: TrackSegments

    /// - Parameter segments: the cut track.
    /// - Throws: `MezzanineError` for a codec that packed audio cannot carry.
    package init(_ segments: TrackSegments) throws(MezzanineError) {
        self.segments = segments
    }

    /// Number of segments.
    package var segmentCount: Int { segments.segments.count }

    /// Looks at a segment.
    package func draft(_ index: Int) throws(MezzanineError) -> Draft { Draft() }

    /// Puts segments together.
    package func rendition(of drafts: [Draft]) throws(MezzanineError) -> MadeRendition {
        throw .unsupported(path: segments.track.path, what: "packed audio", "it is not written yet")
    }
}
