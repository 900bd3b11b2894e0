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
    struct LoggingFailure: Error {}

    /// The logging state of a key.
    private final class LogState: Sendable {
        let isLogged = Mutex(false)
        /// The number of failed attempts.
        let failures = Atomic(0)
    }

    private let keys: ExportedKeys
    private let onKey: @Sendable (ExportedKey) throws -> Void
    private let logStates: [LogState]

    /// Creates a value in which no key has been logged.
    ///
    /// - Parameters:
    ///   - keys: the keys of the exported file.
    ///   - onKey: logs a key; the key is not delivered if it throws.
    init(_ keys: ExportedKeys, onKey: @escaping @Sendable (ExportedKey) throws -> Void) {
        self.keys = keys
        self.onKey = onKey
        logStates = keys.keys.map { _ in LogState() }
    }

    /// Logs the key of a license.
    ///
    /// A key that is not in the file came from the client in its token request, and is not logged.
    func log(_ key: LicensedKey) throws(LoggingFailure) {
        for index in keys.keys.indices where keys.keys[index].key == key.key { try logOnce(index) }
    }

    /// Logs a key of the file.
    func log(_ key: ExportedKey) throws(LoggingFailure) {
        for index in keys.keys.indices where keys.keys[index].location == key.location { try logOnce(index) }
    }

    private func logOnce(_ index: Int) throws(LoggingFailure) {
        let state = logStates[index]
        let failuresBefore = state.failures.load(ordering: .acquiring)
        let isLogged = state.isLogged.withLock { isLogged in
            // Requests that waited for a failed attempt also fail, instead of waiting for the store one after
            // the other.
            guard !isLogged, state.failures.load(ordering: .acquiring) == failuresBefore else {
                return isLogged
            }
            do {
                try onKey(keys.keys[index])
                isLogged = true
            } catch {
                state.failures.add(1, ordering: .acquiringAndReleasing)
            }
            return isLogged
        }
        guard isLogged else { throw LoggingFailure() }
    }
}
