import Foundation
import Testing

@testable import KeyURITemplates

/// Rendered and refused templates; expected values are written by hand.
@Suite struct KeyURITemplateRenderingTests {
    private static func variables(_ own: [String: String]) throws -> TemplateVariables {
        var variables = TemplateVariables(contentID: "a/b c")
        try variables.setEntitlementURL("https://host/path")
        variables.setKey(
            track: "Ton 1",
            period: 3,
            generation: 2,
            keyID: try #require(UUID(uuidString: keyID))
        )
        for (name, text) in own {
            try variables.setUserVariable(name, to: text)
        }
        return variables
    }

    private static let keyID = "01234567-89AB-4CDE-8F01-23456789ABCD"

    @Test(arguments: [
        ("skd://{content_id}", "skd://a%2Fb%20c"),
        ("skd://{content_id|percent}", "skd://a%2Fb%20c"),
        ("skd://{content_id|percent|percent}", "skd://a%252Fb%2520c"),
        ("skd://{track}", "skd://Ton%201"),
        ("skd://{period}.{generation}", "skd://3.2"),
        ("skd://{key_id}", "skd://01234567-89ab-4cde-8f01-23456789abcd"),
        ("skd:{entitlement_url}", "skd:https://host/path"),
        ("skd:{entitlement_url|percent}", "skd:https%3A%2F%2Fhost%2Fpath"),
        ("{entitlement_url|skd}{entitlement_url|query_separator}x", "skd://host/path?x"),
        ("skd://{{{key_id}}}", "skd://{01234567-89ab-4cde-8f01-23456789abcd}"),
        ("skd://{own}", "skd://50%25=x&y"),
        ("{scheme}://x", "s+k-d.1://x"),
        ("skd://a'\\b", "skd://a'\\b"),
    ])
    func rendered(template: String, uri: String) throws {
        let variables = try Self.variables(["own": "50%25=x&y", "scheme": "s+k-d.1"])
        #expect(try KeyURITemplate(parsing: template).render(variables) == uri)
    }

    struct Rejected: Sendable, CustomTestStringConvertible {
        let template: String
        var own: [String: String] = [:]
        let column: Int
        let problem: TemplateError.Problem
        var testDescription: String { template }
    }

    static let refusals = [
        Rejected(
            template: "skd://{title}",
            column: 7,
            problem: .unknownVariable(
                "title",
                known: ["content_id", "entitlement_url", "generation", "key_id", "period", "track"]
            )
        ),
        Rejected(template: "skd://x/{a}", own: ["a": ""], column: 9, problem: .emptyValue("a")),
        Rejected(template: "skd://x/{a|percent}", own: ["a": ""], column: 9, problem: .emptyValue("a")),
        Rejected(
            template: "skd://x/{a|query_separator|percent}",
            own: ["a": "https://host?"],
            column: 9,
            problem: .emptyValue("a")
        ),
        Rejected(template: "skd://{a}", own: ["a": "x\"y"], column: 7, problem: .illegalCharacter("\"")),
        Rejected(template: "skd://{a}", own: ["a": "\"\u{301}"], column: 7, problem: .illegalCharacter("\"")),
        Rejected(template: "skd://{a}", own: ["a": "x y"], column: 7, problem: .illegalCharacter(" ")),
        Rejected(
            template: "skd://{a}",
            own: ["a": "x\u{A0}y"],
            column: 7,
            problem: .illegalCharacter("\u{A0}")
        ),
        Rejected(template: "skd://{a}", own: ["a": "x\r\ny"], column: 7, problem: .illegalCharacter("\r")),
        Rejected(
            template: "skd://{a}{b}",
            own: ["a": "x", "b": "\n"],
            column: 10,
            problem: .illegalCharacter("\n")
        ),
        Rejected(template: "skd://{a}", own: ["a": "x\u{1}"], column: 7, problem: .illegalCharacter("\u{1}")),
        Rejected(template: "skd://{a}", own: ["a": "{$x}"], column: 7, problem: .variableReference),
        Rejected(template: "skd://{{{a}", own: ["a": "$x}"], column: 9, problem: .variableReference),
        Rejected(template: "skd://{a}$x", own: ["a": "{"], column: 10, problem: .variableReference),
        Rejected(
            template: "skd://{{{u|query_separator}$",
            own: ["u": "https://host?"],
            column: 28,
            problem: .variableReference
        ),
        Rejected(template: "{u|query_separator}", own: ["u": "https://host?"], column: 1, problem: .empty),
        Rejected(template: "movie", column: 1, problem: .missingScheme),
        Rejected(template: "://movie", column: 1, problem: .missingScheme),
        Rejected(template: "{content_id}:", column: 1, problem: .missingScheme),
        Rejected(template: "SKD://movie", column: 1, problem: .missingScheme),
        Rejected(template: "1skd://movie", column: 1, problem: .missingScheme),
        Rejected(template: "skd//movie:1", column: 1, problem: .missingScheme),
        Rejected(
            template: "skd://{a|skd}",
            own: ["a": "http://host"],
            column: 7,
            problem: .filter("skd", variable: "a", .schemeWouldBeLost("http"))
        ),
    ]

    @Test(arguments: refusals)
    func rejected(_ row: Rejected) throws {
        let template = try KeyURITemplate(parsing: row.template)
        let variables = try Self.variables(row.own)
        #expect(throws: TemplateError(column: row.column, problem: row.problem)) {
            try template.render(variables)
        }
    }

    /// A key URI has at most 4096 bytes: 6 of `skd://`, 4090 of the variable.
    @Test func longestURI() throws {
        let template = try KeyURITemplate(parsing: "skd://{a}")
        let longest = try Self.variables(["a": String(repeating: "x", count: 4090)])
        #expect(try template.render(longest).utf8.count == 4096)
        let tooLong = try Self.variables(["a": String(repeating: "x", count: 4091)])
        #expect(throws: TemplateError(column: 7, problem: .tooLong)) {
            try template.render(tooLong)
        }
    }

    @Test(arguments: refusals)
    func messagesAreOneLineAndHoldNoValue(_ row: Rejected) throws {
        let template = try KeyURITemplate(parsing: row.template)
        var own = row.own
        own["secret"] = "hunter2"
        let variables = try Self.variables(own)
        let error = #expect(throws: TemplateError.self) { try template.render(variables) }
        let message = try #require(error).description
        #expect(message.hasPrefix("column \(row.column): "))
        #expect(message.hasSuffix("."))
        #expect(message.allSatisfy { !$0.isNewline })
        #expect(!message.contains("hunter2"))
    }
}
