package import KeyStore

/// A store whose keys are going to leave it, which its log is told.
///
/// Who can read the file of a store has its keys, noted or not. A database says who may take keys out of it, by who may
/// append that to its log: there no key leaves unless it was noted.
package struct ExportStore {
    /// The store.
    package let store: any KeyRecordStore
    /// Whether its log can be written, as far as opening it shows.
    private let hasLog: Bool
    private let isFile: Bool
    private let isForDelivery: Bool

    /// Opens the store; a file that can only be read gives its keys, too, with a warning.
    ///
    /// For a delivery, which is going to be noted, and for a server that gives no key which is not, it has to be one that can be written.
    package static func open(_ options: KeyStoreOptions, isForDelivery: Bool) throws -> ExportStore {
        let isFile = try options.storePath() != nil
        if isForDelivery {
            let kek = try options.keySource().load()
            let store = try options.open(for: .minting, kek: kek)
            return ExportStore(store: store, hasLog: true, isFile: isFile, isForDelivery: true)
        }
        let (store, hasLog) = try options.openForUse()
        return ExportStore(store: store, hasLog: hasLog, isFile: isFile, isForDelivery: false)
    }

    /// Appends to the store's log, before keys leave.
    package func note(_ action: AuditAction, subject: String, detail: String) throws {
        guard try !isNoted(action, subject: subject, detail: detail) else { return }
        Diagnostics.shared.warning(
            "key store: its log cannot be written, and does not tell of this \(action.rawValue)"
        )
    }

    /// False where the log of a file cannot be written; a file system that is read-only or full shows then, not when the store is
    /// opened.
    private func isNoted(_ action: AuditAction, subject: String, detail: String) throws(KeyStoreError) -> Bool
    {
        guard hasLog || !isFile else { return false }
        do throws(KeyStoreError) {
            try store.note(action, subject: subject, detail: detail)
            return true
        } catch {
            switch error {
            case .permissions, .writeFailed:
                if isFile, !isForDelivery { return false }
                // Where that cannot be noted either, the refusal is what counts.
                try? store.note(.denied, subject: subject, detail: "\(action.rawValue) (\(detail)): \(error)")
                throw error
            default: throw error
            }
        }
    }
}
