import Foundation
import Testing

/// Key files of 32 bytes (a key, or a key and its IV), exports of stores with keys of both lengths, and the
/// lengths that commands show.
struct AES256GCMFileTests {
    let workspace: Workspace
    static let key = AES256GCMKeyTests.key
    static let playlist = TestPaths.sample("packed-audio/index.m3u8")

    init() throws {
        workspace = try Workspace()
        try workspace.writeSecret(Data((Self.key + "\n").utf8), to: "key")
    }

    private func run(_ arguments: [String]) throws -> Outcome { try workspace.start(arguments).wait() }

    /// Expects a refusal that shows neither half of the key.
    private func expectRefusal(_ outcome: Outcome, _ parts: [String]) {
        outcome.fails(65)
        for part in parts { #expect(outcome.errors.contains(part), "no \(part): \(outcome.errors)") }
        for digits in [Self.key.prefix(16), Self.key.suffix(16)] {
            #expect(!(outcome.text + outcome.errors).lowercased().contains(digits))
        }
    }

    // MARK: Import

    static let title = ["--content-id", "movie-42"]

    @Test(arguments: [["--as", "key-file"], []], [[], ["--dry-run"], ["--key-uri", "skd://x"]])
    func `32 bytes are not imported unless their method is said`(format: [String], more: [String]) throws {
        let outcome = try run(["keys", "import", "key"] + format + Self.title + more)
        expectRefusal(outcome, ["key: 32 bytes", "no --method", "Give --method aes-256-gcm"])
        #expect(try workspace.hasEmptyStore)
    }

    @Test(arguments: [("aes-256-gcm", 64), ("sample-aes", 32), ("aes-128", 32), ("sample-aes-ctr", 32)])
    func `32 bytes are what their method says`(method: String, digits: Int) throws {
        try run(["keys", "import", "key", "--method", method] + Self.title).succeeds()
        let record = try #require(try workspace.records().first)
        #expect(record.key == String(Self.key.prefix(digits)))
        if digits == 32 { #expect(record.iv == Self.key.suffix(32)) }
    }

    @Test func `16 bytes need no method`() throws {
        try workspace.writeSecret(Data(Self.key.prefix(32).utf8), to: "short")
        try run(["keys", "import", "short"] + Self.title).warns("no IV")
        #expect(try workspace.records().map(\.key) == [String(Self.key.prefix(32))])
        try run(["keys", "import", "short", "--method", "aes-256-gcm"] + Self.title).fails(65, "expected 32")
    }

    // MARK: One file read in two ways

    /// Commands that take a key from a file, without `--method`.
    static let taking: [[String]] = [
        ["keys", "create", "--content-id", "second", "--key-file", "key"],
        ["keys", "import", "key", "--content-id", "second"],
        ["keys", "import", "key", "--content-id", "second", "--dry-run"],
        ["protect", playlist, "-o", "out", "--content-id", "second", "--key-file", "key"],
        ["protect", playlist, "-o", "out", "--content-id", "second", "--key-file", "key", "--dry-run"],
        [
            "protect", playlist, "-o", "out", "--content-id", "first", "--new-key", "--key-uri",
            "https://k/{generation}", "--key-file", "key",
        ],
        ["package", Mezzanine.avc, "-o", "out", "--content-id", "second", "--key-file", "key"],
    ]

    @Test(arguments: taking, [("aes-256-gcm", "sample-aes"), ("aes-128", "aes-256-gcm")])
    func `A file is not read in two ways`(command: [String], methods: (first: String, second: String)) throws
    {
        let create = ["keys", "create", "--content-id", "first", "--key-file", "key"]
        try run(create + ["--method", methods.first]).succeeds()
        let before = try workspace.data("keys.sqlite")
        let outcome = try run(command + ["--method", methods.second])
        let parts =
            methods.second == "aes-256-gcm"
            ? ["first half", "another method than aes-256-gcm"] : ["together", "Use --method aes-256-gcm"]
        expectRefusal(outcome, parts + ["content id first"])
        if command.contains("--dry-run") { #expect(try workspace.data("keys.sqlite") == before) }
        #expect(!workspace.exists("out"))
        #expect(try workspace.records().map(\.contentId) == ["first"])
    }

    @Test func `Options are read as a file is`() throws {
        try run(["keys", "create", "--content-id", "first", "--key-file", "key", "--method", "aes-256-gcm"])
            .succeeds()
        let (key, iv) = (String(Self.key.prefix(32)), String(Self.key.suffix(32)))
        let create = ["keys", "create", "--content-id", "second", "--key", key, "--iv"]
        expectRefusal(try run(create + [iv]), ["together"])
        try run(create + [String(iv.reversed())]).warns("command line")
    }

    // MARK: Export

    /// Creates a store with one key of 16 bytes and two of 32, and returns the ids of the latter.
    private func mixedStore() throws -> [String] {
        try run(["keys", "create", "--content-id", "short"]).succeeds()
        for id in ["long-1", "long-2"] {
            try run(["keys", "create", "--content-id", id, "--method", "aes-256-gcm"]).succeeds()
        }
        try workspace.writeSecret(Data("000102030405060708090a0b0c0d0e0f".utf8), to: "wrap.key")
        return try workspace.records().filter { $0.key?.count == 64 }.map(\.keyId)
    }

    static let shortFormats: [(name: String, options: [String])] = [
        ("skm", ["--wrap-key", "wrap.key", "--wrap-key-id", "ours"]),
        ("drmtoday", ["--allow-plaintext"]),
        ("shaka", ["--allow-plaintext"]),
    ]

    @Test(arguments: shortFormats, [[], ["--pending", "ksm"], ["--track", "all"]])
    func `Longer keys are left out of an export of all`(
        format: (name: String, options: [String]),
        which: [String]
    ) throws {
        let ids = try mixedStore()
        let outcome = try run(["keys", "export", "--as", format.name] + format.options + which)
        try outcome.warns("2 keys are left out (\(ids.joined(separator: ", "))): they have 32 bytes")
        #expect(
            outcome.errors.contains("\(format.name) supports keys of 16. Export them as jsonl, csv, cpix-2.3")
        )
        #expect(!outcome.output.isEmpty)
        guard !which.isEmpty, which[0] == "--pending" else { return }
        // The longer keys were not delivered.
        try run(["keys", "confirm", "--license-server", "ksm"]).succeeds()
        let pending = ["keys", "export", "--as", "jsonl", "--allow-plaintext", "--pending", "ksm"]
        let left = try Workspace.records(in: run(pending).succeeds().output)
        #expect(left.map(\.keyId) == ids)
    }

    @Test(arguments: shortFormats)
    func `Longer keys that are named are refused`(format: (name: String, options: [String])) throws {
        let ids = try mixedStore()
        for which in [["--content-id", "long-1"], ["--key-id", ids[1]]] {
            for pending in [[], ["--pending", "ksm"]] {
                let export = ["keys", "export", "--as", format.name, "-o", workspace.path("x")]
                try run(export + format.options + which + pending)
                    .fails(65, "32 bytes", "\(format.name) supports keys of 16", "jsonl")
                #expect(!workspace.exists("x"))
            }
        }
    }

    @Test func `An export of nothing but longer keys has no file`() throws {
        try run(["keys", "create", "--content-id", "long", "--method", "aes-256-gcm"]).succeeds()
        try run(["keys", "export", "--as", "drmtoday", "--allow-plaintext", "-o", "x"])
            .fails(65, "32 bytes", "jsonl")
        #expect(!workspace.exists("x"))
    }

    // MARK: Lengths in output

    @Test(arguments: [("aes-256-gcm", 256), ("sample-aes", 128)])
    func `The length of a key is shown, and an IV where something uses it`(method: String, bits: Int) throws {
        try run(["keys", "create", "--content-id", "movie-42", "--method", method]).succeeds()
        for command in ["show", "create"] {
            let arguments = ["keys", command] + Self.title
            let text = try run(arguments).succeeds().text
            #expect(text.contains("\(bits) bits"), "\(text)")
            let hasIV = text.split(separator: "\n").contains { $0.hasPrefix("iv ") }
            #expect(hasIV == (bits == 128), "\(text)")
            let object = try run(arguments + ["--format", "json"]).succeeds().object()
            #expect(object["key_bits"] as? Int == bits)
            #expect((object["iv"] != nil) == (bits == 128))
            #expect(object["key"] == nil)
        }
    }
}
