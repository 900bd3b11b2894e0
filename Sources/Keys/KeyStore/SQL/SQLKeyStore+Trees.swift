package import Failures

extension SQLKeyStore {
    package func record(_ tree: TreeRecord) throws(RunFailure) {
        try write { (session, _) throws(RunFailure) in try insert(tree, into: session) }
    }

    package func publishedTree(
        of contentID: ContentID,
        before row: Int64?
    ) throws(RunFailure) -> TreeRecord? {
        try read { (session) throws(RunFailure) in
            try session.first(
                """
                SELECT id, tree, digest, files, recorded_at FROM published_trees
                WHERE content_id = ? AND id < ? ORDER BY id DESC LIMIT 1
                """,
                [.text(contentID.value), .integer(row ?? .max)]
            ).map { (row) throws(RunFailure) in
                try TreeRecord(
                    row: row.integer(0),
                    contentID: contentID,
                    tree: row.text(1),
                    digest: row.bytes(2),
                    encryptedListing: row.bytes(3),
                    recordedAt: row.date(4)
                )
            }
        }
    }

    /// Inserts a published tree, unless the newest row of its title and path is the same.
    func insert(_ tree: TreeRecord, into session: any SQLSession) throws(RunFailure) {
        let newest = try session.first(
            "SELECT digest FROM published_trees WHERE content_id = ? AND tree = ? ORDER BY id DESC LIMIT 1",
            [.text(tree.contentID.value), .text(tree.tree)]
        )
        guard try newest?.bytes(0) != tree.digest else { return }
        try session.execute(
            "INSERT INTO published_trees (content_id, tree, digest, files, recorded_at) VALUES (?, ?, ?, ?, ?)",
            [
                .text(tree.contentID.value), .text(tree.tree), .bytes(tree.digest),
                .bytes(tree.encryptedListing),
                SQLValue(tree.recordedAt),
            ]
        )
    }
}
