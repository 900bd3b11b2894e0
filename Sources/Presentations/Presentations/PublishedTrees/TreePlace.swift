/// Where the files of a published tree are now.
package struct TreePlace: Sendable {
    /// The directory that stands in the place of the tree's.
    package let root: String
    /// Whether the playlist that is looked at is the one that players open: then the whole tree is.
    package let isWhole: Bool

    /// The places of a tree in which a playlist may be: that of the playlist that players open first, else those of others of its
    /// name.
    ///
    /// - Parameters:
    ///   - listing: what was published.
    ///   - playlist: an absolute path.
    /// - Returns: none where the tree has no playlist of that name; several where playlists in folders have the name of another.
    static func all(of listing: TreeListing, holding playlist: String) -> [TreePlace] {
        var places: [TreePlace] = []
        if let root = root(of: listing.entry, at: playlist) {
            places.append(TreePlace(root: root, isWhole: true))
        }
        let paths = listing.files.filter(\.isPlaylist).map(\.path).sorted { $0.utf8.count > $1.utf8.count }
        for path in paths {
            guard let root = root(of: path, at: playlist),
                !places.contains(where: { $0.root.utf8.elementsEqual(root.utf8) })
            else { continue }
            places.append(TreePlace(root: root, isWhole: false))
        }
        return places
    }

    /// What stands before a path below it.
    private static func root(of path: String, at playlist: String) -> String? {
        let (whole, end) = (Array(playlist.utf8), Array(("/" + path).utf8))
        guard whole.count >= end.count, whole.suffix(end.count).elementsEqual(end) else { return nil }
        return String(decoding: whole.dropLast(end.count), as: UTF8.self)
    }
}
