import KeyStore
import Presentations

/// The verification items of a presentation, with the keys that its lines name.
struct PresentationItems {
    /// The items of each rendition, in the order of the presentation.
    let renditions: [VerificationItemBuilder.RenditionItems]
    /// Indicates whether samples are encrypted anywhere in the presentation.
    let isSampleEncrypted: Bool
    /// The records of the keys of all renditions.
    let records: [KeyRecord]

    /// Lists the items.
    ///
    /// - Parameters:
    ///   - trees: the presentation, and the clear one to compare with.
    ///   - resolver: finds the records of key lines.
    ///   - comparesKeyIDs: true if key ids in boxes are compared with those of the keys.
    /// - Throws: `PresentationError` if the key store cannot be read.
    init(
        of trees: PresentationTrees,
        _ resolver: RecordResolver,
        comparesKeyIDs: Bool
    ) throws(PresentationError) {
        isSampleEncrypted = try resolver.isSampleEncrypted(trees.presentation)
        let containingSegments = ContainingSegments(trees.presentation)
        let source = trees.source?.presentation
        let sourceContainingSegments = source.map { ContainingSegments($0) }
        var renditions: [VerificationItemBuilder.RenditionItems] = []
        for rendition in trees.presentation.renditions {
            let context = VerificationItemBuilder.RenditionContext(
                presentation: trees.presentation,
                rendition: rendition,
                containingSegments: containingSegments,
                isSampleEncrypted: isSampleEncrypted,
                comparesKeyIDs: comparesKeyIDs
            )
            var sourceContext: VerificationItemBuilder.RenditionContext?
            if let source, let counterpart = source.renditions.first(where: { $0.path == rendition.path }),
                let sourceContainingSegments
            {
                sourceContext = VerificationItemBuilder.RenditionContext(
                    presentation: source,
                    rendition: counterpart,
                    containingSegments: sourceContainingSegments,
                    isSampleEncrypted: isSampleEncrypted
                )
            }
            renditions.append(
                try VerificationItemBuilder.items(of: context, source: sourceContext, resolver: resolver)
            )
        }
        self.renditions = Self.mergingSectionUses(renditions)
        records = renditions.flatMap(\.records)
    }

    /// Merges the uses of each initialization section by all renditions: its boxes name the keys of all.
    private static func mergingSectionUses(
        _ renditions: [VerificationItemBuilder.RenditionItems]
    ) -> [VerificationItemBuilder.RenditionItems] {
        var uses: [VerificationItem.Location: InitializationSectionUse] = [:]
        for (section, use) in renditions.flatMap(\.items.sectionUses) {
            uses[section, default: InitializationSectionUse()].add(use)
        }
        return renditions.map { rendition in
            var rendition = rendition
            rendition.items.sectionUses = uses
            return rendition
        }
    }
}
