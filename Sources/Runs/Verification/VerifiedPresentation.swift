import Failures
import KeyStore
import Presentations

/// A presentation whose media were read: all that is known for its checks and its report.
struct VerifiedPresentation {
    let request: VerificationRequest
    let trees: PresentationTrees
    let items: PresentationItems
    /// The renditions with the results of their media, in the order of the presentation.
    let renditions: [VerifiedRendition]
    /// The title of the request, or else the titles of the keys.
    let titles: [ContentID]
    /// The playlists that are known to be parts.
    let parts: PublishedParts
    /// The lines that protection added; none without a source.
    let addedLines: AddedLines
    let resolver: RecordResolver
    let store: any KeyRecordLookup

    /// Combines what was read of a presentation with what the key store knows of its media.
    ///
    /// - Throws: `RunFailure` if the key store cannot be read.
    init(
        _ request: VerificationRequest,
        _ trees: PresentationTrees,
        _ items: PresentationItems,
        _ checkedRenditions: [CheckedRendition],
        _ resolver: RecordResolver,
        _ store: any KeyRecordLookup
    ) throws(RunFailure) {
        self.request = request
        self.trees = trees
        self.items = items
        self.resolver = resolver
        self.store = store
        titles = request.contentID.map { [$0] } ?? Set(items.records.map(\.identity.contentID)).sorted()
        parts = PublishedParts(trees.presentation, of: titles, store)
        renditions = try RenditionAssessment.renditions(
            of: trees.presentation,
            items.renditions,
            checkedRenditions,
            MediaDigestCheck(presentation: trees.presentation, parts: parts, store: store)
        )
        guard let source = trees.source?.presentation else {
            addedLines = .none
            return
        }
        let kinds = checkedRenditions.map(\.kinds)
        addedLines = try AddedLines(trees.presentation, source, kinds: kinds, parts: parts)
    }

    var presentation: Presentation { trees.presentation }

    /// The clear presentation, or nil to compare with none.
    var source: Presentation? { trees.source?.presentation }
}
