package import Failures
package import FoundationEssentials

extension SQLKeyStore {
    package func licenseServerState(of keyID: UUID, at licenseServer: String) throws(RunFailure)
        -> LicenseServerState
    {
        try Self.check(licenseServer)
        return try read { (session) throws(RunFailure) in
            let key = try exportableKeys([keyID], in: session)[0]
            let history =
                try histories(of: [keyID], at: licenseServer, in: session)[keyID] ?? DeliveryHistory()
            return history.state(of: key, digest: key.recordDigest)
        }
    }

    package func forEachPendingKey(
        at licenseServer: String,
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try Self.check(licenseServer)
        try forEachKey(
            of: contentID,
            selecting: { (session, keys) throws(RunFailure) in
                try pendingKeys(keys, at: licenseServer, in: session)
            },
            body
        )
    }

    package func recordDelivery(of keys: [DeliveredKey], to licenseServer: String) throws(RunFailure) {
        try Self.check(licenseServer)
        try write(excluding: .writers(of: [.licenseServer(licenseServer)])) {
            (session, _) throws(RunFailure) in
            for batch in keys.batches(of: Self.batchSize) {
                let histories = try histories(of: batch.map(\.keyID), at: licenseServer, in: session)
                for key in batch {
                    let digest = key.digest.indices.map { key.digest[$0] }
                    guard histories[key.keyID]?.unconfirmedDigest != digest else { continue }
                    try insert("delivered", digest, of: key.keyID, at: licenseServer, into: session)
                }
            }
        }
    }

    package func confirm(_ keyIDs: [UUID]?, at licenseServer: String) throws(RunFailure) -> [KeyRecord] {
        try Self.check(licenseServer)
        // Collected over all runs of the body: if the outcome of a commit is unknown, the next run may find
        // its keys confirmed.
        var changedRecords: [UUID: KeyRecord] = [:]
        try write(excluding: .writers(of: [.licenseServer(licenseServer)])) {
            (session, log) throws(RunFailure) in
            let requestedKeyIDs =
                if let keyIDs { keyIDs } else { try deliveredKeyIDs(to: licenseServer, in: session) }
            for batch in requestedKeyIDs.batches(of: Self.batchSize) {
                let histories = try histories(of: batch, at: licenseServer, in: session)
                for key in try exportableKeys(batch, in: session) {
                    let history = histories[key.record.keyID] ?? DeliveryHistory()
                    let presentDigest = key.recordDigest
                    // The confirmation is about the record as delivered, even if it has changed since.
                    let digest = history.unconfirmedDigest ?? presentDigest
                    if try confirm(
                        key,
                        presentDigest: presentDigest,
                        digest,
                        history,
                        at: licenseServer,
                        in: session,
                        log
                    ) {
                        changedRecords[key.record.keyID] = key.record
                    }
                }
            }
        }
        return changedRecords.values.sorted { $0.identity < $1.identity }
    }

    /// Confirms the record with `digest`; returns whether that changed the state at the license server.
    private func confirm(
        _ key: ExportableKey,
        presentDigest: [UInt8],
        _ digest: [UInt8],
        _ history: DeliveryHistory,
        at licenseServer: String,
        in session: any SQLSession,
        _ log: AuditLog
    ) throws(RunFailure) -> Bool {
        guard history.confirmedDigest != digest || history.unconfirmedDigest != nil else { return false }
        let isTombstone = key.state == .revoked && digest == presentDigest
        let state: LicenseServerState = isTombstone ? .revoked : .confirmed
        try insert(state.rawValue, digest, of: key.record.keyID, at: licenseServer, into: session)
        var newHistory = history
        newHistory.append(state: state.rawValue, digest: digest)
        let isChanged =
            history.state(of: key, digest: presentDigest) != newHistory.state(of: key, digest: presentDigest)
        if isChanged || history.confirmedDigest != digest {
            let detail = "license server \(licenseServer), \(state.rawValue)"
            log.append(.confirm, key: key.record.keyID, key.record.identity, detail: detail)
        }
        return isChanged
    }

    private func pendingKeys(
        _ keys: [ExportableKey],
        at licenseServer: String,
        in session: any SQLSession
    ) throws(RunFailure) -> [ExportableKey] {
        let histories = try histories(of: keys.map(\.record.keyID), at: licenseServer, in: session)
        return keys.filter { key in
            let history = histories[key.record.keyID] ?? DeliveryHistory()
            return history.state(of: key, digest: key.recordDigest) == .pending
        }
    }

    /// Returns the histories of keys at a license server; at most one batch.
    private func histories(
        of keyIDs: [UUID],
        at licenseServer: String,
        in session: any SQLSession
    ) throws(RunFailure) -> [UUID: DeliveryHistory] {
        guard !keyIDs.isEmpty else { return [:] }
        let (list, parameters) = Self.list(of: keyIDs)
        var histories: [UUID: DeliveryHistory] = [:]
        for row in try session.query(
            """
            SELECT key_id, state, record_digest FROM key_server_states
            WHERE target = ? AND key_id IN \(list) ORDER BY key_id, id
            """,
            [.text(licenseServer)] + parameters
        ) {
            histories[try row.uuid(0), default: DeliveryHistory()]
                .append(state: try row.text(1), digest: try row.bytes(2))
        }
        return histories
    }

    /// Returns the keys that were delivered to a license server after their newest confirmation.
    private func deliveredKeyIDs(to licenseServer: String, in session: any SQLSession) throws(RunFailure)
        -> [UUID]
    {
        var unconfirmedKeyIDs: Set<UUID> = []
        try session.forEach(
            "SELECT key_id, state FROM key_server_states WHERE target = ? ORDER BY key_id, id",
            [.text(licenseServer)]
        ) { (row) throws(RunFailure) in
            let keyID = try row.uuid(0)
            switch try row.text(1) {
            case "delivered": unconfirmedKeyIDs.insert(keyID)
            case "confirmed", "revoked": unconfirmedKeyIDs.remove(keyID)
            default: break
            }
        }
        return Array(unconfirmedKeyIDs)
    }

    private func insert(
        _ state: String,
        _ digest: [UInt8],
        of keyID: UUID,
        at licenseServer: String,
        into session: any SQLSession
    ) throws(RunFailure) {
        try session.enqueue(
            """
            INSERT INTO key_server_states (key_id, target, state, record_digest, changed_at)
            VALUES (?, ?, ?, ?, ?)
            """,
            [SQLValue(keyID), .text(licenseServer), .text(state), .bytes(digest), SQLValue(Date())]
        )
    }

    private static func check(_ licenseServer: String) throws(RunFailure) {
        _ = try RecordText(licenseServer, name: "license server", limit: 200)
    }
}

/// The history of one key at one license server; entries are appended oldest first.
struct DeliveryHistory {
    /// The digest of the record that was delivered after the newest confirmation, or nil if none was.
    private(set) var unconfirmedDigest: [UInt8]?
    /// The digest of the record that was confirmed last, or nil if none was.
    private(set) var confirmedDigest: [UInt8]?
    /// Indicates whether the license server ever got the key.
    private(set) var wasSent = false

    /// Appends the next row: its state and the digest of its record.
    mutating func append(state: String, digest: [UInt8]) {
        switch state {
        case "delivered": unconfirmedDigest = digest
        case "confirmed", "revoked": (confirmedDigest, unconfirmedDigest) = (digest, nil)
        default: return
        }
        wasSent = true
    }

    /// Returns the state of `key` at the license server; `digest` is that of its present record.
    ///
    /// A delivery after the newest confirmation may have replaced the confirmed record. A revoked key that
    /// was never sent needs no tombstone.
    func state(of key: ExportableKey, digest: [UInt8]) -> LicenseServerState {
        if confirmedDigest == digest, unconfirmedDigest == nil {
            return key.state == .revoked ? .revoked : .confirmed
        }
        return key.state == .revoked && !wasSent ? .revoked : .pending
    }
}
