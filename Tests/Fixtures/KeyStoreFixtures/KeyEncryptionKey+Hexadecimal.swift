package import Failures
package import KeyEncryption
import KeyStore

extension KeyEncryptionKey {
    /// Creates a key-encryption key from the text form that `FAIRLEAD_KEK` has.
    package convenience init(hexadecimal text: String) throws(RunFailure) {
        let digits = Array(text.utf8)
        try self.init(hexadecimal: digits.span)
    }
}
