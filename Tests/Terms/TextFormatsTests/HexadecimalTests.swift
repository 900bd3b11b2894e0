import Testing
import TextFormats

@Suite struct HexadecimalTests {
    /// The vectors of RFC 4648 section 10, in lower case.
    @Test(arguments: [
        ("", ""), ("f", "66"), ("fo", "666f"), ("foo", "666f6f"), ("foobar", "666f6f626172"),
    ])
    func `Digits of RFC 4648`(text: String, digits: String) {
        #expect(Hexadecimal.encode(text.utf8) == digits)
        #expect(Hexadecimal.encode(Array(text.utf8).span) == digits)
        #expect(Hexadecimal.decode(digits) == Array(text.utf8))
    }

    @Test(arguments: ["0", "0g", "zz", "0x00", "é0", " 00"])
    func `Digits that are none are refused`(text: String) {
        #expect(Hexadecimal.decode(text) == nil)
    }

    @Test func `Every byte survives both cases of digits`() {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(Hexadecimal.decode(Hexadecimal.encode(bytes)) == bytes)
        #expect(Hexadecimal.decode(Hexadecimal.encode(bytes.span).uppercased()) == bytes)
    }

    @Test func `Digits are appended to what is there`() {
        var text = Array("key=".utf8)
        Hexadecimal.append([0x0A, 0xF1].span, to: &text)
        #expect(String(decoding: text, as: UTF8.self) == "key=0af1")
    }
}
