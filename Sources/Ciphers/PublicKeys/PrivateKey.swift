/// An RSA private key; printing it shows `<redacted>`.
package final class PrivateKey: Sendable {
    /// Reads PEM (PKCS#8 or PKCS#1, without a passphrase) or DER.
    package init(reading bytes: borrowing SecretBytes) throws(CertificateError) {
        throw .malformed(what: "not there yet")
    }

    /// What ``Certificate/encrypt(_:)`` hid.
    package func decrypt(_ bytes: [UInt8]) throws(CipherError) -> SecretBytes {
        throw .libraryFailure("not there yet")
    }

    /// PKCS#1 v1.5 with SHA-512 (`rsa-sha512`).
    package func sign(_ message: [UInt8]) throws(CipherError) -> [UInt8] {
        throw .libraryFailure("not there yet")
    }
}

/// Who signs: a private key and the certificate that belongs to it.
package struct SigningIdentity: Sendable {
    package let certificate: Certificate
    package let privateKey: PrivateKey

    /// Refuses a key that does not belong to the certificate.
    package init(certificate: Certificate, privateKey: PrivateKey) throws(CertificateError) {
        self.certificate = certificate
        self.privateKey = privateKey
    }
}
