import Ciphers
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

extension KeyRecord {
    /// Refuses a record that cannot be of media of this method, whatever names it.
    func requireLength(
        for method: EncryptionKey.Method,
        at place: RewriteError.Place
    ) throws(PresentationError) {
        guard let expected = ProtectionMethod(method)?.keyLength, expected != key.length else { return }
        throw .rewrite(
            .keyLength(
                place,
                identity,
                found: key.length.byteCount,
                expected: expected.byteCount,
                method: method.name
            )
        )
    }
}
