package import Ciphers
import KeyRecordFormats
package import ProtectionTerms

/// A key with IV and terms, as in a license.
package struct LicensedKey: Sendable {
    /// The content key, 16 bytes.
    package let key: ContentKey
    package let iv: InitializationVector
    /// The policy terms for the client.
    package let terms: KeyPolicyTerms

    /// Creates a key from its parts.
    package init(key: ContentKey, iv: InitializationVector, terms: KeyPolicyTerms) {
        self.key = key
        self.iv = iv
        self.terms = terms
    }

    /// Creates a key from a key of an exported file.
    package init(_ found: KSMLookup.UsableKey) {
        self.init(key: found.key, iv: found.iv, terms: found.exportedKey.terms)
    }
}
