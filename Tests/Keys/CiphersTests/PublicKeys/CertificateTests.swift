import Foundation
import Testing
import WipedMemory

@testable import Ciphers

/// Certificates from `openssl`, and one with exact times from Python's `cryptography`.
struct CertificateTests {
    let workspace: OpenSSLWorkspace

    init() throws {
        workspace = try OpenSSLWorkspace()
    }

    /// Valid from 2020-01-01T00:00:00Z to 2020-12-31T23:59:59Z; the common name has a line feed.
    static let dated = """
        -----BEGIN CERTIFICATE-----
        MIIC4zCCAcugAwIBAgIBBzANBgkqhkiG9w0BAQsFADA1MQswCQYDVQQGEwJGUjEU
        MBIGA1UECgwLQ2zDqXMsIEluYy4xEDAOBgNVBAMMB3ZhdWx0CjEwHhcNMjAwMTAx
        MDAwMDAwWhcNMjAxMjMxMjM1OTU5WjA1MQswCQYDVQQGEwJGUjEUMBIGA1UECgwL
        Q2zDqXMsIEluYy4xEDAOBgNVBAMMB3ZhdWx0CjEwggEiMA0GCSqGSIb3DQEBAQUA
        A4IBDwAwggEKAoIBAQDGYSYI4vMY4IyThSBOdlXVujY+G/XfsgUZHwosHMfBQk2g
        SsbRrQ7vKwZ0QM/svCCzK9mr+IC5Vm2YmxDF6F3LIhqQAFWom6ug2ti5M71lS5k7
        PPJh+742Oac3VWPRZRHoxr3sJc0dPdvhqoPDaagnHRo7p3MSCnFNQqwcCKSeWtY8
        BcjZVo/9blYYOMpLSeKig02uLs+yfHAH9uQNw7nWxzgUApllrqMBZTQYzlI1Ymnd
        1+owPKD1htql0+dEn8E4FPHsrzEeB1sa9jGmvEM05uPy/AXOX8kpgczk3hAV5oy1
        ElSPsCXgrRbJh+j8hC/OzS2JcCllXL04hKZdMdwfAgMBAAEwDQYJKoZIhvcNAQEL
        BQADggEBADhAucTZtPA+eYLH7MZGglwHhQf91+6y1Qp1BDYOuI1DVHvq3W9HokTA
        rUZLiQZ/i0ObnfgsUL73iJH7Mamxv1pEDTvPXa2JKPEkuwk4k3RahKHX1OcqMihA
        z90XNFk8cqnhtCMi/ZyeBCo7gRB8DHCTRyab/cVEq/EE94gglBVU9bxXxDnqwXE0
        uD49DrFd3LC/knc69VfgvFwqfiPN447gYXGgP6AeytoPij9WJG84pXy6JW3t49tN
        5tgGVyn25uTCKOWX/hzc6orAeV17G+w6ndMCzYobmrBKraNjaFTQkKSip3ilZuVN
        UmDEl1OR8njRZKtlEyfan4hnjK0VBFQ=
        -----END CERTIFICATE-----

        """

    private func der(_ name: String) throws -> [UInt8] {
        try workspace.openssl("x509", "-in", name, "-outform", "DER")
    }

    @Test func `PEM, DER and PEM with text and other blocks around it give the same`() throws {
        try workspace.makeCertificate("one")
        try workspace.makeCertificate("two")
        let (one, two) = (try workspace.read("one.pem"), try workspace.read("two.pem"))
        let der = try der("one.pem")
        #expect(try Certificate(reading: one).der == der)
        #expect(try Certificate(reading: der).der == der)
        #expect(try Certificate(reading: one + two).der == der)
        #expect(try Certificate(reading: Array("Bag Attributes\r\n".utf8) + one).der == der)
        #expect(try Certificate(reading: workspace.read("one.key") + one + two).der == der)
        #expect(try Certificate(reading: one).subject == "CN=one")
    }

    @Test(arguments: [
        (1_577_836_799.0, false), (1_577_836_800, true), (1_609_459_199, true), (1_609_459_200, false),
    ])
    func `It is valid from its first second to its last`(seconds: Double, isValid: Bool) throws {
        let bytes = Array(Self.dated.utf8)
        let date = Date(timeIntervalSince1970: seconds)
        guard !isValid else {
            let certificate = try Certificate(reading: bytes, validAt: date)
            #expect(certificate.subject == #"CN=vault\0A1,O=Clés\, Inc.,C=FR"#)
            return
        }
        #expect(
            throws: CertificateError.expired(
                notBefore: "2020-01-01T00:00:00Z",
                notAfter: "2020-12-31T23:59:59Z"
            )
        ) { _ = try Certificate(reading: bytes, validAt: date) }
    }

    @Test(arguments: [
        ("rsa:1024", "-sha256", CertificateError.weakKey(bits: 1024, minimum: 2048)),
        ("rsa:2048", "-sha1", .weakSignature(algorithm: "SHA1")),
        ("rsa:2048", "-md5", .weakSignature(algorithm: "MD5")),
        ("ed25519", "-sha256", .notRSA),
    ])
    func `A weak one is refused`(key: String, digest: String, error: CertificateError) throws {
        try workspace.makeCertificate("weak", key: key, digest: digest)
        #expect(throws: error) { _ = try Certificate(reading: workspace.read("weak.pem")) }
        #expect(throws: error) { _ = try Certificate(reading: der("weak.pem")) }
    }

    @Test func `An elliptic curve is refused`() throws {
        try workspace.openssl(
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-keyout",
            "ec.key",
            "-out",
            "ec.pem",
            "-subj",
            "/CN=ec"
        )
        #expect(throws: CertificateError.notRSA) {
            _ = try Certificate(reading: workspace.read("ec.pem"))
        }
        #expect(throws: CertificateError.notRSA) {
            _ = try PrivateKey(reading: SecretBytes(copying: workspace.read("ec.key")))
        }
    }

    @Test func `Nothing, garbage, a huge file and what follows a certificate are refused`() throws {
        try workspace.makeCertificate("one")
        let pem = String(decoding: try workspace.read("one.pem"), as: UTF8.self)
        let der = try der("one.pem")
        let long = Data(der + [0]).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        let inputs: [(String, [UInt8])] = [
            ("empty", []),
            ("a byte", [0x30]),
            ("text", Array("certificate".utf8)),
            ("DER and a byte", der + [0]),
            ("DER without its end", Array(der.dropLast())),
            ("PEM of DER and a byte", Array(pemText(long).utf8)),
            ("PEM without its end", Array(pem.dropLast(40).utf8)),
            ("PEM that is no base64", Array(pemText("?").utf8)),
            ("a private key", try workspace.read("one.key")),
            ("huge", [UInt8](repeating: 0x30, count: Certificate.byteLimit + 1)),
            ("PEM huge", Array(pem.utf8) + [UInt8](repeating: 0x0A, count: Certificate.byteLimit)),
        ]
        for (name, input) in inputs {
            let error = #expect(throws: CertificateError.self, "\(name)") {
                _ = try Certificate(reading: input)
            }
            guard case .malformed = error else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
        }
    }

    private func pemText(_ base64: String) -> String {
        "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
    }
}
