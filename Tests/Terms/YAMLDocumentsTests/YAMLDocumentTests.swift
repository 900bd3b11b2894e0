import Testing
import TextFormats
import YAMLDocuments

struct YAMLDocumentTests {
    private static func root(_ yaml: String) throws -> YAMLNode? {
        try YAMLDocument.root(of: Array(yaml.utf8), source: "a.yaml")
    }

    @Test func `Values are the texts that are written, in their order and at their places`() throws {
        let root = try #require(try Self.root("\u{FEFF}b: yes\na:\n  - 0x10\n  - '~'\n  - ~\n"))
        let entries = try #require(root.entries)
        #expect(entries.map(\.key.text) == ["b", "a"])
        #expect(entries[0].value.text == "yes")
        let items = try #require(entries[1].value.items)
        #expect(items.map(\.text) == ["0x10", "~", "~"])
        #expect(items.map(\.isPlain) == [true, false, true])
        #expect(items.map(\.location.description) == ["a.yaml:3:5", "a.yaml:4:5", "a.yaml:5:5"])
        #expect(root.text == nil && root.items == nil && items[0].entries == nil)
    }

    @Test(arguments: ["", "# nothing\n", "\u{FEFF}"])
    func `A file without a value has no node`(yaml: String) throws { #expect(try Self.root(yaml) == nil) }

    @Test(arguments: [
        ("a: 1\n? b\n: 2\na: 3\n", YAMLError.Problem.duplicateKey("a")), ("a: 1\nb: *x\n", .alias),
    ])
    func `What is no plain document is refused`(yaml: String, problem: YAMLError.Problem) {
        #expect(throws: YAMLError.self) { try Self.root(yaml) }
        #expect((#expect(throws: YAMLError.self) { try Self.root(yaml) })?.problem == problem)
    }

    @Test func `A fault of the grammar is told with its place and without a piece of the file`() throws {
        let error = try #require(#expect(throws: YAMLError.self) { try Self.root("a: 1\nsecret: [\n") })
        guard case .malformed(let reason) = error.problem else {
            Issue.record("\(error)")
            return
        }
        #expect(!reason.contains("secret") && error.location.line == 3)
        #expect(
            (#expect(throws: YAMLError.self) { try YAMLDocument.root(of: [0xFF], source: "a.yaml") })?.problem
                == .notUTF8
        )
    }

    @Test func `Anchors and tags are told, but not those that a node has unsaid`() throws {
        let root = try #require(try Self.root("- &x a\n- !!int 1\n- 'b'\n- {c: d}\n- !own e\n"))
        let items = try #require(root.items)
        #expect(items.map(\.hasAnchor) == [true, false, false, false, false])
        #expect(items.map(\.tag) == [nil, "tag:yaml.org,2002:int", nil, nil, "!own"])
    }
}
