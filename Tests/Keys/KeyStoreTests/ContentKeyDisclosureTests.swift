import Ciphers
import TestRandomness
import Testing
import TextFormats

@testable import KeyStore

/// Texts that disclose a key or 8 consecutive bytes of it, in any encoding, and texts that do not.
struct ContentKeyDisclosureTests {
    static let key = "8f3a60c1d95e27b4047bf6812c9de053"

    /// The key in many encodings, by Python.
    ///
    /// `bytes.fromhex`, `base64.b64encode` and `urlsafe_b64encode`, `urllib.parse.quote`.
    static let saying: [(String, String)] = [
        ("digits", "8f3a60c1d95e27b4047bf6812c9de053"),
        ("capital digits", "skd://movie:8F3A60C1D95E27B4047BF6812C9DE053"),
        ("a digit in front", "https://keys.example.com/a8f3a60c1d95e27b4047bf6812c9de053f"),
        ("a UUID", "urn:uuid:8f3a60c1-d95e-27b4-047b-f6812c9de053"),
        ("the first half", "k-8f3a60c1d95e27b4"),
        ("the second half", "047bf6812c9de053.key"),
        ("a half in the middle", "d95e27b4047bf681"),
        ("digits and colons", "8f:3a:60:c1:d9:5e:27:b4"),
        ("base64", "data:text/plain;base64,jzpgwdleJ7QEe/aBLJ3gUw=="),
        ("base64 of a file with more", "data:;base64,YWKPOmDB2V4ntAR79oEsneBT"),
        ("base64 for URLs", "https://keys.example.com/jzpgwdleJ7QEe_aBLJ3gUw"),
        ("percent-encoded base64", "https://keys.example.com/?k=jzpgwdleJ7QEe%2FaBLJ3gUw%3D%3D"),
        ("percent-encoded bytes", "data:,%8F%3A%60%C1%D9%5E%27%B4%04%7B%F6%81%2C%9D%E0%53"),
        (
            "base64 in UTF-16 in base64",
            "data:text/plain;base64,PABLAD4AagB6AHAAZwB3AGQAbABlAEoANwBRAEUAZQAvAGEAQgBMAEoAMwBnAFUAdwA9AD0APAAvAEsAPgA="
        ),
        ("backwards", "53e09d2c81f67b04b4275ed9c1603a8f"),
        ("inverted", "70c59f3e26a1d84bfb84097ed3621fac"),
        ("a GUID", "c1603a8f-5ed9-b427-047b-f6812c9de053"),
    ]

    static let silent = [
        "", "k", "movie-42", "skd://movie-42:all", "8f3a60c1d95e27", "8f3a60c1-0f1e-2d3c-4b5a-d95e27b4047b",
        "https://keys.example.com/0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0?iv=f0e0d0c0b0a090807060504030201000",
        "data:text/plain;base64,DxAgPEtaSXiGlaSzwtHg8A==", "%", "%8", "data:,%8F%3A%60%C1%D9%5E%27",
    ]

    private static func contentKey(_ digits: String) throws -> ContentKey {
        try ContentKey(copying: #require(Hexadecimal.decode(digits)))
    }

    @Test(arguments: saying)
    func `A text that says the key is found`(name: String, text: String) throws {
        #expect(try Self.contentKey(Self.key).isDisclosed(byText: text))
        let longer = try Self.contentKey(Self.key + "31c29a7714e8d05fb3460b8be92f6d1c")
        #expect(longer.isDisclosed(byText: text))
    }

    @Test(arguments: silent)
    func `A text that says less is taken`(text: String) throws {
        #expect(try !Self.contentKey(Self.key).isDisclosed(byText: text))
    }

    /// Any 8 consecutive bytes of the key are found, in each byte order and at any offset.
    ///
    /// With one bit changed they are not.
    @Test(arguments: [16, 32])
    func `Eight bytes in a row are found wherever they stand`(keyByteCount: Int) throws {
        var generator = SeededGenerator(seed: UInt64(keyByteCount))
        let bytes = generator.bytes(keyByteCount)
        let key = try ContentKey(copying: bytes)
        let guid = ([3, 2, 1, 0, 5, 4, 7, 6] + Array(8..<keyByteCount)).map { bytes[$0] }
        for form in [bytes, bytes.reversed(), bytes.map(~), guid] {
            for start in 0...keyByteCount - 8 {
                for offset in [0, 1, 7, 40] {
                    let front = generator.bytes(offset)
                    let behind = generator.bytes(offset / 2)
                    var shown = Array(form[start..<start + 8])
                    #expect(key.isDisclosed(by: front + shown + behind))
                    // The changed bit is in a middle byte: at an end, a byte beside the eight might equal the
                    // key's by chance.
                    shown[3 + offset % 2] ^= 1
                    #expect(!key.isDisclosed(by: front + shown + behind))
                }
            }
        }
    }

    @Test func `Identities, IVs and URIs of random keys say nothing of them`() throws {
        for _ in 0..<500 {
            let key = ContentKey.random()
            let text = Hexadecimal.encode(InitializationVector.random().bytes)
            #expect(!key.isDisclosed(byText: "https://keys.example.com/\(text)/movie-42"))
        }
    }
}
