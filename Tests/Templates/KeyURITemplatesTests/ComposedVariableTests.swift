import Foundation
import Testing
import TextFormats

@testable import KeyURITemplates

/// Variables composed of others when a key URI is rendered.
@Suite struct ComposedVariableTests {
    private func compose(_ composed: [String: String], secret: Set<String> = []) throws -> TemplateVariables {
        var variables = try ByteFilterTests.variables(own: ["token": "hunter2"])
        try variables.retype("token", by: VariableRule(isSecret: secret.contains("token")))
        for (name, text) in composed {
            try variables.compose(
                name,
                ComposedVariable(
                    ValueTemplate(parsing: text),
                    rule: VariableRule(isSecret: secret.contains(name))
                )
            )
        }
        return variables
    }

    /// NAGRA's JSON object (docs.nagra.com, "OTT DRM signaling"), encoded by Python.
    @Test func aJSONDocumentInBase64() throws {
        let json = """
            {{"ContentId":{content_id|json},"KeyId":{key_id|json},"IV":{iv|base64|json}}}
            """
        let template = try KeyURITemplate(parsing: "skd://{asset|base64url}")
        let variables = try compose(["asset": json])
        let expected =
            "skd://eyJDb250ZW50SWQiOiJtb3ZpZS00MiIsIktleUlkIjoiMDEyMzQ1NjctODlhYi00Y2RlLThmMDEtMjM0NTY3ODlhYmNkIiwi"
            + "SVYiOiJBQUVDQXdRRkJnY0lDUW9MREEwT0R3PT0ifQ"
        #expect(try template.render(variables) == expected)
        #expect(template.distinguishingVariables.isEmpty)
        #expect(template.keyDistinguishingVariables(with: variables) == [.keyID, .iv])
    }

    @Test(
        arguments: [
            (["a": "{content_id}"], "movie-42"), (["a": "{b}{b}", "b": "x"], "xx"),
            (["a": "{b|upper}.{c}", "b": "{c}y", "c": "z {period}"], "Z 128Y.z 128"),
        ] as [([String: String], String)]
    )
    func composed(variables: [String: String], expected: String) throws {
        #expect(
            try KeyURITemplate(parsing: "x:{a|percent}").render(compose(variables))
                == "x:" + PercentEncoding.encode(expected)
        )
    }

    /// A value is encoded by its filter, or percent-encoded if it is inserted without one, and never twice.
    ///
    /// Expected values follow RFC 3986 section 2.1 and RFC 4648.
    @Test(arguments: [
        ("x:{a|percent}", "x:a%20b%2F%C3%BC"), ("x:{a}", "x:a%20b%2F%C3%BC"), ("x:{a|hex}", "x:6120622fc3bc"),
        ("x:{a|base64url}", "x:YSBiL8O8"), ("x:{n|percent}", "x:-a%20b%2F%C3%BC"),
        ("x:{n}", "x:-a%20b%2F%C3%BC"),
        ("x:{n|hex}/{n}", "x:2d6120622fc3bc/-a%20b%2F%C3%BC"),
    ])
    func variablesInsideAreEncodedOnce(template: String, expected: String) throws {
        var variables = TemplateVariables(contentID: "a b/ü")
        for (name, text) in ["a": "{content_id}", "n": "-{a}"] {
            try variables.compose(
                name,
                ComposedVariable(ValueTemplate(parsing: text), rule: VariableRule())
            )
        }
        #expect(try KeyURITemplate(parsing: template).render(variables) == expected)
    }

    @Test(
        arguments: [
            (["a": "{a}"], .composed("a", TemplateError(column: 1, problem: .composedOfItself("a")))),
            (
                ["a": "x{b}", "b": "yz{a}"],
                .composed(
                    "a",
                    TemplateError(
                        column: 2,
                        problem: .composed(
                            "b",
                            TemplateError(column: 3, problem: .composedOfItself("a"))
                        )
                    )
                )
            ),
            (
                ["a": "{content_id|hex16}"],
                .composed(
                    "a",
                    TemplateError(
                        column: 1,
                        problem: .filter("hex16", variable: "content_id", .notANumber)
                    )
                )
            ),
            (["a": "a b"], .illegalCharacter(" ")),
        ] as [([String: String], TemplateError.Problem)]
    )
    func rejected(variables: [String: String], problem: TemplateError.Problem) throws {
        let error = TemplateError(column: 3, problem: problem)
        #expect(throws: error) { try KeyURITemplate(parsing: "x:{a}").render(compose(variables)) }
        #expect(error.description.hasSuffix("."))
    }

    /// Each level doubles the one below; each is composed once, and composition stops at the longest URI.
    @Test func doublingsEnd() throws {
        var composed = ["v0": "ab"]
        for level in 1...63 { composed["v\(level)"] = "{v\(level - 1)}{v\(level - 1)}" }
        let variables = try compose(composed)
        #expect(try KeyURITemplate(parsing: "x:{v10}").render(variables).utf8.count == 2 + 2 << 10)
        #expect(throws: TemplateError.self) { try KeyURITemplate(parsing: "x:{v63}").render(variables) }
    }

    @Test func whatIsMadeHasToFit() throws {
        var variables = try compose([:])
        let rule = VariableRule(type: .number)
        try variables.compose("a", ComposedVariable(ValueTemplate(parsing: "{content_id}"), rule: rule))
        let mismatch = TemplateVariableError(name: "a", problem: .mismatch(.number, source: nil))
        #expect(throws: TemplateError(column: 3, problem: .composedValue(mismatch))) {
            try KeyURITemplate(parsing: "x:{a}").render(variables)
        }
    }

    @Test(
        arguments: [
            ("skd://{token}/{content_id}", ["token"], "skd://…/movie-42"),
            ("skd://{token|base64url}.host/", ["token"], "skd://….host/"),
            ("skd://{a|base64url}/x", ["token"], "skd://…/x"), ("skd://{a}/x", ["a"], "skd://…/x"),
            ("skd://{a}/{b}", ["b"], "skd://hunter2/…"), ("{token|skd}x", ["token"], "…x"),
            ("skd://{content_id}", ["token"], "skd://movie-42"),
        ] as [(String, Set<String>, String)]
    )
    func secretsAreNotShown(template: String, secret: Set<String>, shown: String) throws {
        var variables = try compose(["a": "{token}", "b": "fixed"], secret: secret)
        if template.contains("skd}") {
            variables = TemplateVariables()
            try variables.setUserVariable("token", to: "https://hunter2")
            try variables.retype("token", by: VariableRule(isSecret: true))
        }
        let uri = try KeyURITemplate(parsing: template).rendered(variables)
        #expect(uri.redacted == shown)
        #expect(uri.hasSecrets == shown.contains("…"))
        #expect(!uri.text.contains("…"))
    }

    @Test func nothingOfASecretIsInAnError() throws {
        var variables = TemplateVariables()
        try variables.setUserVariable("a", to: "hunter2://x")
        try variables.retype("a", by: VariableRule(isSecret: true))
        let error = TemplateError(column: 1, problem: .filter("skd", variable: "a", .notAnAbsoluteURL))
        #expect(throws: error) { try KeyURITemplate(parsing: "{a|skd}").render(variables) }
    }

    @Test func aSecretIsNotPrinted() {
        let value = TemplateVariables.Value(text: "hunter2", encoding: .verbatim, isSecret: true)
        #expect("\(value) \(String(reflecting: value))" == "… …")
    }
}
