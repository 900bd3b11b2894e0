import Failures
import KeyStore
import Presentations
import ProtectionTerms

/// The recorded uses of a key on a rendition, limited to given methods of protection.
///
/// The key store names a rendition by the path of its playlist in the tree that was written. Its path in the
/// verified tree may differ: a media playlist deep in a tree may be verified on its own, and trees are moved.
struct RecordedUses {
    /// The uses of the key under the name of the rendition.
    let ofRendition: [MediaUse]
    /// All uses of the key that may be those of the rendition.
    let possible: [MediaUse]

    init(
        of record: KeyRecord,
        on rendition: MediaRendition,
        in presentation: Presentation,
        by methods: Set<ProtectionMethod>,
        _ store: any KeyRecordLookup
    ) throws(RunFailure) {
        let names = Set(methods.map(\.rawValue))
        let uses = try store.uses(of: record.keyID).filter { names.contains($0.method) }
        let tree = SignalledTrees.deepest(try store.signalling(of: record.keyID), holding: presentation.root)
        if let tree {
            let name = Self.name(of: rendition, in: presentation, below: tree)
            let usesInTree = uses.filter { $0.rendition.utf8.elementsEqual(name.utf8) }
            if !usesInTree.isEmpty {
                ofRendition = usesInTree
                possible = usesInTree
                return
            }
        }
        ofRendition = uses.filter { $0.rendition.utf8.elementsEqual(rendition.name.utf8) }
        // A media playlist on its own, away from its tree, may be any rendition whose name ends like its own.
        possible =
            presentation.multivariant != nil
            ? ofRendition : uses.filter { ("/" + $0.rendition).hasSuffix("/" + rendition.name) }
    }

    private static func name(
        of rendition: MediaRendition,
        in presentation: Presentation,
        below tree: String
    ) -> String {
        let path = (presentation.root == "/" ? "" : presentation.root) + "/" + rendition.name
        return String(path.dropFirst(tree == "/" ? 1 : tree.count + 1))
    }
}
