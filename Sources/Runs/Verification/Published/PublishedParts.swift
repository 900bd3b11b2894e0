import HLSPlaylists
import KeyStore
import Presentations

/// The playlists that are known to have a part of the segments that their keys were used on, as `rewrite` cut the others.
///
/// The key store knows the media of a rendition as a whole, not segment by segment. It is asked once, where somebody asks.
final class PublishedParts {
    /// What the store knows.
    private struct Known {
        var parts: Set<TreePath> = []
        /// Playlists that were published with one of them, the parts and the entry among them.
        var published: Set<TreePath> = []
    }

    private let presentation: Presentation
    private let titles: [ContentID]
    private let store: any KeyRecordLookup
    private var known: Known?

    /// Those of a presentation, of which these titles have keys.
    init(_ presentation: Presentation, of titles: [ContentID], _ store: any KeyRecordLookup) {
        self.presentation = presentation
        self.titles = titles
        self.store = store
    }

    /// Whether the playlist of a rendition is a part, to the byte.
    func isPart(_ rendition: MediaRendition) throws(PresentationError) -> Bool {
        try find().parts.contains(rendition.path)
    }

    /// Whether a playlist was published with a part, to the byte: it may have traces of what was cut, the entry its bitrates.
    func stand(beside path: TreePath) throws(PresentationError) -> Bool {
        try find().published.contains(path)
    }

    private func find() throws(PresentationError) -> Known {
        if let known { return known }
        var found = Known()
        let root = presentation.root == "/" ? "" : presentation.root
        let entry = presentation.entry.path(under: presentation.root)
        try PublishedTrees(of: titles, in: store).forEach(holding: entry) { tree in
            var published: [TreePath: PublishedFile] = [:]
            for file in tree.listing.files where file.isPlaylist {
                published[TreePath(text: tree.place.root + "/" + file.path)] = file
            }
            var (parts, others): ([TreePath], [TreePath]) = ([], [])
            for (path, document) in presentation.playlists {
                guard let file = published[TreePath(text: root + "/" + path.description)] else { continue }
                let bytes = document.serialized()
                guard file.isPlaylist(bytes) else { continue }
                if file.isPart(bytes) { parts.append(path) } else { others.append(path) }
            }
            found.parts.formUnion(parts)
            if !parts.isEmpty { found.published.formUnion(parts + others) }
            return true
        }
        known = found
        return found
    }
}
