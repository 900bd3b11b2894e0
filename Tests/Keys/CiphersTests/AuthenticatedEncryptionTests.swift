import Testing
import WipedMemory

@testable import Ciphers

/// AES-256-GCM, compared with published test cases.
///
/// Cases 13, 14 and 16 of "The Galois/Counter Mode of Operation" (McGrew and Viega), appendix B.
struct AuthenticatedEncryptionTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let key: String
        let nonce: String
        var plaintext = ""
        var additionalData = ""
        var ciphertext = ""
        let tag: String

        var testDescription: String { name }
    }

    static let zeros = String(repeating: "0", count: 64)
    static let vectors = [
        Vector(
            name: "13",
            key: zeros,
            nonce: "000000000000000000000000",
            tag: "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        Vector(
            name: "14",
            key: zeros,
            nonce: "000000000000000000000000",
            plaintext: "00000000000000000000000000000000",
            ciphertext: "cea7403d4d606b6e074ec5d3baf39d18",
            tag: "d0d1c8a799996bf0265b98b5d48ab919"
        ),
        Vector(
            name: "16",
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            plaintext: """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
                1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
                """,
            additionalData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            ciphertext: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
                8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662
                """,
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
    ]

    @Test(arguments: vectors)
    func `Published vectors seal and open`(vector: Vector) throws {
        let key = SecretBytes(copying: try bytes(vector.key))
        let plaintext = try bytes(vector.plaintext)
        let additionalData = try bytes(vector.additionalData)
        let expected = try bytes(vector.nonce) + bytes(vector.ciphertext) + bytes(vector.tag)
        let sealed = try AuthenticatedEncryption.seal(
            plaintext.span,
            key: key,
            nonce: bytes(vector.nonce),
            additionalData: additionalData
        )
        #expect(sealed == expected)
        let opened = try AuthenticatedEncryption.open(expected, key: key, additionalData: additionalData)
        let same = opened.isEqual(to: SecretBytes(copying: plaintext))
        #expect(same)
    }

    @Test func `Every changed bit and every missing byte is noticed`() throws {
        let key = SecretBytes.random(count: 32)
        let sealed = try AuthenticatedEncryption.seal([1, 2, 3].span, key: key, additionalData: [9])
        var damaged = (0..<sealed.count * 8).map { bit in
            var copy = sealed
            copy[bit / 8] ^= 1 << (bit % 8)
            return copy
        }
        damaged += (0..<sealed.count).map { Array(sealed.prefix($0)) }
        for case let candidate in damaged {
            #expect(throws: CipherError.authenticationFailed) {
                _ = try AuthenticatedEncryption.open(candidate, key: key, additionalData: [9])
            }
        }
    }

    @Test func `Other additional data or another key does not open`() throws {
        let key = SecretBytes.random(count: 32)
        let sealed = try AuthenticatedEncryption.seal([1, 2, 3].span, key: key, additionalData: [9])
        #expect(throws: CipherError.authenticationFailed) {
            _ = try AuthenticatedEncryption.open(sealed, key: key, additionalData: [8])
        }
        #expect(throws: CipherError.authenticationFailed) {
            _ = try AuthenticatedEncryption.open(sealed, key: .random(count: 32), additionalData: [9])
        }
        #expect(throws: CipherError.wrongLength(of: "key", actual: 16, expected: 32)) {
            _ = try AuthenticatedEncryption.open(sealed, key: .random(count: 16), additionalData: [9])
        }
    }

    @Test func `The same secret is sealed differently each time`() throws {
        let key = SecretBytes.random(count: 32)
        let sealed = try (0..<100).map { _ in
            try AuthenticatedEncryption.seal([1, 2, 3].span, key: key, additionalData: [])
        }
        #expect(Set(sealed).count == 100)
        #expect(Set(sealed.map { $0.prefix(12) }).count == 100)
    }
}
