import KeyStore
import Presentations
import ProtectionTerms

/// What the key store knows of the media of a rendition under a key and methods of protection.
///
/// A rendition is known by its playlist's path in the tree that was written, which is not always the path below the
/// root that is looked at: a media playlist deep in a tree may be verified on its own, and trees are moved.
struct RecordedUses {
    /// What the key was used on under the name of the rendition.
    let own: [MediaUse]
    /// Every use of the key that may be the rendition's.
    let possible: [MediaUse]

    init(
        of record: KeyRecord,
        on rendition: MediaRendition,
        in presentation: Presentation,
        by methods: Set<ProtectionMethod>,
        _ store: any KeyRecordLookup
    ) throws(KeyStoreError) {
        let names = Set(methods.map(\.rawValue))
        let uses = try store.uses(of: record.keyID).filter { names.contains($0.method) }
        let tree = WrittenTrees.deepest(try store.signalling(of: record.keyID), holding: presentation.root)
        if let tree {
            let name = Self.name(of: rendition, in: presentation, below: tree)
            let known = uses.filter { $0.rendition.hasSameBytes(as: name) }
            if !known.isEmpty {
                own = known
                possible = known
                return
            }
        }
        own = uses.filter { $0.rendition.hasSameBytes(as: rendition.name) }
        // A media playlist on its own, elsewhere than it was written, may be any rendition of that name's ending.
        possible =
            presentation.multivariant != nil
            ? own : uses.filter { ("/" + $0.rendition).hasSuffix("/" + rendition.name) }
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
