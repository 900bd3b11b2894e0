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
        do {
            let kek = try options.keySource().load()
            return ExportStore(store: try options.open(for: .minting, kek: kek), hasLog: true)
        } catch let error as KeyStoreError {
            guard case .permissions = error, !isForDelivery else { throw error }
            return ExportStore(store: try options.open(for: .reading), hasLog: false)
        }
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

    /// Refuses a store of tests.
    func requireProduction() throws {
        guard store.kind == .test else { return }
        if hasLog {
            try store.note(.denied, subject: "export", detail: "a test store where production is required")
        }
        throw KeyStoreError.testStore(path: store.label)
    }
}
