package import Failures
import FoundationEssentials

extension SQLKeyStore {
    package func keys(of contentID: ContentID) throws(RunFailure) -> StoredKeys {
        let statements = Self.statements(for: contentID)
        let results = try rows(of: statements)
        return try labelingErrors { () throws(RunFailure) in try titleKeys(contentID, results) }
    }

    package func uncachedKeysInForce(of contentID: ContentID) throws(RunFailure) -> StoredKeys {
        try labelingErrors { () throws(RunFailure) in
            let statements = Self.statements(for: contentID).prefix(Self.keysAndStatesCount)
            return try titleKeys(contentID, database.uncachedRows(of: Array(statements)))
        }
    }

    func titleKeys(_ contentID: ContentID, in session: any SQLSession) throws(RunFailure) -> StoredKeys {
        try titleKeys(contentID, session.query(Self.statements(for: contentID)))
    }

    /// The number of statements that give the keys and their states.
    private static let keysAndStatesCount = 3

    /// The statements for all that ``StoredKeys`` contains, after one for the header.
    private static func statements(for contentID: ContentID) -> [SQLStatement] {
        let parameters: [SQLValue] = [.text(contentID.value)]
        let keyIDs = "key_id IN (SELECT key_id FROM content_keys WHERE content_id = ?)"
        return [
            StoreHeader.fingerprintStatement,
            SQLStatement(
                "SELECT \(keyColumns) FROM content_keys WHERE content_id = ? \(keyOrder)",
                parameters
            ),
            SQLStatement("SELECT key_id FROM key_states WHERE \(keyIDs)", parameters),
            SQLStatement(
                "SELECT \(Signalling.columns) FROM signalling WHERE \(keyIDs) ORDER BY id",
                parameters
            ),
            SQLStatement(
                "SELECT \(KeyPolicy.columns) FROM key_policies WHERE \(keyIDs) ORDER BY key_id, version",
                parameters
            ),
            SQLStatement("SELECT DISTINCT key_id FROM media_uses WHERE \(keyIDs)", parameters),
            SQLStatement(
                """
                SELECT key_id, \(SuppliedLines.columns) FROM supplied_lines WHERE \(keyIDs)
                ORDER BY key_id, system_id, position
                """,
                parameters
            ),
        ]
    }

    /// Reads the results of the statements, or of the first ``keysAndStatesCount`` of them.
    private func titleKeys(_ contentID: ContentID, _ results: [[SQLRow]]) throws(RunFailure) -> StoredKeys {
        func rows(_ index: Int) -> [SQLRow] { results.indices.contains(index) ? results[index] : [] }
        // A record that cannot be unwrapped may be under a newer key-encryption key.
        try StoreHeader.checkFingerprint(rows(0).first, kek: kek, label: label)
        var records: [KeyRecord] = []
        for row in rows(1) { records.append(try record(from: row)) }
        let details = try StoredKeyDetails(signalling: rows(3), policies: rows(4), states: rows(2))
        var usedKeyIDs: Set<UUID> = []
        for row in rows(5) { usedKeyIDs.insert(try row.uuid(0)) }
        var lines: [UUID: [SuppliedLines]] = [:]
        for row in rows(6) { lines[try row.uuid(0), default: []].append(try SuppliedLines(row, from: 1)) }
        return StoredKeys(
            contentID,
            keys: records.map(details.key),
            usedKeyIDs: usedKeyIDs,
            lines: lines
        )
    }
}

/// The signalling, policies and states of keys.
struct StoredKeyDetails {
    private var signalling: [UUID: [Signalling]] = [:]
    private var policies: [UUID: KeyPolicy] = [:]
    private var revokedKeyIDs: Set<UUID> = []

    /// Reads rows of signalling in the order of their numbers, of policies in the order of their versions, and
    /// of the ids of revoked keys.
    init(signalling: [SQLRow], policies: [SQLRow], states: [SQLRow]) throws(RunFailure) {
        for row in signalling {
            let item = try Signalling(row)
            self.signalling[item.keyID, default: []].append(item)
        }
        for row in policies { self.policies[try row.uuid(0)] = try KeyPolicy(row) }
        for row in states { revokedKeyIDs.insert(try row.uuid(0)) }
    }

    /// Returns a key with its details.
    func key(_ record: KeyRecord) -> ExportableKey {
        ExportableKey(
            record: record,
            signalling: signalling[record.keyID] ?? [],
            policy: policies[record.keyID],
            state: revokedKeyIDs.contains(record.keyID) ? .revoked : .active
        )
    }
}
