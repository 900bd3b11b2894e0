import Ciphers
package import Failures
import FoundationEssentials
import KeyEncryption

extension SQLKeyStore {
    package func add(
        to contentID: ContentID,
        given drafts: [KeyDraft],
        _ additions: (StoredKeys) throws(RunFailure) -> KeyAdditions
    ) throws(RunFailure) -> [String: KeyIdentity] {
        let objects = objects(of: drafts).union([.title(contentID)])
        let sharers = try writeKeys(excluding: objects) { (writer) throws(RunFailure) in
            let keys = try writer.keys(of: contentID)
            let additions = try additions(keys)
            for item in additions.signalling { try item.check() }
            try writer.prepare(additions.drafts)
            for draft in additions.drafts { _ = try writer.findOrCreate(draft) }
            for item in additions.signalling { try writer.add(item, to: contentID) }
            for (keyID, terms) in additions.policies {
                guard let key = try writer.keys(of: contentID).key(keyID), key.policy == nil else { continue }
                try setPolicy(terms, nil, of: keyID, key.record.identity, in: writer.session, writer.log)
            }
            for entry in additions.logEntries {
                writer.log.append(entry.action, subject: contentID.value, detail: entry.detail)
            }
            return try enqueueSharers(of: additions.sharedURIs, outside: contentID, in: writer.session)
        }
        return try labelingErrors { () throws(RunFailure) in
            var identities: [String: KeyIdentity] = [:]
            for (uri, found) in sharers { identities[uri] = try found.rows.first?.identity() }
            return identities
        }
    }

    package func findOrCreate(_ drafts: [KeyDraft]) throws(RunFailure) -> [KeyRecord] {
        try writeKeys(excluding: objects(of: drafts)) { (writer) throws(RunFailure) in
            try writer.prepare(drafts)
            return try Self.inOrder(of: drafts.map(\.identity)) { (index) throws(RunFailure) in
                try writer.findOrCreate(drafts[index])
            }
        }
    }

    /// Runs `body` in a transaction that excludes the writers of `objects`, and reads the keys again that it
    /// added.
    func writeKeys<Value>(
        excluding objects: Set<StoreObject>,
        _ body: (KeyWriter) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        let (value, added) = try write(excluding: .writers(of: objects)) {
            (session, log) throws(RunFailure) -> (Value, AddedKeyRows) in
            let writer = KeyWriter(self, session, log)
            let value = try body(writer)
            return (value, try writer.enqueueRereading())
        }
        try labelingErrors { () throws(RunFailure) in try added.check(in: self) }
        return value
    }

    /// Calls `body` with the indices of identities in the order of these, so that those of a title follow one
    /// another, and returns its values in the order of the indices.
    static func inOrder<Value>(
        of identities: [KeyIdentity],
        _ body: (Int) throws(RunFailure) -> Value
    ) throws(RunFailure) -> [Value] {
        var values: [Value?] = Array(repeating: nil, count: identities.count)
        for index in identities.indices.sorted(by: { identities[$0] < identities[$1] }) {
            values[index] = try body(index)
        }
        return values.compactMap(\.self)
    }

    /// Returns what decides whether drafts can be stored: their titles, their ids, and stored keys that given
    /// values are compared with.
    func objects(of drafts: [KeyDraft]) -> Set<StoreObject> {
        var objects: Set<StoreObject> = []
        for draft in drafts {
            objects.insert(.title(draft.identity.contentID))
            if let keyID = draft.keyID { objects.insert(.key(keyID)) }
            for tag in excludedTags(of: draft) { objects.insert(.keyBytes(tag: tag)) }
            // Others must not store it under values that reveal it, or with another length.
            if draft.isExternal, let key = draft.key { objects.insert(.keyBytes(tag: tagKey.tag(of: key))) }
        }
        return objects
    }

    /// Returns the tags of the keys that must not be stored if a draft is.
    func excludedTags(of draft: KeyDraft) -> [[UInt8]] { draft.excludedKeys.map(tagKey.tag) }

    /// Enqueues the search for keys of other titles that are signalled with the same URIs.
    private func enqueueSharers(
        of uris: Set<String>,
        outside contentID: ContentID,
        in session: any SQLSession
    ) throws(RunFailure) -> [String: EnqueuedRows] {
        var rows: [String: EnqueuedRows] = [:]
        for uri in uris {
            rows[uri] = try session.enqueue(
                """
                SELECT content_keys.content_id, content_keys.track, content_keys.period, content_keys.generation
                FROM signalling JOIN content_keys ON content_keys.key_id = signalling.key_id
                WHERE signalling.key_uri = ? AND content_keys.content_id != ?
                ORDER BY content_keys.content_id, content_keys.track, content_keys.period, content_keys.generation
                LIMIT 1
                """,
                [.text(uri), .text(contentID.value)]
            )
        }
        return rows
    }
}
