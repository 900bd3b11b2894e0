import Ciphers
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms

/// Tells whether the key of a record is as long as the keys of the line's method are.
enum KeyLengthCheck {
    /// What is wrong, in words; nil for nothing.
    static func fault(of key: EncryptionKey, record: KeyRecord) -> String? {
        guard let method = ProtectionMethod(key.method), record.key.length != method.keyLength else {
            return nil
        }
        return
            "the recorded key has \(record.key.length.byteCount) bytes (METHOD=\(key.method.name), expected "
            + "\(method.keyLength.byteCount))"
    }
}
