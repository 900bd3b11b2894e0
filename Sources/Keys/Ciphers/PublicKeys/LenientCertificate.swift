package import FoundationEssentials
package import WipedMemory

/// An X.509 certificate with an RSA key (RFC 5280) that is not ours to choose: weak keys of 1024 bits, SHA-1
/// signatures and expired dates are reported, not refused.
///
/// ``Certificate`` is stricter, because our own keys are encrypted to its owner.
package final class LenientCertificate: Sendable {
    /// The size of the RSA key, in bits.
    package let bitCount: Int
    /// The first second of the validity.
    package let notBefore: Date
    /// The last second of the validity.
    package let notAfter: Date

    private let publicKey: RSAKey

    /// Reads a certificate in DER only.
    ///
    /// - Parameter der: the contents of the file, at most ``Certificate/byteLimit`` bytes.
    /// - Throws: `CertificateError` for PEM, for anything except a certificate, and for keys other than RSA
    ///   of at least 1024 bits.
    package init(der: [UInt8]) throws(CertificateError) {
        guard !der.isEmpty else { throw .malformed(what: "it is empty (expected a certificate in DER)") }
        guard der.count <= Certificate.byteLimit else {
            throw .malformed(
                what:
                    "it is too large for a certificate (\(der.count) bytes, expected at most \(Certificate.byteLimit))"
            )
        }
        guard !PEMBlock.isPEM(der.span) else {
            throw .malformed(
                what:
                    "it is PEM (expected DER, which devices require). Convert it with: openssl x509 -outform DER"
            )
        }
        guard let certificate = X509Certificate(der: der.span) else {
            throw .malformed(
                what: "it is not an X.509 certificate (expected one in DER, and nothing after it)"
            )
        }
        let key = try certificate.publicKey(minimumSize: .bits1024)
        guard let (start, end) = certificate.validity else {
            throw .malformed(what: "its validity cannot be read")
        }
        bitCount = key.bitCount
        notBefore = Date(timeIntervalSince1970: Double(start.seconds))
        notAfter = Date(timeIntervalSince1970: Double(end.seconds))
        publicKey = key
    }

    /// Indicates whether `date` is within the validity (RFC 5280 section 4.1.2.5: including both ends).
    package func isValid(at date: Date) -> Bool {
        notBefore <= date && date < notAfter.addingTimeInterval(1)
    }

    /// Encrypts `secret` to the owner of the private key: RSA-OAEP with a digest, MGF1 with the same digest,
    /// and no label.
    package func encrypt(
        _ secret: borrowing SecretBytes,
        digest: OAEPDigest
    ) throws(CipherError) -> [UInt8] {
        try secret.withSpan { (secret) throws(CipherError) in try publicKey.encrypt(secret, digest: digest) }
    }

    /// Indicates whether `key` is the private key of this certificate.
    func belongs(to key: borrowing RSAKey) -> Bool {
        publicKey.hasPublicKey(of: key)
    }
}
