import Testing

@testable import KeyURITemplates

/// The grammar of key URI templates; columns are counted by hand.
@Suite struct KeyURITemplateParsingTests {
    struct Rejected: Sendable, CustomTestStringConvertible {
        let template: String
        let column: Int
        let problem: TemplateError.Problem
        var testDescription: String { template.debugDescription }
    }

    @Test(arguments: [
        Rejected(template: "", column: 1, problem: .empty),
        Rejected(template: "skd://{content_id", column: 7, problem: .unclosedBrace),
        Rejected(template: "skd://{", column: 7, problem: .unclosedBrace),
        Rejected(template: "skd://{a{b}", column: 7, problem: .unclosedBrace),
        Rejected(template: "skd://{{{a", column: 9, problem: .unclosedBrace),
        Rejected(template: "skd://a}b", column: 8, problem: .strayBrace),
        Rejected(template: "skd://{a}}", column: 10, problem: .strayBrace),
        Rejected(template: "skd://{}", column: 8, problem: .missingName),
        Rejected(template: "skd://{|percent}", column: 8, problem: .missingName),
        Rejected(template: "skd://{Title}", column: 8, problem: .illegalName("Title")),
        Rejected(template: "skd://{1a}", column: 8, problem: .illegalName("1a")),
        Rejected(template: "skd://{_a}", column: 8, problem: .illegalName("_a")),
        Rejected(template: "skd://{ a }", column: 8, problem: .illegalName(" a ")),
        Rejected(template: "skd://{a-b}", column: 8, problem: .illegalName("a-b")),
        Rejected(template: "skd://{ä}", column: 8, problem: .illegalName("ä")),
        Rejected(template: "skd://{a|url}", column: 10, problem: .unknownFilter("url")),
        Rejected(template: "skd://{a|percent|}", column: 18, problem: .unknownFilter("")),
        Rejected(template: "skd://{a|percent |skd}", column: 10, problem: .unknownFilter("percent ")),
        Rejected(template: "skd://a b", column: 8, problem: .illegalCharacter(" ")),
        Rejected(template: "skd://a\"b", column: 8, problem: .illegalCharacter("\"")),
        Rejected(template: "skd://\"\u{301}", column: 7, problem: .illegalCharacter("\"")),
        Rejected(template: "skd://a\r\n", column: 8, problem: .illegalCharacter("\r")),
        Rejected(template: "skd://a\n", column: 8, problem: .illegalCharacter("\n")),
        Rejected(template: "skd://a\u{0}", column: 8, problem: .illegalCharacter("\u{0}")),
        Rejected(template: "skd://a\u{7F}", column: 8, problem: .illegalCharacter("\u{7F}")),
        Rejected(template: "skd://a\u{9F}", column: 8, problem: .illegalCharacter("\u{9F}")),
        Rejected(template: "skd://a\u{2028}", column: 8, problem: .illegalCharacter("\u{2028}")),
        Rejected(template: "skd://ä€{x", column: 9, problem: .unclosedBrace),
        Rejected(template: "skd://{{$key}}", column: 9, problem: .variableReference),
    ])
    func rejected(_ row: Rejected) {
        #expect(throws: TemplateError(column: row.column, problem: row.problem)) {
            try KeyURITemplate(parsing: row.template)
        }
    }

    @Test(arguments: [
        ("skd://movie", []),
        ("skd://{content_id}", ["content_id"]),
        ("skd://{b}{a2_|percent}{b|skd|percent}", ["b", "a2_"]),
        ("{{{a}}}", ["a"]),
        ("skd:$x{{}}", []),
    ])
    func variableNames(template: String, names: [String]) throws {
        #expect(try KeyURITemplate(parsing: template).variableNames == names)
    }

    @Test(
        arguments: [
            ("skd://{content_id}", []),
            ("skd://{content_id}?{entitlement_url}&{title}", []),
            ("skd://{content_id}+{track}+{period}+{generation}", [.track, .period, .generation]),
            ("skd://{key_id}", [.keyID]),
            ("skd://{track|percent}", [.track]),
        ] as [(String, Set<StandardVariable>)]
    )
    func distinguishes(template: String, variables: Set<StandardVariable>) throws {
        #expect(try KeyURITemplate(parsing: template).distinguishingVariables == variables)
    }

    @Test func templatesAreComparedAsBytes() throws {
        let composed = try KeyURITemplate(parsing: "skd://\u{E9}")
        let decomposed = try KeyURITemplate(parsing: "skd://e\u{301}")
        #expect(composed != decomposed)
    }
}
