import Ciphers
package import Failures
package import FoundationEssentials
import ProtectionTerms

/// The keys of a title with all that a store has about them, as of one moment.
package struct StoredKeys: Sendable {
    /// The title.
    package let contentID: ContentID
    /// The keys with their signalling, policies and states, ordered by identity.
    package private(set) var keys: [ExportableKey]
    /// The keys that media were encrypted with.
    let usedKeyIDs: Set<UUID>
    /// The playlist lines that came with supplied keys.
    private(set) var lines: [UUID: [SuppliedLines]]
    private var positions: [KeyIdentity: Int] = [:]
    private var positionsByID: [UUID: Int] = [:]
    /// A key of each generation.
    private var generations: [Int: Int] = [:]
    /// The keys by the bytes of the URIs that they are signalled with.
    private var keyIDsByURI: [[UInt8]: Set<UUID>] = [:]

    init(
        _ contentID: ContentID,
        keys: [ExportableKey],
        usedKeyIDs: Set<UUID>,
        lines: [UUID: [SuppliedLines]]
    ) {
        self.contentID = contentID
        self.keys = []
        self.usedKeyIDs = usedKeyIDs
        self.lines = lines
        for key in keys { add(key) }
    }

    /// The key records, ordered by identity.
    package var records: [KeyRecord] { keys.map(\.record) }

    /// Returns the key of `identity`, or nil if none is stored.
    package func key(_ identity: KeyIdentity) -> ExportableKey? { positions[identity].map { keys[$0] } }

    /// Returns the key with the id `keyID`, or nil if the title has none.
    package func key(_ keyID: UUID) -> ExportableKey? { positionsByID[keyID].map { keys[$0] } }

    /// Returns the playlist lines that came with a key; empty for a key that was not supplied.
    package func lines(of keyID: UUID) -> [SuppliedLines] { lines[keyID] ?? [] }

    /// Indicates whether media were encrypted with a key.
    package func isUsed(_ keyID: UUID) -> Bool { usedKeyIDs.contains(keyID) }

    /// Returns the key, other than that with the id `keyID`, that is signalled with this URI, or nil if there
    /// is none.
    package func otherKey(signalledAs uri: String, than keyID: UUID) -> ExportableKey? {
        (keyIDsByURI[Array(uri.utf8)] ?? []).filter { $0 != keyID }.compactMap(key)
            .min { $0.record.identity < $1.record.identity }
    }

    /// Returns the length of the keys of a generation, with the identity of one of them, or nil if there is
    /// none.
    func length(ofGeneration generation: Int) -> (identity: KeyIdentity, length: KeyLength)? {
        generations[generation].map { (keys[$0].record.identity, keys[$0].record.key.length) }
    }

    // MARK: What a transaction adds

    /// Adds a key, in no order; what is read from the store is ordered.
    mutating func add(_ key: ExportableKey) {
        positions[key.record.identity] = keys.count
        positionsByID[key.record.keyID] = keys.count
        if generations[key.record.identity.generation] == nil {
            generations[key.record.identity.generation] = keys.count
        }
        for item in key.signalling { keyIDsByURI[Array(item.keyURI.utf8), default: []].insert(item.keyID) }
        keys.append(key)
    }

    /// Adds signalling to its key.
    mutating func add(_ signalling: Signalling) {
        guard let position = positionsByID[signalling.keyID] else { return }
        keyIDsByURI[Array(signalling.keyURI.utf8), default: []].insert(signalling.keyID)
        let key = keys[position]
        keys[position] = ExportableKey(
            record: key.record,
            signalling: key.signalling + [signalling],
            policy: key.policy,
            state: key.state
        )
    }

    /// Adds playlist lines of a key system to those of a key, in the order in which they are read.
    mutating func add(_ lines: [SuppliedLines], of keyID: UUID) {
        guard let systemID = lines.first?.systemID else { return }
        var known = self.lines[keyID] ?? []
        let position = known.firstIndex { systemID.bytes.lexicographicallyPrecedes($0.systemID.bytes) }
        known.insert(contentsOf: lines, at: position ?? known.endIndex)
        self.lines[keyID] = known
    }
}

extension StoredKeys {
    /// Throws if any of these keys must not be used: because it was revoked, or because a value beside it
    /// reveals it.
    ///
    /// - Throws: `.revoked` or `.exposedStoredKey` for the first such key.
    package func requireUsable(_ records: [KeyRecord]) throws(RunFailure) {
        for record in records {
            guard let key = key(record.keyID) else { throw .unknownKey(record.keyID) }
            guard key.state == .active else { throw .revoked(key.record.identity) }
            try key.record.refuseExposure()
        }
    }

    /// Throws if any of these keys is not stored as it was used; `label` is the store's name for messages.
    ///
    /// This happens if the store's file is overwritten, cut or restored meanwhile, or if rows are deleted;
    /// the result would then be media that no key decrypts.
    ///
    /// - Throws: `.corrupted` for the first such key.
    func requireStored(_ records: [KeyRecord], label: String) throws(RunFailure) {
        for record in records {
            guard let stored = key(record.identity)?.record else {
                throw .corrupted(
                    path: label,
                    reason: "the key of \(record.identity) has disappeared since it was used"
                )
            }
            guard stored.keyID == record.keyID, stored.key == record.key, stored.iv == record.iv else {
                throw .corrupted(
                    path: label,
                    reason: "the key of \(record.identity) has changed since it was used"
                )
            }
        }
    }
}
