package import Ciphers
package import LicenseMessages

/// The credentials of a key security module: certificate, private key and application secret key.
package struct LicenseCredentials: Sendable {
    /// The certificate in DER, as clients receive it.
    package let certificateDER: [UInt8]
    /// The certificate's private key, or nil if only an external license server has it.
    package let privateKey: PrivateKey?
    /// The application secret key (ASk).
    package let applicationSecret: ApplicationSecretKey

    /// Creates credentials from their parts, without checking them.
    package init(certificateDER: [UInt8], privateKey: PrivateKey?, applicationSecret: ApplicationSecretKey) {
        self.certificateDER = certificateDER
        self.privateKey = privateKey
        self.applicationSecret = applicationSecret
    }

    /// Creates temporary credentials, for SPCs that no real device generates.
    ///
    /// RSA has 1024 bits, because test vectors cover the SPC version 1 that belongs to it.
    package static func temporary() throws(CertificateError) -> LicenseCredentials {
        let identity = try EphemeralIdentity(size: .bits1024, commonName: "fairlead rehearsal")
        return LicenseCredentials(
            certificateDER: identity.certificateDER,
            privateKey: identity.privateKey,
            applicationSecret: .random()
        )
    }
}
