import Ciphers
import KeyStore

extension [ExportedKey] {
    /// The keys that are not revoked, or only the first one if all are, so that the caller can report it.
    ///
    /// Exports contain a revoked key beside its successor, often under the same asset id and URL.
    package var inForce: [ExportedKey] {
        let active = filter { $0.state != .revoked }
        return active.isEmpty ? Array(prefix(1)) : active
    }

    /// The first key of each pair of key and IV, because rows with the same pair are the same key even
    /// without key ids.
    ///
    /// Each key is compared with all that are kept.
    package var distinct: [ExportedKey] {
        reduce(into: []) { result, key in
            if !result.contains(where: { $0.key == key.key && $0.iv == key.iv }) { result.append(key) }
        }
    }
}
