import Foundation
import Testing

/// Keys of 32 bytes: provided, minted in advance, derived, from documents; and titles with keys of other
/// lengths.
struct AES256GCMKeyTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    static let key = "8f3a60c1d95e27b4047bf6812c9de053f1e2d3c4b5a69788796a5b4c3d2e1f00"

    @Test(arguments: ["raw", "digits"])
    func `A key file of 32 bytes is the key`(form: String) throws {
        let digits = Data((Self.key + "\n").utf8)
        let raw = Data(
            stride(from: 0, to: 64, by: 2).compactMap { UInt8(Self.key.dropFirst($0).prefix(2), radix: 16) }
        )
        try workspace.writeSecret(form == "raw" ? raw : digits, to: "key")
        try workspace.protectGCM(
            TestPaths.sample("packed-audio/index.m3u8"),
            ["--key-file", workspace.path("key")]
        )
        .succeeds()
        #expect(try workspace.records().map(\.key) == [Self.key])
        let exported = try workspace.fairlead("keys", "export", "--as", "key-file", "--allow-plaintext")
            .succeeds()
        #expect(exported.output == raw)
        try workspace.verify("out/index.m3u8", "--source", TestPaths.sample("packed-audio/index.m3u8"))
            .succeeds()
    }

    @Test func `A key on the command line has 64 digits`() throws {
        try workspace.protectGCM(TestPaths.sample("packed-audio/index.m3u8"), ["--key", Self.key]).warns(
            "command line"
        )
        #expect(try workspace.records().map(\.key) == [Self.key])
    }

    @Test(arguments: [16, 31, 33, 48, 64])
    func `A key file of another length is refused`(count: Int) throws {
        try workspace.writeSecret(Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }), to: "key")
        try workspace.protectGCM(
            TestPaths.sample("packed-audio/index.m3u8"),
            ["--key-file", workspace.path("key")]
        )
        .fails(65, "\(count) bytes", "expected 32")
    }

    @Test(arguments: [("aes-128", "aes-256-gcm"), ("aes-256-gcm", "aes-128"), ("aes-256-gcm", "sample-aes")])
    func `A title has keys of one length until it gets new ones`(first: String, second: String) throws {
        let playlist = TestPaths.sample("packed-audio/index.m3u8")
        func run(_ method: String, to output: String, _ more: [String] = []) throws -> Outcome {
            try workspace.start(
                [
                    "protect", playlist, "-o", workspace.path(output), "--content-id", "movie-42", "--method",
                    method, "--key-uri", "https://k/{content_id}/{generation}",
                ] + more
            ).wait()
        }
        try run(first, to: "one").succeeds()
        let (found, expected) = first == "aes-256-gcm" ? (32, 16) : (16, 32)
        try run(second, to: "two").fails(
            65,
            "the stored key has \(found) bytes (expected \(expected), for \(second))",
            "--new-key",
            "--content-id"
        )
        try run(second, to: "two", ["--new-key"]).succeeds()
        for tree in ["one", "two"] {
            try workspace.verify(tree + "/index.m3u8", "--source", playlist).succeeds()
        }
    }

    @Test func `Keys are made ahead`() throws {
        try workspace.fairlead("keys", "create", "--content-id", "movie-42", "--method", "aes-256-gcm")
            .succeeds()
        let record = try #require(try workspace.records().first)
        #expect(record.key?.count == 64)
        try workspace.protectGCM(TestPaths.sample("packed-audio/index.m3u8")).succeeds()
        #expect(try workspace.records().map(\.keyId) == [record.keyId])
        // Without a method the key is found; for another method it has the wrong length.
        try workspace.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        try workspace.fairlead("keys", "create", "--content-id", "movie-42", "--method", "sample-aes")
            .fails(65, "32 bytes", "--new-key")
        let shown = try workspace.fairlead("keys", "show", "--content-id", "movie-42").succeeds()
        #expect(!shown.text.contains(record.key ?? "?"))
        #expect(shown.text.contains("aes-256-gcm"))
        try workspace.fairlead("keys", "list").succeeds()
        try workspace.fairlead("keys", "audit").succeeds()
    }

    @Test func `A master secret gives the same key to every store`() throws {
        let other = try Workspace(.fresh)
        for workspace in [workspace, other] {
            try workspace.writeSecret(Data((1...32).map { UInt8($0) }), to: "master")
            let arguments = [
                "protect", TestPaths.sample("packed-audio/index.m3u8"), "-o", workspace.path("out"),
                "--content-id",
                "movie-42", "--method", "aes-256-gcm", "--derive-from", workspace.path("master"),
            ]
            try workspace.start(arguments).wait().succeeds()
        }
        #expect(try workspace.tree("out") == other.tree("out"))
        #expect(try workspace.records().map(\.key) == other.records().map(\.key))
    }

    @Test(arguments: ["cpix-2.3", "cpix-2.4"])
    func `Keys of a CPIX document have to be long enough`(format: String) throws {
        let playlist = TestPaths.sample("packed-audio/index.m3u8")
        for (id, method) in [("long", "aes-256-gcm"), ("short", "aes-128")] {
            let arguments = [
                "protect", playlist, "-o", workspace.path(id), "--content-id", id, "--method", method,
            ]
            try workspace.start(arguments + AES256GCMTests.uri).wait().succeeds()
            let export = ["keys", "export", "--as", format, "--allow-plaintext", "--content-id", id]
            try workspace.start(export + ["-o", workspace.path(id + ".xml")]).wait().succeeds()
        }
        let other = try Workspace()
        func run(_ id: String, _ method: String) throws -> Outcome {
            let arguments = [
                "protect", playlist, "-o", other.path(id), "--content-id", id, "--method", method,
            ]
            return try other.start(arguments + AES256GCMTests.uri + ["--cpix", workspace.path(id + ".xml")])
                .wait()
        }
        try run("short", "aes-256-gcm").fails(65, "has 16 bytes, expected 32")
        try run("long", "aes-128").fails(65, "has 32 bytes, expected 16")
        #expect(try other.hasEmptyStore)
        try run("long", "aes-256-gcm").succeeds()
        #expect(try other.tree("long") == workspace.tree("long"))
    }
}

extension TestPaths {
    /// Returns the path of a file of `SampleMedia`.
    static func sample(_ name: String) -> String { samples + "/" + name }
}

extension Workspace {
    /// Runs `protect PLAYLIST -o OUTPUT --content-id movie-42 --method aes-256-gcm MORE...`, with OUTPUT in
    /// the workspace.
    func protectGCM(_ playlist: String, to output: String = "out", _ more: [String] = []) throws -> Outcome {
        let arguments = ["protect", playlist, "-o", path(output), "--content-id", "movie-42"]
        return try start(arguments + ["--method", "aes-256-gcm"] + more).wait()
    }
}
