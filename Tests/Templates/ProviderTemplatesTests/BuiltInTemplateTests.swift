import Foundation
import KeyURITemplates
import Testing
import TextFormats

@testable import ProviderTemplates

/// The built-in templates: key URIs written by hand, and recovery of the content id from them.
@Suite struct BuiltInTemplateTests {
    struct Known: Sendable, CustomTestStringConvertible {
        let template: String
        var contentID = "movie-42"
        var entitlementURL: String?
        var own: [String: String] = [:]
        let uri: String
        var testDescription: String { "\(template) \(uri)" }

        func render() throws -> String {
            let template = try OnboardingTemplate.named(template)
            var variables = TemplateVariables(contentID: contentID)
            if let entitlementURL { try variables.setEntitlementURL(entitlementURL) }
            for (name, text) in own { try variables.setUserVariable(name, to: text) }
            variables = try template.addingDefaults(to: variables)
            let keyID = try #require(UUID(uuidString: "01234567-89AB-4CDE-8F01-23456789ABCD"))
            variables.setKey(track: "Ton + 1", period: 3, generation: 2, keyID: keyID)
            return try template.keyURI.render(variables)
        }
    }

    @Test(arguments: [
        Known(template: "content-id", uri: "skd://movie-42"),
        Known(template: "content-id", contentID: "a b/ü\"%", uri: "skd://a%20b%2F%C3%BC%22%25"),
        Known(template: "content-id-bare", uri: "skd:movie-42"),
        Known(template: "content-id-track", uri: "skd://movie-42+Ton%20%2B%201+3+2"),
        Known(
            template: "entitlement",
            entitlementURL: "https://host/path",
            uri: "skd://host/path?cid=movie-42"
        ),
        Known(
            template: "entitlement",
            contentID: "a&b",
            entitlementURL: "https://host/path?t=1",
            uri: "skd://host/path?t=1&cid=a%26b"
        ),
        Known(
            template: "entitlement",
            entitlementURL: "https://host/path?",
            uri: "skd://host/path?cid=movie-42"
        ),
        Known(
            template: "entitlement-verbatim",
            entitlementURL: "http://host/path",
            uri: "skd:http://host/path?cid=movie-42"
        ),
        Known(
            template: "entitlement-verbatim",
            entitlementURL: "https://host/path?t=1&",
            uri: "skd:https://host/path?t=1&cid=movie-42"
        ),
        Known(
            template: "https-key",
            own: ["key_url": "https://keys.example.com/hls"],
            uri: "https://keys.example.com/hls/01234567-89ab-4cde-8f01-23456789abcd"
        ),
        Known(
            template: "https-key",
            entitlementURL: "http://ignored",
            own: ["key_url": "https://keys.example.com/hls/"],
            uri: "https://keys.example.com/hls/01234567-89ab-4cde-8f01-23456789abcd"
        ),
        Known(
            template: "https-key",
            entitlementURL: "https://host",
            uri: "https://host/01234567-89ab-4cde-8f01-23456789abcd"
        ),
    ])
    func knownAnswer(_ known: Known) throws {
        #expect(try known.render() == known.uri)
    }

    /// Columns are counted by hand in the key URIs of the YAML files.
    @Test(
        arguments: [
            (
                Known(template: "entitlement", entitlementURL: "http://host", uri: ""), 1,
                .filter("skd", variable: "entitlement_url", .schemeWouldBeLost("http"))
            ),
            (
                Known(template: "entitlement", entitlementURL: "https://host#x", uri: ""), 22,
                .filter("query_separator", variable: "entitlement_url", .fragment)
            ),
            (
                Known(template: "entitlement-verbatim", entitlementURL: "https://host/a b", uri: ""), 5,
                .illegalCharacter(" ")
            ),
            (Known(template: "content-id", contentID: "", uri: ""), 7, .emptyValue("content_id")),
            (
                Known(template: "https-key", own: ["key_url": "https://host?a"], uri: ""), 1,
                .filter("directory", variable: "key_url", .query)
            ),
            (
                Known(template: "https-key", uri: ""), 1,
                .unknownVariable("key_url", known: ["content_id", "generation", "key_id", "period", "track"])
            ),
        ] as [(Known, Int, TemplateError.Problem)]
    )
    func refused(_ known: Known, column: Int, problem: TemplateError.Problem) {
        #expect(throws: TemplateError(column: column, problem: problem)) { try known.render() }
    }

    @Test(
        arguments: [
            (
                Known(template: "https-key", own: ["key_url": "http://host"], uri: ""),
                .mismatch(.httpsURL, source: nil)
            ),
            (
                Known(template: "https-key", entitlementURL: "http://host", uri: ""),
                .mismatch(.httpsURL, source: "entitlement_url")
            ),
        ] as [(Known, TemplateVariableError.Problem)]
    )
    func mistyped(_ known: Known, problem: TemplateVariableError.Problem) {
        #expect(throws: TemplateVariableError(name: "key_url", problem: problem)) { try known.render() }
    }

    /// The rule that gives the content id again.
    private static let rules: [(template: String, rule: AssetIDRule, isEncoded: Bool)] = [
        ("content-id", .host, false),
        ("content-id", .afterScheme, true),
        ("content-id-bare", .afterColon, true),
        ("entitlement", .query("cid"), false),
        ("entitlement-verbatim", .query("cid"), false),
    ]

    static let contentIDs = [
        "movie-42", "a b", "a/b", "../../x", "\"quoted\"", "Grüße", "100%", "%41", "a&b=c#d?e;f", "a:80",
        "a@b",
        "{$x}", "+", "日本語", "e\u{301}", String(repeating: "x", count: 200),
        String(repeating: "ü", count: 100),
    ]

    @Test(arguments: contentIDs)
    func wayBackToTheContentID(contentID: String) throws {
        for (template, rule, isEncoded) in Self.rules {
            let known = Known(
                template: template,
                contentID: contentID,
                entitlementURL: "https://host/path?t=1",
                uri: ""
            )
            let expected = isEncoded ? PercentEncoding.encode(contentID) : contentID
            let assetIDs = AssetIDRule.candidates(forKeyURI: try known.render())
                .filter { $0.rule == rule }
                .map { Array($0.id.utf8) }
            let isLegal = AssetID.lengths.contains(expected.utf8.count)
            #expect(assetIDs == (isLegal ? [Array(expected.utf8)] : []), "\(template) \(rule.name)")
        }
    }

    /// Keys that differ in any part have different URIs and hosts, even if their joined parts look alike.
    @Test func everyKeyHasItsOwnURIAndHost() throws {
        let template = try OnboardingTemplate.named("content-id-track").keyURI
        #expect(template.distinguishingVariables == [.track, .period, .generation])
        var uris: Set<String> = []
        var hosts: Set<String> = []
        for contentID in ["mm", "mm+hd", "mm+hd+1", "mm%2Bhd"] {
            for track in ["hd", "hd+1", "hd+1+1", "hd%2B1"] {
                for (period, generation) in [(0, 1), (1, 1), (1, 11), (11, 1)] {
                    var variables = TemplateVariables(contentID: contentID)
                    variables.setKey(track: track, period: period, generation: generation, keyID: UUID())
                    let uri = try template.render(variables)
                    uris.insert(uri)
                    // The rule hostAsWritten exists only if the host has escapes.
                    let host = AssetIDRule.candidates(forKeyURI: uri)
                        .first { $0.rule == .hostAsWritten || ($0.rule == .host && !uri.contains("%")) }
                    hosts.insert(try #require(host).id)
                }
            }
        }
        #expect(uris.count == 4 * 4 * 4)
        #expect(hosts.count == 4 * 4 * 4)
    }

    /// The host distinguishes the keys of a title also when percent-decoded, as Foundation gives it.
    @Test(arguments: ["mm", "mm+hd", "mm%2B1"])
    func everyKeyOfATitleHasItsOwnDecodedHost(contentID: String) throws {
        let template = try OnboardingTemplate.named("content-id-track").keyURI
        var hosts: Set<String> = []
        for track in ["hd", "hd+1", "hd+1+1", "hd%2B1"] {
            for (period, generation) in [(0, 1), (1, 1), (1, 11), (11, 1)] {
                var variables = TemplateVariables(contentID: contentID)
                variables.setKey(track: track, period: period, generation: generation, keyID: UUID())
                let assetIDs = AssetIDRule.candidates(forKeyURI: try template.render(variables))
                hosts.insert(try #require(assetIDs.first { $0.rule == .host }).id)
            }
        }
        #expect(hosts.count == 4 * 4)
    }

    @Test func namesAreThoseInTheFilesAndExamplesRender() throws {
        let templates = try OnboardingTemplate.builtIn()
        #expect(templates.map(\.name) == OnboardingTemplate.builtInNames)
        // Examples contain no secrets.
        let secret = templates.filter { template in template.variables.contains { $0.rule.isSecret } }
        for template in templates where !secret.contains(template) {
            #expect(try template.keyURI.render(template.example).contains(":"), "\(template.name)")
        }
    }
}
