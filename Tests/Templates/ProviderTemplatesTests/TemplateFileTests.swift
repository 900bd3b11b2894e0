import KeyURITemplates
import ProtectionTerms
import Testing
import TextFormats

@testable import ProviderTemplates

/// The format of template files; lines and columns are counted by hand.
@Suite struct TemplateFileTests {
    private static let head = "name: t\nsummary: s\n"
    private static let start = head + "key_uri: skd://{content_id}\n"
    private static let whole = start + "methods: [aes-128]\n"

    private static let fileKeys = [
        "name", "summary", "extends", "key_uri", "key_format", "key_format_versions", "key_systems",
        "methods",
        "method", "iv", "key_per", "session_keys", "clear_lead", "asset_id", "flow", "flow_parameters",
        "record", "exports", "test_only", "source", "unconfirmed", "variables", "example", "expected",
    ]

    private func read(_ yaml: String) throws -> OnboardingTemplate {
        try OnboardingTemplate(yaml: Array(yaml.utf8), source: "t.yaml")
    }

    @Test func everyKey() throws {
        let template = try read(
            """
            %YAML 1.1
            ---
            # A comment with *asterisks*.
            name: "whole"
            summary: 'all keys'
            key_uri: >-
              skd://{host}/{content_id}?t={token}
            methods:
              - sample-aes-ctr
              - aes-128
            key_per: rendition
            variables:
              host: {summary: where}
              token: {summary: what, type: number, default_from: content_id}
            example: {content_id: 7, host: h.example}
            """
        )
        #expect(template.name == "whole")
        #expect(template.summary == "all keys")
        #expect(template.keyURI.text == "skd://{host}/{content_id}?t={token}")
        #expect(template.methods == [.sampleAESCTR, .aes128])
        #expect(template.keyGranularity == .rendition)
        #expect(
            template.variables == [
                OnboardingTemplate.Variable(name: "host", summary: "where"),
                OnboardingTemplate.Variable(
                    name: "token",
                    summary: "what",
                    rule: VariableRule(type: .number),
                    defaultFrom: .contentID
                ),
            ]
        )
        #expect(try template.keyURI.render(template.example) == "skd://h.example/7?t=7")
    }

    @Test func noAssetID() throws {
        #expect(try read(Self.whole).assetIDRules == nil)
        #expect(try read(Self.whole + "asset_id: none\n").assetIDRules == [])
        #expect(try read(Self.whole + "asset_id: [host]\n").assetIDRules == [.host])
        let own = try read(Self.head + "extends: content-id\nasset_id: none\n")
        #expect(own.assetIDRules == [] && own.ancestors == ["content-id"])
        let replaced = own.replacing(keyURI: try KeyURITemplate(parsing: "skd://{key_id}"))
        #expect(replaced.assetIDRules == nil)
    }

    @Test(arguments: ["\u{FEFF}" + whole, whole.replacing("\n", with: "\r\n"), "---\n" + whole + "...\n"])
    func otherForms(yaml: String) throws {
        #expect(try read(yaml).name == "t")
    }

    struct Rejected: Sendable, CustomTestStringConvertible {
        let yaml: String
        var line: Int?
        var column: Int?
        let problem: OnboardingTemplateError.Problem
        var testDescription: String { String(yaml.prefix(100)).debugDescription }

        init(
            _ yaml: String,
            _ line: Int? = nil,
            _ column: Int? = nil,
            _ problem: OnboardingTemplateError.Problem
        ) {
            self.yaml = yaml
            self.line = line
            self.column = column
            self.problem = problem
        }
    }

    @Test(arguments: [
        Rejected("", nil, nil, .missingKey("name")),
        Rejected("- a", 1, 1, .invalidValue(key: "template", expected: "a mapping")),
        Rejected("text", 1, 1, .invalidValue(key: "template", expected: "a mapping")),
        Rejected("summary: s", 1, 1, .missingKey("name")),
        Rejected("name: t", 1, 1, .missingKey("summary")),
        Rejected(head, 1, 1, .missingKey("key_uri")),
        Rejected(start, 1, 1, .missingKey("methods")),
        Rejected(whole + "keyuri: x", 5, 1, .unknownKey("keyuri", known: fileKeys)),
        Rejected(whole + "name: u", 1, 1, .duplicate("name")),
        Rejected(whole + "!x name: u", 5, 1, .duplicate("name")),
        Rejected(whole + "[a]: u", 5, 1, .invalidValue(key: "template", expected: "keys that are text")),
        Rejected("name:\nsummary: s", 1, 6, .invalidValue(key: "name", expected: "one line of text")),
        Rejected("name: [t]", 1, 7, .invalidValue(key: "name", expected: "one line of text")),
        Rejected("name: \"a\\nb\"", 1, 7, .invalidValue(key: "name", expected: "one line of text")),
        Rejected(
            head + "key_uri: \"skd://{content-id}\"",
            3,
            10,
            .keyURI(TemplateError(column: 8, problem: .illegalName("content-id")))
        ),
        Rejected(head + "key_uri: skd://{title}\nmethods: [aes-128]", 3, 10, .undeclaredVariable("title")),
        Rejected(
            start + "methods: aes-128",
            4,
            10,
            .invalidValue(key: "methods", expected: "a list that is not empty")
        ),
        Rejected(
            start + "methods: []",
            4,
            10,
            .invalidValue(key: "methods", expected: "a list that is not empty")
        ),
        Rejected(
            start + "methods: [aes-128, aes]",
            4,
            20,
            .unknownWord(
                "aes",
                key: "methods",
                known: ["aes-128", "sample-aes", "sample-aes-ctr", "aes-256-gcm"]
            )
        ),
        Rejected(start + "methods: [aes-128, aes-128]", 4, 20, .duplicate("aes-128")),
        Rejected(
            whole + "key_per: track",
            5,
            10,
            .unknownWord("track", key: "key_per", known: ["presentation", "type", "rendition"])
        ),
        Rejected(
            whole + "asset_id: host",
            5,
            11,
            .invalidValue(key: "asset_id", expected: "a list of rules, or none")
        ),
        Rejected(whole + "variables: [a]", 5, 12, .invalidValue(key: "variables", expected: "a mapping")),
        Rejected(whole + "variables: {a: b}", 5, 16, .invalidValue(key: "a", expected: "a mapping")),
        Rejected(whole + "variables: {a: {}}", 5, 16, .missingKey("summary")),
        Rejected(
            whole + "variables: {a: {kind: text}}",
            5,
            17,
            .unknownKey("kind", known: ["summary", "type", "pattern", "default", "default_from", "secret"])
        ),
        Rejected(
            whole + "variables: {content_id: {summary: s}}",
            5,
            13,
            .variable(TemplateVariableError(name: "content_id", problem: .standardName))
        ),
        Rejected(
            whole + "variables: {a-b: {summary: s}}",
            5,
            13,
            .variable(TemplateVariableError(name: "a-b", problem: .illegalName))
        ),
        Rejected(
            whole + "variables: {a: {summary: s, type: string}}",
            5,
            35,
            .unknownWord("string", key: "type", known: ["text", "number", "uuid", "url", "https_url", "hex"])
        ),
        Rejected(
            whole + "variables: {a: {summary: s, default_from: track}}",
            5,
            43,
            .unknownWord("track", key: "default_from", known: ["content_id", "asset_id", "entitlement_url"])
        ),
        Rejected(
            whole + "example: {title: x}",
            5,
            11,
            .unknownKey(
                "title",
                known: [
                    "content_id", "asset_id", "track", "period", "generation", "key_id", "iv",
                    "entitlement_url",
                ]
            )
        ),
        Rejected(
            whole + "example: {period: x}",
            5,
            19,
            .variable(TemplateVariableError(name: "period", problem: .mismatch(.number, source: nil)))
        ),
        Rejected(
            whole + "example: {track: x}",
            5,
            10,
            .example(
                TemplateError(column: 7, problem: .unknownVariable("content_id", known: ["track"]))
            )
        ),
        Rejected("a: *b", 1, 4, .alias),
    ])
    func rejected(_ row: Rejected) throws {
        let expected = OnboardingTemplateError(
            at: TextLocation(in: "t.yaml", line: row.line, column: row.column),
            row.problem
        )
        #expect(throws: expected) { try read(row.yaml) }
        #expect(expected.description.allSatisfy { !$0.isNewline })
        #expect(expected.description.hasSuffix("."))
    }

    /// The message is libyaml's; only the location is checked.
    @Test(arguments: [
        ("name: [", 2, 1), ("name: \"t", 1, 9), ("name: t\n  summary: s", 2, 10), ("a: &a b\n\tc: d", 2, 1),
        ("name: t\n---\nname: u", 2, 1), ("%YAML 3.0\n---\na: b", 1, 1),
    ])
    func malformed(yaml: String, line: Int, column: Int) throws {
        let error = try #require(#expect(throws: OnboardingTemplateError.self) { try read(yaml) })
        guard case .malformedYAML = error.problem else {
            Issue.record("\(error)")
            return
        }
        #expect(error.location.line == line)
        #expect(error.location.column == column)
        #expect(error.description.allSatisfy { !$0.isNewline })
    }

    @Test(arguments: [[0xFF], [0xC3], [0xFF, 0xFE, 0x61, 0x00], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: OnboardingTemplateError(at: TextLocation(in: "t.yaml"), .notUTF8)) {
            try OnboardingTemplate(yaml: bytes, source: "t.yaml")
        }
    }

    @Test(arguments: ["\u{0}", "name: \u{1}", "name: \u{FFFE}"])
    func illegalCharacters(yaml: String) {
        #expect(throws: OnboardingTemplateError.self) { try read(yaml) }
    }
}
