/// Where the files of a published tree are now.
package struct TreePlace: Sendable {
    /// The directory that stands in the place of the tree's.
    package let root: String
    /// Whether the playlist that is looked at is the one that players open: then the whole tree is.
    package let isWhole: Bool

    /// The place of a tree in which a playlist is; nil where it has none of that name.
    ///
    /// - Parameters:
    ///   - listing: what was published.
    ///   - playlist: an absolute path.
    package init?(of listing: TreeListing, holding playlist: String) {
        if let root = Self.root(of: listing.entry, at: playlist) {
            (self.root, isWhole) = (root, true)
            return
        }
        let paths = listing.files.filter(\.isPlaylist).map(\.path).sorted { $0.utf8.count > $1.utf8.count }
        guard let root = paths.lazy.compactMap({ Self.root(of: $0, at: playlist) }).first else { return nil }
        (self.root, isWhole) = (root, false)
    }

    /// What stands before a path below it.
    private static func root(of path: String, at playlist: String) -> String? {
        let (whole, end) = (Array(playlist.utf8), Array(("/" + path).utf8))
        guard whole.count >= end.count, whole.suffix(end.count).elementsEqual(end) else { return nil }
        return String(decoding: whole.dropLast(end.count), as: UTF8.self)
    }
}
