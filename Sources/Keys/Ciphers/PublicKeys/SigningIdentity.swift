/// A signer: a private key and its certificate.
package struct SigningIdentity: Sendable {
    package let certificate: Certificate
    package let privateKey: PrivateKey

    /// Creates an identity; throws `.wrongKey` if the key does not belong to the certificate.
    package init(certificate: Certificate, privateKey: PrivateKey) throws(CertificateError) {
        guard privateKey.belongs(to: certificate) else { throw .wrongKey }
        self.certificate = certificate
        self.privateKey = privateKey
    }
}
