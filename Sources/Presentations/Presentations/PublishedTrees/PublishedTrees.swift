package import KeyStore

/// The trees that were published of titles, as a key store knows them.
package struct PublishedTrees {
    private let titles: [ContentID]
    private let store: any KeyRecordLookup

    /// Those of these titles.
    package init(of titles: [ContentID], in store: any KeyRecordLookup) {
        self.titles = titles
        self.store = store
    }

    /// A tree, and where it would have to be now.
    package struct Candidate {
        /// Its record.
        package let record: TreeRecord
        /// Its files.
        package let listing: TreeListing
        /// The place.
        package let place: TreePlace

        /// The directories of other trees in that of this one, below its root: where it was published, and where it is now.
        package func nested(among roots: Set<TreePath>) -> [TreePath] {
            [record.tree, place.root].flatMap { root in
                Self.hasName(root) ? roots.compactMap(TreePath(text: root).relative) : Array(roots)
            }
        }

        /// Whether a directory is another than that of the file system.
        fileprivate static func hasName(_ root: String) -> Bool {
            root.utf8.contains { $0 != UInt8(ascii: "/") }
        }
    }

    /// Whether a directory has a playlist at its top, as results have; one that was removed may be any other folder now.
    private static func holdsResult(_ directory: String) -> Bool {
        guard let names = try? Directory.names(in: directory) else { return false }
        return names.contains { $0.lowercased().hasSuffix(".m3u8") }
    }

    /// The directories that the trees were published in and in which there still is a result.
    ///
    /// - Throws: `PresentationError` of the store.
    package func roots() throws(PresentationError) -> Set<TreePath> {
        var roots: Set<TreePath> = []
        for title in titles {
            var row: Int64?
            while let record = try storeCalls({ () throws(KeyStoreError) -> TreeRecord? in
                try store.publishedTree(of: title, before: row)
            }) {
                row = record.row
                guard Candidate.hasName(record.tree), Self.holdsResult(record.tree) else { continue }
                roots.insert(TreePath(text: record.tree))
            }
        }
        return roots
    }

    /// Gives `body` the trees that have a playlist of the name of `playlist`, title by title, the newest first.
    ///
    /// - Parameters:
    ///   - playlist: an absolute path.
    ///   - body: returns false to end it.
    /// - Throws: `PresentationError` of the store, and of `body`.
    package func forEach(
        holding playlist: String,
        _ body: (Candidate) throws(PresentationError) -> Bool
    ) throws(PresentationError) {
        for title in titles {
            var row: Int64?
            while let record = try storeCalls({ () throws(KeyStoreError) -> TreeRecord? in
                try store.publishedTree(of: title, before: row)
            }) {
                row = record.row
                let listing = try TreeListing(record, of: store)
                for place in TreePlace.all(of: listing, holding: playlist) {
                    guard try body(Candidate(record: record, listing: listing, place: place)) else { return }
                }
            }
        }
    }
}
