import KeyStore

/// A store whose keys are going to leave it, which its log is told.
struct ExportStore {
    let store: any KeyRecordStore
    /// Whether its log can be written.
    private let hasLog: Bool

    /// Opens the store; one that can only be read gives its keys, too, with a warning.
    ///
    /// For a delivery, which is going to be noted, it has to be one that can be written.
    static func open(_ options: KeyStoreOptions, isForDelivery: Bool) throws -> ExportStore {
        if isForDelivery {
            let kek = try options.keySource().load()
            return ExportStore(store: try options.open(for: .minting, kek: kek), hasLog: true)
        }
        let (store, hasLog) = try options.openForUse()
        return ExportStore(store: store, hasLog: hasLog)
    }

    /// Appends to the store's log, before keys leave.
    func note(_ action: AuditAction, subject: String, detail: String) throws {
        guard hasLog else {
            Diagnostics.shared.warning(
                "key store: it can only be read, so its log does not tell of this \(action.rawValue)"
            )
            return
        }
        try store.note(action, subject: subject, detail: detail)
    }
}
