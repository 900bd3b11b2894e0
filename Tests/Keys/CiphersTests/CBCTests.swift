import Ciphers
import Testing
import TextFormats

/// Returns the bytes of a published vector, given as hexadecimal digits and white space.
func bytes(_ digits: String) throws -> [UInt8] {
    try #require(Hexadecimal.decode(digits.filter { !$0.isWhitespace }))
}

/// CBC, compared with NIST SP 800-38A, F.2.1 and F.2.2 (CBC-AES128).
///
/// The publication has no padding; that is compared with `openssl enc`.
struct CBCTests {
    let key: ContentKey
    let iv: InitializationVector
    let clear: [UInt8]
    let ciphertext: [UInt8]

    init() throws {
        key = try ContentKey(copying: bytes("2b7e151628aed2a6abf7158809cf4f3c"))
        iv = try InitializationVector(bytes: bytes("000102030405060708090a0b0c0d0e0f"))
        clear = try bytes(
            """
            6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
            30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
            """
        )
        ciphertext = try bytes(
            """
            7649abac8119b246cee98e9b12e9197d 5086cb9b507219ee95db113a917678b2
            73bed6b8e3c1743b7116e69e22229516 3ff1caa1681fac09120eca307586e1a7
            """
        )
    }

    @Test func `The published ciphertext comes out before the padding block`() throws {
        let result = try CBCEncryptor.encrypt(clear.span, key: key, iv: iv)
        #expect(result.count == 80)
        #expect(Array(result.prefix(64)) == ciphertext)
    }

    @Test func `The published clear text comes out without padding`() throws {
        #expect(try CBCDecryptor.decrypt(ciphertext.span, key: key, iv: iv, padding: false) == clear)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 31, 32, 1000])
    func `openssl enc pads and encrypts alike`(count: Int) throws {
        let clear = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let ours = try CBCEncryptor.encrypt(clear.span, key: key, iv: iv)
        let theirs = try OpenSSLCommand.run(
            ["enc", "-aes-128-cbc", "-K", "2b7e151628aed2a6abf7158809cf4f3c", "-iv", iv.hexadecimal],
            input: clear
        )
        #expect(ours == theirs)
        #expect(ours.count == CBCEncryptor.ciphertextCount(ofClear: count))
        #expect(try CBCDecryptor.decrypt(theirs.span, key: key, iv: iv) == clear)
    }

    @Test(arguments: [
        ("no block", 0, CipherError.badPadding),
        ("a byte", 1, .partialBlock(1)),
        ("a block less", 48, .badPadding),
        ("a byte less", 63, .partialBlock(15)),
    ])
    func `Ciphertext that does not end in padding is refused`(name: String, count: Int, error: CipherError) {
        #expect(throws: error) {
            try CBCDecryptor.decrypt(Array(ciphertext.prefix(count)).span, key: key, iv: iv)
        }
    }

    @Test(arguments: [(14, -1), (14, 3), (-1, 0), (32, 0), (33, 0), (Int.max, 0)])
    func `No byte is written beyond the output`(offset: Int, extra: Int) throws {
        var buffer = [UInt8](repeating: 0, count: 32)
        #expect(throws: CipherError.self) {
            var encryptor = try CBCEncryptor(key: key, iv: iv)
            var output = buffer.mutableSpan
            _ = try encryptor.update([UInt8](repeating: 0, count: 20 + extra).span, into: &output, at: offset)
            _ = try encryptor.finish(into: &output, at: offset == 14 ? 30 : offset)
        }
    }

    @Test func `Equal buffers are enough for whole blocks`() throws {
        var encryptor = try CBCEncryptor(key: key, iv: iv)
        var buffer = [UInt8](repeating: 0, count: 64)
        var output = buffer.mutableSpan
        #expect(try encryptor.update(clear.span, into: &output) == 64)
        #expect(buffer == ciphertext)
    }
}
