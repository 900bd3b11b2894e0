import ProtectionTerms
import Testing
import TextFormats
import WipedMemory

@testable import Ciphers

/// AES-128 on whole blocks, against NIST SP 800-38A and FIPS 197.
struct AES128CBCTests {
    private static let iv = [UInt8](0..<16)
    /// The vectors of SP 800-38A, F.2.1 and F.2.2.
    private static let clear =
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
    private static let encrypted =
        "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"

    private func key(_ hexadecimal: String = "2b7e151628aed2a6abf7158809cf4f3c") throws -> ContentKey {
        try ContentKey(copying: bytes(hexadecimal))
    }

    @Test func `SP 800-38A encrypts and decrypts`() throws {
        let (key, message) = (try key(), try bytes(Self.clear))
        let encrypted = try AES128CBC.encrypt(message.span, key: key, iv: Self.iv)
        #expect(Hexadecimal.encode(encrypted) == Self.encrypted)
        let clear = try AES128CBC.decrypt(encrypted.span, key: key, iv: Self.iv)
        let digits = clear.withSpan { Hexadecimal.encode($0) }
        #expect(digits == Self.clear)
    }

    @Test func `Nothing gives nothing`() throws {
        let (key, nothing) = (try key(), [UInt8]())
        #expect(try AES128CBC.encrypt(nothing.span, key: key, iv: Self.iv).isEmpty)
        let clear = try AES128CBC.decrypt(nothing.span, key: key, iv: Self.iv)
        let count = clear.count
        #expect(count == 0)
    }

    @Test(arguments: [1, 15, 17, 47])
    func `What is not whole blocks is refused`(count: Int) throws {
        let bytes = [UInt8](repeating: 0, count: count)
        let (key, error) = (try key(), CipherError.partialBlock(count % 16))
        #expect(throws: error) { try AES128CBC.encrypt(bytes.span, key: key, iv: Self.iv) }
        #expect(throws: error) { _ = try AES128CBC.decrypt(bytes.span, key: key, iv: Self.iv) }
    }

    @Test func `An IV and a key of another size are refused`() throws {
        let (block, key) = ([UInt8](repeating: 0, count: 16), try key())
        #expect(throws: CipherError.wrongLength(of: "initialization vector", actual: 15, expected: 16)) {
            try AES128CBC.encrypt(block.span, key: key, iv: [UInt8](repeating: 0, count: 15))
        }
        #expect(throws: CipherError.wrongLength(of: "key", actual: 32, expected: 16)) {
            try AES128CBC.encrypt(block.span, key: .random(.bits256), iv: Self.iv)
        }
    }

    /// The vector of FIPS 197, appendix C.1.
    @Test func `A block of FIPS 197 encrypts and decrypts`() throws {
        let (key, clear) = (
            try key("000102030405060708090a0b0c0d0e0f"), try bytes("00112233445566778899aabbccddeeff")
        )
        let encrypted = try AES128Block.encrypt(clear.span, key: key)
        let digits = encrypted.withSpan { Hexadecimal.encode($0) }
        #expect(digits == "69c4e0d86a7b0430d8cdb78070b4c55a")
        let back = try encrypted.withSpan { try AES128Block.decrypt($0, key: key) }
        let isSame = back.isEqual(to: SecretBytes(copying: clear))
        #expect(isSame)
    }

    @Test(arguments: [0, 15, 17, 32])
    func `What is not one block is refused`(count: Int) throws {
        let (bytes, key) = ([UInt8](repeating: 0, count: count), try key())
        let error = CipherError.wrongLength(of: "block", actual: count, expected: 16)
        #expect(throws: error) { _ = try AES128Block.encrypt(bytes.span, key: key) }
        #expect(throws: error) { _ = try AES128Block.decrypt(bytes.span, key: key) }
    }
}
