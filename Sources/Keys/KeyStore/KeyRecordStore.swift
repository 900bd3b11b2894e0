package import Ciphers
package import FoundationEssentials
package import ProtectionTerms

/// Key records and what is known beside them, durable before a call returns.
///
/// Stores are safe to share between threads and processes. What they return was read from the store, never what was
/// about to be written: a run that lost a race gets the winner's key.
package protocol KeyRecordStore: KeyRecordLookup, AuditRecorder {
    /// The key of `identity`, if it was minted.
    func record(_ identity: KeyIdentity) throws(KeyStoreError) -> KeyRecord?

    /// The same as anybody else would find them now, whatever this process remembers of them.
    func storedRecords(of contentID: ContentID) throws(KeyStoreError) -> [KeyRecord]

    /// All keys, ordered by identity.
    func allRecords() throws(KeyStoreError) -> [KeyRecord]

    /// The keys that are `key` itself, whatever they are for, ordered by identity.
    func keys(withSameKeyAs key: ContentKey) throws(KeyStoreError) -> [KeyRecord]

    /// Gives `body` the keys of one title, or all, ordered by identity, without holding all of them.
    ///
    /// `body` may use the store; keys that are added meanwhile may be missing.
    func forEachExportableKey(
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError)

    /// The highest generation that a title has keys of; nil if it has none.
    func latestGeneration(of contentID: ContentID) throws(KeyStoreError) -> Int?

    /// The stored keys for `drafts`, in their order; those that are missing are minted, all or none.
    ///
    /// Throws `.contradiction`, and mints nothing, if a draft gives a key, vector or key id that is not the stored one.
    func findOrCreate(_ drafts: [KeyDraft]) throws(KeyStoreError) -> [KeyRecord]

    /// Records signalling, all or none; what is there already stays as it is.
    func addSignalling(_ signalling: [Signalling]) throws(KeyStoreError)

    /// Records what keys were used on, all or nothing.
    ///
    /// A key that was last used on other media of the same rendition is refused with `.mediaChanged`, which names every
    /// such rendition, unless `reuse` allows it.
    ///
    /// `run` and `tree` are recorded with them, or, like them, not; the tree as ``record(_:)-(TreeRecord)`` does.
    func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun?,
        publishing tree: TreeRecord?
    ) throws(KeyStoreError)

    /// The newest policy of a key, if there is one.
    func policy(of keyID: UUID) throws(KeyStoreError) -> KeyPolicy?

    // MARK: Titles of batches

    /// Records how runs of titles ended, all of them or none.
    func record(_ runs: [TitleRun]) throws(KeyStoreError)

    /// The newest run of a title, of those with this result if one is named.
    func latestRun(of contentID: ContentID, at output: String?) throws(KeyStoreError) -> TitleRun?

    /// The newest run of a title that published this result.
    func latestPublication(of contentID: ContentID, at output: String) throws(KeyStoreError) -> TitleRun?

    // MARK: Published trees

    /// Records what is published of a title, unless that is what was recorded last at its place.
    func record(_ tree: TreeRecord) throws(KeyStoreError)

    // MARK: What the keys are for

    /// Whether its keys are for tests.
    var kind: StoreKind { get }

    // MARK: Policy and state

    /// Gives keys the terms that `change` makes of their own, all or none, as new versions of their policies; a key that
    /// demands the same then gets none.
    ///
    /// `change` may run more than once for a key.
    ///
    /// - Returns: the policies before and after, in the order of the keys.
    func changePolicy(
        of keyIDs: [UUID],
        _ change: (KeyPolicyTerms) -> KeyPolicyTerms
    ) throws(KeyStoreError) -> [PolicyVersions]

    /// Revokes keys for good, all or none; those that are revoked stay so.
    func revoke(_ keyIDs: [UUID], reason: String) throws(KeyStoreError)

    // MARK: Provisioning

    /// What `target` is known to have of a key: by the newest confirmation, and whether the record (policy, signalling,
    /// state) is still what it was then.
    func serverState(of keyID: UUID, at target: String) throws(KeyStoreError) -> KeyServerState

    /// Gives `body` the keys that `target` does not have as they are now, ordered by identity; tombstones of revoked keys among them,
    /// if `target` ever got them.
    ///
    /// `body` gets those of one title, or all, without that all of them are held; it may use the store.
    func forEachPendingKey(
        at target: String,
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError)

    /// The key servers that anything was delivered to or confirmed at, in the order of their names' bytes.
    func targets() throws(KeyStoreError) -> [String]

    /// Notes what is on its way to `target`, as it is now: what a confirmation without names is about.
    func noteDelivery(of keys: [ExportableKey], to target: String) throws(KeyStoreError)

    /// Notes that `target` has what was last delivered to it; named keys of which nothing is on its way, as they are now.
    ///
    /// - Returns: the keys whose state at the target changed, ordered by identity.
    func confirm(_ keyIDs: [UUID]?, at target: String) throws(KeyStoreError) -> [KeyRecord]

    // MARK: Supplied keys

    /// The ids under which a key server is asked for keys; drawn and stored on first use, the same ever after.
    ///
    /// The id of a key that is stored is its id.
    func reserveKeyIDs(for identities: [KeyIdentity], from supplier: String) throws(KeyStoreError) -> [UUID]

    /// Stores answers, all or none, once: a second answer has to be the same, else `.contradiction`.
    func store(_ supplies: [KeySupply]) throws(KeyStoreError) -> [SuppliedKey]

    /// The lines that came with a key; empty for a key that was not supplied.
    func suppliedLines(of keyID: UUID) throws(KeyStoreError) -> [SuppliedLines]

    // MARK: Keys from outside

    /// Stores keys with all that is said of them, and revokes others, all or none; what is stored already stays as it is.
    ///
    /// - Returns: the stored keys, in the order of `keys`.
    func take(_ keys: [ImportedKey], revoking keyIDs: [UUID]) throws(KeyStoreError) -> [KeyRecord]

    // MARK: Audit

    /// What is to be told where a title's keys, as far as it has some, are about to be used for the first time since the store was
    /// restored; else nil.
    func firstUseSinceRestoration(of title: ContentID) throws(KeyStoreError) -> FirstUseSinceRestoration?

    /// Gives `body` the entries of the log, oldest first; the chain is not checked.
    func forEachAuditEntry(_ body: (AuditEntry) throws(KeyStoreError) -> Void) throws(KeyStoreError)

    // MARK: The key-encryption key

    /// Seals everything under another key-encryption key, all or nothing, and this value goes on with it.
    ///
    /// - Parameters:
    ///   - kek: the new key.
    ///   - keeping: puts it where it is found tomorrow; called once, when all is sealed and nothing but the commit is left.
    /// - Throws: what `keeping` throws, too; nothing is sealed under the new key then.
    func rewrap(
        under kek: KeyEncryptionKey,
        keeping: () throws(KeyStoreError) -> Void
    ) throws(KeyStoreError)

    /// Leaves nothing in the store's file of what was overwritten, such as keys sealed under an older key-encryption key;
    /// where a server keeps the store, that is the server's affair.
    func compact() throws(KeyStoreError)
}

extension KeyRecordStore {
    /// Records how a run of a title ended.
    package func record(_ run: TitleRun) throws(KeyStoreError) { try record([run]) }

    /// Records what keys were used on, all or nothing; see ``recordUses(_:reuse:of:publishing:)``.
    package func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun? = nil
    ) throws(KeyStoreError) {
        try recordUses(uses, reuse: reuse, of: run, publishing: nil)
    }

    /// Seals everything under a key-encryption key that is kept already.
    package func rewrap(under kek: KeyEncryptionKey) throws(KeyStoreError) {
        try rewrap(under: kek, keeping: {})
    }
}
