import Ciphers
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

/// Checks that the key of a record is as long as the method of the key line requires.
enum KeyLengthCheck {
    /// Describes the wrong length, or returns nil if the length is right.
    static func fault(of key: EncryptionKey, record: KeyRecord) -> String? {
        guard let method = ProtectionMethod(key.method), record.key.length != method.keyLength else {
            return nil
        }
        return
            "the recorded key has \(record.key.length.byteCount) bytes (METHOD=\(key.method.name), expected "
            + "\(method.keyLength.byteCount))"
    }
}
