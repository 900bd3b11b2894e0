import Foundation
import Testing
import WipedMemory

@testable import Ciphers

/// Ephemeral identities as the `openssl` program reads them.
struct EphemeralIdentityTests {
    let workspace: OpenSSLWorkspace

    init() throws {
        workspace = try OpenSSLWorkspace()
    }

    private func text(_ identity: EphemeralIdentity, _ arguments: String...) throws -> String {
        try workspace.write(identity.certificatePEM, "one.pem")
        return String(
            decoding: try workspace.openssl(["x509", "-in", "one.pem", "-noout"] + arguments),
            as: UTF8.self
        )
    }

    @Test(arguments: RSAKeySize.allCases)
    func `openssl reads its names, and verifies it`(size: RSAKeySize) throws {
        let identity = try EphemeralIdentity(
            size: size,
            commonName: "Ünïcode, \"1\"",
            dnsNames: ["localhost", "keys.example.com"],
            ipAddresses: ["127.0.0.1", "::1"]
        )
        let text = try text(identity, "-text")
        #expect(
            text.contains(
                "DNS:localhost, DNS:keys.example.com, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1"
            )
        )
        #expect(text.contains("Public-Key: (\(size.rawValue) bit)"))
        #expect(text.contains("Signature Algorithm: sha256WithRSAEncryption"))
        #expect(text.contains("Version: 3"))
        #expect(text.contains("CA:TRUE"))
        let verified = try workspace.openssl(
            "verify",
            "-auth_level",
            "1",
            "-check_ss_sig",
            "-CAfile",
            "one.pem",
            "-verify_hostname",
            "keys.example.com",
            "one.pem"
        )
        #expect(String(decoding: verified, as: UTF8.self) == "one.pem: OK\n")
        let subject = try workspace.openssl(
            "x509",
            "-in",
            "one.pem",
            "-noout",
            "-subject",
            "-nameopt",
            "RFC2253,utf8,-esc_msb"
        )
        #expect(String(decoding: subject, as: UTF8.self) == "subject=CN=Ünïcode\\, \\\"1\\\"\n")
    }

    @Test func `PEM and DER, private key and certificate belong together`() throws {
        let identity = try EphemeralIdentity(commonName: "one")
        let certificate = try Certificate(reading: identity.certificatePEM)
        #expect(certificate.der == identity.certificateDER)
        #expect(identity.privateKey.belongs(to: certificate))
        let read = try PrivateKey(reading: identity.privateKeyPEM)
        #expect(read.belongs(to: certificate))
        try workspace.write(identity.certificatePEM, "one.pem")
        try workspace.write(identity.privateKeyPEM.withSpan { key in key.indices.map { key[$0] } }, "one.key")
        #expect(try workspace.openssl("x509", "-in", "one.pem", "-outform", "DER") == identity.certificateDER)
        #expect(
            try workspace.openssl("pkey", "-in", "one.key", "-pubout")
                == workspace.openssl("x509", "-in", "one.pem", "-noout", "-pubkey")
        )
        let other = try EphemeralIdentity(commonName: "one")
        #expect(!other.privateKey.belongs(to: certificate))
        #expect(other.certificateDER != identity.certificateDER)
    }

    @Test(arguments: [
        // 2019-12-31T23:59:59Z; the last second of 2049, so the end has a four-digit year; before 1970.
        (1_577_836_799.0, 86_400, "Dec 31 23:59:59 2019 GMT", "Jan  1 23:59:59 2020 GMT"),
        (2_524_607_999.0, 1, "Dec 31 23:59:59 2049 GMT", "Jan  1 00:00:00 2050 GMT"),
        (-1.0, 1, "Dec 31 23:59:59 1969 GMT", "Jan  1 00:00:00 1970 GMT"),
    ])
    func `It can be over, or not yet valid`(start: Double, seconds: Int, from: String, to: String) throws {
        let begin = Date(timeIntervalSince1970: start)
        let identity = try EphemeralIdentity(
            size: .bits1024,
            commonName: "dated",
            validFrom: begin,
            validFor: seconds
        )
        #expect(try text(identity, "-dates") == "notBefore=\(from)\nnotAfter=\(to)\n")
        let details = try LenientCertificate(der: identity.certificateDER)
        #expect(details.isValid(at: begin))
        #expect(!details.isValid(at: begin.addingTimeInterval(-1)))
        #expect(!details.isValid(at: begin.addingTimeInterval(Double(seconds) + 1)))
    }

    @Test func `It is valid now`() throws {
        let identity = try EphemeralIdentity(size: .bits1024, commonName: "now")
        #expect(try LenientCertificate(der: identity.certificateDER).isValid(at: Date()))
    }

    @Test(
        arguments: [
            ("", [], []), (String(repeating: "x", count: 65), [], []), ("one", ["bücher.example"], []),
            ("one", [""], []), ("one", ["a b"], []), ("one", [], ["localhost"]), ("one", [], ["256.0.0.1"]),
        ] as [(String, [String], [String])]
    )
    func `Names that a certificate cannot hold are refused`(name: String, dns: [String], addresses: [String])
    {
        let error = #expect(throws: CertificateError.self) {
            try EphemeralIdentity(commonName: name, dnsNames: dns, ipAddresses: addresses)
        }
        guard case .malformed? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [-631_152_001, 253_402_300_800])
    func `Times that a certificate cannot hold are refused`(start: Double) {
        #expect(throws: CertificateError.self) {
            try EphemeralIdentity(commonName: "one", validFrom: Date(timeIntervalSince1970: start))
        }
    }
}
