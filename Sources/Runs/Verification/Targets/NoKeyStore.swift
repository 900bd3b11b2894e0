import Ciphers
import FoundationEssentials
import KeyStore

/// The store of a presentation that is to be clear: nothing is in it, and no file is opened.
struct NoKeyStore: KeyRecordStore {
    /// Of no use: media of no record have digests.
    let mediaDigestKey = ContentKey.random()

    func record(_ identity: KeyIdentity) throws(KeyStoreError) -> KeyRecord? { nil }

    func record(keyID: UUID) throws(KeyStoreError) -> KeyRecord? { nil }

    func records(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] { [] }

    func storedRecords(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord] {
        throw Self.fault
    }

    func allRecords() throws(KeyStoreError) -> [KeyRecord] { [] }

    func latestGeneration(of contentID: ContentID) throws(KeyStoreError) -> Int? { nil }

    func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord] { throw Self.fault }

    func addSignalling(_ signalling: [Signalling]) throws(KeyStoreError) { throw Self.fault }

    func signalling(of keyID: UUID) throws(KeyStoreError) -> [Signalling] { [] }

    func keys(signalledAs uri: String) throws(KeyStoreError) -> [KeyRecord] { [] }

    func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun?,
        publishing tree: TreeRecord?
    ) throws(KeyStoreError) { throw Self.fault }

    func record(_ tree: TreeRecord) throws(KeyStoreError) { throw Self.fault }

    func publishedTree(
        of contentID: ContentID,
        before row: Int64?
    ) throws(KeyStoreError) -> TreeRecord? { nil }

    func record(_ runs: [TitleRun]) throws(KeyStoreError) { throw Self.fault }

    func latestRun(of contentID: ContentID, at output: String?) throws(KeyStoreError) -> TitleRun? { nil }

    func latestPublication(
        of contentID: ContentID,
        at output: String
    ) throws(KeyStoreError) -> TitleRun? { nil }

    func uses(of keyID: UUID) throws(KeyStoreError) -> [MediaUse] { [] }

    func policy(of keyID: UUID) throws(KeyStoreError) -> KeyPolicy? { nil }

    let kind = StoreKind.production

    let label = "no key store"

    func keys(withSameKeyAs key: ContentKey) throws(KeyStoreError) -> [KeyRecord] { [] }

    func forEachExportableKey(
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {}

    func changePolicy(
        of keyIDs: [UUID],
        _ change: (KeyPolicy.Terms) -> KeyPolicy.Terms
    ) throws(KeyStoreError) -> [PolicyVersions] { throw Self.fault }

    func take(_ keys: [ImportedKey], revoking keyIDs: [UUID]) throws(KeyStoreError) -> [KeyRecord] {
        throw Self.fault
    }

    func state(of keyID: UUID) throws(KeyStoreError) -> KeyState { throw .unknownKey(keyID) }

    func revoke(_ keyIDs: [UUID], reason: String) throws(KeyStoreError) { throw Self.fault }

    func serverState(of keyID: UUID, at target: String) throws(KeyStoreError) -> KeyServerState {
        throw .unknownKey(keyID)
    }

    func forEachPendingKey(
        at target: String,
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {}

    func targets() throws(KeyStoreError) -> [String] { [] }

    func noteDelivery(of keys: [ExportableKey], to target: String) throws(KeyStoreError) { throw Self.fault }

    func confirm(_ keyIDs: [UUID]?, at target: String) throws(KeyStoreError) -> [KeyRecord] {
        throw Self.fault
    }

    func reserveKeyIDs(
        for identities: [KeyIdentity],
        from supplier: String
    ) throws(KeyStoreError) -> [UUID] { throw Self.fault }

    func store(_ supplies: [KeySupply]) throws(KeyStoreError) -> [SuppliedKey] { throw Self.fault }

    func suppliedLines(of keyID: UUID) throws(KeyStoreError) -> [SuppliedLines] { [] }

    /// Nothing is worth a note where no key is used.
    func note(_ action: AuditAction, subject: String, detail: String) throws(KeyStoreError) {}

    func firstUseSinceRestoration(
        of title: ContentID
    ) throws(KeyStoreError) -> FirstUseSinceRestoration? { nil }

    func forEachAuditEntry(_ body: (AuditEntry) throws(KeyStoreError) -> Void) throws(KeyStoreError) {}

    func rewrap(
        under kek: KeyEncryptionKey,
        keeping: () throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) { throw Self.fault }

    func compact() throws(KeyStoreError) {}

    private static var fault: KeyStoreError {
        .fault("a key was minted for a presentation that is to be clear")
    }
}
