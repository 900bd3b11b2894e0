import ProtectionTerms

extension KeySystem {
    /// Creates the key system of a `KEYFORMAT`; nil and an empty string mean identity.
    init(written keyFormat: String?) {
        let written = keyFormat.flatMap { $0.isEmpty ? nil : $0 }
        self = written.map { KeySystem(keyFormat: $0) } ?? .identity
    }
}
