package import FoundationEssentials

extension SQLKeyStore {
    package func importKeys(
        _ keys: [ImportedKey],
        revoking keyIDs: [UUID]
    ) throws(KeyStoreError) -> [KeyRecord] {
        for key in keys {
            for signalling in key.signalling { try signalling.check() }
            for lines in key.lines { try lines.check() }
        }
        return try write { (session, log) throws(KeyStoreError) in
            try refuseShownKeys(keys.map(\.draft), in: session)
            var records: [KeyRecord?] = Array(repeating: nil, count: keys.count)
            // In a fixed order, so that no two writers wait for each other's rows.
            for index in keys.indices.sorted(by: { keys[$0].draft.identity < keys[$1].draft.identity }) {
                records[index] = try take(keys[index], in: session, log)
            }
            for keyID in keyIDs { try revoke(keyID, reason: Self.revocationReason, in: session, log) }
            return records.compactMap(\.self)
        }
    }

    private static let revocationReason = "imported as revoked"

    private func take(
        _ key: ImportedKey,
        in session: any SQLSession,
        _ log: AuditLog
    ) throws(KeyStoreError) -> KeyRecord {
        let record = try findOrCreate(key.draft, in: session, log)
        for var signalling in key.signalling {
            signalling.keyID = record.keyID
            try add(signalling, in: session, log)
        }
        try add(key.lines, to: record, in: session)
        if let terms = key.terms, try newestPolicy(of: record.keyID, in: session) == nil {
            try setPolicy(terms, nil, of: record.keyID, record.identity, in: session, log)
        }
        if key.state == .revoked {
            try revoke(record.keyID, reason: Self.revocationReason, in: session, log)
        }
        return record
    }
}
