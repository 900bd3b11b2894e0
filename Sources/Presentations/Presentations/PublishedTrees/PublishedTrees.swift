package import Failures
package import KeyStore

/// The published trees of titles, as recorded in a key store.
package struct PublishedTrees {
    private let titles: [ContentID]
    private let store: any KeyRecordLookup

    /// Creates the list of the trees of these titles.
    package init(of titles: [ContentID], in store: any KeyRecordLookup) {
        self.titles = titles
        self.store = store
    }

    /// A recorded tree and a location at which it may be now.
    package struct Candidate {
        /// The record in the key store.
        package let record: TreeRecord
        /// The files of the tree.
        package let listing: TreeListing
        /// The location at which the tree may be.
        package let location: TreeLocation

        /// Returns the directories of other trees inside this tree, as paths relative to its root.
        ///
        /// Considers both the root at which the tree was published and the one at which it may be now.
        package func nested(among roots: Set<TreePath>) -> [TreePath] {
            [record.tree, location.root].flatMap { root in
                Self.hasName(root) ? roots.compactMap(TreePath(text: root).relative) : Array(roots)
            }
        }

        /// Indicates whether a path names a directory other than `/`.
        fileprivate static func hasName(_ root: String) -> Bool {
            root.utf8.contains { $0 != UInt8(ascii: "/") }
        }
    }

    /// Indicates whether a directory has a playlist at its top, as results have.
    ///
    /// If it has none, the result was removed, and the directory may now be used for anything else.
    private static func holdsResult(_ directory: String) -> Bool {
        guard let names = try? Directory.names(in: directory) else { return false }
        return names.contains { $0.lowercased().hasSuffix(".m3u8") }
    }

    /// Returns the directories in which trees were published and that still hold a result.
    ///
    /// - Throws: `RunFailure` of the key store.
    package func roots() throws(RunFailure) -> Set<TreePath> {
        var roots: Set<TreePath> = []
        for title in titles {
            var row: Int64?
            while let record = try store.publishedTree(of: title, before: row) {
                row = record.row
                guard Candidate.hasName(record.tree), Self.holdsResult(record.tree) else { continue }
                roots.insert(TreePath(text: record.tree))
            }
        }
        return roots
    }

    /// Calls `body` for each tree that may hold the given playlist, title by title, the newest tree first.
    ///
    /// - Parameters:
    ///   - playlist: the absolute path of the playlist.
    ///   - body: returns false to stop.
    /// - Throws: `RunFailure` of the key store, and the errors of `body`.
    package func forEach(
        holding playlist: String,
        _ body: (Candidate) throws(RunFailure) -> Bool
    ) throws(RunFailure) {
        for title in titles {
            var row: Int64?
            while let record = try store.publishedTree(of: title, before: row) {
                row = record.row
                let listing = try TreeListing(record, of: store)
                for location in TreeLocation.all(of: listing, holding: playlist) {
                    guard try body(Candidate(record: record, listing: listing, location: location)) else {
                        return
                    }
                }
            }
        }
    }
}
