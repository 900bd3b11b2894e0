import ProtectionTerms

extension KeySystem {
    /// The system of a KEYFORMAT; nil and empty mean identity.
    init(written keyFormat: String?) {
        let written = keyFormat.flatMap { $0.isEmpty ? nil : $0 }
        self = written.map { KeySystem(keyFormat: $0) } ?? .identity
    }
}
