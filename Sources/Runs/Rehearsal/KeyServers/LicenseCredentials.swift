package import Ciphers
package import LicenseMessages

/// What a key security module works with: certificate, private key and application secret key.
package struct LicenseCredentials: Sendable {
    /// The certificate in DER, as it is given to clients.
    package let certificateDER: [UInt8]
    /// The private key of the certificate; nil where a key server of others has it.
    package let privateKey: PrivateKey?
    /// ASk.
    package let applicationSecret: ApplicationSecretKey

    /// Credentials from their parts, which are looked at where they are used.
    package init(certificateDER: [UInt8], privateKey: PrivateKey?, applicationSecret: ApplicationSecretKey) {
        self.certificateDER = certificateDER
        self.privateKey = privateKey
        self.applicationSecret = applicationSecret
    }

    /// Fresh ones, for requests that no device makes: RSA of 1024 bits, whose messages of version 1 are proven.
    package static func throwAway() throws(CertificateError) -> LicenseCredentials {
        let identity = try ThrowAwayIdentity(size: .bits1024, commonName: "fairlead rehearsal")
        return LicenseCredentials(
            certificateDER: identity.certificateDER,
            privateKey: identity.privateKey,
            applicationSecret: .random()
        )
    }
}
