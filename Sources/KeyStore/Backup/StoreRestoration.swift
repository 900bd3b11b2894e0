package import Ciphers
internal import Foundation

/// Makes a new key store of a backup, under a key-encryption key of its own.
package enum StoreRestoration {
    /// Restores the backup at `path` to `location`, where no store may be yet.
    ///
    /// The whole backup is read and checked before anything is made. The store appears whole or not at all; its log goes on
    /// where that of the backup ends, with an entry for the restoration.
    package static func restore(
        _ path: String,
        privateKey: PrivateKey,
        to location: KeyStoreLocation,
        kek: KeyEncryptionKey
    ) throws(KeyStoreError) -> StoreBackup.Summary {
        let input = BackupInput(path: path, privateKey: privateKey)
        var storeID: UUID?
        let summary = try BackupReader.read(input, header: { storeID = $0.storeID })
        switch location {
        case .sqlite(let target):
            guard try !PrivateFile.exists(target) else { throw .alreadyExists(path: target) }
            try SQLiteDatabase.create(at: target) { (session) throws(KeyStoreError) in
                try fill(session, input, kek, actor: Actor.name(role: nil))
            }
            // If somebody else made a store there meanwhile, it does not open, or is not the one of the backup.
            let store = try SQLiteKeyStore.open(at: target, kek: kek)
            let found = try store.read { (session) throws(KeyStoreError) in
                try session.first("SELECT store_id FROM store", [])?.uuid(0)
            }
            guard found == storeID else { throw .alreadyExists(path: target) }
            try store.close()
        case .postgreSQL:
            throw .fault("a backup cannot be restored to PostgreSQL yet")
        }
        return summary
    }

    /// Fills the tables of a new store, in one transaction.
    static func fill(
        _ session: any SQLSession,
        _ input: BackupInput,
        _ kek: KeyEncryptionKey,
        actor: String
    ) throws(KeyStoreError) {
        var madeAt: Int64 = 0
        let summary = try BackupReader.read(input) { (header) throws(KeyStoreError) in
            madeAt = header.madeAt
            let isNew = try StoreSeal.insert(
                into: session,
                kek: kek,
                kind: header.kind,
                storeID: header.storeID,
                mediaDigestKey: header.mediaDigestKey,
                createdAt: Date(timeIntervalSince1970: TimeInterval(header.createdAt))
            )
            guard isNew else { throw .alreadyExists(path: "key store") }
        } row: { (row) throws(KeyStoreError) in
            try insert(row, into: session, kek)
        }
        let date = Date(timeIntervalSince1970: TimeInterval(madeAt)).ISO8601Format()
        try AuditLog(session, actor: actor).append(
            .restore,
            subject: "key store",
            detail: "\(summary.keyCount) keys, backup of \(date)"
        )
    }

    private static func insert(
        _ row: BackupRow,
        into session: any SQLSession,
        _ kek: KeyEncryptionKey
    ) throws(KeyStoreError) {
        var columns = row.table.columnList
        var values = row.values
        if let secrets = row.secrets {
            let stored = SQLRow(values: values)
            columns += ", sealed"
            do {
                let identity = try stored.identity()
                let keyID = try stored.uuid(4)
                values.append(
                    .bytes(
                        try SealedKey.seal(
                            secrets.key,
                            secrets.iv,
                            identity: identity,
                            keyID: keyID,
                            kek: kek
                        )
                    )
                )
            } catch let error as KeyStoreError {
                throw error
            } catch {
                throw .fault("\(error)")
            }
        }
        let places = values.map { _ in "?" }.joined(separator: ", ")
        try session.execute("INSERT INTO \(row.table.name) (\(columns)) VALUES (\(places))", values)
    }
}
