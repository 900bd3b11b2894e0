package import Ciphers
package import Failures
import FoundationEssentials
import StoreFiles

/// Backups of whole key stores, encrypted to the owners of certificates.
///
/// A backup is a CMS AuthEnvelopedData (RFC 5083; AES-256-GCM, RSA-OAEP with SHA-1), so
/// `openssl cms -decrypt -inform DER -in FILE -inkey KEY.pem` shows its contents. They are JSON lines, each a
/// flat object; numbers are whole, bytes are lowercase hexadecimal digits, NULL is left out:
///
/// 1. `{"fairlead_backup":SCHEMA,"store_id":HEX,"kind":TEXT,"created_at":SECONDS,"media_digest_key":HEX,"made_at":SECONDS}`
/// 2. for each row of each table of ``StoreSchema/tablesInBackups``, `{"table":NAME,COLUMN:VALUE,...}`; rows
///    of `content_keys` have `key` and `iv` in the clear instead of the wrapped key
/// 3. `{"end":1,TABLE:COUNT,...}` with the number of rows of each table
package enum StoreBackup {
    /// The numbers of keys and rows in a backup.
    package struct Summary: Hashable, Sendable {
        /// The number of keys.
        package let keyCount: Int
        /// The number of rows of all tables, including the log.
        package let rowCount: Int
    }

    /// Writes all of `store`, as of one moment, to a new file of mode 0600, which appears whole or not at
    /// all.
    package static func write(
        _ store: any KeyRecordStore,
        to path: String,
        recipients: [Certificate]
    ) throws(RunFailure) -> Summary {
        guard let store = store as? SQLKeyStore else { throw .fault("a key store without tables") }
        guard !recipients.isEmpty else {
            throw .invalidField(name: "recipients", found: "none", expected: "a certificate or more")
        }
        guard try !PrivateFile.exists(path) else { throw .alreadyExists(path: path) }
        let (output, summary) = try store.read { (session) throws(RunFailure) in
            // Created in the transaction, which runs again if it breaks.
            let output = try BackupOutput(path: path, recipients: recipients)
            let writer = BackupWriter(store: store, session: session)
            return (
                output,
                try store.distinguishingRewrap(session) { () throws(RunFailure) in
                    try writer.write(to: output)
                }
            )
        }
        try output.publish()
        return summary
    }

    /// Checks the contents of a backup that was decrypted already, for example by `openssl cms`; `path` is
    /// for messages.
    package static func check(
        contents: [UInt8],
        of path: String
    ) throws(RunFailure) -> Summary {
        var reader = BackupReader(path: path)
        var lines = BackupLineSplitter()
        defer { lines.wipe() }
        try lines.append(contents.span, of: path) { (line, number) throws(RunFailure) in
            try reader.read(line, number)
        }
        try lines.finish(path)
        return try reader.finish()
    }
}

private struct BackupWriter {
    let store: SQLKeyStore
    let session: any SQLSession

    func write(to output: BackupOutput) throws(RunFailure) -> StoreBackup.Summary {
        var buffer = BackupBuffer(output)
        defer { buffer.wipe() }
        try writeHeader(&buffer)
        var counts: [(name: String, count: Int)] = []
        for table in StoreSchema.tablesInBackups {
            counts.append((table.name, try writeRows(of: table, &buffer)))
        }
        try buffer.beginLine()
        try buffer.appendField("end", 1)
        for (name, count) in counts {
            try buffer.appendField(name, Int64(count))
        }
        try buffer.endLine()
        try buffer.flush()
        return StoreBackup.Summary(keyCount: counts[0].count, rowCount: counts.map(\.count).reduce(0, +))
    }

    private func writeHeader(_ buffer: inout BackupBuffer) throws(RunFailure) {
        guard let row = try session.first("SELECT store_id, kind, created_at FROM store", []) else {
            throw .corrupted(path: store.label, reason: "its header is missing")
        }
        try buffer.beginLine()
        try buffer.appendField("fairlead_backup", StoreSchema.version)
        try buffer.appendField("store_id", .bytes(row.bytes(0)))
        try buffer.appendField("kind", row.text(1))
        try buffer.appendField("created_at", row.integer(2))
        try store.mediaDigestKey.withSpan { (key) throws(RunFailure) in
            try buffer.appendField("media_digest_key", hex: key)
        }
        try buffer.appendField("made_at", Date().storedSeconds)
        try buffer.endLine()
    }

    /// Writes the rows of a table; keys are unwrapped, and checked against their rows.
    private func writeRows(
        of table: StoreTable,
        _ buffer: inout BackupBuffer
    ) throws(RunFailure) -> Int {
        let columns = table.columnsInBackups
        let hasKeys = table.name == StoreSchema.contentKeys.name
        let names = columns.map { "\(table.name).\($0.name)" }.joined(separator: ", ")
        let order = table.primaryKey.joined(separator: ", ")
        var count = 0
        try session.forEach(
            "SELECT \(hasKeys ? SQLKeyStore.keyColumns + ", " : "")\(names) FROM \(table.name) ORDER BY \(order)",
            []
        ) { (row) throws(RunFailure) in
            try buffer.beginLine()
            try buffer.appendField("table", table.name)
            if hasKeys { try writeSecrets(of: store.record(from: row), &buffer) }
            for (column, value) in zip(columns, row.values.suffix(columns.count)) {
                try buffer.appendField(column.name, value)
            }
            try buffer.endLine()
            count += 1
        }
        return count
    }

    private func writeSecrets(of record: KeyRecord, _ buffer: inout BackupBuffer) throws(RunFailure) {
        try record.key.withSpan { (key) throws(RunFailure) in try buffer.appendField("key", hex: key) }
        try buffer.appendField("iv", hex: record.iv.bytes.span)
    }
}
