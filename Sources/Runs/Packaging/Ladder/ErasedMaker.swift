import Mezzanines
import Muxing

/// A type-erased `SegmentMaker`, so that one worker pool serves muxers with different types of drafts.
struct ErasedMaker: Sendable {
    /// The number of segments.
    let segmentCount: Int
    private let makeDraft: @Sendable (Int) throws(MezzanineError) -> any Sendable
    private let makeRendition: @Sendable ([any Sendable]) throws(MezzanineError) -> MadeRendition

    /// Erases the type of a muxer.
    init<Maker: SegmentMaker>(_ maker: Maker) {
        segmentCount = maker.segmentCount
        makeDraft = { (index) throws(MezzanineError) in try maker.draft(index) }
        makeRendition = { (drafts) throws(MezzanineError) in
            try maker.rendition(of: drafts.compactMap { $0 as? Maker.Draft })
        }
    }

    /// See `SegmentMaker`.
    func draft(_ index: Int) throws(MezzanineError) -> any Sendable { try makeDraft(index) }

    /// See `SegmentMaker`.
    func rendition(of drafts: [any Sendable]) throws(MezzanineError) -> MadeRendition {
        try makeRendition(drafts)
    }
}
