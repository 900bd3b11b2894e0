package import Ciphers
import KeyRecordFormats
package import ProtectionTerms

/// A key as a license says it.
package struct LicensedKey: Sendable {
    /// The content key: 16 bytes.
    package let key: ContentKey
    package let iv: InitializationVector
    /// What is demanded of clients.
    package let terms: KeyPolicyTerms

    /// A key from its parts.
    package init(key: ContentKey, iv: InitializationVector, terms: KeyPolicyTerms) {
        self.key = key
        self.iv = iv
        self.terms = terms
    }

    /// A key of an exported file.
    package init(_ found: KSMLookup.Found) {
        self.init(key: found.key, iv: found.iv, terms: found.exported.terms)
    }
}
