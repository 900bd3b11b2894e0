import BatchReports
import Testing

struct MarkupEscapingTests {
    @Test(arguments: [
        ("plain/title_1.mp4", "plain/title_1.mp4"),
        ("Größe 東京 🎬", "Größe 東京 🎬"),
        ("<script>", "&lt;script&gt;"),
        (#"" onload="x"#, "&quot; onload=&quot;x"),
        ("'&amp;", "&#39;&amp;amp;"),
        ("</style>]]>", "&lt;/style&gt;]]&gt;"),
        ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"),
        ("\u{202A}\u{202E}gnp.\u{2066}\u{2069}\u{200F}", "\\u{202A}\\u{202E}gnp.\\u{2066}\\u{2069}\\u{200F}"),
        ("a\u{200B}\u{200D}\u{FEFF}\u{AD}b", "a\\u{200B}\\u{200D}\\u{FEFF}\\u{AD}b"),
        ("a\u{0}\u{1B}[31m\u{7F}\u{85}\r", "a\\u{0}\\u{1B}[31m\\u{7F}\\u{85}\\u{D}"),
        ("one\ttwo\nthree", "one&#9;two&#10;three"),
        // U+FFFF, which a Swift literal cannot contain.
        (String(decoding: [0xEF, 0xBF, 0xBF], as: UTF8.self), "\\u{FFFF}"),
        ("a\u{A0}b\u{3000}c", "a\\u{A0}b\\u{3000}c"),
        ("\u{3164}\u{E0041}", "\\u{3164}\\u{E0041}"),
        ("e\u{301}", "e\u{301}"),
        ("<\u{338}", "&lt;\u{338}"),
        ("\r\n", "\\u{D}&#10;"),
    ])
    func `Text is escaped for HTML and XML`(text: String, escaped: String) {
        #expect(Array(MarkupEscaping.escaped(text).unicodeScalars) == Array(escaped.unicodeScalars))
    }

    /// Allowed is `Char` of XML 1.0 section 2.2, except parse errors of HTML (section 13.2.3.5).
    @Test func `No scalar is written that a document cannot hold`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for written in MarkupEscaping.escaped(String(Character(scalar))).unicodeScalars {
                let isAllowed =
                    switch written.value {
                    case 0x20...0x7E, 0xA0...0xFDCF, 0xFDF0...0xFFFD: true
                    case 0x10000...: written.value & 0xFFFE != 0xFFFE
                    default: false
                    }
                if !isAllowed { Issue.record("U+\(String(value, radix: 16))") }
            }
        }
    }
}
