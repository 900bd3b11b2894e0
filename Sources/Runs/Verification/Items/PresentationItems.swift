import Failures
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
    /// - Throws: `RunFailure` if the key store cannot be read.
    init(
        of trees: PresentationTrees,
        _ resolver: RecordResolver,
        comparesKeyIDs: Bool
    ) throws(RunFailure) {
        let isSampleEncrypted = try resolver.isSampleEncrypted(trees.presentation)
        let contexts = Self.contexts(
            of: trees.presentation,
            isSampleEncrypted,
            comparesKeyIDs: comparesKeyIDs
        )
        let sourceContexts =
            trees.source.map { Self.contexts(of: $0.presentation, isSampleEncrypted, comparesKeyIDs: true) }
            ?? []
        var renditions: [VerificationItemBuilder.RenditionItems] = []
        for context in contexts {
            let counterpart = sourceContexts.first { $0.rendition.path == context.rendition.path }
            renditions.append(
                try VerificationItemBuilder.items(of: context, source: counterpart, resolver: resolver)
            )
        }
        self.isSampleEncrypted = isSampleEncrypted
        self.renditions = Self.mergingSectionUses(renditions)
        records = renditions.flatMap(\.records)
    }

    private static func contexts(
        of presentation: Presentation,
        _ isSampleEncrypted: Bool,
        comparesKeyIDs: Bool
    ) -> [VerificationItemBuilder.RenditionContext] {
        let containingSegments = ContainingSegments(presentation)
        return presentation.renditions.map { rendition in
            VerificationItemBuilder.RenditionContext(
                presentation: presentation,
                rendition: rendition,
                containingSegments: containingSegments,
                isSampleEncrypted: isSampleEncrypted,
                comparesKeyIDs: comparesKeyIDs
            )
        }
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
