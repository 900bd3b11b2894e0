package import Failures
import FoundationEssentials

extension SQLKeyStore {
    /// The number of keys that are read at once.
    static let batchSize = 256

    package func forEachExportableKey(
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        // Each batch has its own transaction, so a long export does not keep writers waiting, and `body` may
        // use the store. Keys are never changed or removed, so none is missed or seen twice.
        try forEachKey(of: contentID, selecting: { (_, keys) throws(RunFailure) in keys }, body)
    }

    /// Reads batches, ordered by identity: calls `select` in their transactions, then `body` with what it returned.
    func forEachKey(
        of contentID: ContentID?,
        selecting select: (any SQLSession, [ExportableKey]) throws(RunFailure) -> [ExportableKey],
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        var lastIdentity: KeyIdentity?
        while true {
            // A broken connection makes this run again; nothing outside changes before it is complete.
            let (records, keys) = try read { (session) throws(RunFailure) in
                let records = try batch(after: lastIdentity, of: contentID, in: session)
                return (records, try select(session, exportableKeys(records, in: session)))
            }
            for key in keys { try body(key) }
            guard records.count == Self.batchSize else { return }
            lastIdentity = records.last?.identity
        }
    }

    /// Returns the next records after `lastIdentity`, ordered by identity.
    func batch(
        after lastIdentity: KeyIdentity?,
        of contentID: ContentID?,
        in session: any SQLSession
    ) throws(RunFailure) -> [KeyRecord] {
        // Less than every identity, because no content id or track is empty.
        let lastParameters = lastIdentity?.parameters ?? [.text(""), .text(""), .integer(-1), .integer(0)]
        let limit = "\(Self.keyOrder) LIMIT \(Self.batchSize)"
        guard let contentID else {
            return try records(
                in: session,
                """
                SELECT \(Self.keyColumns) FROM content_keys
                WHERE (content_id, track, period, generation) > (?, ?, ?, ?) \(limit)
                """,
                lastParameters
            )
        }
        return try records(
            in: session,
            """
            SELECT \(Self.keyColumns) FROM content_keys
            WHERE content_id = ? AND (track, period, generation) > (?, ?, ?) \(limit)
            """,
            [.text(contentID.value)] + lastParameters.dropFirst()
        )
    }

    /// Returns the keys with these ids, ordered by identity; throws `.unknownKey` if one is not stored.
    func exportableKeys(_ keyIDs: [UUID], in session: any SQLSession) throws(RunFailure) -> [ExportableKey] {
        var keys: [ExportableKey] = []
        for batch in keyIDs.batches(of: Self.batchSize) {
            let (list, parameters) = Self.list(of: batch)
            let records = try records(
                in: session,
                "SELECT \(Self.keyColumns) FROM content_keys WHERE key_id IN \(list)",
                parameters
            )
            let foundKeyIDs = Set(records.map(\.keyID))
            if let unknown = batch.first(where: { !foundKeyIDs.contains($0) }) { throw .unknownKey(unknown) }
            keys += try exportableKeys(records, in: session)
        }
        return keys.sorted { $0.record.identity < $1.record.identity }
    }

    /// Returns records with their signalling, policies and states; at most one batch.
    func exportableKeys(
        _ records: [KeyRecord],
        in session: any SQLSession
    ) throws(RunFailure) -> [ExportableKey] {
        guard !records.isEmpty else { return [] }
        let (list, parameters) = Self.list(of: records.map(\.keyID))
        let results = try session.query([
            SQLStatement(
                "SELECT \(Signalling.columns) FROM signalling WHERE key_id IN \(list) ORDER BY id",
                parameters
            ),
            SQLStatement(
                "SELECT \(KeyPolicy.columns) FROM key_policies WHERE key_id IN \(list) ORDER BY key_id, version",
                parameters
            ),
            SQLStatement("SELECT key_id FROM key_states WHERE key_id IN \(list)", parameters),
        ])
        return try records.map(
            StoredKeyDetails(signalling: results[0], policies: results[1], states: results[2]).key
        )
    }

    /// Returns an SQL list of parameters for ids.
    ///
    /// Its length is a power of two, so that few statements are prepared.
    static func list(of keyIDs: [UUID]) -> (sql: String, parameters: [SQLValue]) {
        list(of: keyIDs.map { SQLValue($0) })
    }

    /// Returns an SQL list of parameters for values, as ``list(of:)-([UUID])`` does for ids.
    static func list(of values: [SQLValue]) -> (sql: String, parameters: [SQLValue]) {
        var count = 1
        while count < values.count { count *= 2 }
        let padding = Array(repeating: values[values.count - 1], count: count - values.count)
        let placeholders = Array(repeating: "?", count: count).joined(separator: ", ")
        return ("(\(placeholders))", values + padding)
    }
}

extension Array {
    /// Returns consecutive parts of at most `count` elements.
    func batches(of count: Int) -> some Sequence<[Element]> {
        stride(from: 0, to: self.count, by: count).lazy.map { Array(self[$0...].prefix(count)) }
    }
}
