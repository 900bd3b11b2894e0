package import Failures
import FoundationEssentials
import ProtectionTerms

extension SQLKeyStore {
    package func record(_ runs: [TitleRun]) throws(RunFailure) {
        try write(excluding: .nobody) { (session, _) throws(RunFailure) in
            for run in runs { try insert(run, into: session) }
        }
    }

    package func latestRun(of contentID: ContentID, at output: String?) throws(RunFailure) -> TitleRun? {
        try run(of: TitleLocation(contentID, at: output), where: "status >= 0")
    }

    package func latestPublication(of contentID: ContentID, at output: String) throws(RunFailure) -> TitleRun?
    {
        try run(of: TitleLocation(contentID, at: output), where: "status = 0")
    }

    /// Inserts a run; a duplicate, made when the body of a write runs again, does no harm.
    func insert(_ run: TitleRun, into session: any SQLSession) throws(RunFailure) {
        let publication = run.publication
        let values: [SQLValue]
        switch run.outcome {
        case .published(let publication):
            values = [
                .integer(0), .null, .bytes(publication.optionsDigest), .bytes(publication.inputStamp),
                publication.inputDigest.map { .bytes($0) } ?? .null, .bytes(publication.outputStamp),
            ]
        case .failed(let status, let message):
            values = [.integer(Int64(status)), .text(message), .null, .null, .null, .null]
        }
        let keyIDs: SQLValue = publication.map { .bytes($0.keyIDs.flatMap(\.bytes)) } ?? .null
        try session.enqueue(
            """
            INSERT INTO title_runs (content_id, output, status, message, options_digest, input_stamp, input_digest,
            output_stamp, key_ids, recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [.text(run.contentID.value), .text(run.output)] + values + [keyIDs, SQLValue(run.recordedAt)]
        )
    }

    package func record(_ verifications: [TitleVerification]) throws(RunFailure) {
        try write(excluding: .nobody) { (session, _) throws(RunFailure) in
            for verification in verifications {
                try session.enqueue(
                    """
                    INSERT INTO title_verifications (content_id, output, output_stamp, verified_at)
                    VALUES (?, ?, ?, ?)
                    """,
                    [
                        .text(verification.contentID.value), .text(verification.output),
                        .bytes(verification.outputStamp), SQLValue(verification.verifiedAt),
                    ]
                )
            }
        }
    }

    package func histories(of titles: [TitleLocation]) throws(RunFailure) -> [TitleHistory] {
        let statements = titles.map(Self.historyStatements)
        var results = try rows(of: statements.flatMap(\.self))[...]
        return try labelingErrors { () throws(RunFailure) in
            var histories: [TitleHistory] = []
            for (title, statements) in zip(titles, statements) {
                let rows = results.prefix(statements.count).map(\.first)
                results = results.dropFirst(statements.count)
                histories.append(
                    TitleHistory(
                        latestRun: try rows[0].map { (row) throws(RunFailure) in try TitleRun(row) },
                        latestPublication: try rows[1].map { (row) throws(RunFailure) in try TitleRun(row) },
                        latestVerification: try rows[2].map { (row) throws(RunFailure) in
                            try TitleVerification(
                                contentID: title.contentID,
                                output: row.text(0),
                                outputStamp: row.bytes(1),
                                verifiedAt: row.date(2)
                            )
                        }
                    )
                )
            }
            return histories
        }
    }

    /// Returns the statements for newest run, newest publication and newest verification of a title.
    private static func historyStatements(_ title: TitleLocation) -> [SQLStatement] {
        [
            runStatement(of: title, where: "status >= 0"), runStatement(of: title, where: "status = 0"),
            SQLStatement(
                """
                SELECT output, output_stamp, verified_at FROM title_verifications
                WHERE content_id = ? AND \(condition(title)) ORDER BY id DESC LIMIT 1
                """,
                parameters(title)
            ),
        ]
    }

    private static func runStatement(of title: TitleLocation, where status: String) -> SQLStatement {
        SQLStatement(
            """
            SELECT content_id, output, status, message, options_digest, input_stamp, input_digest, output_stamp,
            key_ids, recorded_at FROM title_runs
            WHERE content_id = ? AND \(condition(title)) AND \(status) ORDER BY id DESC LIMIT 1
            """,
            parameters(title)
        )
    }

    /// Returns the condition for the output of a title: without one, that of the newest run.
    private static func condition(_ title: TitleLocation) -> String {
        title.output != nil
            ? "output = ?"
            : "output = (SELECT output FROM title_runs WHERE content_id = ? ORDER BY id DESC LIMIT 1)"
    }

    private static func parameters(_ title: TitleLocation) -> [SQLValue] {
        [.text(title.contentID.value), .text(title.output ?? title.contentID.value)]
    }

    private func run(of title: TitleLocation, where status: String) throws(RunFailure) -> TitleRun? {
        let newest = try rows(of: [Self.runStatement(of: title, where: status)])[0].first
        return try labelingErrors { () throws(RunFailure) in
            try newest.map { (row) throws(RunFailure) in try TitleRun(row) }
        }
    }
}

extension TitleRun {
    fileprivate init(_ row: SQLRow) throws(RunFailure) {
        let status = try row.integer(2)
        try self.init(
            contentID: ContentID(row.text(0)),
            output: row.text(1),
            outcome: status == 0
                ? .published(Publication(row)) : .failed(status: Int(status), message: row.text(3)),
            recordedAt: row.date(9)
        )
    }
}

extension Publication {
    fileprivate init(_ row: SQLRow) throws(RunFailure) {
        let bytes = try row.bytes(8)
        guard bytes.count % 16 == 0 else {
            throw .corrupted(path: SQLRow.unnamedStore, reason: "key ids that are not 16 bytes each")
        }
        try self.init(
            optionsDigest: row.bytes(4),
            inputStamp: row.bytes(5),
            inputDigest: row.optionalBytes(6),
            outputStamp: row.bytes(7),
            keyIDs: stride(from: 0, to: bytes.count, by: 16).compactMap {
                UUID(bytes: [UInt8](bytes[$0..<$0 + 16]))
            }
        )
    }
}
