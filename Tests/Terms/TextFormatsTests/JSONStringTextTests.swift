import Testing
import TextFormats

@Suite struct JSONStringTextTests {
    /// By RFC 8259 section 7: texts without escapes, then characters that have to be escaped.
    @Test(arguments: [
        ("", #""""#, #""""#),
        ("a/é\u{1F3AC}\u{7F}", "\"a/é\u{1F3AC}\u{7F}\"", "\"a/é\u{1F3AC}\u{7F}\""),
        (#"say "\n""#, #""say \"\\n\"""#, #""say \"\\n\"""#),
        ("\u{8}\t\n\u{C}\r", #""\u0008\u0009\u000a\u000c\u000d""#, #""\b\t\n\f\r""#),
        ("\u{0}\u{B}\u{1F}", #""\u0000\u000b\u001f""#, #""\u0000\u000b\u001f""#),
    ])
    func `Strings are quoted`(text: String, numbers: String, letters: String) {
        #expect(JSONStringText.quoted(text) == numbers)
        #expect(JSONStringText.quoted(text, .letters) == letters)
    }

    @Test func `Only what has to be escaped is`() {
        let escaped = (UInt8.min...UInt8.max).filter { JSONStringText.escape(of: $0) != nil }
        #expect(escaped == Array(0x00...0x1F) + [0x22, 0x5C])
    }
}
