import Foundation
import Testing

/// Key URIs, content ids and tracks that contain the key, and would reveal it to anyone with the playlists.
struct KeyInTextTests {
    static let key = "8f3a60c1d95e27b4047bf6812c9de053"
    private static let base64 = "jzpgwdleJ7QEe/aBLJ3gUw=="
    private let workspace: Workspace
    private let secret: Secret

    init() throws {
        workspace = try Workspace()
        secret = try Secret("the key", digits: Self.key)
        try workspace.writeSecret(Data(hexadecimal: Self.key), to: "secret/key")
    }

    private func run(_ arguments: [String]) throws -> Outcome {
        let outcome = try workspace.start(arguments).wait()
        #expect(!secret.isIn(outcome.output) && !secret.isIn(Data(outcome.errors.utf8)), "\(outcome.status)")
        return outcome
    }

    /// Options of `protect`, and which of them contains the key.
    static let options: [([String], String)] = [
        (["--key-uri", "https://keys.example.com/" + key], "key URI"),
        (["--key-uri", "data:text/plain;base64," + base64], "key URI"),
        (
            ["--key-uri", "https://keys.example.com/{tenant}", "--set", "tenant=" + key.uppercased()],
            "key URI"
        ),
        (
            ["--key-uri", "{entitlement_url}", "--entitlement-url", "https://example.com/?k=" + key],
            "key URI"
        ),
        (["--key-uri", "skd://" + key, "--drm", "fairplay"], "key URI"),
        (["--content-id", key], "content id"),
        (["--content-id", "movie-" + base64], "content id"),
    ]

    private func protect(_ options: [String], _ method: String) throws -> Outcome {
        let arguments = [
            "protect", Sample.fragmentedMP4.path, "-o", workspace.path("out"), "--method", method,
            "--key-file", workspace.path("secret/key"),
        ]
        let title = options.contains("--content-id") ? [] : ["--content-id", "movie-42"]
        return try run(arguments + title + options)
    }

    @Test(arguments: options)
    func `A key is not taken that its title or URI says`(options: [String], name: String) throws {
        for method in ["sample-aes", "aes-128"] where method != "aes-128" || !options.contains("fairplay") {
            for more in [["--dry-run"], []] {
                try protect(options + more, method).fails(65, "its \(name) reveals the key")
            }
        }
        #expect(!workspace.exists("out"))
        #expect(try workspace.records().isEmpty)
    }

    @Test func `A stored key is given no URI that says it`() throws {
        try protect(["--drm", "identity", "--key-uri", "https://keys.example.com/{key_id}"], "sample-aes")
            .succeeds()
        let tree = workspace.path("out/multivariant.m3u8")
        let uri = ["--key-uri", "data:text/plain;base64," + Self.base64]
        try run(["rewrite", tree, "-o", workspace.path("new")] + uri).fails(65, "its key URI reveals the key")
        try run(["rewrite", tree, "--in-place"] + uri).fails(65, "its key URI reveals the key")
        let another = ["protect", Sample.fragmentedMP4.path, "--content-id", "movie-42", "--drm", "identity"]
        try run(another + ["-o", workspace.path("new")] + uri).fails(65, "its key URI reveals the key")
        try run(["verify", tree]).succeeds()
        #expect(!workspace.exists("new"))
    }

    /// Returns a line of the neutral record with this content id and key URI.
    private func record(_ contentID: String, _ keyURI: String) -> String {
        "{\"version\":1,\"content_id\":\"\(contentID)\",\"track\":\"all\",\"period\":0,\"generation\":1,"
            + "\"key_id\":\"0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0\",\"key\":\"\(Self.key)\","
            + "\"iv\":\"f0e0d0c0b0a090807060504030201000\",\"method\":\"sample-aes\",\"key_uri\":\"\(keyURI)\"}\n"
    }

    @Test(arguments: [
        ("movie-42", "skd://8f3a60c1-d95e-27b4-047b-f6812c9de053", "key URI"),
        ("movie-\(KeyInTextTests.key)", "skd://movie-42", "content id"),
    ])
    func `No key is imported that its title or URI says`(title: String, uri: String, name: String) throws {
        try workspace.writeSecret(Data(record(title, uri).utf8), to: "secret/keys.jsonl")
        let arguments = ["keys", "import", "--as", "jsonl", workspace.path("secret/keys.jsonl")]
        try run(arguments).fails(65, "its \(name) reveals the key")
        #expect(try workspace.records().isEmpty)
    }

    /// The signalling is that of a build that accepted such URIs.
    @Test func `A presentation whose key URI says the key does not hold`() throws {
        let uri = "https://keys.example.com/42"
        try protect(["--drm", "identity", "--key-uri", uri], "sample-aes").succeeds()
        let shown = "data:text/plain;base64," + Self.base64
        let inserted = try ChildProcess.run(
            "sqlite3",
            workspace.storeFile,
            """
            INSERT INTO signalling (key_id, system, method, key_uri, asset_ids, tree, created_at, scheme)
            SELECT key_id, system, method, '\(shown)', asset_ids, tree, created_at, scheme FROM signalling LIMIT 1
            """
        )
        #expect(inserted.status == 0, "\(inserted.errors)")
        for name in try workspace.tree("out").keys where name.hasSuffix("240p/index.m3u8") {
            try workspace.edit("out/" + name, "URI=\"\(uri)\"", "URI=\"\(shown)\"")
        }
        let outcome = try run(["verify", workspace.path("out/multivariant.m3u8")])
        #expect(outcome.status == 69)
        #expect(
            outcome.text.contains("exposed-key") && outcome.text.contains("its key URI reveals the key"),
            "\(outcome)"
        )
    }
}
