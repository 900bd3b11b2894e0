import Foundation
import Testing
import WipedMemory

@testable import Ciphers

/// OAEP with both digests and 1024-bit keys, against the `openssl` program.
struct OAEPTests {
    let workspace: OpenSSLWorkspace

    init() throws {
        workspace = try OpenSSLWorkspace()
    }

    private static let secret = [UInt8](1...16)

    private func make(_ size: RSAKeySize) throws -> (LenientCertificate, PrivateKey) {
        try workspace.makeCertificate("one", key: "rsa:\(size.rawValue)", digest: "-sha1")
        let der = try workspace.openssl("x509", "-in", "one.pem", "-outform", "DER")
        let key = try PrivateKey(
            reading: SecretBytes(copying: workspace.read("one.key")),
            minimumSize: .bits1024
        )
        return (try LenientCertificate(der: der), key)
    }

    private static let cases: [(RSAKeySize, OAEPDigest, String)] = [
        (.bits1024, .sha1, "sha1"), (.bits1024, .sha256, "sha256"), (.bits2048, .sha1, "sha1"),
        (.bits2048, .sha256, "sha256"),
    ]

    @Test(arguments: cases)
    func `openssl decrypts what is encrypted here, and the other way round`(
        size: RSAKeySize,
        digest: OAEPDigest,
        name: String
    ) throws {
        let (certificate, key) = try make(size)
        #expect(certificate.bitCount == size.rawValue && key.bitCount == size.rawValue)
        #expect(key.belongs(to: certificate))
        let encrypted = try certificate.encrypt(SecretBytes(copying: Self.secret), digest: digest)
        #expect(encrypted.count == size.rawValue / 8)
        try workspace.write(encrypted, "encrypted")
        #expect(
            try workspace.openssl(
                "pkeyutl",
                "-decrypt",
                "-inkey",
                "one.key",
                "-in",
                "encrypted",
                "-pkeyopt",
                "rsa_padding_mode:oaep",
                "-pkeyopt",
                "rsa_oaep_md:\(name)",
                "-pkeyopt",
                "rsa_mgf1_md:\(name)"
            ) == Self.secret
        )
        try workspace.write(Self.secret, "secret")
        let theirs = try workspace.openssl(
            "pkeyutl",
            "-encrypt",
            "-certin",
            "-inkey",
            "one.pem",
            "-in",
            "secret",
            "-pkeyopt",
            "rsa_padding_mode:oaep",
            "-pkeyopt",
            "rsa_oaep_md:\(name)",
            "-pkeyopt",
            "rsa_mgf1_md:\(name)"
        )
        let clear = try key.decrypt(theirs, digest: digest)
        let isSame = clear.isEqual(to: SecretBytes(copying: Self.secret))
        #expect(isSame)
        let other: OAEPDigest = digest == .sha1 ? .sha256 : .sha1
        #expect(throws: CipherError.decryptionFailed) { _ = try key.decrypt(theirs, digest: other) }
    }

    /// By RFC 8017 section 7.1.1 a message has at most k - 2 hLen - 2 bytes.
    @Test(arguments: [(OAEPDigest.sha1, 86), (.sha256, 62)])
    func `The longest secret of 1024 bits, and one more`(digest: OAEPDigest, limit: Int) throws {
        let (certificate, key) = try make(.bits1024)
        let clear = try key.decrypt(
            certificate.encrypt(.random(count: limit), digest: digest),
            digest: digest
        )
        let count = clear.count
        #expect(count == limit)
        #expect(throws: CipherError.inputTooLong(limit + 1)) {
            try certificate.encrypt(.random(count: limit + 1), digest: digest)
        }
    }

    @Test func `A key of 1024 bits is taken where it is asked for, and nowhere else`() throws {
        _ = try make(.bits1024)
        let file = try workspace.read("one.key")
        let der = try workspace.openssl("x509", "-in", "one.pem", "-outform", "DER")
        let error = CertificateError.weakKey(bits: 1024, minimum: 2048)
        #expect(throws: error) { try PrivateKey(reading: SecretBytes(copying: file)) }
        #expect(throws: error) { try Certificate(reading: der) }
    }

    @Test func `A key of less than 1024 bits is refused`() throws {
        try workspace.makeCertificate("small", key: "rsa:768")
        let file = try workspace.read("small.key")
        let der = try workspace.openssl("x509", "-in", "small.pem", "-outform", "DER")
        let error = CertificateError.weakKey(bits: 768, minimum: 1024)
        #expect(throws: error) { try PrivateKey(reading: SecretBytes(copying: file), minimumSize: .bits1024) }
        #expect(throws: error) { try LenientCertificate(der: der) }
    }

    @Test func `Details are those of openssl, and PEM and garbage are refused`() throws {
        _ = try make(.bits2048)
        let pem = try workspace.read("one.pem")
        let der = try workspace.openssl("x509", "-in", "one.pem", "-outform", "DER")
        let details = try LenientCertificate(der: der)
        #expect(details.isValid(at: Date()))
        #expect(details.isValid(at: details.notBefore) && details.isValid(at: details.notAfter))
        #expect(!details.isValid(at: details.notBefore.addingTimeInterval(-1)))
        #expect(!details.isValid(at: details.notAfter.addingTimeInterval(1)))
        // The certificate was generated for 30 days.
        #expect(details.notAfter.timeIntervalSince(details.notBefore) == 30 * 86_400)
        let error = #expect(throws: CertificateError.self) { try LenientCertificate(der: pem) }
        #expect(error?.description.contains("openssl x509 -outform DER") == true)
        for bytes in [[], [0x30], der + [0], Array(der.dropLast())] {
            #expect(throws: CertificateError.self) { try LenientCertificate(der: bytes) }
        }
    }
}
