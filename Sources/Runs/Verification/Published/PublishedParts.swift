import Failures
import HLSPlaylists
import KeyStore
import Presentations

/// The playlists known to be parts: `rewrite` cut other segments that their keys were used on.
///
/// The key store knows the media of a rendition as a whole, not segment by segment. It is asked once, on
/// demand.
final class PublishedParts {
    /// The playlists that the key store knows.
    private struct KnownPlaylists {
        var parts: Set<TreePath> = []
        /// The playlists that were published with a part, including the parts and the multivariant playlist.
        var publishedWithPart: Set<TreePath> = []
    }

    private let presentation: Presentation
    private let titles: [ContentID]
    private let store: any KeyRecordLookup
    private var cache: KnownPlaylists?

    /// Creates a lookup for a presentation that has keys of these titles.
    init(_ presentation: Presentation, of titles: [ContentID], _ store: any KeyRecordLookup) {
        self.presentation = presentation
        self.titles = titles
        self.store = store
    }

    /// Indicates whether the playlist of a rendition is a known part, byte for byte.
    func isPart(_ rendition: MediaRendition) throws(RunFailure) -> Bool {
        try load().parts.contains(rendition.path)
    }

    /// Indicates whether a playlist was published with a part, byte for byte.
    ///
    /// It may have traces of the segments that were cut; the multivariant playlist may have their bitrates.
    func isPublishedWithPart(_ path: TreePath) throws(RunFailure) -> Bool {
        try load().publishedWithPart.contains(path)
    }

    private func load() throws(RunFailure) -> KnownPlaylists {
        if let cache { return cache }
        var knownPlaylists = KnownPlaylists()
        let root = presentation.root == "/" ? "" : presentation.root
        let entry = presentation.entry.path(under: presentation.root)
        try PublishedTrees(of: titles, in: store).forEach(holding: entry) { tree in
            var publishedFiles: [TreePath: PublishedFile] = [:]
            for file in tree.listing.files where file.isPlaylist {
                publishedFiles[TreePath(text: tree.location.root + "/" + file.path)] = file
            }
            var (parts, otherPaths): ([TreePath], [TreePath]) = ([], [])
            for (path, document) in presentation.playlists {
                guard let file = publishedFiles[TreePath(text: root + "/" + path.description)] else {
                    continue
                }
                let bytes = document.serialized()
                guard file.isPlaylist(bytes) else { continue }
                if file.isPart(bytes) { parts.append(path) } else { otherPaths.append(path) }
            }
            knownPlaylists.parts.formUnion(parts)
            if !parts.isEmpty { knownPlaylists.publishedWithPart.formUnion(parts + otherPaths) }
            return true
        }
        cache = knownPlaylists
        return knownPlaylists
    }
}
