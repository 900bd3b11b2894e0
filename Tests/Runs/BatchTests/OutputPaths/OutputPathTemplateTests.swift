import Failures
import KeyURITemplates
import Testing

@testable import Batch

/// Templates of output paths: `out/{content_id}`.
struct OutputPathTemplateTests {
    private static let variables = ["content_id": "a b%2F", "language": "fr", "key_per": "ü", "dot": "a."]

    @Test(
        arguments: [
            ("out/{content_id}", "out/a b%2F", ["content_id"]), ("{content-id}", "a b%2F", ["content_id"]),
            ("out", "out", []), ("/{language}/{key_per}{language}/", "/fr/üfr/", ["language", "key_per"]),
            ("{{{language}}}/{{}}", "{fr}/{}", ["language"]), ("../{dot}.", "../a..", ["dot"]),
            ("./..//{language}", "./..//fr", ["language"]),
            ("é{language}\u{301}", "éfr\u{301}", ["language"]),
        ]
    )
    func `Variables stand for their texts`(template: String, expected: String, names: [String]) throws {
        let template = try OutputPathTemplate(parsing: template)
        #expect(try Array(template.path(variables: Self.variables).utf8) == Array(expected.utf8))
        #expect(template.variableNames == names)
    }

    @Test(
        arguments: [
            ("", 1, .empty), ("{", 1, .unclosedBrace), ("out/{a", 5, .unclosedBrace),
            ("{a{b}}", 1, .unclosedBrace),
            ("a}", 2, .strayBrace), ("{a}}", 4, .strayBrace), ("ä/{}", 4, .missingName),
            ("{a b}", 2, .illegalName("a b")), ("x{ä}", 3, .illegalName("ä")),
            ("{a|b}", 2, .illegalName("a|b")),
            ("a\0", 2, .illegalCharacter("\0")), ("a\n", 2, .illegalCharacter("\n")),
        ] as [(String, Int, TemplateError.Problem)]
    )
    func `What is no template is refused`(text: String, column: Int, problem: TemplateError.Problem) {
        let error = #expect(throws: RunFailure.self) { try OutputPathTemplate(parsing: text) }
        #expect(error == .outputTemplate(TemplateError(column: column, problem: problem)))
        #expect(error?.description.hasPrefix("--output: column \(column): ") == true)
        #expect(error?.description.contains("key URI") == false)
    }

    @Test(
        arguments: [
            ("{x}", "", "it is empty"), ("a{x}b", "", "it is empty"), ("{x}", ".", "it makes . or .."),
            ("{x}", "..", "it makes . or .."), ("a{x}", ".", "it makes . or .."),
            ("a/{x}/b", "..", "it makes . or .."), ("{x}", "a/b", "it has a /"), ("{x}", "/", "it has a /"),
            ("{x}", "../a", "it has a /"), ("{x}", "a\0", "it has a control character"),
            ("{x}", "a\nb", "it has a control character"), ("{x}", "\u{85}", "it has a control character"),
            ("{x}", "a/\u{338}", "it has a /"),
        ]
    )
    func `A value stays in its component`(template: String, value: String, reason: String) throws {
        let template = try OutputPathTemplate(parsing: template)
        #expect(throws: RunFailure.outputValue(of: "x", reason)) {
            try template.path(variables: ["x": value])
        }
    }

    @Test func `Dots of several parts make no component either`() throws {
        for text in [".{x}", "{x}.", "out/.{x}/a", "{x}{y}"] {
            let template = try OutputPathTemplate(parsing: text)
            #expect(throws: RunFailure.self) { try template.path(variables: ["x": ".", "y": "."]) }
        }
        #expect(try OutputPathTemplate(parsing: ".{x}.").path(variables: ["x": "..."]) == ".....")
    }

    @Test func `Components and paths have a longest length in bytes`() throws {
        let template = try OutputPathTemplate(parsing: "out/{x}.d/{y}")
        let longest = String(repeating: "ä", count: 126) + "b"
        #expect(try template.path(variables: ["x": longest, "y": "c"]).utf8.count == 261)
        let error = RunFailure.outputComponentTooLong(variable: "x")
        #expect(throws: error) { try template.path(variables: ["x": longest + "b", "y": "c"]) }
        let literal = try OutputPathTemplate(parsing: String(repeating: "a", count: 256))
        #expect(throws: RunFailure.outputComponentTooLong(variable: nil)) {
            try literal.path(variables: [:])
        }
        let deep = String(repeating: "a/", count: 2047)
        #expect(try OutputPathTemplate(parsing: deep + "{x}").path(variables: ["x": "b"]).utf8.count == 4095)
        let tooDeep = try OutputPathTemplate(parsing: deep + "{x}")
        #expect(throws: RunFailure.outputTooLong(bytes: 4096)) { try tooDeep.path(variables: ["x": "bc"]) }
    }

    @Test func `An unknown variable names those there are`() throws {
        let template = try OutputPathTemplate(parsing: "out/{contentid}")
        let error = #expect(throws: RunFailure.self) { try template.path(variables: Self.variables) }
        #expect(error?.description.contains("(got {contentid}, expected perhaps {content_id})") == true)
        let other = try OutputPathTemplate(parsing: "{zz}")
        let second = #expect(throws: RunFailure.self) { try other.path(variables: Self.variables) }
        #expect(second?.description.contains("one of {content_id}, {dot}, {key_per}, {language}") == true)
    }
}
