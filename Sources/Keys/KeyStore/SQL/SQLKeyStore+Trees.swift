package import Failures

extension SQLKeyStore {
    package func record(_ tree: TreeRecord) throws(RunFailure) {
        try write(excluding: .writers(of: [.title(tree.contentID)])) { (session, _) throws(RunFailure) in
            let newest = try session.query([Self.newestTree(like: tree)])[0].first
            guard try newest?.bytes(0) != tree.digest else { return }
            try insert(tree, into: session)
        }
    }

    package func publishedTree(
        of contentID: ContentID,
        before row: Int64?
    ) throws(RunFailure) -> TreeRecord? {
        let statement = SQLStatement(
            """
            SELECT id, tree, digest, files, recorded_at FROM published_trees
            WHERE content_id = ? AND id < ? ORDER BY id DESC LIMIT 1
            """,
            [.text(contentID.value), .integer(row ?? .max)]
        )
        let newest = try rows(of: [statement])[0].first
        return try labelingErrors { () throws(RunFailure) in
            try newest.map { (row) throws(RunFailure) in
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

    /// Returns the statement for the digest of the newest tree of the same title and path.
    static func newestTree(like tree: TreeRecord) -> SQLStatement {
        SQLStatement(
            "SELECT digest FROM published_trees WHERE content_id = ? AND tree = ? ORDER BY id DESC LIMIT 1",
            [.text(tree.contentID.value), .text(tree.tree)]
        )
    }

    func insert(_ tree: TreeRecord, into session: any SQLSession) throws(RunFailure) {
        try session.enqueue(
            "INSERT INTO published_trees (content_id, tree, digest, files, recorded_at) VALUES (?, ?, ?, ?, ?)",
            [
                .text(tree.contentID.value), .text(tree.tree), .bytes(tree.digest),
                .bytes(tree.encryptedListing),
                SQLValue(tree.recordedAt),
            ]
        )
    }
}
