import Ciphers
import Testing
import TextFormats

/// SHA-256, HMAC-SHA256 and GMAC, against published values and the `openssl` program.
struct DigestTests {
    @Test(arguments: [
        // FIPS 180-2, appendix B.1 and B.2; the empty message from NIST's examples.
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ])
    func `SHA-256 of published messages`(message: String, digest: String) {
        let message = Array(message.utf8)
        #expect(Hexadecimal.encode(SHA256.digest(of: message)) == digest)
        var hash = SHA256()
        for byte in message {
            hash.update([byte].span)
        }
        let pieces = hash.finish()
        #expect(Hexadecimal.encode(pieces) == digest)
    }

    @Test(arguments: [
        // RFC 4231, test cases 1, 2, 3 and 6.
        (
            "1",
            [UInt8](repeating: 0x0B, count: 20),
            Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "2",
            Array("Jefe".utf8),
            Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            "3",
            [UInt8](repeating: 0xAA, count: 20),
            [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            "6",
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `HMAC-SHA256 of RFC 4231`(name: String, key: [UInt8], message: [UInt8], code: String) {
        #expect(Hexadecimal.encode(HMACSHA256.authenticationCode(of: message, key: key.span)) == code)
    }

    @Test func `GMAC of nothing is McGrew and Viega's test case 1`() throws {
        let code = try MediaAuthenticationCode(key: ContentKey(copying: [UInt8](repeating: 0, count: 16)))
        #expect(Hexadecimal.encode(try code.finish()) == "58e2fccefa7e3061367f1d57a4e7455a")
    }

    @Test(arguments: [1, 15, 16, 17, 4096, 5000])
    func `openssl mac gives the same GMAC, however the message is cut`(count: Int) throws {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let theirs = try OpenSSLCommand.run(
            [
                "mac", "-cipher", "AES-128-GCM", "-macopt", "hexkey:2b7e151628aed2a6abf7158809cf4f3c",
                "-macopt", "hexiv:000000000000000000000000", "-binary", "GMAC",
            ],
            input: message
        )
        let key = try ContentKey(copying: bytes("2b7e151628aed2a6abf7158809cf4f3c"))
        for size in [1, 7, 16, 5000] {
            var code = try MediaAuthenticationCode(key: key)
            for start in stride(from: 0, to: count, by: size) {
                try code.update(Array(message[start..<min(count, start + size)]).span)
            }
            let ours = try code.finish()
            #expect(ours == theirs, "pieces of \(size)")
        }
    }
}
