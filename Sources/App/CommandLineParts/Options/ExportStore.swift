import Failures
package import KeyStore
import StoreFiles

/// A key store whose keys are exported, with the log entries of the exports.
///
/// Read access to the file of a store is access to its keys, logged or not. A database controls exports by
/// the right to append export entries to its log: no key leaves it without an entry.
package struct ExportStore {
    /// The key store.
    package let store: any KeyRecordStore
    /// Indicates whether the log is writable, as far as opening the store shows.
    private let hasLog: Bool
    private let isFile: Bool
    private let isForDelivery: Bool

    /// Opens the store; a file that is only readable still gives its keys, with a warning.
    ///
    /// With `isForDelivery` the store has to be writable: for a delivery, which is recorded, and for a server
    /// that gives no key without a log entry.
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

    /// Appends an entry to the store's log, before keys leave.
    package func log(_ action: AuditAction, subject: String, detail: String) throws {
        guard try !appendEntry(action, subject: subject, detail: detail) else { return }
        Diagnostics.shared.warning(
            "key store: its log cannot be written, and has no entry about this \(action.rawValue)"
        )
    }

    /// Appends the entry, or returns false if the log of a file cannot be written.
    ///
    /// A read-only or full file system shows at this write, not when the store is opened.
    private func appendEntry(_ action: AuditAction, subject: String, detail: String) throws(RunFailure)
        -> Bool
    {
        guard hasLog || !isFile else { return false }
        do throws(RunFailure) {
            try store.logAudit(action, subject: subject, detail: detail)
            return true
        } catch {
            guard error.kind == .permissions || error.kind == .writeFailed else { throw error }
            if isFile, !isForDelivery { return false }
            // If this entry fails, too, the first error is the one to report.
            try? store.logAudit(
                .denied,
                subject: subject,
                detail: "\(action.rawValue) (\(detail)): \(error.unlabeled)"
            )
            throw error
        }
    }
}
