/// Who signs: a private key and the certificate that belongs to it.
package struct SigningIdentity: Sendable {
    package let certificate: Certificate
    package let privateKey: PrivateKey

    /// Refuses a key that does not belong to the certificate.
    package init(certificate: Certificate, privateKey: PrivateKey) throws(CertificateError) {
        guard privateKey.belongs(to: certificate) else { throw .wrongKey }
        self.certificate = certificate
        self.privateKey = privateKey
    }
}
