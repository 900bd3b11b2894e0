package import Ciphers
package import FoundationEssentials
import WipedMemory

/// The certificate of FairPlay credentials, to which devices encrypt their requests.
package struct LicenseCertificate: Sendable {
    /// The parsed contents of the certificate.
    package let details: LenientCertificate
    /// The SHA-1 digest of the certificate in DER, 20 bytes, which an SPC contains to identify it.
    package let hash: [UInt8]
    /// The version of SPCs for this certificate, which follows from the size of its key.
    package let version: SPCVersion

    /// Reads a certificate in DER.
    ///
    /// - Throws: `CertificateError` for PEM, and for anything but a certificate with an RSA key of 1024 or
    ///   2048 bits.
    package init(der: [UInt8]) throws(CertificateError) {
        let details = try LenientCertificate(der: der)
        guard let version = SPCVersion.allCases.first(where: { $0.keySize.rawValue == details.bitCount })
        else {
            throw .malformed(
                what:
                    "devices do not accept the size of its RSA key (\(details.bitCount) bits, expected 1024 or 2048)"
            )
        }
        self.details = details
        self.version = version
        hash = SHA1.digest(of: der)
    }

    /// Indicates whether the certificate is valid at `date`; devices refuse one that is not.
    package func isValid(at date: Date) -> Bool { details.isValid(at: date) }

    /// Encrypts the key of an SPC's payload to the owner of the private key.
    func wrap(_ payloadKey: borrowing SecretBytes) throws(CipherError) -> [UInt8] {
        try details.encrypt(payloadKey, digest: version.digest)
    }
}
