import Foundation
import Testing

/// `keys init`, `create`, `list`, `show` and `export`.
struct KeysCommandTests {
    let workspace: Workspace
    static let key = "8899aabbccddeeff0011223344556677"

    init() throws { workspace = try Workspace() }

    // MARK: init

    @Test func `init makes a store and a key-encryption key that only their owner can read`() throws {
        let workspace = try Workspace(.fresh)
        #expect(try workspace.permissions(workspace.storeFile) == 0o600)
        #expect(try workspace.permissions(workspace.kekFile) == 0o600)
        let digits = try String(contentsOfFile: workspace.kekFile, encoding: .utf8)
        #expect(digits.wholeMatch(of: /[0-9a-f]{64}\n/) != nil)
    }

    @Test func `init is safe to run twice`() throws {
        try workspace.fairlead("keys", "create", "--content-id", "x").succeeds()
        let before = try workspace.records()
        let kek = try Data(contentsOf: URL(filePath: workspace.kekFile))
        try workspace.fairlead("keys", "init").succeeds()
        #expect(try workspace.records() == before)
        #expect(try Data(contentsOf: URL(filePath: workspace.kekFile)) == kek)
    }

    @Test func `init takes the key-encryption key that is there`() throws {
        let store = "sqlite:" + workspace.path("other/keys.sqlite")
        let kek = try Data(contentsOf: URL(filePath: workspace.kekFile))
        let outcome = try workspace.fairlead(
            "keys",
            "init",
            "--key-store",
            store,
            "--kek-file",
            workspace.kekFile,
            "--format",
            "json"
        ).succeeds()
        #expect(try outcome.object()["key_store"] as? String == workspace.path("other/keys.sqlite"))
        #expect(try outcome.object()["kek_file"] as? String == workspace.kekFile)
        #expect(try Data(contentsOf: URL(filePath: workspace.kekFile)) == kek)
        try workspace.fairlead("keys", "list", "--key-store", store).succeeds()
    }

    @Test func `A store stays of the kind that it was made for`() throws {
        let store = "sqlite:" + workspace.path("test.sqlite")
        let named = ["keys", "init", "--key-store", store]
        #expect(try workspace.start(named + ["--kind", "test"]).wait().succeeds().text.contains("test\n"))
        let again = try workspace.start(named + ["--format", "json"]).wait().succeeds()
        #expect(try again.object()["kind"] as? String == "test")
        try workspace.start(named + ["--kind", "production"]).wait().fails(65, "kind", "test")
        try workspace.start(named + ["--kind", "staging"]).wait().fails(64)
        let listed = try workspace.fairlead("keys", "list", "--key-store", store).succeeds()
        #expect(listed.text.hasPrefix(workspace.path("test.sqlite") + ": test key store\n"))
    }

    @Test func `init makes no key-encryption key for a store that has one`() throws {
        try workspace.fairlead("keys", "init", "--kek-file", workspace.path("new")).fails(66, "new")
        #expect(!workspace.exists("new"))
    }

    // MARK: create

    @Test func `create mints once and finds afterwards`() throws {
        let arguments = [
            "keys", "create", "--content-id", "movie-42", "--track", "hd", "--period", "3", "--format",
            "json",
        ]
        let first = try Workspace.records(in: workspace.start(arguments).wait().succeeds().output)
        #expect(first.map(\.track) == ["hd"])
        #expect(first.map(\.period) == [3])
        #expect(first.map(\.generation) == [1])
        #expect(first.map(\.key) == [nil])
        #expect(try Workspace.records(in: workspace.start(arguments).wait().succeeds().output) == first)
        let next = try Workspace.records(
            in: workspace.start(arguments + ["--new-key"]).wait().succeeds().output
        )
        #expect(next.map(\.generation) == [2])
        #expect(try workspace.records().count == 2)
    }

    @Test func `protect uses the key that create made`() throws {
        try workspace.fairlead("keys", "create", "--content-id", "movie-42").succeeds()
        let id = try workspace.records().map(\.keyId)
        try workspace.protect(Sample.packedAudio.path).succeeds()
        #expect(try workspace.records().map(\.keyId) == id)
    }

    @Test(arguments: [
        ["--content-id", ""], ["--content-id", String(repeating: "x", count: 201)],
        ["--content-id", "x", "--track", ""], ["--content-id", "x", "--period", "-1"],
        ["--content-id", "x", "--period", "x"], [],
    ])
    func `create refuses what names no key`(options: [String]) throws {
        try workspace.start(["keys", "create"] + options).wait().fails(64)
        #expect(try workspace.hasEmptyStore)
    }

    // MARK: list and show

    @Test(arguments: [
        ["list"], ["list", "--format", "json"], ["list", "--content-id", "movie-42"],
        ["show", "--content-id", "movie-42"], ["show", "--content-id", "movie-42", "--format", "json"],
        ["create", "--content-id", "movie-42"], ["create", "--content-id", "movie-42", "--format", "json"],
    ])
    func `No key is printed`(arguments: [String]) throws {
        let create = ["keys", "create", "--content-id", "movie-42", "--key", Self.key]
        let created = try workspace.start(create).wait()
        let printed = try workspace.start(["keys"] + arguments).wait().succeeds()
        #expect(printed.text.contains("movie-42"))
        let base64 = "iJmqu8zd7v8AESIzRFVmdw"
        for text in [created.text, created.errors, printed.text] {
            #expect(!text.lowercased().contains(Self.key))
            #expect(!text.contains(base64))
        }
        #expect(try workspace.records().map(\.key) == [Self.key])
    }

    @Test func `list and show tell titles apart`() throws {
        for id in ["one", "two"] { try workspace.fairlead("keys", "create", "--content-id", id).succeeds() }
        let all = try workspace.fairlead("keys", "list", "--format", "json").succeeds()
        #expect(try Set(Workspace.records(in: all.output).map(\.contentId)) == ["one", "two"])
        let one = try workspace.fairlead("keys", "list", "--content-id", "one", "--format", "json").succeeds()
        let record = try #require(try Workspace.records(in: one.output).first)
        #expect(record.contentId == "one")
        let shown = try workspace.fairlead("keys", "show", "--key-id", record.keyId.uppercased()).succeeds()
        #expect(shown.text.contains(record.keyId))
        #expect(!shown.text.contains("two"))
    }

    @Test(arguments: [
        ["show", "--content-id", "none"], ["show", "--key-id", "0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0"],
        ["export", "--as", "jsonl", "--allow-plaintext", "--content-id", "none"],
    ])
    func `A key that is not there is missing`(arguments: [String]) throws {
        try workspace.start(["keys"] + arguments).wait().fails(66, "key store")
    }

    @Test(arguments: [
        ["show"], ["show", "--key-id", "x"], ["export"], ["export", "--as", "jsonl"],
        ["export", "--as", "key-file"], ["export", "--as", "unheard-of", "--allow-plaintext"], ["lost"],
    ])
    func `A wrong command line is refused`(arguments: [String]) throws {
        let outcome = try workspace.start(["keys"] + arguments).wait().fails(64)
        #expect(outcome.output.isEmpty)
    }

    // MARK: export

    @Test func `export to a file that only its owner can read, and never over another`() throws {
        try workspace.fairlead("keys", "create", "--content-id", "x", "--key", Self.key)
        let arguments = [
            "keys", "export", "--as", "jsonl", "--allow-plaintext", "-o", workspace.path("x.jsonl"),
        ]
        let outcome = try workspace.start(arguments).wait().succeeds()
        #expect(outcome.output.isEmpty)
        #expect(try workspace.permissions(workspace.path("x.jsonl")) == 0o600)
        #expect(try Workspace.records(in: workspace.data("x.jsonl")).map(\.key) == [Self.key])
        try workspace.write("mine", to: "x.jsonl")
        try workspace.start(arguments).wait().fails(73, "x.jsonl")
        #expect(try workspace.text("x.jsonl") == "mine")
        try workspace.start(arguments.dropLast() + [workspace.path("no/folder/x")]).wait().fails(
            73,
            "no/folder/x"
        )
    }

    @Test func `A key file is the bare key, or the key and the IV`() throws {
        let iv = "000102030405060708090a0b0c0d0e0f"
        try workspace.fairlead("keys", "create", "--content-id", "x", "--key", Self.key, "--iv", iv)
        let arguments = ["keys", "export", "--as", "key-file", "--allow-plaintext", "--content-id", "x"]
        let key = try workspace.start(arguments).wait().succeeds().output
        #expect(key.map { String(format: "%02x", $0) }.joined() == Self.key)
        let both = try workspace.start(arguments + ["--with-iv"]).wait().succeeds().output
        #expect(both.map { String(format: "%02x", $0) }.joined() == Self.key + iv)
    }

    @Test func `A key file holds one key`() throws {
        for track in ["hd", "sd"] {
            try workspace.fairlead("keys", "create", "--content-id", "x", "--track", track).succeeds()
        }
        let arguments = ["keys", "export", "--as", "key-file", "--allow-plaintext", "--content-id", "x"]
        #expect(try workspace.start(arguments).wait().fails(65).output.isEmpty)
        #expect(try workspace.start(arguments + ["--track", "hd"]).wait().succeeds().output.count == 16)
    }

    @Test func `An empty store exports nothing`() throws {
        #expect(try workspace.records().isEmpty)
    }
}
