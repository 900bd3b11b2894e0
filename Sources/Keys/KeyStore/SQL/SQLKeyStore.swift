package import Ciphers
package import Failures
package import FoundationEssentials
import KeyEncryption
import Synchronization

/// Key records in an SQL database; every write is one transaction, durable when it returns.
package final class SQLKeyStore: KeyRecordStore {
    package let mediaDigestKey: ContentKey
    package let kind: StoreKind
    let database: any SQLDatabase
    /// The id of the store; only stores that were restored from its backups have the same.
    let storeID: UUID
    let tagKey: KeyTag
    let actor: String
    private let currentKey: Mutex<KeyEncryptionKey>
    /// The time when the store was restored from a backup, or nil if it was not.
    let restoredAt: Date?
    /// The restoration in the log, or that there is none; nil before the log was searched.
    let knownRestoration = Mutex<RestorationAuditEntry??>(nil)

    /// The key-encryption key, which rewrapping replaces.
    var kek: KeyEncryptionKey { currentKey.withLock { $0 } }

    package var label: String { database.label }

    /// Opens the store in a database that was initialized.
    ///
    /// - Parameters:
    ///   - database: the database that contains the store.
    ///   - kek: the key-encryption key of the store; another one is refused, and the refusal is logged if
    ///     possible.
    /// - Throws: `RunFailure`.
    init(database: any SQLDatabase, kek: KeyEncryptionKey) throws(RunFailure) {
        let label = database.label
        do {
            let header = try Self.labelingErrors(label) { () throws(RunFailure) in
                try StoreHeader.open(database.rows(of: StoreHeader.statements), kek: kek, label: label)
            }
            self.mediaDigestKey = header.mediaDigestKey
            self.kind = header.kind
            self.storeID = header.storeID
            self.restoredAt = header.restoredAt
            self.tagKey = KeyTag(mediaDigestKey: header.mediaDigestKey)
        } catch {
            database.logDenial(error)
            throw error
        }
        self.database = database
        self.actor = Actor.name(role: database.role)
        self.currentKey = Mutex(kek)
    }

    /// Initializes a database that has its tables, and begins its log; an initialized one stays as it is.
    static func initialize(
        _ session: any SQLSession,
        kek: KeyEncryptionKey,
        kind: StoreKind,
        role: String?
    ) throws(RunFailure) {
        guard try StoreHeader.insert(into: session, kek: kek, kind: kind) else { return }
        let log = try AuditLog(actor: Actor.name(role: role), in: session)
        log.append(
            .initialize,
            subject: "key store",
            detail: "\(kind.rawValue) store, key-encryption key \(kek.fingerprint)"
        )
        try log.write(to: session)
    }

    /// Closes the connections; the store cannot be used after that.
    func close() throws(RunFailure) {
        try database.close()
    }

    func replaceKey(with kek: KeyEncryptionKey) {
        currentKey.withLock { $0 = kek }
    }

    /// Runs `body` in a transaction that sees one state of the store.
    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try labelingErrors { () throws(RunFailure) in try database.read(body) }
    }

    /// Runs statements in a transaction that sees one state of the store, and returns the rows of each.
    func rows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        try labelingErrors { () throws(RunFailure) in try database.rows(of: statements) }
    }

    /// Runs `body` in a transaction with the store's log; see `SQLDatabase.write`.
    ///
    /// Refusals are logged in another transaction, after the first one was undone.
    func write<Value>(
        excluding scope: WriteScope,
        _ body: (any SQLSession, AuditLog) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        let kek = kek
        return try loggingDenials { () throws(RunFailure) in
            try labelingErrors { () throws(RunFailure) in
                try database.write(excluding: scope, as: actor) { (session, log) throws(RunFailure) in
                    // No writer continues to wrap under a key-encryption key that was replaced.
                    let header = try session.enqueue(StoreHeader.fingerprintStatement)
                    let value = try body(session, log)
                    if header.rows.isEmpty { try session.flush() }
                    try StoreHeader.checkFingerprint(header.rows.first, kek: kek, label: label)
                    return value
                }
            }
        }
    }

    /// Puts the store's label into errors of `body`, because a row does not know which store it is in.
    func labelingErrors<Value>(_ body: () throws(RunFailure) -> Value) throws(RunFailure) -> Value {
        try Self.labelingErrors(label, body)
    }

    /// Puts the store's label into errors of `body`, because a row does not know which store it is in.
    static func labelingErrors<Value>(
        _ label: String,
        _ body: () throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        do {
            return try body()
        } catch {
            let lacksLabel = error.kind == .corrupted && error.location == SQLRow.unnamedStore
            throw lacksLabel ? error.located(at: label) : error
        }
    }
}

extension SQLKeyStore {
    package func importKeys(
        _ keys: [ImportedKey],
        revoking keyIDs: [UUID]
    ) throws(RunFailure) -> [KeyRecord] {
        for key in keys {
            for signalling in key.signalling { try signalling.check() }
            for lines in key.lines { try lines.check() }
        }
        let drafts = keys.map(\.draft)
        let objects = try objects(of: drafts).union(objects(of: keyIDs))
        return try writeKeys(excluding: objects) { (writer) throws(RunFailure) in
            try writer.prepare(drafts)
            let records = try Self.inOrder(of: drafts.map(\.identity)) { (index) throws(RunFailure) in
                try importKey(keys[index], by: writer)
            }
            // Afterwards, because nothing may be added to a key that is revoked.
            let revokedKeyIDs = zip(keys, records).filter { $0.0.state == .revoked }.map(\.1.keyID)
            for keyID in revokedKeyIDs + keyIDs {
                try revoke(keyID, reason: Self.revocationReason, in: writer.session, writer.log)
            }
            return records
        }
    }

    private static let revocationReason = "imported as revoked"

    private func importKey(
        _ key: ImportedKey,
        by writer: KeyWriter
    ) throws(RunFailure) -> KeyRecord {
        let record = try writer.findOrCreate(key.draft)
        for var signalling in key.signalling {
            signalling.keyID = record.keyID
            try writer.add(signalling, to: record.identity.contentID)
        }
        try writer.add(key.lines, to: record)
        let (session, log) = (writer.session, writer.log)
        if let terms = key.terms, try newestPolicy(of: record.keyID, in: session) == nil {
            try setPolicy(terms, nil, of: record.keyID, record.identity, in: session, log)
        }
        return record
    }
}

extension SQLKeyStore {
    package func licenseServers() throws(RunFailure) -> [String] {
        try read { (session) throws(RunFailure) in
            var names: [String] = []
            for row in try session.query("SELECT DISTINCT target FROM key_server_states", []) {
                names.append(try row.text(0))
            }
            // Sorted here by bytes, because a database may have another order.
            return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
