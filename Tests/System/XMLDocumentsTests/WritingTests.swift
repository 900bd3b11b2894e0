import Testing

@testable import XMLDocuments

/// Written XML; expected texts are by hand.
struct WritingTests {
    @Test func namespacesAttributesAndEscapes() throws {
        let document = try XMLDocument(
            root: "one",
            prefix: "a",
            namespaces: ["a": "urn:a", "b": "urn:b"]
        )
        try document.root.setAttribute("id", "x\"<&>é\t")
        try document.root.setAttribute("absent", nil)
        let two = try document.root.append("b", "two")
        try two.append(text: "<&>\"é]]>")
        let three = try document.root.append("a", "three")
        try three.declare("c", "urn:c")
        try three.append("c", "four").append(ascii: Array("QUI=".utf8).span)
        let text = document.withBytes(indents: true) { bytes in
            String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <a:one xmlns:a="urn:a" xmlns:b="urn:b" id="x&quot;&lt;&amp;&gt;é&#9;">
              <b:two>&lt;&amp;&gt;"é]]&gt;</b:two>
              <a:three xmlns:c="urn:c">
                <c:four>QUI=</c:four>
              </a:three>
            </a:one>

            """
        #expect(text == expected)
    }

    @Test(arguments: ["\0", "a\u{B}", "\u{FFFE}", "\u{1F}"]) func unwritable(_ text: String) throws {
        let document = try XMLDocument(root: "one", prefix: "a", namespaces: ["a": "urn:a"])
        #expect(throws: XMLError.unwritable(what: "the attribute x")) {
            try document.root.setAttribute("x", text)
        }
        #expect(throws: XMLError.unwritable(what: "the element one")) { try document.root.append(text: text) }
    }
}
