package import Failures

extension SQLKeyStore {
    package func manifest(of run: String?, at output: String) throws(RunFailure) -> RunManifest? {
        let newest = try rows(of: [Self.manifestStatement(run, output)])[0].first
        return try labelingErrors { () throws(RunFailure) in
            try newest.map { (row) throws(RunFailure) in try RunManifest(row) }
        }
    }

    package func record(_ manifest: RunManifest) throws(RunFailure) -> RunManifest {
        // Most shards find it, and none of them waits for another to write.
        if let recorded = try self.manifest(of: manifest.run, at: manifest.output) { return recorded }
        return try write(excluding: .writers(of: [.run(manifest.run)])) { (session, _) throws(RunFailure) in
            let found = try session.query([Self.manifestStatement(manifest.run, manifest.output)])[0].first
            if let found { return try RunManifest(found) }
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

    private static func manifestStatement(_ run: String?, _ output: String) -> SQLStatement {
        SQLStatement(
            """
            SELECT run, output, digest, titles, shards, recorded_at FROM run_manifests
            WHERE output = ?\(run == nil ? "" : " AND run = ?") ORDER BY id DESC LIMIT 1
            """,
            [.text(output)] + (run.map { [.text($0)] } ?? [])
        )
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
