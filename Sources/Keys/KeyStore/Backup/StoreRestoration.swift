package import Ciphers
package import Failures
import FoundationEssentials
package import KeyEncryption
import StoreFiles

/// Creates a new key store from a backup, under a key-encryption key of its own.
package struct StoreRestoration {
    /// The numbers of keys and rows in the backup.
    package let summary: StoreBackup.Summary
    private let input: BackupInput
    private let storeID: UUID?

    /// Reads the whole backup at `path` before anything is created; throws if it is damaged or for other
    /// recipients.
    package static func check(
        _ path: String,
        privateKey: PrivateKey
    ) throws(RunFailure) -> StoreRestoration {
        let input = BackupInput(path: path, privateKey: privateKey)
        var storeID: UUID?
        let summary = try BackupReader.read(input, header: { storeID = $0.storeID })
        return StoreRestoration(summary: summary, input: input, storeID: storeID)
    }

    /// Creates the store at `location`, where none may exist yet.
    ///
    /// It appears whole or not at all. Its log continues that of the backup, with an entry for the
    /// restoration.
    ///
    /// - Parameters:
    ///   - location: the location of the new store.
    ///   - kek: the key-encryption key of the new store.
    /// - Returns: the name of the store, for messages.
    /// - Throws: `.alreadyExists`, and other errors of a store.
    package func restore(
        to location: KeyStoreLocation,
        kek: KeyEncryptionKey
    ) throws(RunFailure) -> String {
        switch location {
        case .sqlite(let path):
            guard try !PrivateFile.exists(path) else { throw .alreadyExists(path: path) }
            let isOurs = try SQLiteDatabase.create(at: path) { (session) throws(RunFailure) in
                try Self.insertRows(session, input, kek, actor: Actor.name(role: nil))
            }
            guard isOurs else { throw .alreadyExists(path: path) }
            return try label(of: SQLiteKeyStore.open(at: path, kek: kek))
        case .postgreSQL(let url):
            guard try !KeyStores.exists(location) else { throw .alreadyExists(path: location.label) }
            var runCount = 0
            let database = try PostgreSQLDatabase.create(url: url) {
                (session, role) throws(RunFailure) in
                runCount += 1
                // If the outcome of a commit is unknown, the body runs again and may find its work done.
                if runCount > 1, try Self.isRestored(session, kek) { return }
                try Self.insertRows(session, input, kek, actor: Actor.name(role: role))
            }
            guard runCount > 0 else { throw .alreadyExists(path: database.label) }
            return try label(of: SQLKeyStore(database: database, kek: kek))
        }
    }

    /// Returns the name of the store; throws if another process created a different store meanwhile.
    private func label(of store: SQLKeyStore) throws(RunFailure) -> String {
        try store.close()
        guard store.storeID == storeID else { throw .alreadyExists(path: store.label) }
        return store.label
    }

    /// Fills the tables of a new store; the caller's transaction contains all of it.
    static func insertRows(
        _ session: any SQLSession,
        _ input: BackupInput,
        _ kek: KeyEncryptionKey,
        actor: String
    ) throws(RunFailure) {
        var (backedUpAt, storeID) = (Int64(0), UUID())
        let summary = try BackupReader.read(input) { (header) throws(RunFailure) in
            (backedUpAt, storeID) = (header.backedUpAt, header.storeID)
            let isNew = try StoreHeader.insert(
                into: session,
                kek: kek,
                kind: header.kind,
                storeID: header.storeID,
                mediaDigestKey: header.mediaDigestKey,
                createdAt: Date(timeIntervalSince1970: TimeInterval(header.createdAt)),
                restoredAt: Date()
            )
            guard isNew else { throw .alreadyExists(path: "key store") }
        } row: { (row) throws(RunFailure) in
            try insert(row, of: storeID, into: session, kek)
        }
        let date = Date(timeIntervalSince1970: TimeInterval(backedUpAt)).ISO8601Format()
        try session.continueNumbers(of: StoreSchema.auditLog)
        let log = try AuditLog(actor: actor, in: session)
        log.append(
            .restore,
            subject: RestorationAuditEntry.subject,
            detail: "\(summary.keyCount) keys, backup of \(date)"
        )
        try log.write(to: session)
    }

    /// Indicates whether the store is under this key-encryption key, and the newest entry of its log is a
    /// restoration.
    private static func isRestored(
        _ session: any SQLSession,
        _ kek: KeyEncryptionKey
    ) throws(RunFailure) -> Bool {
        guard try StoreHeader.isWrapped(session, under: kek) else { return false }
        let row = try session.first("SELECT action FROM audit_log ORDER BY sequence DESC LIMIT 1", [])
        return try row?.text(0) == AuditAction.restore.rawValue
    }

    private static func insert(
        _ row: BackupRow,
        of storeID: UUID,
        into session: any SQLSession,
        _ kek: KeyEncryptionKey
    ) throws(RunFailure) {
        var columns = row.table.columnsInBackups.map(\.name)
        var values = row.values
        if let secrets = row.secrets {
            let storedRow = SQLRow(values: values)
            columns.append("sealed")
            let rowIdentity = WrappedKey.RowIdentity(
                storeID: storeID,
                identity: try storedRow.identity(),
                keyID: try storedRow.uuid(4)
            )
            values.append(.bytes(try WrappedKey.wrap(secrets.key, secrets.iv, for: rowIdentity, kek: kek)))
        }
        let placeholders = values.map { _ in "?" }.joined(separator: ", ")
        try session.execute(
            "INSERT INTO \(row.table.name) (\(columns.joined(separator: ", "))) VALUES (\(placeholders))",
            values
        )
    }
}
