import ProtectionTerms

extension KeySystem {
    /// Creates the key system of a `KEYFORMAT`; nil and an empty string mean identity.
    init(written keyFormat: String?) {
        let nonEmptyFormat = keyFormat.flatMap { $0.isEmpty ? nil : $0 }
        self = nonEmptyFormat.map { KeySystem(keyFormat: $0) } ?? .identity
    }
}
