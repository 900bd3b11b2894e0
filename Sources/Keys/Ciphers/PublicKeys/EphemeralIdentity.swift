package import FoundationEssentials
package import WipedMemory

/// A fresh RSA key and a certificate that it signed itself (RFC 5280, SHA-256).
///
/// It is for license exchanges and servers that end with the process, never for published results.
package final class EphemeralIdentity: Sendable {
    /// The certificate in DER.
    package let certificateDER: [UInt8]
    /// The private key.
    package let privateKey: PrivateKey
    /// The private key as PKCS#8 in PEM, without a passphrase.
    package let privateKeyPEM: SecretBytes

    /// Generates the key and the certificate.
    ///
    /// - Parameters:
    ///   - size: the size of the key.
    ///   - commonName: the name of the owner, 1 to 64 characters (RFC 5280, ub-common-name).
    ///   - dnsNames: DNS names of the server, in ASCII.
    ///   - ipAddresses: IP addresses of the server as text, of version 4 or 6.
    ///   - start: the first second of the validity, or nil for five minutes ago, for clocks that differ.
    ///   - seconds: the length of the validity from `start`, in seconds; the certificate may be expired
    ///     already.
    /// - Throws: `CertificateError.malformed` for names and addresses that a certificate cannot contain, and
    ///   if OpenSSL fails.
    package init(
        size: RSAKeySize = .bits2048,
        commonName: String,
        dnsNames: [String] = [],
        ipAddresses: [String] = [],
        validFrom start: Date? = nil,
        validFor seconds: Int = 86_400
    ) throws(CertificateError) {
        let start = start ?? Date().addingTimeInterval(-300)
        let certificate = try SelfSignedCertificate(
            commonName: commonName,
            dnsNames: dnsNames,
            ipAddresses: ipAddresses,
            notBefore: start,
            notAfter: start.addingTimeInterval(Double(seconds))
        )
        do throws(CipherError) {
            let key = try RSAKey.generate(size)
            certificateDER = try certificate.signed(with: key)
            privateKeyPEM = try key.privateKeyPEM()
            privateKey = PrivateKey(key)
        } catch {
            throw .malformed(what: "the key pair cannot be generated: \(error)")
        }
    }

    /// The certificate in PEM (RFC 7468).
    package var certificatePEM: [UInt8] {
        let digits = Array(Base64.encode(certificateDER).utf8)
        var text = Array("-----BEGIN CERTIFICATE-----\n".utf8)
        for start in stride(from: 0, to: digits.count, by: 64) {
            text += digits[start..<min(start + 64, digits.count)] + [UInt8(ascii: "\n")]
        }
        return text + Array("-----END CERTIFICATE-----\n".utf8)
    }
}
