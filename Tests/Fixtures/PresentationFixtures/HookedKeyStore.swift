package import Ciphers
package import Failures
package import Foundation
package import KeyEncryption
package import KeyStore
package import ProtectionTerms

/// A key store that runs a hook before keys are committed, or read again.
package final class HookedKeyStore: KeyRecordStore {
    private let store: SQLKeyStore
    private let beforeCommit: @Sendable () throws(RunFailure) -> Void
    private let beforeReread: @Sendable () -> Void

    package init(
        _ store: SQLKeyStore,
        beforeCommit: @escaping @Sendable () throws(RunFailure) -> Void = {},
        beforeReread: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.beforeCommit = beforeCommit
        self.beforeReread = beforeReread
    }

    package var mediaDigestKey: ContentKey { store.mediaDigestKey }

    package func findOrCreate(_ drafts: [KeyDraft]) throws(RunFailure) -> [KeyRecord] {
        try beforeCommit()
        return try store.findOrCreate(drafts)
    }

    package func record(_ identity: KeyIdentity) throws(RunFailure) -> KeyRecord? {
        try store.record(identity)
    }

    package func record(keyID: UUID) throws(RunFailure) -> KeyRecord? { try store.record(keyID: keyID) }

    package func records(of contentID: ContentID) throws(RunFailure) -> [KeyRecord] {
        try store.records(of: contentID)
    }

    package func keys(of contentID: ContentID) throws(RunFailure) -> StoredKeys {
        try store.keys(of: contentID)
    }

    package func uncachedKeysInForce(of contentID: ContentID) throws(RunFailure) -> StoredKeys {
        beforeReread()
        return try store.uncachedKeysInForce(of: contentID)
    }

    package func add(
        to contentID: ContentID,
        given drafts: [KeyDraft],
        _ additions: (StoredKeys) throws(RunFailure) -> KeyAdditions
    ) throws(RunFailure) -> [String: KeyIdentity] {
        try beforeCommit()
        return try store.add(to: contentID, given: drafts, additions)
    }

    package func latestGeneration(of contentID: ContentID) throws(RunFailure) -> Int? {
        try store.latestGeneration(of: contentID)
    }

    package func addSignalling(_ signalling: [Signalling]) throws(RunFailure) {
        try store.addSignalling(signalling)
    }

    package func signalling(of keyID: UUID) throws(RunFailure) -> [Signalling] {
        try store.signalling(of: keyID)
    }

    package func keys(signalledAs uri: String) throws(RunFailure) -> [KeyRecord] {
        try store.keys(signalledAs: uri)
    }

    package func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun?,
        publishing tree: TreeRecord?
    ) throws(RunFailure) {
        try store.recordUses(uses, reuse: reuse, of: run, publishing: tree)
    }

    package func record(_ tree: TreeRecord) throws(RunFailure) { try store.record(tree) }

    package func publishedTree(
        of contentID: ContentID,
        before row: Int64?
    ) throws(RunFailure) -> TreeRecord? {
        try store.publishedTree(of: contentID, before: row)
    }

    package func record(_ runs: [TitleRun]) throws(RunFailure) { try store.record(runs) }

    package func latestRun(of contentID: ContentID, at output: String?) throws(RunFailure) -> TitleRun? {
        try store.latestRun(of: contentID, at: output)
    }

    package func latestPublication(
        of contentID: ContentID,
        at output: String
    ) throws(RunFailure) -> TitleRun? { try store.latestPublication(of: contentID, at: output) }

    package func histories(of titles: [TitleLocation]) throws(RunFailure) -> [TitleHistory] {
        try store.histories(of: titles)
    }

    package func record(_ verifications: [TitleVerification]) throws(RunFailure) {
        try store.record(verifications)
    }

    package func manifest(
        like manifest: RunManifest,
        continuesNewest: Bool
    ) throws(RunFailure) -> RunManifest? {
        try store.manifest(like: manifest, continuesNewest: continuesNewest)
    }

    package func record(
        _ manifest: RunManifest,
        continuesNewest: Bool
    ) throws(RunFailure) -> RunManifest {
        try store.record(manifest, continuesNewest: continuesNewest)
    }

    package func uses(of keyID: UUID) throws(RunFailure) -> [MediaUse] { try store.uses(of: keyID) }

    package func policy(of keyID: UUID) throws(RunFailure) -> KeyPolicy? { try store.policy(of: keyID) }

    package var kind: StoreKind { store.kind }

    package var label: String { store.label }

    package func licenseServers() throws(RunFailure) -> [String] { try store.licenseServers() }

    package func keys(withSameKeyAs key: ContentKey) throws(RunFailure) -> [KeyRecord] {
        try store.keys(withSameKeyAs: key)
    }

    package func forEachExportableKey(
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws(RunFailure) { try store.forEachExportableKey(of: contentID, body) }

    package func changePolicy(
        of keyIDs: [UUID],
        _ change: (KeyPolicyTerms) -> KeyPolicyTerms
    ) throws(RunFailure) -> [PolicyVersions] {
        try store.changePolicy(of: keyIDs, change)
    }

    package func importKeys(_ keys: [ImportedKey], revoking keyIDs: [UUID]) throws(RunFailure)
        -> [KeyRecord]
    {
        try store.importKeys(keys, revoking: keyIDs)
    }

    package func state(of keyID: UUID) throws(RunFailure) -> KeyState { try store.state(of: keyID) }

    package func revoke(_ keyIDs: [UUID], reason: String) throws(RunFailure) {
        try store.revoke(keyIDs, reason: reason)
    }

    package func licenseServerState(of keyID: UUID, at target: String) throws(RunFailure)
        -> LicenseServerState
    {
        try store.licenseServerState(of: keyID, at: target)
    }

    package func forEachPendingKey(
        at target: String,
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws(RunFailure) { try store.forEachPendingKey(at: target, of: contentID, body) }

    package func recordDelivery(of keys: [DeliveredKey], to target: String) throws(RunFailure) {
        try store.recordDelivery(of: keys, to: target)
    }

    package func confirm(_ keyIDs: [UUID]?, at target: String) throws(RunFailure) -> [KeyRecord] {
        try store.confirm(keyIDs, at: target)
    }

    package func reserveKeyIDs(
        for identities: [KeyIdentity],
        from supplier: String
    ) throws(RunFailure) -> [UUID] { try store.reserveKeyIDs(for: identities, from: supplier) }

    package func store(_ supplies: [SuppliedKeyDraft]) throws(RunFailure) -> [SuppliedKey] {
        try store.store(supplies)
    }

    package func suppliedLines(of keyID: UUID) throws(RunFailure) -> [SuppliedLines] {
        try store.suppliedLines(of: keyID)
    }

    package func logAudit(_ action: AuditAction, subject: String, detail: String) throws(RunFailure) {
        try store.logAudit(action, subject: subject, detail: detail)
    }

    package func firstUseSinceRestoration(
        of title: ContentID
    ) throws(RunFailure) -> FirstUseSinceRestoration? { try store.firstUseSinceRestoration(of: title) }

    package func auditHead() throws(RunFailure) -> AuditHead { try store.auditHead() }

    package func forEachAuditEntry(
        through newestSequence: Int,
        _ body: (AuditEntry, AuditEntry.Predecessors) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try store.forEachAuditEntry(through: newestSequence, body)
    }

    package func rewrap(
        under kek: KeyEncryptionKey,
        saveKey: () throws(RunFailure) -> Void
    ) throws(RunFailure) { try store.rewrap(under: kek, saveKey: saveKey) }
    package func compact() throws(RunFailure) { try store.compact() }
}
