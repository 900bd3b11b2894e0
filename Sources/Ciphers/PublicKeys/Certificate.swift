package import Foundation

/// An X.509 certificate with an RSA key (RFC 5280): whom keys are encrypted to, or who signed.
package final class Certificate: Sendable {
    /// The DER form.
    package let der: [UInt8]
    /// Who it names, for people.
    package let subject: String

    /// Reads PEM or DER, and refuses what is weak (RSA below 2048 bits, MD5 or SHA-1 signatures) or not valid at `date`.
    package init(reading bytes: [UInt8], validAt date: Date = Date()) throws(CertificateError) {
        throw .malformed(what: "not there yet")
    }

    /// `secret` for the owner of the private key: RSA-OAEP with SHA-1, MGF1-SHA-1 and no label (CPIX, XML Encryption 1.0).
    package func encrypt(_ secret: borrowing SecretBytes) throws(CipherError) -> [UInt8] {
        throw .libraryFailure("not there yet")
    }
}
