import Foundation
import Testing

/// Key URIs: the results of templates, and refusals.
struct TemplateTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func run(_ options: [String], id: String = "movie-42", to output: String = "out") throws
        -> Outcome
    {
        let arguments = [
            "protect", Sample.packedAudio.path, "-o", workspace.path(output), "--content-id", id, "--method",
            "aes-128",
        ]
        return try workspace.start(arguments + options).wait()
    }

    /// Options, and the URI that the "Templates" states for them; KEY is replaced by the key id.
    struct Case: Sendable, CustomTestStringConvertible {
        let options: [String]
        var id = "movie-42"
        let uri: String

        var testDescription: String { "\(options) \(id)" }
    }

    static let accepted = [
        Case(options: [], uri: "skd://movie-42"),
        Case(options: ["--template", "content-id"], uri: "skd://movie-42"),
        Case(options: ["--template", "content-id-bare"], uri: "skd:movie-42"),
        Case(options: ["--template", "content-id-track"], uri: "skd://movie-42+audio+0+1"),
        Case(
            options: ["--template", "entitlement", "--entitlement-url", "https://lic.example.com/fps"],
            uri: "skd://lic.example.com/fps?cid=movie-42"
        ),
        Case(
            options: [
                "--template", "entitlement", "--entitlement-url", "https://lic.example.com/fps?a=1&b=2",
            ],
            uri: "skd://lic.example.com/fps?a=1&b=2&cid=movie-42"
        ),
        Case(
            options: [
                "--template", "entitlement-verbatim", "--entitlement-url", "http://lic.example.com/f?a=1",
            ],
            uri: "skd:http://lic.example.com/f?a=1&cid=movie-42"
        ),
        Case(
            options: ["--template", "https-key", "--set", "key_url=https://keys.example.com/hls"],
            uri: "https://keys.example.com/hls/KEY"
        ),
        Case(options: ["--key-uri", "skd://{key_id}"], uri: "skd://KEY"),
        Case(
            options: ["--key-uri", "skd://x/{tenant}/{content_id}", "--set", "tenant=acme"],
            uri: "skd://x/acme/movie-42"
        ),
        // RFC 3986: everything except unreserved characters is percent-encoded.
        Case(options: [], id: "a b/ü?#%+", uri: "skd://a%20b%2F%C3%BC%3F%23%25%2B"),
    ]

    @Test(arguments: accepted)
    func `A template renders`(example: Case) throws {
        try run(example.options, id: example.id).succeeds()
        let record = try #require(try workspace.records().first)
        let expected = example.uri.replacingOccurrences(of: "KEY", with: record.keyId)
        let keys = try workspace.playlist("out/index.m3u8").keys
        #expect(Set(keys.compactMap(\.uri)) == [expected])
        #expect(record.keyUri == expected)
        try workspace.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
    }

    @Test func `A client that swaps skd for https gets the entitlement URL again`() throws {
        let url = "https://lic.example.com/fps?token=abc"
        try run(["--template", "entitlement", "--entitlement-url", url]).succeeds()
        let uri = try #require(try workspace.playlist("out/index.m3u8").keys.first?.uri)
        #expect(uri.replacing(/^skd:/, with: "https:") == url + "&cid=movie-42")
    }

    /// Options that are refused, with the exit status and the part of the message that says why.
    static let refused: [([String], Int32, String)] = [
        (["--key-uri", "skd://{nope}"], 64, "column 7"),
        (["--key-uri", "skd://{content_id"], 64, "column 7"),
        (["--key-uri", "skd://content_id}"], 64, "column 17"),
        (["--key-uri", "skd://{}"], 64, "column"),
        (["--key-uri", ""], 64, "key-uri"),
        (["--key-uri", "skd://x\"y"], 64, "column 8"),
        (["--key-uri", "skd://x\ny"], 64, "column 8"),
        (["--key-uri", "skd://{a}", "--set", "a="], 64, "a"),
        (["--set", "novalue"], 64, "="),
        (["--set", "=x"], 64, "template variable"),
        (["--set", "a b=x"], 64, "template variable"),
        (["--set", "content_id=x"], 64, "content_id"),
        (["--template", "entitlement"], 64, "entitlement_url"),
        (["--template", "entitlement", "--entitlement-url", "http://lic.example.com/f"], 64, "https"),
        (["--template", "entitlement", "--entitlement-url", "lic.example.com"], 64, "entitlement"),
        (["--template", "https-key"], 64, "key_url"),
        (["--template", "nope"], 64, "nope"),
        (["--template", "./none.yaml"], 66, "./none.yaml"),
        (["--template", "./bad.yaml"], 64, "bad.yaml:3"),
        (["--template", "./unclosed.yaml"], 64, "unclosed.yaml"),
    ]

    @Test(arguments: refused)
    func `A bad template or variable is refused`(options: [String], status: Int32, part: String) throws {
        try workspace.write(
            "name: bad\nsummary: \"x\"\nkey_uris: \"skd://{content_id}\"\nmethods: [aes-128]\n",
            to: "bad.yaml"
        )
        try workspace.write(
            "name: unclosed\nsummary: \"x\"\nkey_uri: \"skd://{content_id\"\nmethods: [aes-128]\n",
            to: "unclosed.yaml"
        )
        try run(options).fails(status, part)
        #expect(!workspace.exists("out"))
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `A template of one's own`() throws {
        try workspace.write(
            """
            name: acme
            summary: "Acme"
            key_uri: "skd://acme/{tenant}/{content_id}/{track}"
            methods: [aes-128]
            key_per: type
            variables:
              tenant:
                summary: "the tenant"
                type: text
            example:
              content_id: movie-42
              tenant: one
              track: hd

            """,
            to: "acme.yaml"
        )
        let outcome = try run(["--template", "./acme.yaml", "--set", "tenant=one"])
        try outcome.succeeds()
        #expect(try workspace.records().map(\.keyUri) == ["skd://acme/one/movie-42/audio"])
        #expect(try workspace.records().map(\.template) == ["acme"])
    }

    @Test(arguments: ["fairplay", "widevine", "playready", "identity,fairplay"])
    func `A key system without AES-128 is refused`(systems: String) throws {
        try run(["--drm", systems]).fails(64, "--drm")
        #expect(try workspace.hasEmptyStore)
    }

    @Test func `Identity is the key system of AES-128`() throws {
        try run(["--drm", "identity"]).succeeds()
    }

    @Test(arguments: ["none", "aes-256", ""])
    func `A method that is not there is refused`(method: String) throws {
        try workspace.fairlead(
            "protect",
            Sample.packedAudio.path,
            "-o",
            workspace.path("out"),
            "--content-id",
            "x",
            "--method=" + method
        ).fails(64, "--method")
    }

    @Test func `No token of a key URI is shown`() throws {
        let token = "T0P-53CR37"
        let options = [
            "--template", "entitlement", "--entitlement-url",
            "https://user:\(token)@lic.example.com/f?token=\(token)",
            "-v", "--report", workspace.path("report.json"),
        ]
        for more in [
            [], ["--format", "json"], ["--dry-run"], ["--log-format", "json", "--iv-mode", "constant"],
        ] {
            let outcome = try run(options + more)
            #expect(!outcome.text.contains(token))
            #expect(!outcome.errors.contains(token))
            #expect(try !workspace.text("report.json").contains(token))
        }
        #expect(try workspace.text("out/index.m3u8").contains(token))
        try workspace.edit("out/index.m3u8", "token=\(token)", "token=\(token)1")
        let verified = try workspace.verify("out/index.m3u8", "--report", workspace.path("verify.json"))
        #expect(verified.status == 69)
        #expect(!(verified.text + verified.errors).contains(token))
        #expect(try !workspace.text("verify.json").contains(token))
    }

    @Test func `A URI of two titles needs the title, or the tree`() throws {
        let uri = ["--key-uri", "skd://shared"]
        try run(uri, id: "one", to: "one").succeeds()
        let second = try run(uri, id: "two", to: "two")
        #expect(second.status == 0)
        #expect(second.errors.hasPrefix("warning: "))
        #expect(second.errors.contains("--content-id"))
        try workspace.verify("one/index.m3u8").succeeds()
        try workspace.verify("two/index.m3u8").succeeds()
        try FileManager.default.moveItem(atPath: workspace.path("two"), toPath: workspace.path("moved"))
        let ambiguous = try workspace.verify("moved/index.m3u8", "--format", "json")
        #expect(ambiguous.status == 69)
        let rules = try ambiguous.json(VerificationReport.self).findings.map(\.rule)
        #expect(Set(rules) == ["ambiguous-record"])
        try workspace.verify("moved/index.m3u8", "--content-id", "two").succeeds()
        #expect(try workspace.verify("moved/index.m3u8", "--content-id", "one").status == 69)
    }
}
