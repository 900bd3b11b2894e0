import Ciphers
import Failures
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

extension KeyRecord {
    /// Throws if the key of the record does not have the length that a method requires.
    func requireLength(
        for method: EncryptionKey.Method,
        at location: LineLocation
    ) throws(RunFailure) {
        guard let expected = ProtectionMethod(method)?.keyLength, expected != key.length else { return }
        throw .wrongKeyLength(
            location,
            identity,
            found: key.length.byteCount,
            expected: expected.byteCount,
            method: method.name
        )
    }
}
