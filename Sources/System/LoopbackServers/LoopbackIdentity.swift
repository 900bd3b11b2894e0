package import WipedMemory

/// The certificate that a server shows to its clients, and the private key of it.
package struct LoopbackIdentity: ~Copyable, Sendable {
    /// The certificate in PEM, with those of its authorities behind it.
    package let certificatePEM: [UInt8]
    /// The private key in PEM, without a passphrase.
    package let privateKeyPEM: SecretBytes

    /// An identity of its parts; ``LoopbackServer`` finds out whether they fit.
    package init(certificatePEM: [UInt8], privateKeyPEM: consuming SecretBytes) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }
}
