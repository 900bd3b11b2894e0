import Failures
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

/// Determines the tree record that a `rewrite` stores: the files of the published tree, with the new
/// playlists.
///
/// If a playlist was changed since it was published, nothing is recorded, so that `verify` continues to
/// report the change, unless the tree is accepted as it is (`--record`). After a killed run that replaced
/// some playlists, the tree is still known, since each of its playlists was published.
struct RewriteRecorder {
    let store: any KeyRecordStore
    /// The title, or nil if none was named.
    let contentID: ContentID?
    /// Indicates whether the tree is recorded as it is (`--record`).
    let acceptsTree: Bool

    /// The record to be stored, and warnings for the user.
    struct Outcome {
        var record: TreeRecord?
        var warnings: [String] = []
    }

    /// A published tree that contains the playlists.
    private struct MatchingTree {
        let contentID: ContentID
        let listing: TreeListing
        let playlists: [TreePath: PublishedPlaylist]
        let location: TreeLocation
        /// The number of playlists that are unchanged since they were published.
        let unchangedCount: Int
    }

    /// The digest and media of a playlist in a published tree.
    private struct PublishedPlaylist {
        let digest: [UInt8]
        let media: PublishedFile.PlaylistMedia
    }

    /// Returns the record of a result.
    ///
    /// - Parameters:
    ///   - result: the playlists before and after the edits.
    ///   - output: the directory in which they are published, or nil for the tree itself.
    /// - Returns: the record, or nil if nothing is recorded, and warnings.
    /// - Throws: `RunFailure` if the store fails, or with `--record` if the title of the tree is
    ///   unknown.
    func outcome(of result: RewriteResult, at output: String?) throws(RunFailure) -> Outcome {
        let titles = try titles(of: result.tree)
        var base: MatchingTree?
        var knownPaths: Set<TreePath> = []
        var parts = result.cutPlaylists
        let playlist = result.tree.entry.path(under: result.tree.root)
        try PublishedTrees(of: titles, in: store).forEach(holding: playlist) { tree in
            let playlists = Self.playlists(in: tree.listing)
            let (unchangedPaths, unchangedParts) = Self.unchangedPlaylists(result, playlists, tree.location)
            knownPaths.formUnion(unchangedPaths)
            parts.formUnion(unchangedParts)
            if base == nil || unchangedPaths.count > base?.unchangedCount ?? 0 {
                base = MatchingTree(
                    contentID: tree.record.contentID,
                    listing: tree.listing,
                    playlists: playlists,
                    location: tree.location,
                    unchangedCount: unchangedPaths.count
                )
            }
            return true
        }
        if acceptsTree { return try acceptedTree(result, parts, titles, base, at: output) }
        guard let base else { return Outcome() }
        if let changedFile = result.files.first(where: { !knownPaths.contains($0.path) }) {
            return Outcome(warnings: [
                "\(changedFile.path): the playlist is not as it was published, so the result is not recorded, and verify will report "
                    + "the changes; use \(CommandOption.record) to accept the result as published"
            ])
        }
        let rebasedPlaylists = result.playlistsWithRebasedMedia
        let playlists: [PublishedFile] = result.files.map { file in
            let path = Self.path(of: file, result.tree, in: base.location)
            let isPart = parts.contains(file.path)
            // The digest of the media covers their names.
            let publishedMedia =
                rebasedPlaylists.contains(file.path) ? nil : base.playlists[TreePath(text: path)]?.media
            return PublishedFile(playlist: path, file.new, isPart ? .part : publishedMedia ?? .unknown)
        }
        let listing = base.listing.replacing(playlists)
        return Outcome(
            record: try listing.record(of: base.contentID, at: output ?? base.location.root, in: store)
        )
    }

    /// Returns a record of the tree as it is in the file system, whatever program wrote it.
    private func acceptedTree(
        _ result: RewriteResult,
        _ parts: Set<TreePath>,
        _ titles: [ContentID],
        _ base: MatchingTree?,
        at output: String?
    ) throws(RunFailure) -> Outcome {
        guard let title = base?.contentID ?? titles.first, base != nil || titles.count == 1 else {
            throw .ambiguousTitle(result.tree.entry, count: titles.count)
        }
        let root = base?.location.root ?? result.tree.root
        let absolutePath = { (path: TreePath) in TreePath(text: path.path(under: result.tree.root)) }
        var playlists = TreeListing.Playlists(partialPlaylists: Set(parts.map(absolutePath)))
        for file in result.files { playlists.bytes[absolutePath(file.path)] = file.new }
        for media in result.media {
            for section in media.playlist.initializationSections {
                guard let file = try? URIResolution.resolve(section.uri, in: media.path.folder) else {
                    continue
                }
                playlists.sections[absolutePath(file), default: []].append(section.byteRange)
            }
        }
        let listing = try TreeListing(
            of: TreeFiles(in: root, leavingOut: try rootsOfOtherResults(of: title, output)),
            entry: base?.listing.entry ?? result.tree.entry.description,
            playlists: playlists,
            previous: base?.listing,
            digestKey: store.mediaDigestKey
        )
        return Outcome(record: try listing.record(of: title, at: output ?? root, in: store))
    }

    /// Returns the roots of other results inside the tree: the output of this run, and published trees of the
    /// title.
    private func rootsOfOtherResults(
        of title: ContentID,
        _ output: String?
    ) throws(RunFailure) -> Set<TreePath> {
        var results = try PublishedTrees(of: [title], in: store).roots()
        if let output { results.insert(TreePath(text: output)) }
        return results
    }

    /// Returns the titles of the key lines.
    ///
    /// These are the titles for which the store has the first URI that it knows.
    private func titles(of tree: RewriteTree) throws(RunFailure) -> [ContentID] {
        if let contentID { return [contentID] }
        let keys = tree.media.flatMap(\.playlist.keys) + (tree.multivariant?.sessionKeys ?? [])
        var seenURIs: Set<[UInt8]> = []
        for uri in keys.compactMap(\.value.uri) where seenURIs.insert(Array(uri.utf8)).inserted {
            let records = try store.keys(signalledAs: uri)
            if !records.isEmpty { return Set(records.map(\.identity.contentID)).sorted() }
        }
        return []
    }

    /// Returns the playlists that are unchanged since they were published, and those of them that are parts.
    private static func unchangedPlaylists(
        _ result: RewriteResult,
        _ published: [TreePath: PublishedPlaylist],
        _ location: TreeLocation
    ) -> (all: [TreePath], parts: [TreePath]) {
        var (all, parts): ([TreePath], [TreePath]) = ([], [])
        for file in result.files {
            let path = TreePath(text: path(of: file, result.tree, in: location))
            guard let publishedPlaylist = published[path],
                publishedPlaylist.digest == PublishedFile.digest(of: file.old)
            else {
                continue
            }
            all.append(file.path)
            if publishedPlaylist.media == .part { parts.append(file.path) }
        }
        return (all, parts)
    }

    private static func playlists(in listing: TreeListing) -> [TreePath: PublishedPlaylist] {
        var playlists: [TreePath: PublishedPlaylist] = [:]
        for file in listing.files {
            guard case .playlist(let digest, _, let media) = file.content else { continue }
            playlists[TreePath(text: file.path)] = PublishedPlaylist(digest: digest, media: media)
        }
        return playlists
    }

    /// Returns the path of a playlist relative to the root of a published tree.
    private static func path(
        of file: InPlacePublisher.Replacement,
        _ tree: RewriteTree,
        in location: TreeLocation
    ) -> String {
        let fullPath = file.path.path(under: tree.root)
        return fullPath.hasPrefix(location.root + "/")
            ? String(fullPath.dropFirst(location.root.count + 1)) : fullPath
    }
}
