import KeyStore

/// A store whose keys are going to leave it, which its log is told.
struct ExportStore {
    let store: any KeyRecordStore
    /// Whether its log can be written, as far as opening it shows.
    private let hasLog: Bool
    private let isForDelivery: Bool

    /// Opens the store; one that can only be read gives its keys, too, with a warning.
    ///
    /// For a delivery, which is going to be noted, it has to be one that can be written.
    static func open(_ options: KeyStoreOptions, isForDelivery: Bool) throws -> ExportStore {
        if isForDelivery {
            let kek = try options.keySource().load()
            let store = try options.open(for: .minting, kek: kek)
            return ExportStore(store: store, hasLog: true, isForDelivery: true)
        }
        let (store, hasLog) = try options.openForUse()
        return ExportStore(store: store, hasLog: hasLog, isForDelivery: false)
    }

    /// Appends to the store's log, before keys leave.
    func note(_ action: AuditAction, subject: String, detail: String) throws {
        guard try !isNoted(action, subject: subject, detail: detail) else { return }
        Diagnostics.shared.warning(
            "key store: it can only be read, so its log does not tell of this \(action.rawValue)"
        )
    }

    /// False where the log cannot be written; a file system that is read-only shows then, not when the store is opened.
    private func isNoted(_ action: AuditAction, subject: String, detail: String) throws(KeyStoreError) -> Bool
    {
        guard hasLog else { return false }
        do throws(KeyStoreError) {
            try store.note(action, subject: subject, detail: detail)
            return true
        } catch {
            guard case .permissions = error, !isForDelivery else { throw error }
            return false
        }
    }
}
