import Foundation
import Testing

/// Key URIs by which no key is looked up, and messages about variables without a value.
struct TokenTemplateTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// ExpressPlay's tokens are some hundred characters of base64url.
    private static let token = String(repeating: "AQAAABcj_-4", count: 80)

    private struct Record: Decodable {
        struct AssetID: Decodable { let id: String }
        let keyUri: String
        let assetIds: [AssetID]?
    }

    @Test func `A token may be longer than an asset id, and is none`() throws {
        let uri =
            "skd://fp.service.expressplay.com:80/hms/fp/rights/?ExpressPlayToken=" + Self.token
        try workspace.protectSamples(
            Sample.packedAudio.path,
            ["--template", "expressplay-token", "--set", "token=" + Self.token]
        ).warns("expressplay-token is for tests only")
        let playlist = try workspace.playlist("out/index.m3u8")
        #expect(Set(playlist.keys.compactMap(\.uri)) == [uri])
        let exported = try workspace.fairlead("keys", "export", "--as", "jsonl", "--allow-plaintext")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let record = try decoder.decode(Record.self, from: exported.output)
        #expect(record.keyUri == uri)
        #expect((record.assetIds ?? []).isEmpty)
        try workspace.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
    }

    @Test func `A file says asset_id none`() throws {
        let template = """
            name: token
            summary: "a token"
            key_uri: "skd://tokens.example.com/{token}"
            key_systems: [fairplay]
            methods: [sample-aes]
            asset_id: none
            test_only: yes
            variables:
              token: {summary: "the token"}
            example: {content_id: a, token: \(Self.token)}
            """
        try workspace.write(template, to: "token.yaml")
        let file = workspace.path("token.yaml")
        let check = try workspace.fairlead("templates", "check", file)
        #expect(check.status == 0, "\(check.testDescription)")
        try workspace.protectSamples(
            Sample.packedAudio.path,
            ["--template", file, "--set", "token=" + Self.token]
        ).warns("for tests only")
        let shown = try workspace.fairlead("templates", "show", file, "--format", "json").succeeds()
        #expect(try shown.object()["asset_id"] as? [String] == ["none"])
    }

    // MARK: What is refused

    /// Only options that change the template's URI are named.
    @Test(arguments: [
        ("mux", "id", ["--set playback_id=VALUE", "--content-id ID"], ["asset_id"]),
        ("content-id-bare", "id with spaces", ["Use another --content-id ID"], ["--set"]),
    ])
    func `A URI without an asset id names the options that the template has`(
        template: String,
        id: String,
        named: [String],
        others: [String]
    ) throws {
        let long = id + String(repeating: " ", count: 180)
        let outcome = try workspace.protectSamples(
            Sample.packedAudio.path,
            id: long,
            ["--template", template]
        )
        outcome.fails(64, "apps find no asset id")
        for option in named { #expect(outcome.errors.contains(option), "\(outcome.errors)") }
        for option in others { #expect(!outcome.errors.contains(option), "\(outcome.errors)") }
    }

    /// A template, one of its variables that has no value, and the option that sets it.
    private static let missing = [
        ("entitlement", "entitlement_url", "--entitlement-url URL"),
        ("azure-media-services", "account", "--set account=VALUE"),
        ("verbatim", "uri", "--set uri=VALUE"),
    ]

    @Test(arguments: missing)
    func `A variable without a value is told with its option`(
        template: String,
        variable: String,
        option: String
    ) throws {
        let message = "variable \"\(variable)\" is not set"
        let (id, output) = (["--content-id", "a"], ["-o", workspace.path("out")])
        let named = ["--template", template]
        try workspace.protectSamples(Sample.packedAudio.path, to: "in").succeeds()
        for arguments in [
            ["protect", Sample.packedAudio.path] + output + id + named,
            ["package", Mezzanine.avc] + output + id + named,
            ["rewrite", workspace.path("in/index.m3u8")] + output + named,
            ["templates", "render", template] + id,
        ] {
            try workspace.start(arguments).wait().fails(64, message, "Give it with \(option)")
        }
        let manifest = "content_id,input\na,\(Sample.packedAudio.path)\n"
        try workspace.write(manifest, to: "titles.csv")
        let batch = ["batch", workspace.path("titles.csv"), "-o", workspace.path("all/{content_id}")]
        let outcome = try workspace.start(batch + named + ["--format", "json"]).wait()
        #expect(outcome.status == 64)
        let title = try #require(try outcome.json(BatchReport.self).titles.first)
        let error = title.error ?? ""
        #expect(error.contains("\(option) (in a manifest: the column \(variable))"), "\(error)")
    }

    @Test func `Without a title the option of the title is named`() throws {
        try workspace.protectSamples(Sample.packedAudio.path, to: "in").succeeds()
        let rewrite = [
            "rewrite", workspace.path("in/index.m3u8"), "-o", workspace.path("out"), "--no-records",
        ]
        try workspace.start(rewrite + ["--key-uri", "skd://x/{content_id}"]).wait().fails(64, "--content-id")
    }
}
