import Testing
import TextFormats
import WipedMemory

@testable import Ciphers

/// AES key wrap, against RFC 3394 section 4 and the example of ExpressPlay's key storage (SKM).
struct KeyWrapTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let key: String
        let secret: String
        let wrapped: String

        var testDescription: String { name }
    }

    static let vectors = [
        Vector(
            name: "4.1, 128 bits under 128",
            key: "000102030405060708090a0b0c0d0e0f",
            secret: "00112233445566778899aabbccddeeff",
            wrapped: "1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5"
        ),
        Vector(
            name: "4.2, 128 bits under 192",
            key: "000102030405060708090a0b0c0d0e0f1011121314151617",
            secret: "00112233445566778899aabbccddeeff",
            wrapped: "96778b25ae6ca435f92b5b97c050aed2468ab8a17ad84e5d"
        ),
        Vector(
            name: "4.3, 128 bits under 256",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            secret: "00112233445566778899aabbccddeeff",
            wrapped: "64e8c3f9ce0f5ba263e9777905818a2a93c8191e7d6e8ae7"
        ),
        Vector(
            name: "4.6, 256 bits under 256",
            key: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            secret: "00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f",
            wrapped: "28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21"
        ),
        Vector(
            name: "SKM",
            key: "000102030405060708090a0b0c0d0e0f",
            secret: "a9b9033df0b9ca5447839e3d074817a0",
            wrapped: "5dbd06c0056b42fe0b8cf406679620c31bd619732730433d"
        ),
    ]

    @Test(arguments: vectors)
    func `Published vectors wrap and unwrap`(vector: Vector) throws {
        let key = SecretBytes(copying: try bytes(vector.key))
        let secret = SecretBytes(copying: try bytes(vector.secret))
        let wrapped = try KeyWrap.wrap(secret, key: key)
        #expect(Hexadecimal.encode(wrapped) == vector.wrapped)
        let same = try KeyWrap.unwrap(bytes(vector.wrapped), key: key).isEqual(to: secret)
        #expect(same)
    }

    @Test func `Every changed bit, missing byte and other key is noticed`() throws {
        let key = SecretBytes.random(count: 16)
        let wrapped = try KeyWrap.wrap(.random(count: 16), key: key)
        var damaged = (0..<wrapped.count * 8).map { bit in
            var copy = wrapped
            copy[bit / 8] ^= 1 << (bit % 8)
            return copy
        }
        damaged += (0..<wrapped.count).map { Array(wrapped.prefix($0)) } + [wrapped + [0]]
        for candidate in damaged {
            #expect(throws: CipherError.authenticationFailed) { _ = try KeyWrap.unwrap(candidate, key: key) }
        }
        #expect(throws: CipherError.authenticationFailed) {
            _ = try KeyWrap.unwrap(wrapped, key: .random(count: 16))
        }
    }

    @Test(arguments: [(0, 16), (8, 16), (15, 16), (17, 24), (31, 32)])
    func `A secret that is not whole blocks is refused`(count: Int, expected: Int) {
        #expect(throws: CipherError.wrongLength(of: "secret to wrap", actual: count, expected: expected)) {
            _ = try KeyWrap.wrap(.random(count: count), key: .random(count: 16))
        }
    }

    @Test(arguments: [0, 15, 31, 33])
    func `A key of another size is refused`(count: Int) {
        let error = CipherError.wrongLength(of: "key-wrapping key", actual: count, expected: 32)
        #expect(throws: error) { _ = try KeyWrap.wrap(.random(count: 16), key: .random(count: count)) }
        #expect(throws: error) {
            _ = try KeyWrap.unwrap([UInt8](repeating: 0, count: 24), key: .random(count: count))
        }
    }
}
