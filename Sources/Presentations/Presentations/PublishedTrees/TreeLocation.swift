/// A location at which the files of a published tree may be now.
package struct TreeLocation: Sendable {
    /// The directory that is the root of the tree at this location.
    package let root: String
    /// Indicates whether the given playlist is the one that players open, so that the whole tree is examined.
    package let isOfEntry: Bool

    /// Returns the locations of a tree at which the given playlist is one of its playlists.
    ///
    /// The location by which it is the playlist that players open comes first.
    ///
    /// - Parameters:
    ///   - listing: the published files.
    ///   - playlist: the absolute path of the playlist.
    /// - Returns: an empty array if the tree has no playlist of that name; several locations if playlists in
    ///   subfolders have the same name.
    static func all(of listing: TreeListing, holding playlist: String) -> [TreeLocation] {
        var locations: [TreeLocation] = []
        if let root = root(of: listing.entry, at: playlist) {
            locations.append(TreeLocation(root: root, isOfEntry: true))
        }
        let paths = listing.files.filter(\.isPlaylist).map(\.path).sorted { $0.utf8.count > $1.utf8.count }
        for path in paths {
            guard let root = root(of: path, at: playlist),
                !locations.contains(where: { $0.root.utf8.elementsEqual(root.utf8) })
            else { continue }
            locations.append(TreeLocation(root: root, isOfEntry: false))
        }
        return locations
    }

    /// Returns the part of the path `playlist` before `path`, or nil if it does not end with `path`.
    private static func root(of path: String, at playlist: String) -> String? {
        let (pathBytes, suffix) = (Array(playlist.utf8), Array(("/" + path).utf8))
        guard pathBytes.count >= suffix.count, pathBytes.suffix(suffix.count).elementsEqual(suffix) else {
            return nil
        }
        return String(decoding: pathBytes.dropLast(suffix.count), as: UTF8.self)
    }
}
