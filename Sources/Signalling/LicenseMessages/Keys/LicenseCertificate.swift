package import Ciphers
package import FoundationEssentials
import WipedMemory

/// The certificate of FairPlay credentials, to which devices encrypt their requests.
package struct LicenseCertificate: Sendable {
    /// What it says.
    package let details: CertificateDetails
    /// The SHA-1 digest of the DER form, 20 bytes, by which an SPC names it.
    package let hash: [UInt8]
    /// The version of the SPCs that are made for it.
    package let version: SPCVersion

    /// Reads DER.
    ///
    /// - Throws: `CertificateError` for PEM and for anything but a certificate with an RSA key of 1024 or 2048 bits.
    package init(der: [UInt8]) throws(CertificateError) {
        let details = try CertificateDetails(der: der)
        guard let version = SPCVersion.allCases.first(where: { $0.keySize.rawValue == details.bitCount })
        else {
            throw .malformed(
                what:
                    "a certificate that devices do not take (an RSA key of \(details.bitCount) bits, expected 1024 or 2048)"
            )
        }
        self.details = details
        self.version = version
        hash = SHA1.digest(of: der)
    }

    /// Whether it is valid at `date`; devices refuse one that is not.
    package func isValid(at date: Date) -> Bool { details.isValid(at: date) }

    /// The key of an SPC's payload for the owner of the private key.
    func wrap(_ payloadKey: borrowing SecretBytes) throws(CipherError) -> [UInt8] {
        try details.encrypt(payloadKey, digest: version.digest)
    }
}
