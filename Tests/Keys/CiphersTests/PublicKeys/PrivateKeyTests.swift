import Foundation
import Testing
import WipedMemory

@testable import Ciphers

/// Private keys, encryption and signatures, against the `openssl` program.
struct PrivateKeyTests {
    let workspace: OpenSSLWorkspace
    let certificate: Certificate

    init() throws {
        workspace = try OpenSSLWorkspace()
        try workspace.makeCertificate("one")
        certificate = try Certificate(reading: workspace.read("one.pem"))
    }

    private func privateKey(_ name: String = "one.key") throws -> PrivateKey {
        try PrivateKey(reading: SecretBytes(copying: workspace.read(name)))
    }

    @Test(arguments: [
        ["pkey"], ["pkey", "-outform", "DER"], ["pkey", "-traditional"],
        ["rsa", "-traditional", "-outform", "DER"],
        ["pkcs8", "-topk8", "-nocrypt", "-outform", "DER"],
    ])
    func `PKCS#8 and PKCS#1, PEM and DER are read`(arguments: [String]) throws {
        let keyBytes = try OpenSSLCommand.run(arguments, input: workspace.read("one.key"))
        let key = try PrivateKey(reading: SecretBytes(copying: keyBytes))
        #expect(key.belongs(to: certificate))
    }

    @Test func `A key behind its certificate is found`() throws {
        let both = try workspace.read("one.pem") + workspace.read("one.key")
        #expect(try PrivateKey(reading: SecretBytes(copying: both)).belongs(to: certificate))
    }

    @Test(arguments: [
        ["pkcs8", "-topk8", "-passout", "pass:secret"],
        ["pkcs8", "-topk8", "-passout", "pass:secret", "-outform", "DER"],
        ["rsa", "-traditional", "-aes128", "-passout", "pass:secret"],
    ])
    func `A passphrase is an error and no question`(arguments: [String]) throws {
        let keyBytes = try OpenSSLCommand.run(arguments, input: workspace.read("one.key"))
        #expect(throws: CertificateError.encrypted) {
            _ = try PrivateKey(reading: SecretBytes(copying: keyBytes))
        }
    }

    @Test func `Nothing, garbage and what follows a key are refused`() throws {
        let der = try workspace.openssl("pkey", "-in", "one.key", "-outform", "DER")
        let inputs: [(String, [UInt8])] = [
            ("empty", []), ("text", Array("key".utf8)), ("DER and a byte", der + [0]),
            ("DER without its end", Array(der.dropLast())), ("a certificate", try workspace.read("one.pem")),
            ("a certificate in DER", certificate.der),
            ("PEM without its end", Array(try workspace.read("one.key").dropLast(40))),
            ("huge", [UInt8](repeating: 0x30, count: Certificate.byteLimit + 1)),
        ]
        for (name, input) in inputs {
            let error = #expect(throws: CertificateError.self, "\(name)") {
                _ = try PrivateKey(reading: SecretBytes(copying: input))
            }
            guard case .malformed = error else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
        }
    }

    @Test func `A weak key is refused`() throws {
        try workspace.makeCertificate("weak", key: "rsa:1024")
        #expect(throws: CertificateError.weakKey(bits: 1024, minimum: 2048)) {
            _ = try privateKey("weak.key")
        }
    }

    @Test(arguments: [1, 16, 32, 64, 214])
    func `openssl pkeyutl decrypts what is encrypted here, and the other way round`(count: Int) throws {
        let clear = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 53) }
        let ours = try certificate.encrypt(SecretBytes(copying: clear))
        try workspace.write(ours, "ours")
        try workspace.write(clear, "clear")
        let opened = try workspace.openssl(
            "pkeyutl",
            "-decrypt",
            "-inkey",
            "one.key",
            "-in",
            "ours",
            "-pkeyopt",
            "rsa_padding_mode:oaep",
            "-pkeyopt",
            "rsa_oaep_md:sha1",
            "-pkeyopt",
            "rsa_mgf1_md:sha1"
        )
        #expect(opened == clear)
        let theirs = try workspace.openssl(
            "pkeyutl",
            "-encrypt",
            "-certin",
            "-inkey",
            "one.pem",
            "-in",
            "clear",
            "-pkeyopt",
            "rsa_padding_mode:oaep",
            "-pkeyopt",
            "rsa_oaep_md:sha1",
            "-pkeyopt",
            "rsa_mgf1_md:sha1"
        )
        let same = try privateKey().decrypt(theirs).isEqual(to: SecretBytes(copying: clear))
        #expect(same)
    }

    @Test func `Damaged and foreign ciphertexts do not open, too long a secret is refused`() throws {
        let key = try privateKey()
        let encrypted = try certificate.encrypt(.random(count: 32))
        var changed = encrypted
        changed[100] ^= 1
        for candidate in [
            changed, [], Array(encrypted.dropLast()), encrypted + [0], [UInt8](repeating: 255, count: 256),
        ] {
            #expect(throws: CipherError.decryptionFailed) { _ = try key.decrypt(candidate) }
        }
        try workspace.makeCertificate("two")
        let otherKey = try privateKey("two.key")
        #expect(throws: CipherError.decryptionFailed) { _ = try otherKey.decrypt(encrypted) }
        #expect(throws: CipherError.inputTooLong(215)) { _ = try certificate.encrypt(.random(count: 215)) }
    }

    @Test func `openssl dgst verifies our signature, and makes one that is ours`() throws {
        let message = Array("the message".utf8)
        let signature = try privateKey().sign(message)
        try workspace.write(signature, "signature")
        try workspace.write(message, "message")
        try workspace.openssl("x509", "-in", "one.pem", "-pubkey", "-noout", "-out", "public.pem")
        let verdict = try workspace.openssl(
            "dgst",
            "-sha512",
            "-verify",
            "public.pem",
            "-signature",
            "signature",
            "message"
        )
        #expect(String(decoding: verdict, as: UTF8.self).hasPrefix("Verified OK"))
        let theirs = try workspace.openssl("dgst", "-sha512", "-sign", "one.key", "message")
        // PKCS#1 v1.5 is deterministic.
        #expect(theirs == signature)
        #expect(certificate.isValidSignature(theirs, of: message))
        #expect(!certificate.isValidSignature(theirs, of: message + [0]))
        #expect(!certificate.isValidSignature([], of: message))
        var changed = theirs
        changed[0] ^= 1
        #expect(!certificate.isValidSignature(changed, of: message))
        let weaker = try workspace.openssl("dgst", "-sha256", "-sign", "one.key", "message")
        #expect(!certificate.isValidSignature(weaker, of: message))
    }

    @Test func `A signing identity is a pair`() throws {
        try workspace.makeCertificate("two")
        let key = try privateKey()
        _ = try SigningIdentity(certificate: certificate, privateKey: key)
        #expect(throws: CertificateError.wrongKey) {
            _ = try SigningIdentity(
                certificate: Certificate(reading: workspace.read("two.pem")),
                privateKey: key
            )
        }
    }

    @Test func `It cannot be printed`() throws {
        let key = try privateKey()
        #expect("\(key)" == "<redacted>")
        #expect(String(reflecting: key) == "<redacted>")
        var dumped = ""
        dump(key, to: &dumped)
        #expect(dumped.split(separator: "\n").count == 1)
    }
}
