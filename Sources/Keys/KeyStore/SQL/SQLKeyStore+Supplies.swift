package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func reserveKeyIDs(
        for identities: [KeyIdentity],
        from supplier: String
    ) throws(RunFailure) -> [UUID] {
        _ = try RecordText(supplier, name: "key server", limit: 4096)
        return try write { (session, _) throws(RunFailure) in
            var keyIDs: [KeyIdentity: UUID] = [:]
            for identity in identities.sorted() {
                keyIDs[identity] = try reserve(identity, supplier, in: session)
            }
            return identities.compactMap { keyIDs[$0] }
        }
    }

    package func store(_ supplies: [SuppliedKeyDraft]) throws(RunFailure) -> [SuppliedKey] {
        for supply in supplies {
            for lines in supply.lines { try lines.check() }
        }
        return try write { (session, log) throws(RunFailure) in
            try refuseShownKeys(supplies.map(\.draft), in: session)
            var keys: [SuppliedKey?] = Array(repeating: nil, count: supplies.count)
            let order = supplies.indices.sorted { supplies[$0].draft.identity < supplies[$1].draft.identity }
            for index in order {
                keys[index] = try store(supplies[index], in: session, log)
            }
            return keys.compactMap(\.self)
        }
    }

    package func suppliedLines(of keyID: UUID) throws(RunFailure) -> [SuppliedLines] {
        try read { (session) throws(RunFailure) in try lines(of: keyID, in: session) }
    }

    private func reserve(
        _ identity: KeyIdentity,
        _ supplier: String,
        in session: any SQLSession
    ) throws(RunFailure) -> UUID {
        if let storedRecord = try fetch(identity, from: session) {
            try refuseRevoked(storedRecord.keyID, identity, in: session)
            try storedRecord.refuseExposure()
            return storedRecord.keyID
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

    private func store(
        _ supply: SuppliedKeyDraft,
        in session: any SQLSession,
        _ log: AuditLog
    ) throws(RunFailure) -> SuppliedKey {
        let identity = supply.draft.identity
        // `findOrCreate` compares the id of a stored key, like the rest of the draft.
        let isNew = try fetch(identity, from: session) == nil
        if isNew, let keyID = try reservedKeyID(identity, in: session), keyID != supply.requestedID {
            throw .contradiction(identity, field: "key id")
        }
        let record = try findOrCreate(supply.draft, in: session, log)
        try add(supply.lines, to: record, in: session)
        return SuppliedKey(record: record, lines: try lines(of: record.keyID, in: session))
    }

    /// Stores the lines that came with a key, once for each key system.
    func add(
        _ givenLines: [SuppliedLines],
        to record: KeyRecord,
        in session: any SQLSession
    ) throws(RunFailure) {
        let storedLines = try lines(of: record.keyID, in: session)
        for systemID in Set(givenLines.map(\.systemID)) {
            let systemLines = givenLines.filter { $0.systemID == systemID }
            let knownLines = storedLines.filter { $0.systemID == systemID }
            // Another run may have asked for other key systems.
            if knownLines.isEmpty {
                try insert(systemLines, of: record.keyID, into: session)
            } else if knownLines != systemLines {
                throw .contradiction(record.identity, field: "playlist lines of the key server")
            }
        }
    }

    private func insert(
        _ lines: [SuppliedLines],
        of keyID: UUID,
        into session: any SQLSession
    ) throws(RunFailure) {
        for (position, lines) in lines.enumerated() {
            try session.execute(
                """
                INSERT INTO supplied_lines (key_id, system_id, position, media, session, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    SQLValue(keyID), SQLValue(lines.systemID), SQLValue(position),
                    .text(try JSONColumn.encode(lines.media)), .text(try JSONColumn.encode(lines.session)),
                    SQLValue(Date()),
                ]
            )
        }
    }

    private func lines(of keyID: UUID, in session: any SQLSession) throws(RunFailure) -> [SuppliedLines] {
        var lines: [SuppliedLines] = []
        for row in try session.query(
            "SELECT system_id, media, session FROM supplied_lines WHERE key_id = ? ORDER BY system_id, position",
            [SQLValue(keyID)]
        ) {
            lines.append(
                SuppliedLines(
                    systemID: try row.uuid(0),
                    media: try JSONColumn.decode(
                        row.text(1),
                        reason: "malformed playlist lines of a supplied key"
                    ),
                    session: try JSONColumn.decode(
                        row.text(2),
                        reason: "malformed playlist lines of a supplied key"
                    )
                )
            )
        }
        return lines
    }
}

extension SuppliedLines {
    /// The maximum number of lines; one line of a backup must hold all of them.
    private static let countLimit = 32

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
