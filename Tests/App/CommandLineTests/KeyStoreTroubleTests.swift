import Foundation
import Testing

/// Key stores and key-encryption keys that are missing, of others, damaged, or not named.
struct KeyStoreTroubleTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// Commands that open the store; each refuses in the same way.
    static let commands: [[String]] = [
        [
            "protect", Sample.packedAudio.path, "-o", "out", "--content-id", "movie-42", "--method",
            "aes-128",
        ],
        [
            "protect", Sample.packedAudio.path, "-o", "out", "--content-id", "movie-42", "--method",
            "aes-128",
            "--dry-run",
        ],
        ["verify", Sample.packedAudio.path], ["keys", "create", "--content-id", "movie-42"],
        ["keys", "list"],
        ["keys", "show", "--content-id", "movie-42"],
        ["keys", "export", "--as", "jsonl", "--allow-plaintext"],
    ]

    private func expectNothingMade(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try workspace.names() == ["config", "keys.sqlite"], sourceLocation: sourceLocation)
    }

    @Test(arguments: commands)
    func `A named store that is not there is missing`(command: [String]) throws {
        let none = "sqlite:" + workspace.path("none/keys.sqlite")
        try workspace.start(command + ["--key-store", none]).wait().fails(66, "none/keys.sqlite", "keys init")
        workspace.environment["FAIRLEAD_KEY_STORE"] = none
        try workspace.start(command).wait().fails(66, "none/keys.sqlite", "keys init")
        try expectNothingMade()
    }

    @Test(arguments: commands)
    func `Another store's key-encryption key does not open it`(command: [String]) throws {
        let other = try Workspace(.fresh)
        try workspace.start(command + ["--kek-file", other.kekFile]).wait().fails(
            77,
            "keys.sqlite",
            "--kek-file"
        )
        workspace.environment["FAIRLEAD_KEK"] = String(repeating: "0f", count: 32)
        try workspace.start(command).wait().fails(77, "keys.sqlite", "FAIRLEAD_KEK")
        try expectNothingMade()
    }

    @Test(arguments: commands)
    func `A key-encryption key that is not there is missing`(command: [String]) throws {
        try workspace.start(command + ["--kek-file", workspace.path("none")]).wait().fails(
            66,
            "none",
            "keys init"
        )
        try expectNothingMade()
    }

    @Test(arguments: [0o604, 0o640, 0o666, 0o610], ["kek", "store"])
    func `Files that others can read are refused`(mode: Int, file: String) throws {
        let path = file == "kek" ? workspace.kekFile : workspace.storeFile
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        for command in [Self.commands[0], Self.commands[4]] {
            try workspace.start(command).wait().fails(77, path, "chmod 600")
        }
        try expectNothingMade()
        #expect(try workspace.permissions(path) == mode)
    }

    @Test func `A key-encryption key that we may not read is refused`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: workspace.kekFile)
        let outcome = try workspace.asStranger(
            "protect",
            Sample.packedAudio.path,
            "-o",
            "out",
            "--content-id",
            "movie-42",
            "--method",
            "aes-128"
        )
        outcome.fails(77)
        try expectNothingMade()
    }

    @Test(arguments: ["", "0f", String(repeating: "0g", count: 32), String(repeating: "0f", count: 33)])
    func `What is no key-encryption key is refused`(text: String) throws {
        try workspace.writeSecret(Data(text.utf8), to: "bad")
        let list = try workspace.fairlead("keys", "list", "--kek-file", workspace.path("bad"))
        list.fails(65, "bad")
        #expect(text.isEmpty || !list.errors.contains(text))
        if text.isEmpty { return }
        workspace.environment["FAIRLEAD_KEK"] = text
        let fromEnvironment = try workspace.fairlead("keys", "list")
        fromEnvironment.fails(65, "FAIRLEAD_KEK")
        #expect(!fromEnvironment.errors.contains(text))
    }

    @Test func `The environment's key-encryption key opens the store`() throws {
        let digits = try String(contentsOfFile: workspace.kekFile, encoding: .utf8)
        try FileManager.default.removeItem(atPath: workspace.kekFile)
        workspace.environment["FAIRLEAD_KEK"] = digits.trimmingCharacters(in: .newlines)
        try workspace.protect(Sample.packedAudio.path).succeeds()
        try workspace.verify("out/index.m3u8").succeeds()
    }

    /// The number of the schema is in the header of the file.
    @Test(arguments: [0, 7, 99])
    func `A store of another version of fairlead is refused and left alone`(number: Int) throws {
        try workspace.sqlite3("PRAGMA user_version = \(number)")
        let before = try workspace.data("keys.sqlite")
        let remedy = number == 99 ? "Update fairlead." : "Export its keys with the build that made it"
        for command in Self.commands + [["keys", "init"]] {
            try workspace.start(command).wait().fails(66, "keys.sqlite", "expected", remedy)
        }
        #expect(try workspace.data("keys.sqlite") == before)
        try expectNothingMade()
    }

    // MARK: Damage

    enum Damage: String, CaseIterable {
        case garbage, empty, truncated, changedPage
    }

    @Test(arguments: Damage.allCases)
    func `A corrupted store is refused and left alone`(damage: Damage) throws {
        for index in 0..<50 where damage == .changedPage || index == 0 {
            try workspace.fairlead("keys", "create", "--content-id", "title-\(index)").succeeds()
        }
        var data = try workspace.data("keys.sqlite")
        switch damage {
        case .garbage: data = Data("this is no database\n".utf8)
        case .empty: data = Data()
        case .truncated: data.removeLast(data.count / 2)
        case .changedPage:
            for index in data.indices where index >= 8192 { data[index] ^= 0xA5 }
        }
        try workspace.writeSecret(data, to: "keys.sqlite")
        try workspace.protect(Sample.packedAudio.path).fails(66, "keys.sqlite", "damaged")
        #expect(try workspace.data("keys.sqlite") == data)
        #expect(!workspace.exists("out"))
    }

    @Test(arguments: [
        "keys.sqlite", "sqlite:", "sqlite://host/keys", "redis://x:pa55@h", "postgresql:u:pa55@h/d", ":",
    ])
    func `What names no store is a wrong command line`(url: String) throws {
        let outcome = try workspace.fairlead("keys", "list", "--key-store", url).fails(64, "key store")
        #expect(!outcome.errors.contains("pa55"))
    }

    @Test func `A folder is no store`() throws {
        try workspace.fairlead("keys", "list", "--key-store", "sqlite:" + workspace.folder).fails(66)
    }

    // MARK: The default store

    @Test func `A job without a terminal must name its store before it mints`() throws {
        workspace.environment["FAIRLEAD_KEY_STORE"] = nil
        try workspace.protect(Sample.packedAudio.path).fails(64, "--key-store", "FAIRLEAD_KEY_STORE")
        try workspace.fairlead("keys", "create", "--content-id", "x").fails(64, "--key-store")
        workspace.environment["FAIRLEAD_KEY_STORE"] = ""
        try workspace.protect(Sample.packedAudio.path).fails(64, "--key-store")
        try expectNothingMade()
    }

    @Test func `On a terminal the default store is made on first use`() throws {
        let fresh = try Workspace(.none)
        fresh.environment["FAIRLEAD_KEY_STORE"] = nil
        let outcome = try fresh.onTerminal([
            "protect", Sample.packedAudio.path, "-o", fresh.path("out"), "--content-id", "movie-42",
            "--method",
            "aes-128",
        ])
        #expect(outcome.status == 0, "\(outcome.testDescription)")
        #expect(try fresh.permissions(fresh.path("data/fairlead/keys.sqlite")) == 0o600)
        #expect(try fresh.permissions(fresh.kekFile) == 0o600)
        // The minted key can be read without a terminal.
        try fresh.verify("out/index.m3u8", "--source", Sample.packedAudio.path).succeeds()
        #expect(try fresh.records().count == 1)
    }

    @Test func `Without XDG variables the store is below the home folder`() throws {
        let fresh = try Workspace(.none)
        for name in ["FAIRLEAD_KEY_STORE", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            fresh.environment[name] = nil
        }
        try fresh.fairlead("keys", "init").succeeds()
        #expect(fresh.exists("home/.local/share/fairlead/keys.sqlite"))
        #expect(fresh.exists("home/.config/fairlead/kek"))
    }
}
