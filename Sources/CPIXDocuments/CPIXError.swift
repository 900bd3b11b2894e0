package import Ciphers
package import XMLDocuments

/// Why a CPIX document cannot be read or written.
package enum CPIXError: Error, Hashable, Sendable {
    /// No XML that is taken in.
    case xml(XMLError)
    /// An element or attribute that says what it must not; `line` counts from 1.
    case malformed(line: Int, element: String, reason: String)
    /// A message authentication code that does not hold, or is missing beside an encrypted key.
    case authentication(kid: String)
    /// Keys are encrypted, and none of the document keys is for the private key that was given.
    case noDelivery
    /// A signature that does not hold.
    case signature(reason: String)
    /// A certificate or private key that is refused.
    case certificate(CertificateError)
    /// What a dialect cannot say.
    case inexpressible(reason: String)
    /// OpenSSL failed.
    case cipher(CipherError)
}
