import Testing

@testable import XMLDocuments

/// XML that is read or refused, and its contents.
struct ReadingTests {
    private func read(_ text: String) throws -> XMLDocument {
        let bytes = Array(text.utf8)
        return try XMLDocument(reading: bytes.span)
    }

    private func failure(_ bytes: [UInt8]) -> XMLError? {
        do {
            _ = try XMLDocument(reading: bytes.span)
            return nil
        } catch {
            return error
        }
    }

    @Test func namesNamespacesAttributesTextAndLines() throws {
        let document = try read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <a:one xmlns:a="urn:a" xmlns="urn:default" x="1 &amp; 2" a:x="other">
              <two>te<!-- a comment -->xt &#65;<![CDATA[<&>]]></two>
              <two xmlns=""
                   y=""/>
            </a:one>
            """
        )
        let root = document.root
        #expect(root.name == "one" && root.namespace == "urn:a" && root.line == 2)
        #expect(root.attribute("x") == "1 & 2")
        #expect(root.attribute("z") == nil)
        #expect(root.attributeNames == ["x"])
        #expect(root.children.map(\.namespace) == ["urn:default", ""])
        #expect(root.children.map(\.line) == [3, 5] || root.children.map(\.line) == [3, 4])
        #expect(root.children[0].text == "text A<&>")
        #expect(root.children[1].attribute("y") == "")
        #expect(root.child("two", in: "urn:default") == root.children[0])
        #expect(root.descendants.count == 3)
    }

    @Test func asManyNamespacesAsAllowed() throws {
        // Namespaces of elements that have ended do not count.
        let document = try read("<r>" + String(repeating: Self.nested(namespaces: 256), count: 3) + "</r>")
        #expect(document.root.descendants.filter { $0.name == "b" && $0.namespace == "u" }.count == 6)
    }

    @Test func linesBeyondSixteenBits() throws {
        let document = try read("<a>" + String(repeating: "\n", count: 70_000) + "<b/>x</a>")
        #expect(document.root.children[0].line == 70_001)
    }

    private static let deep = String(repeating: "<a>", count: 300) + String(repeating: "</a>", count: 300)
    private static let long = "<a>" + String(repeating: "<b/>", count: 500_000) + "</a>"
    private static let wide = "<a " + (0..<1025).map { "a\($0)=''" }.joined(separator: " ") + "/>"
    /// Returns 32 nested elements that declare the namespaces; the innermost has children.
    private static func nested(namespaces count: Int) -> String {
        let declarations = (0..<count).map { " xmlns:p\($0)='u'" }
        let tags = (0..<32).map { tag in
            "<a" + declarations.indices.filter { $0 % 32 == tag }.map { declarations[$0] }.joined() + ">"
        }
        return tags.joined() + "<p0:b/><p\(count - 1):b/>" + String(repeating: "</a>", count: 32)
    }

    private static let bomb =
        "<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]><a>&c;</a>"

    private static let refusals: [(String, XMLError)] = [
        ("<!DOCTYPE a><a/>", .hasDocumentType),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>", .hasDocumentType),
        ("<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\"><a/>", .hasDocumentType),
        (bomb, .hasDocumentType),
        ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a/>", .encoding("ISO-8859-1")),
        ("<?xml version=\"1.0\" encoding=\"UTF-7\"?><a/>", .encoding("UTF-7")),
        ("<?xml version=\"1.0\"\r\nencoding=\"UTF-7\"?><a/>", .encoding("UTF-7")),
        ("<?xml version=\"1.0\"\nencoding =\r\n\"UTF-7\"?><a/>", .encoding("UTF-7")),
        ("<a>\0</a>", .encoding("UTF-16 or UTF-32, or is not text")),
        (deep, .tooLarge(what: "levels of nested elements", limit: 256)),
        (long, .tooLarge(what: "tags", limit: 500_000)),
        (wide, .tooLarge(what: "attributes of an element", limit: 1024)),
        (nested(namespaces: 257), .tooLarge(what: "namespaces of an element", limit: 256)),
        (String(repeating: " ", count: (16 << 20) + 1), .tooLarge(what: "bytes", limit: 16_777_216)),
    ]

    @Test(arguments: refusals.indices) func refused(_ index: Int) {
        let (text, error) = Self.refusals[index]
        #expect(failure(Array(text.utf8)) == error)
    }

    @Test(arguments: [
        ("", 1), ("   ", 1), ("no XML", 1), ("<a>", 1), ("<a>\n\n</b>", 3), ("<a>\n&other;</a>", 2),
        ("<a/>\n<b/>", 2), ("<a x='1'\n x='2'/>", 2), ("<p:a/>", 1), ("<a>\u{1}</a>", 1), ("<a b=\"<\"/>", 1),
    ]) func malformed(_ text: String, _ line: Int) {
        guard case .malformed(line, let reason)? = failure(Array(text.utf8)) else {
            Issue.record("\(text.debugDescription): \(String(describing: failure(Array(text.utf8))))")
            return
        }
        #expect(!reason.isEmpty && !reason.contains("\n"))
    }

    /// If a key is mistaken for XML, the error does not show it.
    @Test(arguments: [
        "<secret></a>", "<secret:a/>", "<a secret:b=''/>", "<a>&secret;</a>", "<a secret='' secret=''/>",
        "<a/>secret",
        "<a secret/>", "<a b=secret/>", "<a b='secret", "<secret", "<?xml?><a/>secret", "<a>&#xsecret;</a>",
        "<a><?xml secret?></a>",
    ]) func malformedTextIsNotQuoted(_ text: String) throws {
        let message = try #require(failure(Array(text.utf8)).map { "\($0)" })
        #expect(!message.contains("secret") && !message.contains("of libxml2"), "\(message)")
    }

    @Test func bytesThatAreNotUTF8() {
        let bytes = Array("<a>\n".utf8) + [0xFF, 0xFE] + Array("</a>".utf8)
        guard case .malformed(2, let reason)? = failure(bytes) else {
            Issue.record("\(String(describing: failure(bytes)))")
            return
        }
        #expect(!reason.contains("0xFF"))
    }

    @Test func nothingIsIncluded() throws {
        let text =
            #"<a xmlns:i="http://www.w3.org/2001/XInclude"><i:include href="/etc/hostname" parse="text"/></a>"#
        #expect(try read(text).root.children.map(\.name) == ["include"])
    }
}
