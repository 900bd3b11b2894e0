import Ciphers
import KeyRecordFormats
import Rehearsal
import Synchronization

/// The keys of `serve`, each of which is logged before it is delivered for the first time.
///
/// Logging may take long, because a locked key store is waited for. Each key has its own lock, so that
/// requests for other keys, and for keys already logged, do not wait.
final class DeliveredKeyLog: Sendable {
    /// A key that is not delivered because logging failed; the logging callback reports the reason.
    struct NotNoted: Error {}

    /// The logging state of a key.
    private final class Note: Sendable {
        let isNoted = Mutex(false)
        /// The number of failed attempts.
        let failures = Atomic(0)
    }

    private let keys: ExportedKeys
    private let onKey: @Sendable (ExportedKey) throws -> Void
    private let notes: [Note]

    /// Creates a value in which no key has been logged.
    ///
    /// - Parameters:
    ///   - keys: the keys of the exported file.
    ///   - onKey: logs a key; the key is not delivered if it throws.
    init(_ keys: ExportedKeys, onKey: @escaping @Sendable (ExportedKey) throws -> Void) {
        self.keys = keys
        self.onKey = onKey
        notes = keys.keys.map { _ in Note() }
    }

    /// Logs the key of a license.
    ///
    /// A key that is not in the file came from the client in its token request, and is not logged.
    func log(_ key: LicensedKey) throws(NotNoted) {
        for index in keys.keys.indices where keys.keys[index].key == key.key { try note(index) }
    }

    /// Logs a key of the file.
    func log(_ key: ExportedKey) throws(NotNoted) {
        for index in keys.keys.indices where keys.keys[index].location == key.location { try note(index) }
    }

    private func note(_ index: Int) throws(NotNoted) {
        let note = notes[index]
        let seen = note.failures.load(ordering: .acquiring)
        let isNoted = note.isNoted.withLock { isNoted in
            // Requests that waited for a failed attempt also fail, instead of waiting for the store one after
            // the other.
            guard !isNoted, note.failures.load(ordering: .acquiring) == seen else { return isNoted }
            do {
                try onKey(keys.keys[index])
                isNoted = true
            } catch {
                note.failures.add(1, ordering: .acquiringAndReleasing)
            }
            return isNoted
        }
        guard isNoted else { throw NotNoted() }
    }
}
