import Foundation
import Testing

/// `templates check`: templates that hold, and the locations of faults in others.
struct TemplatesCheckTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace(.none) }

    private func check(_ arguments: String...) throws -> (checks: [TemplateCheck], status: Int32) {
        let outcome = try workspace.start(["templates", "check", "--format", "json"] + arguments).wait()
        #expect(outcome.errors.isEmpty)
        return (try outcome.json([TemplateCheck].self), outcome.status)
    }

    @Test func `Every built-in template holds`() throws {
        let names = try workspace.templateNames()
        let outcome = try workspace.start(["templates", "check", "--format", "json"] + names).wait()
            .succeeds()
        let checks = try outcome.json([TemplateCheck].self)
        #expect(checks.map(\.template) == names)
        for check in checks {
            #expect(check.holds)
            #expect(check.keys > 0, "\(check.template)")
            let hasNone = ["aes-128-https", "https-key", "expressplay-token"].contains(check.template)
            #expect((check.assetIds > 0) != hasNone, "\(check.template)")
            // There is one license for each asset id or, in templates without them, for each key.
            #expect(check.licenses == max(check.assetIds, hasNone ? check.keys : 0), "\(check.template)")
        }
    }

    /// A file, and the rule, line and column of its fault.
    static let wrong: [(yaml: String, rule: String, line: Int?, column: Int?)] = [
        ("a: [", "unreadable", 2, 1),
        ("name: &a x\nsummary: *a\n", "unreadable", 2, 10),
        ("name: x\nsummary: y\nkey_uri: \"skd://{nope}\"\nmethods: [sample-aes]\n", "unreadable", 3, 10),
        ("name: x\nsummary: y\nkey_uri: \"skd://{content_id\"\nmethods: [sample-aes]\n", "unreadable", 3, 10),
        ("name: x\nsummary: y\nkey_uri: \"skd://x\"\nmethods: [sample-es]\n", "unreadable", 4, 11),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id|json}\"\nmethods: [sample-aes]\n",
            "illegal-character", 3, 10
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id}\"\nmethods: [sample-aes]\nkey_per: type\n",
            "keys-share-uri", 3, 10
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://x?c={content_id}\"\nmethods: [sample-aes]\nasset_id: [host]\n",
            "asset-id-missing", 5, 11
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://same?c={content_id}\"\nmethods: [sample-aes]\nasset_id: [host]\n",
            "record-ambiguous", nil, nil
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id}\"\nmethods: [sample-aes]\nexports: [nope]\n",
            "unknown-export", nil, nil
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id}\"\nmethods: [sample-aes]\nflow: tokens\n",
            "unreadable", 5, 7
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id}\"\nmethods: [sample-aes]\nflow_parameters: {heartbeat: 60s}\n",
            "unreadable", 5, 18
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id}\"\nmethods: [sample-aes]\nflow: nagra-ssm\n"
                + "flow_parameters: {heartbeat: 0s}\n",
            "unreadable", 6, 30
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd:{content_id}\"\nmethods: [sample-aes]\nasset_id: [afterColon]\nflow: entitlement\n",
            "no-address", nil, nil
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{content_id}\"\nmethods: [sample-aes]\nasset_id: [afterScheme]\nflow: nagra-ssp\n",
            "no-signalling", nil, nil
        ),
        (
            "name: x\nsummary: y\nkey_uri: \"skd://{tenant}/{content_id}\"\nmethods: [sample-aes]\nvariables:\n  tenant:\n    summary: t\n",
            "missing-value", 6, 3
        ),
    ]

    @Test(arguments: wrong)
    func `A wrong template does not hold`(yaml: String, rule: String, line: Int?, column: Int?) throws {
        try workspace.write(yaml, to: "wrong.yaml")
        let (checks, status) = try check("./wrong.yaml")
        #expect(status == 69)
        let findings = checks[0].findings.filter { $0.severity == "error" && $0.rule == rule }
        let finding = try #require(findings.first, "\(checks)")
        #expect(finding.line == line)
        #expect(finding.column == column)
        let text = try workspace.fairlead("templates", "check", "./wrong.yaml").text
        let location = ["./wrong.yaml"] + [line, column].compactMap { $0.map(String.init) }
        #expect(text.contains(location.joined(separator: ":") + ": error: "))
        #expect(text.contains("./wrong.yaml: does not hold (1 error)"))
    }

    @Test func `A file that is too large is no template`() throws {
        try workspace.write(Data(count: 10 << 20), to: "large.yaml")
        #expect(try check("./large.yaml").status == 69)
    }

    @Test func `A value that is given stands for an example`() throws {
        try workspace.write(
            "name: x\nsummary: y\nkey_uri: \"skd://{tenant}/{content_id}\"\nmethods: [sample-aes]\nasset_id: [afterScheme]\nvariables:\n  tenant:\n    summary: t\n",
            to: "acme.yaml"
        )
        #expect(try check("./acme.yaml").status == 69)
        let (checks, status) = try check("./acme.yaml", "--set", "tenant=one")
        #expect(status == 0)
        // Two of the sample titles have content ids of 200 bytes, for which `protect` refuses this URI.
        #expect(checks[0].keys == 5)
    }

    @Test func `One wrong template among others is enough`() throws {
        try workspace.write("a: [", to: "wrong.yaml")
        let (checks, status) = try check("content-id", "./wrong.yaml", "axinom")
        #expect(status == 69)
        #expect(checks.map(\.holds) == [true, false, true])
    }
}
