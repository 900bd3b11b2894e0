package import FoundationEssentials
package import WipedMemory

/// A fresh RSA key and a certificate that it signed itself (RFC 5280, SHA-256): for license exchanges and servers that end with the
/// process, never for what is published.
package final class ThrowAwayIdentity: Sendable {
    /// The certificate in DER.
    package let certificateDER: [UInt8]
    /// The private key.
    package let privateKey: PrivateKey
    /// The private key as PKCS#8 in PEM, without a passphrase.
    package let privateKeyPEM: SecretBytes

    /// Makes key and certificate.
    ///
    /// - Parameters:
    ///   - size: of the key.
    ///   - commonName: names its owner; not empty, at most 64 characters (RFC 5280, ub-common-name).
    ///   - dnsNames: of the server, in ASCII.
    ///   - ipAddresses: of the server, of either version as text.
    ///   - start: the first second in which it is valid; nil for five minutes ago, for clocks that differ.
    ///   - seconds: how long it is valid from `start`, so that one that is over can be made, too.
    /// - Throws: `CertificateError.malformed` for names and addresses that a certificate cannot hold, and where OpenSSL fails.
    package init(
        size: RSAKeySize = .bits2048,
        commonName: String,
        dnsNames: [String] = [],
        ipAddresses: [String] = [],
        validFrom start: Date? = nil,
        validFor seconds: Int = 86_400
    ) throws(CertificateError) {
        let start = start ?? Date().addingTimeInterval(-300)
        let description = try SelfSignedCertificate(
            commonName: commonName,
            dnsNames: dnsNames,
            ipAddresses: ipAddresses,
            notBefore: start,
            notAfter: start.addingTimeInterval(Double(seconds))
        )
        do throws(CipherError) {
            let key = try RSAKey.generate(size)
            certificateDER = try description.signed(with: key)
            privateKeyPEM = try key.privateKeyPEM()
            privateKey = PrivateKey(key)
        } catch {
            throw .malformed(what: "a key pair that could not be made: \(error)")
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
