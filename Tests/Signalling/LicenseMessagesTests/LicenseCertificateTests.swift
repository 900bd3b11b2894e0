import Ciphers
import Foundation
import LicenseMessages
import Testing

/// Certificates for which license requests are encrypted.
struct LicenseCertificateTests {
    @Test(arguments: SPCVersion.allCases)
    func `The size of its key says the version, and SHA-1 is no error`(version: SPCVersion) throws {
        let der = version == .one ? LicenseVectors.certificate1024 : LicenseVectors.certificate2048
        let certificate = try LicenseCertificate(der: der)
        #expect(certificate.version == version)
        // The dates of both are those of `openssl x509 -dates`.
        #expect(certificate.isValid(at: Date(timeIntervalSince1970: 1_800_000_000)))
        #expect(!certificate.isValid(at: Date(timeIntervalSince1970: 2_200_000_000)))
    }

    @Test func `PEM is refused with how to convert it`() throws {
        let identity = try EphemeralIdentity(size: .bits1024, commonName: "pem")
        let error = #expect(throws: CertificateError.self) {
            try LicenseCertificate(der: identity.certificatePEM)
        }
        #expect(error?.description.contains("openssl x509 -outform DER") == true)
    }

    @Test func `What is no certificate is refused`() {
        let der = LicenseVectors.certificate1024
        for bytes in [[], [0x30], der + [0], Array(der.dropLast()), LicenseVectors.spc1] {
            #expect(throws: CertificateError.self) { try LicenseCertificate(der: bytes) }
        }
    }
}
