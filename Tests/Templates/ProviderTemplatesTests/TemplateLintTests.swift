import KeyURITemplates
import Testing

@testable import ProviderTemplates

/// Lint rules for templates: each with a template that breaks it, and a similar one that does not.
@Suite struct TemplateLintTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let rule: String
        let severity: TemplateFinding.Severity
        /// The lines after `name`, `summary`, `methods` and `source`.
        let wrong: String
        let right: String
        var testDescription: String { "\(rule) \(severity)" }
    }

    private static let variable = "variables:\n  v:\n    summary: v\n"
    private static let secret = variable + "    secret: yes\n"

    static let cases = [
        Case(
            rule: "missing-value",
            severity: .error,
            wrong: "key_uri: \"skd://{v}/{content_id}\"\n" + variable,
            right: "key_uri: \"skd://{v}/{content_id}\"\n" + variable + "example: {v: a, content_id: b}\n"
        ),
        Case(
            rule: "illegal-character",
            severity: .error,
            wrong: "key_uri: \"skd://{content_id|json}\"",
            right: "key_uri: \"skd://{content_id|json|base64url}\""
        ),
        Case(
            rule: "does-not-render",
            severity: .error,
            wrong: "key_uri: \"skd://{content_id|uuid}\"",
            right: "key_uri: \"skd://{key_id|uuid}\""
        ),
        Case(
            rule: "asset-id-missing",
            severity: .error,
            wrong: "key_uri: \"skd:{content_id}\"\nasset_id: [host]",
            right: "key_uri: \"skd://{content_id}\"\nasset_id: [host]"
        ),
        Case(
            rule: "asset-id-missing",
            severity: .warning,
            wrong: "key_uri: \"skd:{content_id}\"\nasset_id: [afterColon, host]",
            right: "key_uri: \"skd:{content_id}\"\nasset_id: [afterColon, hostAsWritten]"
        ),
        Case(
            rule: "keys-share-uri",
            severity: .error,
            wrong: "key_uri: \"skd://{content_id}\"\nkey_per: rendition",
            right: "key_uri: \"skd://{content_id}+{track}\"\nkey_per: rendition"
        ),
        Case(
            rule: "keys-share-uri",
            severity: .note,
            wrong: "key_uri: \"skd://{content_id}+{period}\"",
            right: "key_uri: \"skd://{content_id}+{period}+{generation}\""
        ),
        Case(
            rule: "key-in-uri",
            severity: .error,
            wrong: "key_uri: \"skd://{content_id}?CEK=1\"",
            right: "key_uri: \"skd://{content_id}?kid=1\""
        ),
        Case(
            rule: "key-in-uri",
            severity: .warning,
            wrong: "key_uri: \"skd://{content_id}?cek=1\"\ntest_only: yes",
            right: "key_uri: \"skd://{content_id}?iv=1\"\ntest_only: yes"
        ),
        Case(
            rule: "token-in-uri",
            severity: .error,
            wrong: "key_uri: \"skd://{content_id}?t={v}\"\n" + secret,
            right: "key_uri: \"skd://{content_id}?t={v}\"\n" + secret + "test_only: yes\n"
        ),
        Case(
            rule: "token-in-uri",
            severity: .warning,
            wrong: "key_uri: \"skd://{content_id}?authToken=1\"",
            right: "key_uri: \"skd://{content_id}?auth=1\""
        ),
        Case(
            rule: "secret-in-asset-id",
            severity: .error,
            wrong: "key_uri: \"skd://{content_id}?t={v}\"\nasset_id: [afterScheme]\n" + secret,
            right: "key_uri: \"skd://{content_id}?t={v}\"\nasset_id: [host]\n" + secret
        ),
        Case(
            rule: "asset-id-length",
            severity: .note,
            wrong: "key_uri: \"skd://{content_id}\"\nasset_id: [whole]",
            right: "key_uri: \"skd://{content_id}\"\nasset_id: [host]"
        ),
        Case(
            rule: "asset-id-length",
            severity: .warning,
            wrong: "key_uri: \"skd://\(String(repeating: "x", count: 180))+{content_id}\"\nasset_id: [host]",
            right: "key_uri: \"skd://\(String(repeating: "x", count: 160))+{content_id}\"\nasset_id: [host]"
        ),
        Case(
            rule: "uri-too-long",
            severity: .warning,
            wrong: "key_uri: \"skd://{content_id}/\(String(repeating: "x", count: 1100))\"",
            right: "key_uri: \"skd://{content_id}/\(String(repeating: "x", count: 900))\""
        ),
        Case(
            rule: "non-ascii-host",
            severity: .warning,
            wrong: "key_uri: \"skd://grüße/{content_id}\"",
            right: "key_uri: \"skd://gruesse/{content_id}\""
        ),
        Case(
            rule: "port-no-number",
            severity: .warning,
            wrong: "key_uri: \"skd://{key_id}:{iv}\"",
            right: "key_uri: \"skd://{key_id}:80/\""
        ),
        Case(
            rule: "no-slashes",
            severity: .warning,
            wrong: "key_uri: \"skd:{content_id}\"",
            right: "key_uri: \"skd://{content_id}\""
        ),
        Case(
            rule: "no-slashes",
            severity: .note,
            wrong: "key_uri: \"skd:{content_id}\"\nasset_id: [afterColon]",
            right: "key_uri: \"skd://{content_id}\"\nasset_id: [afterScheme]"
        ),
        Case(
            rule: "nested-scheme",
            severity: .warning,
            wrong: "key_uri: \"skd:https://x/{content_id}\"",
            right: "key_uri: \"skd://x/{content_id}\""
        ),
        Case(
            rule: "upper-case",
            severity: .warning,
            wrong: "key_uri: \"skd://Keys/{content_id}\"",
            right: "key_uri: \"skd://keys/Path/{content_id}\""
        ),
        Case(
            rule: "titles-share-uri",
            severity: .warning,
            wrong: "key_uri: \"skd://{track}+{period}+{generation}\"",
            right: "key_uri: \"skd://{key_id}\""
        ),
        Case(
            rule: "key-has-several-uris",
            severity: .note,
            wrong: "key_uri: \"{entitlement_url|skd}?c={content_id}\"",
            right: "key_uri: \"skd://{content_id}\""
        ),
        Case(
            rule: "no-example",
            severity: .note,
            wrong: "key_uri: \"skd://{content_id}\"",
            right: "key_uri: \"skd://{content_id}\"\nexample: {content_id: a}"
        ),
        Case(
            rule: "no-expected",
            severity: .note,
            wrong: "key_uri: \"skd://{content_id}\"\nexample: {content_id: a}",
            right:
                "key_uri: \"skd://{content_id}\"\nexample: {content_id: a}\nexpected: {key_uri: \"skd://a\"}"
        ),
    ]

    private func findings(_ yaml: String, source: String? = "a document") throws -> [TemplateFinding] {
        let start = "name: x\nsummary: y\nmethods: [sample-aes]\n"
        let text = start + (source.map { "source: \($0)\n" } ?? "") + yaml + "\n"
        let source = OnboardingTemplate.Source(name: "x", yaml: Array(text.utf8), folder: nil)
        let subject = try LintedTemplate(source.template(), overrides: TemplateVariables())
        return TemplateLinter.findings(subject, in: source)
    }

    @Test(arguments: cases)
    func objects(_ example: Case) throws {
        let found = try findings(example.wrong).filter {
            $0.rule == example.rule && $0.severity == example.severity
        }
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.message.hasSuffix(".") })
    }

    @Test(arguments: cases)
    func accepts(_ example: Case) throws {
        let found = try findings(example.right).filter {
            $0.rule == example.rule && $0.severity == example.severity
        }
        #expect(found.isEmpty)
    }

    @Test func missesASource() throws {
        #expect(
            try findings("key_uri: \"skd://{content_id}\"", source: nil).map(\.rule).contains("no-source")
        )
        #expect(try !findings("key_uri: \"skd://{content_id}\"").map(\.rule).contains("no-source"))
    }

    @Test func everyRuleIsTried() {
        #expect(Set(Self.cases.map(\.rule)).union(["no-source"]) == Set(TemplateRule.all.map(\.id)))
    }
}
