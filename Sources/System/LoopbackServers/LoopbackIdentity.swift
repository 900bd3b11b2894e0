package import WipedMemory

/// The certificate of a server and its private key.
package struct LoopbackIdentity: ~Copyable, Sendable {
    /// The certificate in PEM, followed by those of its authorities.
    let certificatePEM: [UInt8]
    /// The private key in PEM, without a passphrase.
    let privateKeyPEM: SecretBytes

    /// Creates an identity; only ``LoopbackServer`` checks that the parts match.
    package init(certificatePEM: [UInt8], privateKeyPEM: consuming SecretBytes) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }
}
