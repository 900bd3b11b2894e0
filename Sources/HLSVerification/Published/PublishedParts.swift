import HLSPackaging
import HLSPlaylists
import KeyStore

/// The playlists that are known to have a part of the segments that their keys were used on, as `rewrite` cut the others.
///
/// The key store knows the media of a rendition as a whole, not segment by segment. It is asked once, where somebody asks.
final class PublishedParts {
    /// What the store knows.
    private struct Known {
        var parts: Set<TreePath> = []
        /// Whether the entry is the one that was published with one of them.
        var hasEntry = false
    }

    private let presentation: Presentation
    private let titles: [ContentID]
    private let store: any KeyRecordStore
    private var known: Known?

    /// Those of a presentation, of which these titles have keys.
    init(_ presentation: Presentation, of titles: [ContentID], _ store: any KeyRecordStore) {
        self.presentation = presentation
        self.titles = titles
        self.store = store
    }

    /// Whether some playlist is a part.
    func areThere() throws(PackagingError) -> Bool { try !find().parts.isEmpty }

    /// Whether the playlist of a rendition is a part, to the byte.
    func isPart(_ rendition: MediaRendition) throws(PackagingError) -> Bool {
        try find().parts.contains(rendition.path)
    }

    /// Whether a playlist is a part, or the entry that was published with one, to the byte.
    func contains(_ path: TreePath) throws(PackagingError) -> Bool {
        let known = try find()
        return known.parts.contains(path) || known.hasEntry && path == presentation.entry
    }

    /// Whether the entry was published with a part, to the byte: its bitrates may be those of what was cut.
    func haveEntry() throws(PackagingError) -> Bool { try find().hasEntry }

    private func find() throws(PackagingError) -> Known {
        if let known { return known }
        var found = Known()
        let root = presentation.root == "/" ? "" : presentation.root
        let entry = presentation.entry.path(under: presentation.root)
        try PublishedTrees(of: titles, in: store).forEach(holding: entry) { tree in
            var published: [TreePath: PublishedFile] = [:]
            for file in tree.listing.files where file.isPlaylist {
                published[TreePath(text: tree.place.root + "/" + file.path)] = file
            }
            let parts = presentation.renditions.filter { rendition in
                published[TreePath(text: root + "/" + rendition.path.description)]?
                    .isPart(rendition.playlist.document.serialized()) ?? false
            }
            found.parts.formUnion(parts.map(\.path))
            let isEntry = presentation.multivariant.map { multivariant in
                published[TreePath(text: entry)]?.isPlaylist(multivariant.document.serialized()) == true
            }
            if !parts.isEmpty, isEntry ?? true { found.hasEntry = true }
            return true
        }
        known = found
        return found
    }
}
