import Ciphers
import KeyRecordFormats
import Rehearsal
import Synchronization

/// The keys that were given, each of which is noted before it is given the first time.
///
/// Noting may take long: a locked key store is waited for. Each key has a lock of its own, so that this holds up nobody who wants
/// another key, nor one that was noted before.
final class GivenKeys: Sendable {
    /// A key that is not given, as it cannot be noted; whoever noted it has said why.
    struct NotNoted: Error {}

    /// Whether a key was noted.
    private final class Note: Sendable {
        let isNoted = Mutex(false)
        /// How often it could not be.
        let failures = Atomic(0)
    }

    private let keys: ExportedKeys
    private let onKey: @Sendable (ExportedKey) throws -> Void
    private let notes: [Note]

    /// Keys of a file, none of which was given.
    ///
    /// - Parameters:
    ///   - keys: the file.
    ///   - onKey: notes a key; what it throws keeps the key here.
    init(_ keys: ExportedKeys, onKey: @escaping @Sendable (ExportedKey) throws -> Void) {
        self.keys = keys
        self.onKey = onKey
        notes = keys.keys.map { _ in Note() }
    }

    /// Notes the key of a license.
    ///
    /// A key of no file is one of a client's own.
    ///
    /// - Parameter key: the key.
    /// - Throws: `NotNoted`.
    func give(_ key: LicensedKey) throws(NotNoted) {
        for index in keys.keys.indices where keys.keys[index].key == key.key { try note(index) }
    }

    /// Notes a key of the file.
    ///
    /// - Parameter key: the key.
    /// - Throws: `NotNoted`.
    func give(_ key: ExportedKey) throws(NotNoted) {
        for index in keys.keys.indices where keys.keys[index].place == key.place { try note(index) }
    }

    private func note(_ index: Int) throws(NotNoted) {
        let note = notes[index]
        let seen = note.failures.load(ordering: .acquiring)
        let isNoted = note.isNoted.withLock { isNoted in
            // Those that waited for one that failed do not wait for the store again, one after the other.
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
