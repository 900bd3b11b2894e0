import Ciphers
import KeyStore
import Presentations
import ProtectionTerms

extension KeyPlanner {
    /// Refuses the title's keys of a generation, those of other slots too, if they are too short or too long for the method:
    /// the store takes keys of one length only.
    func checkLengths(of records: [KeyRecord]) throws(KeyStoreError) {
        for record in records { try checkLength(of: record) }
    }

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

    /// Refuses a given key that nobody looked at, before it is stored.
    func checkLength(of provided: KeyRequest.ProvidedKey) throws(PresentationError) {
        let (found, expected) = (provided.key.length.byteCount, policy.method.keyLength.byteCount)
        guard found != expected else { return }
        throw .fault("a given key of \(found) bytes, \(policy.method.rawValue) takes \(expected)")
    }
}
