package import FoundationEssentials
package import WipedMemory

/// An X.509 certificate with an RSA key (RFC 5280), of a recipient of keys or of a signer.
///
/// Its contents are trusted: no chain of certificates is checked, the user who names the file vouches for it.
package final class Certificate: Sendable {
    /// The maximum size of a file, in bytes; no certificate in use is larger.
    package static let byteLimit = 1 << 20

    /// The certificate in DER.
    package let der: [UInt8]
    /// The name of the subject, for messages.
    package let subject: String

    /// The name of the certificate in CMS: the issuer's name and the serial number, in DER.
    let issuerAndSerialNumber: [UInt8]

    private let publicKey: RSAKey

    /// Reads PEM (the first certificate in it) or DER.
    ///
    /// Throws for weak certificates (RSA below 2048 bits, MD5 or SHA-1 signatures), and for those not valid
    /// at `date`.
    package init(reading bytes: [UInt8], validAt date: Date = Date()) throws(CertificateError) {
        let der = try Self.der(of: bytes)
        guard let certificate = X509Certificate(der: der.span) else {
            throw .malformed(
                what: "it is not an X.509 certificate (expected one in PEM or DER, and nothing after it)"
            )
        }
        let key = try certificate.publicKey()
        if let algorithm = certificate.weakSignatureAlgorithm { throw .weakSignature(algorithm: algorithm) }
        guard let (start, end) = certificate.validity else {
            throw .malformed(what: "its validity cannot be read")
        }
        let dateSeconds = date.timeIntervalSince1970
        // RFC 5280 4.1.2.5: both ends are within the validity.
        guard Double(start.seconds) <= dateSeconds, dateSeconds < Double(end.seconds) + 1 else {
            throw .expired(notBefore: start.text, notAfter: end.text)
        }
        self.der = der
        subject = certificate.subject
        issuerAndSerialNumber = certificate.issuerAndSerialNumber
        publicKey = key
    }

    /// Encrypts `secret` to the owner of the private key: RSA-OAEP with SHA-1, MGF1-SHA-1 and no label (CPIX,
    /// XML Encryption 1.0).
    package func encrypt(_ secret: borrowing SecretBytes) throws(CipherError) -> [UInt8] {
        try secret.withSpan { (secret) throws(CipherError) in try publicKey.encrypt(secret) }
    }

    /// Indicates whether `signature` is a signature of `message` by the owner of the private key (PKCS#1
    /// v1.5).
    package func isValidSignature(
        _ signature: [UInt8],
        of message: [UInt8],
        digest: SignatureDigest = .sha512
    ) -> Bool {
        publicKey.isValidSignature(signature, of: message, digest: digest)
    }

    /// Indicates whether `key` is the private key of this certificate.
    func belongs(to key: borrowing RSAKey) -> Bool {
        publicKey.hasPublicKey(of: key)
    }

    private static func der(of bytes: [UInt8]) throws(CertificateError) -> [UInt8] {
        guard !bytes.isEmpty else {
            throw .malformed(what: "it is empty (expected a certificate in PEM or DER)")
        }
        guard bytes.count <= byteLimit else {
            throw .malformed(
                what:
                    "it is too large for a certificate (\(bytes.count) bytes, expected at most \(byteLimit))"
            )
        }
        guard PEMBlock.isPEM(bytes.span) else { return bytes }
        let labels = ["CERTIFICATE", "X509 CERTIFICATE"]
        guard let block = PEMBlock.first(in: bytes.span, where: { labels.contains($0) }) else {
            throw .malformed(what: "it is PEM without a certificate (expected BEGIN CERTIFICATE)")
        }
        return block.contents.withSpan { contents in contents.indices.map { contents[$0] } }
    }
}
