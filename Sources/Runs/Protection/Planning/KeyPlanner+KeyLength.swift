import Ciphers
import Failures
import KeyStore
import Presentations
import ProtectionTerms

extension KeyPlanner {
    /// Throws if a stored key of the title's generation is too short or too long for the method.
    ///
    /// Keys of other slots count too, because the store accepts keys of one length only in a generation.
    func checkLengths(of records: [KeyRecord]) throws(RunFailure) {
        for record in records { try checkLength(of: record) }
    }

    /// Throws if a key is too short or too long for the method.
    func checkLength(of record: KeyRecord) throws(RunFailure) {
        let expected = policy.method.keyLength
        guard record.key.length != expected else { return }
        throw .wrongKeyLength(
            record.identity,
            found: record.key.length.byteCount,
            expected: expected.byteCount,
            method: policy.method.rawValue
        )
    }

    /// Throws a fault if a given key has the wrong length for the method; callers check that before.
    func checkLength(of provided: KeyRequest.ProvidedKey) throws(RunFailure) {
        let (found, expected) = (provided.key.length.byteCount, policy.method.keyLength.byteCount)
        guard found != expected else { return }
        throw .fault("a given key of \(found) bytes, \(policy.method.rawValue) requires \(expected)")
    }
}
