package import FoundationEssentials
package import WipedMemory

/// What an X.509 certificate with an RSA key (RFC 5280) says, of one that is not ours to choose: weak keys of 1024 bits, SHA-1
/// signatures and dates that are over are told, not refused.
///
/// Where keys of ours are encrypted to somebody, ``Certificate`` is stricter.
package final class CertificateDetails: Sendable {
    /// Size of the RSA key in bits.
    package let bitCount: Int
    /// The first second in which it is valid.
    package let notBefore: Date
    /// The last second in which it is valid.
    package let notAfter: Date

    private let publicKey: RSAKey

    /// Reads DER alone.
    ///
    /// - Parameter der: the file's bytes, at most ``Certificate/byteLimit``.
    /// - Throws: `CertificateError` for PEM, for anything but a certificate, for keys other than RSA of 1024 bits and more.
    package init(der: [UInt8]) throws(CertificateError) {
        guard !der.isEmpty else { throw .malformed(what: "empty (expected a certificate in DER)") }
        guard der.count <= Certificate.byteLimit else {
            throw .malformed(
                what: "no certificate (\(der.count) bytes, expected at most \(Certificate.byteLimit))"
            )
        }
        guard !PEMBlock.isPEM(der.span) else {
            throw .malformed(
                what: "PEM (expected DER, as devices take it). Convert it with: openssl x509 -outform DER"
            )
        }
        guard let certificate = X509Certificate(der: der.span) else {
            throw .malformed(what: "no X.509 certificate (expected one in DER, and nothing behind it)")
        }
        let key = try certificate.publicKey(least: .bits1024)
        guard let (start, end) = certificate.validity else {
            throw .malformed(what: "a certificate whose validity cannot be read")
        }
        bitCount = key.bitCount
        notBefore = Date(timeIntervalSince1970: Double(start.seconds))
        notAfter = Date(timeIntervalSince1970: Double(end.seconds))
        publicKey = key
    }

    /// Whether it is valid at `date` (RFC 5280 section 4.1.2.5: both ends belong to it).
    package func isValid(at date: Date) -> Bool {
        notBefore <= date && date < notAfter.addingTimeInterval(1)
    }

    /// `secret` for the owner of the private key: RSA-OAEP with a digest, MGF1 with the same, and no label.
    package func encrypt(
        _ secret: borrowing SecretBytes,
        digest: OAEPDigest
    ) throws(CipherError) -> [UInt8] {
        try secret.withSpan { (secret) throws(CipherError) in try publicKey.encrypt(secret, digest: digest) }
    }

    /// Whether `key` is the private key that belongs to it.
    func belongs(to key: borrowing RSAKey) -> Bool {
        publicKey.hasPublicKey(of: key)
    }
}
