import Failures
import KeyStore
import ProtectionTerms

/// The keys of one title, for formats that need all of them at once.
struct TitleKeys {
    private(set) var keys: [ExportableKey] = []

    var contentID: ContentID? { keys.first?.record.identity.contentID }

    /// Indicates whether a key belongs to a later period than the first.
    var isRotated: Bool { keys.contains { $0.record.identity.period > 0 } }

    /// Adds a key of the same title; returns false and ignores the key if it is of another title.
    mutating func append(_ key: ExportableKey) -> Bool {
        guard contentID == nil || contentID == key.record.identity.contentID else { return false }
        keys.append(key)
        return true
    }

    /// Throws if a track and period has two generations, because a reader could not tell which is in use.
    func checkGenerations(format: String) throws(RunFailure) {
        for (key, next) in zip(keys, keys.dropFirst()) {
            let (identity, nextIdentity) = (key.record.identity, next.record.identity)
            guard identity.track == nextIdentity.track, identity.period == nextIdentity.period else {
                continue
            }
            throw .notExportable(
                reason:
                    "\(nextIdentity) would be exported with generation \(identity.generation), but \(format) has one key for a "
                    + "track and period",
                remedy: "Name the \(CommandOption.generation)."
            )
        }
    }
}
