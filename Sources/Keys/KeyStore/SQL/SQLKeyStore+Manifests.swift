package import Failures

extension SQLKeyStore {
    package func manifest(
        like manifest: RunManifest,
        continuesNewest: Bool
    ) throws(RunFailure) -> RunManifest? {
        let found = try rows(of: Self.statements(manifest, continuesNewest))
        return try labelingErrors { () throws(RunFailure) in try Self.known(found) }
    }

    package func record(
        _ manifest: RunManifest,
        continuesNewest: Bool
    ) throws(RunFailure) -> RunManifest {
        // Most shards find it, and none of them waits for another to write.
        let known = try self.manifest(like: manifest, continuesNewest: false)
        if let known { return known }
        let objects: Set = [StoreObject.run(manifest.run), .run(manifest.output)]
        return try write(excluding: .writers(of: objects)) { (session, _) throws(RunFailure) in
            let statements = Self.statements(manifest, continuesNewest)
            let known = try Self.known(session.query(statements))
            if let known, known.run == manifest.run || !known.hasSameTitles(as: manifest) { return known }
            try session.enqueue(
                """
                INSERT INTO run_manifests (run, output, digest, titles, shards, recorded_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    .text(manifest.run), .text(manifest.output), .bytes(manifest.digest),
                    .integer(Int64(manifest.titleCount)), .integer(Int64(manifest.shardCount)),
                    SQLValue(manifest.recordedAt),
                ]
            )
            return manifest
        }
    }

    /// Returns the statements for the manifest of the run, and for that of the newest run with its output.
    private static func statements(_ manifest: RunManifest, _ continuesNewest: Bool) -> [SQLStatement] {
        let columns = "SELECT run, output, digest, titles, shards, recorded_at FROM run_manifests WHERE"
        // A run with a name may have results in several places.
        let ofRun =
            manifest.run.isEmpty
            ? SQLStatement("\(columns) run = '' AND output = ?", [.text(manifest.output)])
            : SQLStatement("\(columns) run = ? ORDER BY id LIMIT 1", [.text(manifest.run)])
        guard continuesNewest else { return [ofRun] }
        return [
            ofRun,
            SQLStatement("\(columns) output = ? ORDER BY id DESC LIMIT 1", [.text(manifest.output)]),
        ]
    }

    private static func known(_ results: [[SQLRow]]) throws(RunFailure) -> RunManifest? {
        for row in results.compactMap(\.first) { return try RunManifest(row) }
        return nil
    }
}

extension RunManifest {
    fileprivate init(_ row: SQLRow) throws(RunFailure) {
        try self.init(
            run: row.text(0),
            output: row.text(1),
            digest: row.bytes(2),
            titleCount: Int(row.integer(3)),
            shardCount: Int(row.integer(4)),
            recordedAt: row.date(5)
        )
    }
}
