import Ciphers
import Foundation
import KeyStore
import KeyURITemplates

@testable import HLSPackaging

/// A real key store in a directory of its own.
final class StoreFixture: Sendable {
    let directory: TemporaryDirectory
    let store: SQLKeyStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteKeyStore.create(at: directory.path + "/keys.sqlite", kek: .random())
    }
}

extension KeyRequest {
    init(
        _ contentID: String = "movie-42",
        uri: String = "skd://{content_id}/{track}/{period}/{generation}",
        isNewGeneration: Bool = false,
        providedKey: ProvidedKey? = nil
    ) throws {
        self.init(
            contentID: try ContentID(contentID),
            template: try KeyURITemplate(parsing: uri),
            variables: TemplateVariables(contentID: contentID),
            isNewGeneration: isNewGeneration,
            providedKey: providedKey
        )
    }
}

extension KeyIdentity {
    init(_ contentID: String, _ track: String, _ period: Int = 0, generation: Int = 1) throws {
        try self.init(
            contentID: ContentID(contentID),
            track: track,
            period: period,
            generation: generation
        )
    }
}

extension ContentKey {
    /// The bytes as digits, for `openssl` and for comparisons.
    var digits: String { withSpan { Hexadecimal.encode($0) } }
}

/// A store in which something happens just before keys are committed, before URIs are compared, or before keys are read anew.
final class RacingStore: KeyRecordStore {
    private let store: SQLKeyStore
    private let beforeCommit: @Sendable () throws(KeyStoreError) -> Void
    private let beforeLook: @Sendable () throws(KeyStoreError) -> Void
    private let beforeReread: @Sendable () -> Void

    init(
        _ store: SQLKeyStore,
        beforeCommit: @escaping @Sendable () throws(KeyStoreError) -> Void = {},
        beforeLook: @escaping @Sendable () throws(KeyStoreError) -> Void = {},
        beforeReread: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.beforeCommit = beforeCommit
        self.beforeLook = beforeLook
        self.beforeReread = beforeReread
    }

    var mediaDigestKey: ContentKey { store.mediaDigestKey }

    func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord] {
        try beforeCommit()
        return try store.findOrCreate(drafts)
    }

    func record(_ identity: KeyIdentity) throws(KeyStoreError) -> KeyRecord? { try store.record(identity) }

    func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord? { try store.record(keyID: keyID) }

    func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] {
        try store.records(of: contentID)
    }

    func storedRecords(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] {
        beforeReread()
        return try store.storedRecords(of: contentID)
    }

    func allRecords() throws(KeyStoreError) -> [KeyRecord] { try store.allRecords() }

    func latestGeneration(of contentID: ContentID) throws(KeyStoreError) -> Int? {
        try store.latestGeneration(of: contentID)
    }

    func addSignalling(_ signalling: [Signalling]) throws(KeyStoreError) {
        try store.addSignalling(signalling)
    }

    func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling] { try store.signalling(of: keyID) }

    func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord] {
        try beforeLook()
        return try store.keys(signalledAs: uri)
    }

    func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun?,
        publishing tree: TreeRecord?
    ) throws(KeyStoreError) {
        try store.recordUses(uses, reuse: reuse, of: run, publishing: tree)
    }

    func record(_ tree: TreeRecord) throws(KeyStoreError) { try store.record(tree) }

    func publishedTree(
        of contentID: ContentID,
        before row: Int64?
    ) throws(KeyStoreError) -> TreeRecord? {
        try store.publishedTree(of: contentID, before: row)
    }

    func record(_ runs: [TitleRun]) throws(KeyStoreError) { try store.record(runs) }

    func latestRun(of contentID: ContentID, at output: String?) throws(KeyStoreError) -> TitleRun? {
        try store.latestRun(of: contentID, at: output)
    }

    func latestPublication(
        of contentID: ContentID,
        at output: String
    ) throws(KeyStoreError) -> TitleRun? { try store.latestPublication(of: contentID, at: output) }

    func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse] { try store.uses(of: keyID) }

    func policy(of keyID: UUID) throws(KeyStoreError) -> KeyPolicy? { try store.policy(of: keyID) }

    var kind: StoreKind { store.kind }

    var label: String { store.label }

    func targets() throws(KeyStoreError) -> [String] { try store.targets() }

    func keys(withSameKeyAs key: ContentKey) throws(KeyStoreError) -> [KeyRecord] {
        try store.keys(withSameKeyAs: key)
    }

    func forEachExportableKey(
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) { try store.forEachExportableKey(of: contentID, body) }

    func changePolicy(
        of keyIDs: [UUID],
        _ change: (KeyPolicy.Terms) -> KeyPolicy.Terms
    ) throws(KeyStoreError) -> [PolicyVersions] {
        try store.changePolicy(of: keyIDs, change)
    }

    func take(_ keys: [ImportedKey], revoking keyIDs: [UUID]) throws(KeyStoreError) -> [KeyRecord] {
        try store.take(keys, revoking: keyIDs)
    }

    func state(of keyID: UUID) throws(KeyStoreError) -> KeyState { try store.state(of: keyID) }

    func revoke(_ keyIDs: [UUID], reason: String) throws(KeyStoreError) {
        try store.revoke(keyIDs, reason: reason)
    }

    func serverState(of keyID: UUID, at target: String) throws(KeyStoreError) -> KeyServerState {
        try store.serverState(of: keyID, at: target)
    }

    func forEachPendingKey(
        at target: String,
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) { try store.forEachPendingKey(at: target, of: contentID, body) }

    func noteDelivery(of keys: [ExportableKey], to target: String) throws(KeyStoreError) {
        try store.noteDelivery(of: keys, to: target)
    }

    func confirm(_ keyIDs: [UUID]?, at target: String) throws(KeyStoreError) -> [KeyRecord] {
        try store.confirm(keyIDs, at: target)
    }

    func reserveKeyIDs(
        for identities: [KeyIdentity],
        from supplier: String
    ) throws(KeyStoreError) -> [UUID] { try store.reserveKeyIDs(for: identities, from: supplier) }

    func store(_ supplies: [KeySupply]) throws(KeyStoreError) -> [SuppliedKey] {
        try store.store(supplies)
    }

    func suppliedLines(of keyID: UUID) throws(KeyStoreError) -> [SuppliedLines] {
        try store.suppliedLines(of: keyID)
    }

    func note(_ action: AuditAction, subject: String, detail: String) throws(KeyStoreError) {
        try store.note(action, subject: subject, detail: detail)
    }

    func firstUseSinceRestoration(
        of title: ContentID
    ) throws(KeyStoreError) -> FirstUseSinceRestoration? { try store.firstUseSinceRestoration(of: title) }

    func forEachAuditEntry(_ body: (AuditEntry) throws(KeyStoreError) -> Void) throws(KeyStoreError) {
        try store.forEachAuditEntry(body)
    }

    func rewrap(
        under kek: KeyEncryptionKey,
        keeping: () throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) { try store.rewrap(under: kek, keeping: keeping) }
    func compact() throws(KeyStoreError) { try store.compact() }
}
