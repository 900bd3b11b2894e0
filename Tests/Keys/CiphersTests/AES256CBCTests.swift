import Testing
import TextFormats
import WipedMemory

@testable import Ciphers

/// AES-256-CBC with the IV before the ciphertext.
///
/// Compared with NIST SP 800-38A, F.2.5 and F.2.6, and, for the padding, with `openssl enc`.
struct AES256CBCTests {
    static let key = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"
    static let iv = "000102030405060708090a0b0c0d0e0f"
    static let clear = """
        6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
        30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710
        """
    static let encrypted = """
        f58c4c04d6e5f1ba779eabfb5f7bfbd6 9cfc4e967edb808d679f777bc6702c7d
        39f23369a9d9bacfa530e26304231461 b2eb05e2c39be9fcda6c19078c6a9d1b
        """

    @Test func `The vector of NIST comes out, with a block of padding behind it`() throws {
        let key = SecretBytes(copying: try bytes(Self.key))
        let ciphertext = try AES256CBC.encrypt(
            SecretBytes(copying: bytes(Self.clear)),
            key: key,
            iv: bytes(Self.iv)
        )
        #expect(try Array(ciphertext.prefix(80)) == bytes(Self.iv) + bytes(Self.encrypted))
        #expect(ciphertext.count == 96)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 32, 100])
    func `openssl enc decrypts it, and it decrypts openssl enc`(count: Int) throws {
        let clear = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let key = SecretBytes(copying: try bytes(Self.key))
        let ciphertext = try AES256CBC.encrypt(SecretBytes(copying: clear), key: key)
        #expect(ciphertext.count == 16 + (count / 16 + 1) * 16)
        let iv = Hexadecimal.encode(ciphertext.prefix(16))
        let arguments = ["enc", "-aes-256-cbc", "-K", Self.key, "-iv", iv]
        #expect(try OpenSSLCommand.run(arguments + ["-d"], input: Array(ciphertext.dropFirst(16))) == clear)
        let theirs = try OpenSSLCommand.run(arguments, input: clear)
        let opened = try AES256CBC.decrypt(Array(ciphertext.prefix(16)) + theirs, key: key)
        let same = opened.isEqual(to: SecretBytes(copying: clear))
        #expect(same)
    }

    /// By XML Encryption 1.0 section 5.2 only the last byte of the padding has a meaning.
    @Test func `Padding of random bytes is taken, a wrong last byte is not`() throws {
        let key = SecretBytes(copying: try bytes(Self.key))
        for (last, count) in [(1, 15), (7, 9), (16, 0), (0, nil), (17, nil), (255, nil)] as [(UInt8, Int?)] {
            let block = (0..<15).map { UInt8($0 &+ 100) } + [last]
            let raw = try OpenSSLCommand.run(
                ["enc", "-aes-256-cbc", "-nopad", "-K", Self.key, "-iv", Self.iv],
                input: block
            )
            guard let count else {
                #expect(throws: CipherError.badPadding) {
                    _ = try AES256CBC.decrypt(bytes(Self.iv) + raw, key: key)
                }
                continue
            }
            let opened = try AES256CBC.decrypt(bytes(Self.iv) + raw, key: key)
            let same = opened.isEqual(to: SecretBytes(copying: Array(block.prefix(count))))
            #expect(same, "last byte \(last)")
        }
    }

    @Test(arguments: [0, 1, 15, 16, 31, 33])
    func `What is not an IV and whole blocks is refused`(count: Int) {
        #expect(throws: CipherError.partialBlock(count % 16)) {
            _ = try AES256CBC.decrypt([UInt8](repeating: 0, count: count), key: .random(count: 32))
        }
    }

    @Test func `A key of another size is refused`() {
        #expect(throws: CipherError.wrongLength(of: "key", actual: 16, expected: 32)) {
            _ = try AES256CBC.encrypt(.random(count: 16), key: .random(count: 16))
        }
    }
}
