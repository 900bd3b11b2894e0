import Ciphers
import Testing

struct Base64URLTests {
    /// Examples of RFC 4648 section 10, `14FB9C03D97E` of section 9, and the header of RFC 7515 appendix A.1.
    ///
    /// Digits 62 and 63 are from the table of RFC 4648 section 5.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}", "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"),
    ])
    func `Known texts are written and read`(text: String, digits: String) {
        #expect(Base64URL.encode(text.utf8) == digits)
        #expect(Base64URL.decode(digits) == Array(text.utf8))
    }

    @Test func `The two digits of its own are written and read`() {
        #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
        #expect(Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
        #expect(Base64URL.decode("Zm8=") == Array("fo".utf8))
    }

    @Test(arguments: ["+_-_", "-/-_", "Z", "Zg=a", "Z.g", "Zé"])
    func `Other digits are refused`(digits: String) {
        #expect(Base64URL.decode(digits) == nil)
    }
}
