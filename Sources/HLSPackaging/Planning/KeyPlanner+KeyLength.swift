import Ciphers
import KeyStore

extension KeyPlanner {
    /// Refuses a key that is too short or too long for the method.
    func checkLength(of record: KeyRecord) throws(KeyStoreError) {
        let expected = policy.method.keyLength
        guard record.key.length != expected else { return }
        throw .wrongKeyLength(
            record.identity,
            found: record.key.length.byteCount,
            expected: expected.byteCount,
            method: policy.method.rawValue
        )
    }
}
