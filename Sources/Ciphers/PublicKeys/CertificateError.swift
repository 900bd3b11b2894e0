/// Why a certificate or a private key is refused.
package enum CertificateError: Error, Hashable, Sendable {
    /// Neither PEM nor DER of what was expected.
    case malformed(what: String)
    /// Not an RSA key.
    case notRSA
    /// Fewer bits than are safe.
    case weakKey(bits: Int, minimum: Int)
    /// Signed with a digest that is broken.
    case weakSignature(algorithm: String)
    /// Not valid yet, or no longer; the times are as the certificate writes them.
    case expired(notBefore: String, notAfter: String)
    /// A private key that does not belong to the certificate, or cannot be opened without its passphrase.
    case wrongKey
}
