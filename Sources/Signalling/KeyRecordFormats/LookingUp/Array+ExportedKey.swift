import Ciphers
import KeyStore

extension [ExportedKey] {
    /// The keys that are not revoked, or the first one where all are, so that this can be told.
    ///
    /// A revoked key stays in exports beside its successor, often under the same asset id and URL.
    package var inForce: [ExportedKey] {
        let active = filter { $0.state != .revoked }
        return active.isEmpty ? Array(prefix(1)) : active
    }

    /// The first of each key and IV, because rows of one key are the same key, also where the file has no key ids.
    ///
    /// Each is compared with all that are kept.
    package var distinct: [ExportedKey] {
        reduce(into: []) { kept, key in
            if !kept.contains(where: { $0.key == key.key && $0.iv == key.iv }) { kept.append(key) }
        }
    }
}
