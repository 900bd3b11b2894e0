import Foundation
import Testing

/// A key is in nothing that a job writes, except requested plaintext.
struct SecrecyTests {
    private static let key = "4b1d6f0e93a7c25880f1e2d3c4b5a697"
    private let workspace: Workspace
    private let keyFile: String
    private let keyBytes: Data
    private let secret: Secret

    init() throws {
        workspace = try Workspace()
        keyBytes = try Data(hexadecimal: Self.key)
        secret = try Secret("the key", keyBytes)
        try workspace.write(keyBytes, to: "secret/key")
        keyFile = workspace.path("secret/key")
    }

    private func expectSilence(_ outcome: Outcome, _ sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!secret.isIn(outcome.output), sourceLocation: sourceLocation)
        #expect(!secret.isIn(Data(outcome.errors.utf8)), sourceLocation: sourceLocation)
    }

    private func run(_ arguments: [String]) throws -> Outcome {
        let outcome = try workspace.start(arguments).wait()
        expectSilence(outcome)
        return outcome
    }

    private var protecting: [String] {
        [
            "protect", Sample.transportStream.path, "-o", workspace.path("out"), "--content-id", "movie-42",
            "--key-file", keyFile, "--drm", "fairplay,identity",
        ]
    }

    /// Expects the key in no file but the key file: neither in the store nor in playlists, media or reports.
    private func expectNoFileHoldsTheKey() throws {
        for (name, data) in try workspace.tree("") where !name.hasPrefix("secret/") {
            #expect(!secret.isIn(data), "\(name)")
        }
    }

    @Test(arguments: ["text", "json"])
    func `A whole job keeps the key to itself`(logFormat: String) throws {
        let log = ["-v", "--log-format", logFormat]
        let report = ["--report", workspace.path("report.json")]
        #expect(try run(protecting + log + report).status == 0)
        let tree = workspace.path("out/multivariant.m3u8")
        #expect(try run(["verify", tree, "--source", Sample.transportStream.path] + log).status == 0)
        #expect(
            try run(["rewrite", tree, "-o", workspace.path("new"), "--key-uri", "skd://n/{content_id}"])
                .status == 0
        )
        #expect(try run(["inspect", tree, "--format", "json"]).status == 0)
        #expect(try run(["keys", "list", "--format", "json"]).status == 0)
        #expect(try run(["keys", "show", "--content-id", "movie-42"]).status == 0)
        #expect(try run(["keys", "show", "--content-id", "movie-42", "--format", "json"]).status == 0)
        #expect(try run(["keys", "export", "--as", "jsonl"]).status != 0)
        #expect(try run(["keys", "policy", "--content-id", "movie-42", "--hdcp", "type-1"]).status == 0)
        #expect(try run(["keys", "revoke", "--content-id", "movie-42", "--reason", "test"]).status == 0)
        // A revoked key is exported as a tombstone, without the key even where plaintext is allowed.
        _ = try run(["keys", "export", "--as", "jsonl", "--allow-plaintext"])
        #expect(try run(["verify", tree] + log + report).status == 69)
        try expectNoFileHoldsTheKey()
    }

    /// Failures after the key was read: another key for the title, a file that is no key file but contains
    /// one.
    @Test func `Failures keep the key to themselves`() throws {
        #expect(try workspace.protect(Sample.transportStream.path).status == 0)
        #expect(try run(protecting + ["--report", workspace.path("r.json")]).status == 65)
        try workspace.write(keyBytes + Data(Self.key.utf8), to: "secret/wrong")
        for option in [
            ["--key-file", workspace.path("secret/wrong")], ["--cpix", workspace.path("secret/wrong")],
        ] {
            let arguments = [
                "protect", Sample.transportStream.path, "-o", workspace.path("o2"), "--content-id", "m",
            ]
            #expect(try run(arguments + option).status == 65)
        }
        let wrongStore = try workspace.start(
            ["verify", workspace.path("out/multivariant.m3u8"), "--kek-file", keyFile]
        ).wait()
        expectSilence(wrongStore)
        #expect(wrongStore.status != 0)
        try expectNoFileHoldsTheKey()
    }
}
