package import Ciphers
package import Failures
package import FoundationEssentials
package import KeyEncryption
package import ProtectionTerms

/// Key records and the data about them; every write is durable when the call returns.
///
/// Stores are safe to share between threads and processes. Calls return what was read back from the store,
/// never what was about to be written: a run that lost a race gets the winner's key.
package protocol KeyRecordStore: KeyRecordLookup, AuditRecorder {
    /// Returns the key of `identity`, or nil if none is stored.
    func record(_ identity: KeyIdentity) throws(RunFailure) -> KeyRecord?

    /// Returns all that is stored about the keys of a title, as of one moment.
    func keys(of contentID: ContentID) throws(RunFailure) -> StoredKeys

    /// Returns the keys of a title and their states, and nothing else about them, as another process would find them
    /// now, without what this process has cached.
    func uncachedKeysInForce(of contentID: ContentID) throws(RunFailure) -> StoredKeys

    /// Returns the records whose key bytes are those of `key`, of any identity, ordered by identity.
    func keys(withSameKeyAs key: ContentKey) throws(RunFailure) -> [KeyRecord]

    /// Calls `body` with each key of one title, or of all, ordered by identity, without holding all of them.
    ///
    /// `body` may use the store. Keys that are added meanwhile may be missing.
    func forEachExportableKey(
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws(RunFailure)

    /// Returns the highest generation among the keys of a title, or nil if it has none.
    func latestGeneration(of contentID: ContentID) throws(RunFailure) -> Int?

    /// Returns the stored keys for `drafts`, in their order, and mints those that are missing, all or none.
    ///
    /// Throws `.contradiction`, and mints nothing, if a draft gives a key, IV or key id that is not the
    /// stored one.
    func findOrCreate(_ drafts: [KeyDraft]) throws(RunFailure) -> [KeyRecord]

    /// Adds to the keys of a title, all or nothing, what `additions` returns for what is stored.
    ///
    /// No other writer changes the keys of the title meanwhile, so that what is decided by them holds.
    /// `additions` may run more than once; an error of it is logged if it is a refusal, and stores nothing.
    ///
    /// - Parameters:
    ///   - contentID: the title.
    ///   - drafts: keys from outside that `additions` may contain, with any identity of the title.
    ///   - additions: what to add, given all that is stored about the keys of the title.
    /// - Returns: a key of another title for each of the shared URIs that has one. Titles that are added to at the
    ///   same moment may not see each other.
    /// - Throws: what ``findOrCreate(_:)`` and ``addSignalling(_:)`` throw.
    func add(
        to contentID: ContentID,
        given drafts: [KeyDraft],
        _ additions: (StoredKeys) throws(RunFailure) -> KeyAdditions
    ) throws(RunFailure) -> [String: KeyIdentity]

    /// Records signalling, all or none; existing entries stay as they are.
    func addSignalling(_ signalling: [Signalling]) throws(RunFailure)

    /// Records uses of keys on media, all or none.
    ///
    /// Throws `.mediaChanged` with all affected renditions if a key was last used on other media of the same
    /// rendition and `reuse` does not allow it.
    ///
    /// `run` and `tree` are recorded in the same transaction; the tree as ``record(_:)-(TreeRecord)`` does
    /// it.
    func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun?,
        publishing tree: TreeRecord?
    ) throws(RunFailure)

    /// Returns the newest policy of a key, or nil if there is none.
    func policy(of keyID: UUID) throws(RunFailure) -> KeyPolicy?

    // MARK: Titles of batches

    /// Records outcomes of runs of titles, all or none.
    func record(_ runs: [TitleRun]) throws(RunFailure)

    /// Returns the newest run of a title; if `output` is given, the newest with this result.
    func latestRun(of contentID: ContentID, at output: String?) throws(RunFailure) -> TitleRun?

    /// Returns the newest run of a title that published this result.
    func latestPublication(of contentID: ContentID, at output: String) throws(RunFailure) -> TitleRun?

    /// Returns what is recorded about titles, in their order; of up to 80 in one round trip of a database
    /// server.
    func histories(of titles: [TitleLocation]) throws(RunFailure) -> [TitleHistory]

    /// Records verifications of results, all or none.
    func record(_ verifications: [TitleVerification]) throws(RunFailure)

    /// Returns the manifest that all shards of a run have to have, given one of them; nil if none is recorded.
    ///
    /// Runs without a name are told apart by their outputs. With `continuesNewest`, a run that is not known
    /// continues the newest one with the same output.
    func manifest(like manifest: RunManifest, continuesNewest: Bool) throws(RunFailure) -> RunManifest?

    /// Records the manifest of a run, unless there is one, or the newest run that it continues has another.
    ///
    /// - Returns: the manifest that all shards of the run have to have.
    func record(_ manifest: RunManifest, continuesNewest: Bool) throws(RunFailure) -> RunManifest

    // MARK: Published trees

    /// Records a published tree, unless the newest record of its title and path is the same.
    func record(_ tree: TreeRecord) throws(RunFailure)

    // MARK: Kind

    /// The kind of the store: for tests or for production.
    var kind: StoreKind { get }

    // MARK: Policy and state

    /// Changes the policy terms of keys, all or none, as new versions of their policies.
    ///
    /// A key whose terms stay the same gets no new version. `change` may run more than once for a key.
    ///
    /// - Returns: the policies before and after, in the order of the keys.
    func changePolicy(
        of keyIDs: [UUID],
        _ change: (KeyPolicyTerms) -> KeyPolicyTerms
    ) throws(RunFailure) -> [PolicyVersions]

    /// Revokes keys for good, all or none; keys that are already revoked stay so.
    func revoke(_ keyIDs: [UUID], reason: String) throws(RunFailure)

    // MARK: Provisioning

    /// Returns the state of a key at a license server.
    ///
    /// It follows from the newest confirmation, and from whether the record (policy, signalling, state) is
    /// still the same as then.
    func licenseServerState(of keyID: UUID, at licenseServer: String) throws(RunFailure)
        -> LicenseServerState

    /// Calls `body` with the keys that a license server does not have in their present form, ordered by
    /// identity.
    ///
    /// Revoked keys are passed as tombstones if the license server ever got them. The keys are those of one
    /// title, or of all, and are not all held at once. `body` may use the store.
    func forEachPendingKey(
        at licenseServer: String,
        of contentID: ContentID?,
        _ body: (ExportableKey) throws(RunFailure) -> Void
    ) throws(RunFailure)

    /// Returns the license servers with a delivery or a confirmation, ordered by the bytes of their names.
    func licenseServers() throws(RunFailure) -> [String]

    /// Records that keys, in the form that was delivered, are on their way to a license server.
    ///
    /// A later confirmation without key ids refers to these deliveries.
    func recordDelivery(of keys: [DeliveredKey], to licenseServer: String) throws(RunFailure)

    /// Records that a license server has the keys that were last delivered to it.
    ///
    /// Without key ids, all unconfirmed deliveries are confirmed. Keys that are named but not on their way
    /// are confirmed in their present form.
    ///
    /// - Returns: the keys whose state at the server changed, ordered by identity.
    func confirm(_ keyIDs: [UUID]?, at licenseServer: String) throws(RunFailure) -> [KeyRecord]

    // MARK: Supplied keys

    /// Returns the ids under which a key server is asked for keys; generated and stored on first use, and the
    /// same ever after.
    ///
    /// For a key that is stored, this is its own id.
    func reserveKeyIDs(for identities: [KeyIdentity], from supplier: String) throws(RunFailure) -> [UUID]

    /// Stores keys from a key server, all or none; throws `.contradiction` if they differ from stored ones.
    func store(_ supplies: [SuppliedKeyDraft]) throws(RunFailure) -> [SuppliedKey]

    /// Returns the playlist lines that came with a key; empty for a key that was not supplied.
    func suppliedLines(of keyID: UUID) throws(RunFailure) -> [SuppliedLines]

    // MARK: Imported keys

    /// Stores keys from outside with their data, and revokes others, all or none; what is already stored
    /// stays as it is.
    ///
    /// - Returns: the stored keys, in the order of `keys`.
    func importKeys(_ keys: [ImportedKey], revoking keyIDs: [UUID]) throws(RunFailure) -> [KeyRecord]

    // MARK: Audit

    /// Returns a warning if stored keys of a title are about to be used for the first time since the store
    /// was restored, otherwise nil.
    func firstUseSinceRestoration(of title: ContentID) throws(RunFailure) -> FirstUseSinceRestoration?

    /// Returns the head of the log.
    func auditHead() throws(RunFailure) -> AuditHead

    /// Calls `body` with the entries of the log up to one with a number, in the order of their numbers, each with
    /// those that it refers to; hashes are not checked.
    func forEachAuditEntry(
        through newestSequence: Int,
        _ body: (AuditEntry, AuditEntry.Predecessors) throws(RunFailure) -> Void
    ) throws(RunFailure)

    // MARK: The key-encryption key

    /// Wraps everything under another key-encryption key, all or nothing; this value then uses that key.
    ///
    /// - Parameters:
    ///   - kek: the new key.
    ///   - saveKey: saves the new key where later processes find it; called once, when everything is wrapped
    ///     and only the commit is left.
    /// - Throws: also the errors of `saveKey`; then nothing is wrapped under the new key.
    func rewrap(
        under kek: KeyEncryptionKey,
        saveKey: () throws(RunFailure) -> Void
    ) throws(RunFailure)

    /// Removes overwritten data from the store's file, such as keys wrapped under an older key-encryption
    /// key.
    ///
    /// Does nothing for a store on a database server, where this is the server's task.
    func compact() throws(RunFailure)
}

extension KeyRecordStore {
    /// Records the outcome of a run of a title.
    package func record(_ run: TitleRun) throws(RunFailure) { try record([run]) }

    /// Records uses of keys on media, all or none; see ``recordUses(_:reuse:of:publishing:)``.
    package func recordUses(
        _ uses: [MediaUse],
        reuse: KeyReuse,
        of run: TitleRun? = nil
    ) throws(RunFailure) {
        try recordUses(uses, reuse: reuse, of: run, publishing: nil)
    }
}
