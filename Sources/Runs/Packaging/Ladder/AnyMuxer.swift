import Mezzanines
import Muxing

/// A type-erased `SegmentMuxer`, so that one worker pool serves muxers with different types of drafts.
struct AnyMuxer: Sendable {
    /// The number of segments.
    let segmentCount: Int
    private let makeDraft: @Sendable (Int) throws(MezzanineError) -> any Sendable
    private let makeRendition: @Sendable ([any Sendable]) throws(MezzanineError) -> GeneratedRendition

    /// Erases the type of a muxer.
    init<Maker: SegmentMuxer>(_ maker: Maker) {
        segmentCount = maker.segmentCount
        makeDraft = { (index) throws(MezzanineError) in try maker.draft(index) }
        makeRendition = { (drafts) throws(MezzanineError) in
            try maker.rendition(of: drafts.compactMap { $0 as? Maker.Draft })
        }
    }

    /// See `SegmentMuxer`.
    func draft(_ index: Int) throws(MezzanineError) -> any Sendable { try makeDraft(index) }

    /// See `SegmentMuxer`.
    func rendition(of drafts: [any Sendable]) throws(MezzanineError) -> GeneratedRendition {
        try makeRendition(drafts)
    }
}
