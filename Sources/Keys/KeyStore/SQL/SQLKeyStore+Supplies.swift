package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func reserveKeyIDs(
        for identities: [KeyIdentity],
        from supplier: String
    ) throws(RunFailure) -> [UUID] {
        _ = try RecordText(supplier, name: "key server", limit: 4096)
        let titles = Set(identities.map { StoreObject.title($0.contentID) })
        return try writeKeys(excluding: titles) { (writer) throws(RunFailure) in
            try Self.inOrder(of: identities) { (index) throws(RunFailure) in
                try reserve(identities[index], supplier, by: writer)
            }
        }
    }

    package func store(_ supplies: [SuppliedKeyDraft]) throws(RunFailure) -> [SuppliedKey] {
        for supply in supplies {
            for lines in supply.lines { try lines.check() }
        }
        let drafts = supplies.map(\.draft)
        return try writeKeys(excluding: objects(of: drafts)) { (writer) throws(RunFailure) in
            try writer.prepare(drafts)
            return try Self.inOrder(of: drafts.map(\.identity)) { (index) throws(RunFailure) in
                try store(supplies[index], by: writer)
            }
        }
    }

    package func suppliedLines(of keyID: UUID) throws(RunFailure) -> [SuppliedLines] {
        let statement = SQLStatement(
            "SELECT \(SuppliedLines.columns) FROM supplied_lines WHERE key_id = ? ORDER BY system_id, position",
            [SQLValue(keyID)]
        )
        let rows = try rows(of: [statement])[0]
        return try labelingErrors { () throws(RunFailure) in
            try rows.map { (row) throws(RunFailure) in try SuppliedLines(row) }
        }
    }

    private func reserve(
        _ identity: KeyIdentity,
        _ supplier: String,
        by writer: KeyWriter
    ) throws(RunFailure) -> UUID {
        let session = writer.session
        if let stored = try writer.keys(of: identity.contentID).key(identity) {
            guard stored.state == .active else { throw .revoked(identity) }
            try stored.record.refuseExposure()
            return stored.record.keyID
        }
        if let keyID = try reservedKeyID(identity, in: session) { return keyID }
        try session.execute(
            """
            INSERT INTO reserved_key_ids (content_id, track, period, generation, key_id, supplier, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            identity.parameters + [SQLValue(UUID()), .text(supplier), SQLValue(Date())]
        )
        guard let keyID = try reservedKeyID(identity, in: session) else {
            throw .corrupted(path: label, reason: "a key id that was just stored is missing")
        }
        return keyID
    }

    private func reservedKeyID(
        _ identity: KeyIdentity,
        in session: any SQLSession
    ) throws(RunFailure) -> UUID? {
        try session.first(
            """
            SELECT key_id FROM reserved_key_ids
            WHERE content_id = ? AND track = ? AND period = ? AND generation = ?
            """,
            identity.parameters
        )?.uuid(0)
    }

    private func store(_ supply: SuppliedKeyDraft, by writer: KeyWriter) throws(RunFailure) -> SuppliedKey {
        let identity = supply.draft.identity
        // `findOrCreate` compares the id of a stored key, like the rest of the draft.
        let isNew = try writer.keys(of: identity.contentID).key(identity) == nil
        if isNew, let keyID = try reservedKeyID(identity, in: writer.session), keyID != supply.requestedID {
            throw .contradiction(identity, field: "key id")
        }
        let record = try writer.findOrCreate(supply.draft)
        try writer.add(supply.lines, to: record)
        return SuppliedKey(
            record: record,
            lines: try writer.keys(of: identity.contentID).lines(of: record.keyID)
        )
    }
}

extension SuppliedLines {
    /// The maximum number of lines; one line of a backup must hold all of them.
    private static let countLimit = 32

    static let columns = "system_id, media, session"

    /// Reads the lines in the columns of a row from `column` on, which are ``columns``.
    init(_ row: SQLRow, from column: Int = 0) throws(RunFailure) {
        let malformed = "malformed playlist lines of a supplied key"
        self.init(
            systemID: try row.uuid(column),
            media: try JSONColumn.decode(row.text(column + 1), reason: malformed),
            session: try JSONColumn.decode(row.text(column + 2), reason: malformed)
        )
    }

    /// Throws for text that is not a line, and for too many lines.
    package func check() throws(RunFailure) {
        guard media.count + session.count <= Self.countLimit else {
            throw .invalidField(
                name: "list of playlist lines of a key",
                found: "\(media.count + session.count)",
                expected: "\(Self.countLimit) or fewer"
            )
        }
        for line in media + session {
            _ = try RecordText(line, name: "playlist line of a key", limit: 65_536)
        }
    }
}
