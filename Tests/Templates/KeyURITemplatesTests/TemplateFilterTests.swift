import Testing

@testable import KeyURITemplates

/// One table for each filter, written by hand.
@Suite struct TemplateFilterTests {
    private func apply(_ name: String, _ text: String) throws -> String {
        try #require(TemplateFilter.named(name)).apply(
            TemplateVariables.Value(text: text, encoding: .verbatim)
        )
    }

    @Test(arguments: [
        ("https://host/path", "skd://host/path"),
        ("https://host", "skd://host"),
        ("https://host:8443/a?b=https://c", "skd://host:8443/a?b=https://c"),
        ("https://[::1]/", "skd://[::1]/"),
    ])
    func skd(url: String, expected: String) throws {
        #expect(try apply("skd", url) == expected)
        // The client's replacement of the scheme gives the URL again.
        #expect("https" + expected.dropFirst("skd".count) == url)
    }

    @Test(
        arguments: [
            ("http://host/path", .schemeWouldBeLost("http")),
            ("skd://host/path", .schemeWouldBeLost("skd")),
            ("HTTPS://host/path", .notAnAbsoluteURL),
            ("https:host/path", .notAnAbsoluteURL),
            ("https:///path", .notAnAbsoluteURL),
            ("https://", .notAnAbsoluteURL),
            ("https://?x", .notAnAbsoluteURL),
            ("host/path", .notAnAbsoluteURL),
            ("//host/path", .notAnAbsoluteURL),
        ] as [(String, TemplateFilterError)]
    )
    func skdRejects(url: String, error: TemplateFilterError) {
        #expect(throws: error) { try apply("skd", url) }
    }

    @Test(arguments: [
        ("https://host/path", "?"),
        ("https://host", "?"),
        ("https://host/path?a=b", "&"),
        ("https://host/path?a=b&", ""),
        ("https://host/path?", ""),
        ("https://host/path&", "?"),
        ("https://host/path?a=?", ""),
    ])
    func querySeparator(url: String, expected: String) throws {
        #expect(try apply("query_separator", url) == expected)
    }

    @Test(arguments: ["https://host/path#part", "https://host/path?a=b#", "#"])
    func querySeparatorRejects(url: String) {
        #expect(throws: TemplateFilterError.fragment) { try apply("query_separator", url) }
    }

    @Test(arguments: [
        ("https://host/keys", "https://host/keys/"),
        ("https://host/keys/", "https://host/keys/"),
        ("https://host", "https://host/"),
    ])
    func directory(url: String, expected: String) throws {
        #expect(try apply("directory", url) == expected)
    }

    @Test(
        arguments: [
            ("https://host/keys?a=b", .query),
            ("https://host/keys?", .query),
            ("https://host/keys#a", .fragment),
        ] as [(String, TemplateFilterError)]
    )
    func directoryRejects(url: String, error: TemplateFilterError) {
        #expect(throws: error) { try apply("directory", url) }
    }

    @Test func everyFilterHasItsOwnLegalName() {
        let names = TemplateFilter.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy(VariableName.isLegal))
    }
}
