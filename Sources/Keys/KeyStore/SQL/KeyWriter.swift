import Ciphers
import Failures
import FoundationEssentials
import KeyEncryption
import ProtectionTerms

/// Adds to the keys of titles in one transaction, by what is stored.
///
/// It holds the keys of one title at a time, and works fastest if titles come one after the other.
final class KeyWriter {
    let session: any SQLSession
    let log: AuditLog
    private let store: SQLKeyStore
    private var title: StoredKeys?
    private var newRecords: [KeyRecord] = []
    /// The ids among those of prepared drafts that are stored.
    private var takenKeyIDs: Set<UUID> = []
    /// The stored keys that prepared drafts are compared with, by their tags.
    private var comparedRecords: [[UInt8]: [KeyRecord]] = [:]

    init(_ store: SQLKeyStore, _ session: any SQLSession, _ log: AuditLog) {
        self.store = store
        self.session = session
        self.log = log
    }

    /// Returns the keys of a title, with those that this transaction has added.
    func keys(of contentID: ContentID) throws(RunFailure) -> StoredKeys {
        if let title, title.contentID == contentID { return title }
        title = nil
        let keys = try store.titleKeys(contentID, in: session)
        title = keys
        return keys
    }

    /// Compares drafts with one another and with the keys of their titles, and reads at once what each is compared with
    /// beside these; has to be called before they are created.
    func prepare(_ drafts: [KeyDraft]) throws(RunFailure) {
        try drafts.refuseShownKeys { (contentID) throws(RunFailure) in try keys(of: contentID).records }
        for batch in drafts.compactMap(\.keyID).batches(of: SQLKeyStore.batchSize) {
            let (list, parameters) = SQLKeyStore.list(of: batch)
            let sql = "SELECT key_id FROM content_keys WHERE key_id IN \(list)"
            for row in try session.query(sql, parameters) { takenKeyIDs.insert(try row.uuid(0)) }
        }
        for batch in Array(Set(drafts.flatMap(store.excludedTags))).batches(of: SQLKeyStore.batchSize) {
            let (list, parameters) = SQLKeyStore.list(of: batch.map { .bytes($0) })
            let sql =
                "SELECT \(SQLKeyStore.keyColumns) FROM content_keys WHERE key_tag IN \(list) \(SQLKeyStore.keyOrder)"
            for row in try session.query(sql, parameters) {
                let record = try store.record(from: row)
                comparedRecords[store.tagKey.tag(of: record.key), default: []].append(record)
            }
        }
    }

    /// Returns the stored keys with the same bytes, of those that prepared drafts are compared with.
    private func records(withSameKeyAs key: ContentKey) -> [KeyRecord] {
        (comparedRecords[store.tagKey.tag(of: key)] ?? []).filter { $0.key == key }
    }

    /// Returns the key for a draft as it will be stored when this transaction commits, minted if it was
    /// missing.
    func findOrCreate(_ draft: KeyDraft) throws(RunFailure) -> KeyRecord {
        if let stored = try keys(of: draft.identity.contentID).key(draft.identity) {
            guard stored.state == .active else { throw .revoked(draft.identity) }
            if let field = draft.contradiction(with: stored.record) {
                throw .contradiction(draft.identity, field: field)
            }
            try stored.record.refuseExposure()
            return stored.record
        }
        try refuseValues(of: draft)
        return try insert(draft)
    }

    /// Throws if a draft may not be stored because of its values or those of other keys.
    private func refuseValues(of draft: KeyDraft) throws(RunFailure) {
        try draft.refuseKeyOfOtherLength { (key) throws(RunFailure) in records(withSameKeyAs: key) }
        try draft.refuseExposure { (key) throws(RunFailure) in records(withSameKeyAs: key) }
        guard draft.proposal.keyID.bytes.contains(where: { $0 != 0 }) else {
            throw .invalidField(name: "key id", found: "only zeros", expected: "an id of its own")
        }
        // The keys of a generation have one length, because another is for another method.
        if let (identity, length) = title?.length(ofGeneration: draft.identity.generation) {
            try draft.identity.checkKeyLength(draft.proposal.key.length, beside: identity, length)
        }
        guard !takenKeyIDs.contains(draft.proposal.keyID) else {
            throw .contradiction(draft.identity, field: "key id")
        }
    }

    private func insert(_ draft: KeyDraft) throws(RunFailure) -> KeyRecord {
        let (identity, proposal) = (draft.identity, draft.proposal)
        let seconds = Date().storedSeconds
        let record = KeyRecord(
            identity: identity,
            keyID: proposal.keyID,
            key: proposal.key,
            iv: proposal.iv,
            createdAt: Date(storedSeconds: seconds)
        )
        let rowIdentity = WrappedKey.RowIdentity(
            storeID: store.storeID,
            identity: identity,
            keyID: record.keyID
        )
        let wrappedKey = try WrappedKey.wrap(record.key, record.iv, for: rowIdentity, kek: store.kek)
        // Fails if another writer took the id meanwhile; then the transaction runs again.
        try session.enqueue(
            """
            INSERT INTO content_keys
            (content_id, track, period, generation, key_id, sealed, created_at, origin, key_tag)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            identity.parameters + [
                SQLValue(record.keyID), .bytes(wrappedKey), .integer(seconds), .text(draft.origin.rawValue),
                .bytes(store.tagKey.tag(of: record.key)),
            ]
        )
        let isCreated = draft.origin == .minted || draft.origin == .derived
        log.append(
            isCreated ? .create : .import,
            key: record.keyID,
            identity,
            detail: draft.origin.rawValue
        )
        title?.add(ExportableKey(record: record))
        newRecords.append(record)
        takenKeyIDs.insert(record.keyID)
        if draft.isExternal { comparedRecords[store.tagKey.tag(of: record.key), default: []].append(record) }
        return record
    }

    /// Records a signalling of a key of a title, unless it adds nothing new.
    ///
    /// Throws if the URI already names another key of the same title. Several titles may share a URI; then the
    /// session distinguishes them.
    func add(_ item: Signalling, to contentID: ContentID) throws(RunFailure) {
        guard let key = try keys(of: contentID).key(item.keyID) else { throw .unknownKey(item.keyID) }
        guard key.state == .active else { throw .revoked(key.record.identity) }
        if let otherKey = title?.otherKey(signalledAs: item.keyURI, than: item.keyID) {
            throw .uriNamesAnotherKey(otherKey.record.identity)
        }
        guard item.isNew(beside: key.signalling) else { return }
        try session.enqueue(
            """
            INSERT INTO signalling (\(Signalling.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                SQLValue(item.keyID), .text(item.system), .text(item.method), .text(item.keyURI),
                SQLValue(item.keyFormat), SQLValue(item.keyFormatVersions),
                .text(try JSONColumn.encode(item.assetIDs)), SQLValue(item.template), .text(item.tree),
                SQLValue(item.createdAt), SQLValue(item.scheme),
            ]
        )
        title?.add(item)
        let detail = "\(item.system), \(item.method), tree \(item.tree)"
        log.append(.signal, key: item.keyID, key.record.identity, detail: detail)
    }

    /// Stores the lines that came with a key, once for each key system.
    func add(_ givenLines: [SuppliedLines], to record: KeyRecord) throws(RunFailure) {
        let storedLines = try keys(of: record.identity.contentID).lines(of: record.keyID)
        for systemID in Set(givenLines.map(\.systemID)) {
            let systemLines = givenLines.filter { $0.systemID == systemID }
            let knownLines = storedLines.filter { $0.systemID == systemID }
            // Another run may have asked for other key systems.
            if knownLines.isEmpty {
                try insert(systemLines, of: record.keyID)
            } else if knownLines != systemLines {
                throw .contradiction(record.identity, field: "playlist lines of the key server")
            }
        }
    }

    private func insert(_ lines: [SuppliedLines], of keyID: UUID) throws(RunFailure) {
        for (position, lines) in lines.enumerated() {
            try session.enqueue(
                """
                INSERT INTO supplied_lines (key_id, \(SuppliedLines.columns), position, created_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    SQLValue(keyID), SQLValue(lines.systemID), .text(try JSONColumn.encode(lines.media)),
                    .text(try JSONColumn.encode(lines.session)), SQLValue(position), SQLValue(Date()),
                ]
            )
        }
        title?.add(lines, of: keyID)
    }

    // MARK: Reading again

    /// Enqueues the reading of the keys that were added, as the store will have them.
    func enqueueRereading() throws(RunFailure) -> AddedKeyRows {
        var rows: [EnqueuedRows] = []
        for batch in newRecords.map(\.keyID).batches(of: SQLKeyStore.batchSize) {
            let (list, parameters) = SQLKeyStore.list(of: batch)
            rows.append(
                try session.enqueue(
                    "SELECT \(SQLKeyStore.keyColumns) FROM content_keys WHERE key_id IN \(list)",
                    parameters
                )
            )
        }
        return AddedKeyRows(records: newRecords, rows: rows)
    }
}

/// Keys that a transaction has added, and their rows.
struct AddedKeyRows {
    let records: [KeyRecord]
    let rows: [EnqueuedRows]

    /// Throws if a row is missing or does not have the key that was added, after the transaction.
    func check(in store: SQLKeyStore) throws(RunFailure) {
        var stored: [KeyIdentity: KeyRecord] = [:]
        for row in rows.flatMap(\.rows) {
            let record = try store.record(from: row)
            stored[record.identity] = record
        }
        for record in records {
            guard let found = stored[record.identity], found.keyID == record.keyID,
                found.key == record.key, found.iv == record.iv
            else {
                throw .corrupted(
                    path: store.label,
                    reason: "the key of \(record.identity), which was just stored, is missing or another"
                )
            }
        }
    }
}
