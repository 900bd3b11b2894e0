import Foundation
import Testing

/// Templates with variables composed of others, and with secrets.
struct ComposedTemplateTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func protect(_ options: String..., id: String = "movie-42") throws -> Outcome {
        try workspace.start(
            [
                "protect", Sample.fragmentedMP4.path, "-o", workspace.path("out"), "--content-id", id,
                "--template",
            ]
                + ["acme.yaml"] + options
        ).wait()
    }

    /// As in docs.nagra.com: the server takes the content id, the key id and the IV from the asset id.
    @Test func `The IV of the record stands in the key URI`() throws {
        try workspace.write(
            #"""
            name: acme
            summary: "JSON in base64url"
            key_uri: "skd://{asset|base64url}"
            methods: [sample-aes]
            key_per: type
            asset_id: [afterScheme]
            variables:
              asset:
                summary: the document
                default: '{{"ContentId":{content_id|json},"KeyId":{key_id|json},"IV":{iv|base64|json}}}'
            """#,
            to: "acme.yaml"
        )
        struct Document: Decodable, Equatable {
            let ContentId: String
            let KeyId: String
            let IV: Data
        }
        for _ in 1...2 { try protect(id: "Grüße \"42\"").succeeds() }
        let records = try workspace.records()
        #expect(records.count == 3)
        for record in records {
            let uri = try #require(record.keyUri)
            var text = String(uri.dropFirst("skd://".count)).replacing("-", with: "+").replacing(
                "_",
                with: "/"
            )
            text += String(repeating: "=", count: (4 - text.count % 4) % 4)
            let document = try JSONDecoder().decode(Document.self, from: #require(Data(base64Encoded: text)))
            let iv = document.IV.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(document.ContentId == "Grüße \"42\"" && document.KeyId == record.keyId && iv == record.iv)
        }
        #expect(
            Set(try workspace.playlist("out/video/720p/index.m3u8").keys.compactMap(\.uri))
                == Set(records.filter { $0.track == "hd" }.compactMap(\.keyUri))
        )
        try workspace.verify("out/multivariant.m3u8").succeeds()
        try workspace.fairlead(
            "rewrite",
            "out/multivariant.m3u8",
            "-o",
            "new",
            "--template",
            "acme.yaml",
            "--no-records",
            "--content-id",
            "x"
        ).fails(64, "key_id")
    }

    @Test func `Two keys with one composed URI are refused`() throws {
        try workspace.write(
            """
            name: acme
            summary: "one URI"
            key_uri: "skd://{asset}"
            methods: [sample-aes]
            key_per: type
            variables:
              asset: {summary: the asset, default: "{asset_id}-x"}
            """,
            to: "acme.yaml"
        )
        try protect().fails(64, "two keys would share the URI skd://movie-42-x")
        #expect(try workspace.hasEmptyStore)
        try protect("--key-per", "presentation", "--set", "asset_id=movie").succeeds()
        #expect(try workspace.records().map(\.keyUri) == ["skd://movie-x"])
    }

    @Test(arguments: ["iv", "key_id", "track", "period", "generation", "content_id", "entitlement_url"])
    func `What fairlead sets is not set`(name: String) throws {
        try workspace.write(
            "name: acme\nsummary: s\nkey_uri: skd://{iv}\nmethods: [sample-aes]",
            to: "acme.yaml"
        )
        try protect("--set", "\(name)=00").fails(64, name)
    }

    // MARK: Secrets

    private static let secret = "t0p-53cr37"
    /// The secret's part in base64 at each alignment (Python's `base64` with 0, 1 and 2 bytes before it).
    private static let encoded = ["dDBwLTUzY3IzN", "QwcC01M2NyMz", "0MHAtNTNjcjM3"]

    private static let secretTemplate = """
        name: acme
        summary: "secrets"
        key_uri: "skd://{token}.example/{asset|base64url}/{track}"
        methods: [sample-aes]
        key_per: type
        variables:
          token: {summary: the token, secret: yes, pattern: '[a-z0-9-]+'}
          asset: {summary: the asset, default: "x{token}{key_id}"}
        """

    private func expectNoSecret(
        _ outcome: Outcome,
        report: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    )
        throws
    {
        let texts = [outcome.text, outcome.errors] + (try report.map { [try workspace.text($0)] } ?? [])
        for text in texts {
            for secret in [Self.secret] + Self.encoded {
                #expect(!text.contains(secret), "\(text)", sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `A secret is in playlists and records, and nowhere else`() throws {
        try workspace.write(Self.secretTemplate, to: "acme.yaml")
        let set = "token=\(Self.secret)"
        for more in [["--dry-run"], ["-v"], ["--format", "json"], ["--log-format", "json", "--dry-run"]] {
            let arguments = [
                "protect", Sample.fragmentedMP4.path, "-o", workspace.path("out"), "--content-id", "movie-42",
                "--template", "acme.yaml", "--set", set, "--report", "report.json",
            ]
            let outcome = try workspace.start(arguments + more).wait()
            #expect(outcome.status == 0)
            if more.contains("-v") { #expect(outcome.text.contains("skd://….example/…/hd")) }
            try expectNoSecret(outcome, report: "report.json")
        }
        let uris = try workspace.records().compactMap(\.keyUri)
        #expect(uris.count == 3 && uris.allSatisfy { $0.hasPrefix("skd://\(Self.secret).example/") })
        #expect(try workspace.text("out/audio/en/index.m3u8").contains(Self.secret))
        // The playlists have the secret in URIs of the earlier run; `rewrite` is given their title, and
        // another one.
        for (arguments, status) in [
            (["--content-id", "movie-42", "--dry-run"], 0 as Int32), (["--content-id", "other"], 64),
        ] {
            let outcome = try workspace.start(
                ["rewrite", "out/multivariant.m3u8", "-o", "new", "--template", "acme.yaml", "--set", set]
                    + ["--report", "rewrite.json", "-v"] + arguments
            ).wait()
            #expect(outcome.status == status || outcome.status == 65, "\(outcome.errors)")
            try expectNoSecret(outcome, report: "rewrite.json")
        }
    }

    @Test(arguments: ["token=T0P-53CR37", "token=", "token=t0p-53cr37\u{7}", "tokens=t0p-53cr37"])
    func `A secret that does not fit is not shown`(set: String) throws {
        try workspace.write(Self.secretTemplate, to: "acme.yaml")
        let outcome = try protect("--set", set)
        outcome.fails(64, "token")
        #expect(!outcome.errors.lowercased().contains(Self.secret))
        #expect(try workspace.hasEmptyStore)
    }
}
