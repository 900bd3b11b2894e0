package import Failures
package import FoundationEssentials
package import KeyStore
import ProtectionTerms

extension KeyImport {
    /// The result of an import.
    package struct Result: Sendable {
        /// The stored keys in the order of the file, followed by those that the file marks as revoked.
        package let records: [KeyRecord]
        /// The number of keys that were not in the store before.
        package let newCount: Int
        /// Further warnings, in addition to those of the file.
        package let warnings: [String]
    }

    /// Stores the keys with their data, and keeps all existing data in the store.
    ///
    /// It checks everything that a store could refuse first, and then writes in one transaction.
    ///
    /// - Throws: `.contradiction` for a key that differs from the stored one; `.revoked` for one that was
    ///   revoked since; `.mixedKeyLengths` for one whose length differs from the others of its generation;
    ///   `.keyOfOtherLength` for bytes that are stored as a key of the other length; `.exposedKey` for one
    ///   that a value beside a key shows; `.malformedDocument` for a key URI that belongs to another key.
    package func store(in store: any KeyRecordStore) throws(RunFailure) -> Result {
        let plan = try check(against: store)
        let records = try store.importKeys(plan.drafts, revoking: plan.tombstones.map(\.keyID))
        return Result(records: records + plan.tombstones, newCount: plan.newCount, warnings: plan.warnings)
    }

    /// The expected result of an import.
    package struct Preview: Sendable {
        /// The keys that would be stored, in the order of ``Result/records``; a key without an id would get
        /// one.
        package let keys: [(identity: KeyIdentity, keyID: UUID?)]
        /// The number of keys that are not in the store yet.
        package let newCount: Int
        /// Further warnings, in addition to those of the file.
        package let warnings: [String]
    }

    /// Makes all checks of ``store(in:)`` without writing anything.
    ///
    /// - Throws: the same errors as ``store(in:)``.
    package func preview(in store: any KeyRecordStore) throws(RunFailure) -> Preview {
        let plan = try check(against: store)
        var drafts: [(identity: KeyIdentity, keyID: UUID?)] = []
        for draft in plan.drafts.map(\.draft) {
            let storedRecord = try store.record(draft.identity)
            drafts.append((draft.identity, draft.keyID ?? storedRecord?.keyID))
        }
        return Preview(
            keys: drafts + plan.tombstones.map { ($0.identity, $0.keyID) },
            newCount: plan.newCount,
            warnings: plan.warnings
        )
    }

    /// The changes that an import makes in the store.
    private struct Plan {
        /// The keys to store, with their secrets.
        var drafts: [ImportedKey] = []
        /// The stored keys that the file marks as revoked.
        var tombstones: [KeyRecord] = []
        var newCount = 0
        var warnings: [String] = []
    }

    private func check(against store: any KeyRecordStore) throws(RunFailure) -> Plan {
        var plan = Plan()
        // Within a title, each URI must belong to a single key.
        var identitiesByURI: [[[UInt8]]: KeyIdentity] = [:]
        var lengths = GenerationKeyLengths()
        try keys.map(\.draft).refuseShownKeys { (contentID) throws(RunFailure) in
            try store.records(of: contentID)
        }
        for key in keys {
            let identity = key.draft.identity
            let storedRecord = try store.record(identity)
            if key.draft.key == nil {
                guard let storedRecord, storedRecord.keyID == key.draft.keyID else {
                    plan.warnings.append(
                        "\(identity): it was revoked and is not in the store; it is left out"
                    )
                    continue
                }
                plan.tombstones.append(storedRecord)
                continue
            }
            if storedRecord == nil { plan.newCount += 1 }
            try Self.check(key.draft, storedRecord, in: store)
            if storedRecord == nil { try lengths.add(key.draft, to: store) }
            if storedRecord == nil, let warning = try store.duplicateWarning(of: key.draft) {
                plan.warnings.append(warning)
            }
            if let storedRecord, try store.state(of: storedRecord.keyID) == .revoked {
                guard key.state == .revoked else { throw .revoked(identity) }
                plan.tombstones.append(storedRecord)
                continue
            }
            for signalling in key.signalling {
                try signalling.check()
                try Self.check(signalling.keyURI, of: identity, in: store)
                let name = [identity.contentID.value, signalling.keyURI].map { Array($0.utf8) }
                if let otherIdentity = identitiesByURI.updateValue(identity, forKey: name),
                    otherIdentity != identity
                {
                    throw .malformedDocument(
                        location: "\(identity)",
                        reason: "its key URI is that of another key of the file (\(otherIdentity))"
                    )
                }
            }
            try key.terms?.check()
            if let storedRecord, let terms = key.terms,
                let policy = try store.policy(of: storedRecord.keyID)?.terms,
                policy.replacing(with: terms) != policy
            {
                plan.warnings.append(
                    "\(identity): the store has a different policy, which is kept. Change it with fairlead keys policy"
                )
            }
            try Self.check(key.lines, of: storedRecord, identity, in: store)
            plan.drafts.append(key)
        }
        return plan
    }

    /// Throws if playlist lines of a key are malformed or differ from stored ones.
    private static func check(
        _ lines: [SuppliedLines],
        of storedRecord: KeyRecord?,
        _ identity: KeyIdentity,
        in store: any KeyRecordStore
    ) throws(RunFailure) {
        for line in lines { try line.check() }
        guard let storedRecord, !lines.isEmpty else { return }
        for (systemID, knownLines) in Dictionary(
            grouping: try store.suppliedLines(of: storedRecord.keyID),
            by: \.systemID
        ) {
            let newLines = lines.filter { $0.systemID == systemID }
            guard newLines.isEmpty || newLines == knownLines else {
                throw .contradiction(identity, field: "playlist lines of the key server")
            }
        }
    }

    /// Throws if another key is stored for the identity, or if another identity has the key id.
    private static func check(
        _ draft: KeyDraft,
        _ storedRecord: KeyRecord?,
        in store: any KeyRecordStore
    ) throws(RunFailure) {
        if let storedRecord, let field = draft.contradiction(with: storedRecord) {
            throw .contradiction(draft.identity, field: field)
        }
        guard let keyID = draft.keyID, let otherRecord = try store.record(keyID: keyID) else { return }
        guard otherRecord.identity == draft.identity else {
            throw .contradiction(draft.identity, field: "key id")
        }
    }

    /// Throws if another key of the same title is stored with the URI.
    private static func check(
        _ uri: String,
        of identity: KeyIdentity,
        in store: any KeyRecordStore
    ) throws(RunFailure) {
        let identities = try store.keys(signalledAs: uri).map(\.identity)
        guard
            let otherIdentity = identities.first(where: {
                $0.contentID == identity.contentID && $0 != identity
            })
        else {
            return
        }
        throw .malformedDocument(
            location: "\(identity)",
            reason: "its key URI is that of another stored key (\(otherIdentity))"
        )
    }
}
