/// The reason why a certificate or a private key is refused.
///
/// It never contains a byte of a key. Callers put the file's name before the message.
package enum CertificateError: Error, Hashable, Sendable {
    /// Input that is neither PEM nor DER of the expected kind; `what` is a clause about it.
    case malformed(what: String)
    /// A key that is not RSA.
    case notRSA
    /// A key with fewer bits than are safe.
    case weakKey(bits: Int, minimum: Int)
    /// A signature with a broken or unknown digest.
    case weakSignature(algorithm: String)
    /// A certificate that is not valid yet, or no longer; the times are those of the certificate, in UTC.
    case expired(notBefore: String, notAfter: String)
    /// A private key that needs a passphrase.
    case encrypted
    /// A private key that does not belong to the certificate.
    case wrongKey
}

extension CertificateError {
    /// The problem: what was found and what was expected.
    package var problem: String { texts.problem }

    /// The remedy, or nil if there is no better one than another file.
    package var remedy: String? { texts.remedy }

    private var texts: (problem: String, remedy: String?) {
        switch self {
        case .malformed(let what):
            (what, nil)
        case .notRSA:
            (
                "the key is not RSA (expected an RSA key, because keys are encrypted and signed with RSA only)",
                nil
            )
        case .weakKey(let bits, let minimum):
            ("the RSA key is weak (\(bits) bits, expected \(minimum) or more)", "Ask for a new one")
        case .weakSignature(let algorithm):
            (
                "the certificate's signature is weak (\(algorithm), expected SHA-256 or better)",
                "Ask for a new certificate"
            )
        case .expired(let notBefore, let notAfter):
            (
                "the certificate is not valid now (it is from \(notBefore) to \(notAfter))",
                "Ask for one that is, or set the clock"
            )
        case .encrypted:
            (
                "the private key needs a passphrase (expected one without)",
                "Remove it with `openssl pkey -in IN -out OUT`"
            )
        case .wrongKey:
            (
                "the private key does not belong to the certificate",
                "Give a certificate and a private key that belong together"
            )
        }
    }
}

extension CertificateError: CustomStringConvertible {
    /// The problem, and the remedy if there is one.
    package var description: String { remedy.map { "\(problem). \($0)" } ?? problem }
}
