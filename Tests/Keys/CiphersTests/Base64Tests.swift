import Testing
import WipedMemory

@testable import Ciphers

/// Base64 as in RFC 4648.
struct Base64Tests {
    /// The examples of section 10.
    static let vectors = [
        ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
        ("Zm9vYmFy", "foobar"),
    ]

    @Test(arguments: vectors)
    func `The examples of the RFC, both ways`(digits: String, clear: String) {
        let bytes = Array(clear.utf8)
        #expect(Base64.encode(bytes) == digits)
        #expect(Base64.length(of: bytes.count) == digits.utf8.count)
        #expect(Base64.decode(digits) == bytes)
        let secret = Base64.encode(bytes.span)
        #expect(secret.withSpan { span in span.indices.map { span[$0] } } == Array(digits.utf8))
    }

    /// By section 4, `+` is 62 and `/` is 63.
    @Test func `The last two digits`() {
        #expect(Base64.encode([0xFB, 0xFF, 0xBF]) == "+/+/")
        #expect(Base64.decode("+/+/") == [0xFB, 0xFF, 0xBF])
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zg==Zg==", "Z-==", "=", "Zm9v====", "Zm9vé", "Zg= =",
        "Zm\n9v", "Zm9v==", "Zm8==",
    ])
    func `What is no base64`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test(arguments: [("Zg", "f"), ("Zg=", "f"), ("Zm8", "fo"), ("Zh==", "f"), ("Zm9v", "foo")])
    func `Padding may be missing where the reader says so`(text: String, clear: String) {
        #expect(Base64.decode(text, .missingPadding) == Array(clear.utf8))
    }

    @Test(arguments: ["Z", "Zm9vZ", "Zg=g", "=g", "Zm 8", "Zg==="])
    func `What is no base64 without padding either`(text: String) {
        #expect(Base64.decode(text, .missingPadding) == nil)
    }

    @Test func `White space counts for nothing where the reader says so`() {
        #expect(Base64.decode(" Z g\t=\r\n= ", .whiteSpace) == [0x66])
        #expect(Base64.decode(" \n", .whiteSpace) == [])
        #expect(Base64.decode("Z g = x", .whiteSpace) == nil)
    }
}
