import Foundation
import KeyURITemplates
import Testing
import TextFormats

@testable import ProviderTemplates

/// Declarations of variables in templates.
@Suite struct TemplateVariableTests {
    private func template(_ variables: String, keyURI: String = "skd://{a}") throws -> OnboardingTemplate {
        let indented = variables.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
        return try TemplateTermsTests.read(
            "name: t\nsummary: s\nkey_uri: '\(keyURI)'\nmethods: [sample-aes]\nvariables:\n" + indented
        )
    }

    private func render(_ template: OnboardingTemplate, _ set: [String]) throws -> RenderedKeyURI {
        var variables = TemplateVariables(contentID: "movie-42")
        for assignment in set { try variables.assign(assignment) }
        variables = try template.addingDefaults(to: variables)
        variables.setKey(
            track: "hd",
            period: 0,
            generation: 1,
            keyID: try #require(UUID(uuidString: "01234567-89AB-4CDE-8F01-23456789ABCD")),
            iv: Array(0..<16)
        )
        return try template.keyURI.rendered(variables)
    }

    @Test(arguments: [
        ("a: {summary: s, type: hex}", ["a=00FF"], "skd://00FF"),
        ("a: {summary: s, default: '{content_id|upper}'}", [], "skd://MOVIE-42"),
        ("a: {summary: s, default: '{content_id|upper}'}", ["a=x"], "skd://x"),
        ("a: {summary: s, default_from: asset_id}", ["asset_id=b c"], "skd://b%20c"),
        ("a: {summary: s, default_from: asset_id, default: x}", [], "skd://movie-42"),
        ("a: {summary: s, default_from: entitlement_url, default: x}", [], "skd://x"),
        (
            "a: {summary: s, default: '{b}.{c}'}\nb: {summary: s}\nc: {summary: s, default_from: content_id}",
            ["b=y"], "skd://y.movie-42"
        ),
        ("a: {summary: s, pattern: '[a-z]{3}'}", ["a=abc"], "skd://abc"),
    ])
    func values(variables: String, set: [String], uri: String) throws {
        let template = try template(variables)
        #expect(try render(template, set).text == uri)
    }

    /// A variable declared as bytes stands for two bytes here, not for four digits.
    @Test(arguments: [
        ("hex", "00ff", "AP8="), ("uuid", "01234567-89ab-4cde-8f01-23456789abcd", "ASNFZ4mrTN6PASNFZ4mrzQ=="),
        ("text", "00ff", "MDBmZg=="),
    ])
    func bytes(type: String, text: String, base64: String) throws {
        let template = try template("a: {summary: s, type: \(type)}", keyURI: "skd://{a|base64}")
        #expect(try render(template, ["a=\(text)"]).text == "skd://" + base64)
    }

    @Test(
        arguments: [
            ("a: {summary: s, type: hex}", "a=0", .mismatch(.hex, source: nil)),
            ("a: {summary: s, pattern: '[a-z]{3}'}", "a=abcd", .patternMismatch("[a-z]{3}", source: nil)),
            (
                "a: {summary: s, pattern: '[a-z]+', default_from: content_id}", "asset_id=x",
                .patternMismatch("[a-z]+", source: "content_id")
            ),
        ] as [(String, String, TemplateVariableError.Problem)]
    )
    func misfits(variables: String, set: String, problem: TemplateVariableError.Problem) throws {
        let template = try template(variables)
        #expect(throws: TemplateVariableError(name: "a", problem: problem)) { try render(template, [set]) }
    }

    /// The example of docs.nagra.com; the expected value is from Python.
    @Test func theKeysAreToldApartByWhatIsInside() throws {
        let template = try template(
            """
            a:
              summary: s
              default: '{{"ContentId":{content_id|json},"KeyId":{key_id|json},"IV":{iv|base64|json}}}'
            """,
            keyURI: "skd://{a|base64url}"
        )
        #expect(template.distinguishingVariables == [.keyID, .iv])
        #expect(template.usedNames == ["a", "content_id", "key_id", "iv"])
        #expect(
            try render(template, []).text
                == "skd://eyJDb250ZW50SWQiOiJtb3ZpZS00MiIsIktleUlkIjoiMDEyMzQ1NjctODlhYi00Y2RlLThmMDEtMjM0NTY3ODlhYmNk"
                + "IiwiSVYiOiJBQUVDQXdRRkJnY0lDUW9MREEwT0R3PT0ifQ"
        )
    }

    @Test func secretsAreHidden() throws {
        let template = try template(
            "a: {summary: s, default: 'x{t}'}\nt: {summary: s, secret: yes}",
            keyURI: "skd://{t}.example/{a|hex}/{content_id}"
        )
        #expect(try render(template, ["t=hunter2"]).redacted == "skd://….example/…/movie-42")
    }

    /// The location is that of the default in the file.
    @Test(
        arguments: [
            ("a: {summary: s, default: '{b}'}", 6, 28, .undeclaredVariable("b")),
            ("a: {summary: s, default: '{a}'}", 6, 28, .composedOfItself("a")),
            (
                "a: {summary: s, default: '{b}'}\nb: {summary: s, default: 'x{a}'}", 6, 28,
                .composedOfItself("a")
            ),
            (
                "a: {summary: s, default: '{b'}", 6, 28,
                .defaultValue("a", TemplateError(column: 1, problem: .unclosedBrace))
            ),
            (
                "a: {summary: s, default: x, type: number}", 6, 28,
                .variable(TemplateVariableError(name: "a", problem: .mismatch(.number, source: nil)))
            ),
            (
                "a: {summary: s, pattern: '(a'}", 6, 28,
                .pattern(ValuePatternError(column: 1, problem: .unclosed))
            ),
            ("a: {summary: s, secret: 1}", 6, 27, .unknownWord("1", key: "secret", known: ["yes", "no"])),
            (
                "a: {summary: s}\niv: {summary: s}", 7, 3,
                .variable(TemplateVariableError(name: "iv", problem: .standardName))
            ),
        ] as [(String, Int, Int, OnboardingTemplateError.Problem)]
    )
    func refused(variables: String, line: Int, column: Int, problem: OnboardingTemplateError.Problem) {
        let error = OnboardingTemplateError(
            at: TextLocation(in: "t.yaml", line: line, column: column),
            problem
        )
        #expect(throws: error) { try template(variables) }
        #expect(error.description.hasSuffix("."))
    }

    @Test func variablesAreCounted() {
        let many = (0...64).map { "v\($0): {summary: s}" }.joined(separator: "\n")
        let error = OnboardingTemplateError(
            at: TextLocation(in: "t.yaml", line: 70, column: 3),
            .tooManyVariables
        )
        #expect(throws: error) { try template(many) }
    }
}
