import Foundation
import Testing

/// The sources of key-encryption keys, and `keys rewrap`.
struct KeyEncryptionKeyTests {
    let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.mint("movie-42", "hd")
    }

    // MARK: Commands

    @Test func `A command prints the key-encryption key`() throws {
        let list = ["keys", "list", "--kek-command", "cat '\(workspace.kekFile)'"]
        #expect(try workspace.start(list).wait().succeeds().text.contains("movie-42"))
        let kek = workspace.path("moved")
        try FileManager.default.moveItem(atPath: workspace.kekFile, toPath: kek)
        workspace.environment["FAIRLEAD_KEK_COMMAND"] = "xxd -r -p '\(kek)'"
        #expect(try workspace.fairlead("keys", "list").succeeds().text.contains("movie-42"))
    }

    /// Shell commands, the expected exit status, and words of the message.
    static let failures: [(String, Int32, String)] = [
        ("exit 75", 75, "status 75"), ("exit 1", 77, "status 1"), ("kill -9 $$", 77, "signal 9"),
        ("true", 77, "0 bytes"), ("echo 0badc0de", 77, "9 bytes"), ("yes", 77, "more than 128 bytes"),
        ("printf '%064d' 0", 77, "another store"),
    ]

    @Test(arguments: failures)
    func `A command that prints no key`(command: String, status: Int32, reason: String) throws {
        let outcome = try workspace.fairlead("keys", "list", "--kek-command", command).fails(status, reason)
        #expect(!outcome.errors.contains("0badc0de"))
    }

    @Test func `What a command says is passed on, what it prints is not`() throws {
        let outcome = try workspace.fairlead(
            "keys",
            "list",
            "--kek-command",
            "echo said >&2; echo 5ec4e7; exit 1"
        ).fails(77)
        #expect(outcome.errors.contains("said\n"))
        #expect(!outcome.errors.contains("5ec4e7"))
        #expect(outcome.output.isEmpty)
    }

    @Test func `Two key-encryption keys are one too many`() throws {
        let both = try workspace.fairlead(
            "keys",
            "list",
            "--kek-file",
            workspace.kekFile,
            "--kek-command",
            "true"
        )
        both.fails(64)
        workspace.environment["FAIRLEAD_KEK"] = String(repeating: "0f", count: 32)
        workspace.environment["FAIRLEAD_KEK_COMMAND"] = "true"
        try workspace.fairlead("keys", "list").fails(64, "FAIRLEAD_KEK", "FAIRLEAD_KEK_COMMAND")
        // An option takes precedence over the environment.
        try workspace.fairlead("keys", "list", "--kek-file", workspace.kekFile).succeeds()
    }

    // MARK: rewrap

    @Test func `After rewrap the new key-encryption key opens the store, and the old one does not`() throws {
        let before = try workspace.records()
        let new = workspace.path("kek-2")
        let rewrap = ["keys", "rewrap", "--new-kek-file", new]
        try workspace.start(rewrap).wait().fails(66, "kek-2")
        let first = try workspace.start(rewrap + ["--create"]).wait().succeeds()
        #expect(first.text.contains("its keys are now wrapped"))
        #expect(try workspace.permissions(new) == 0o600)
        #expect(FileManager.default.fileExists(atPath: workspace.kekFile))
        try workspace.fairlead("keys", "list").fails(77, "keys.sqlite")
        // The same command again, as after an interruption.
        let second = try workspace.start(rewrap + ["--create"]).wait().succeeds()
        #expect(second.text.contains("its keys were already wrapped"))
        workspace.environment["FAIRLEAD_KEK_COMMAND"] = "cat \(new)"
        let log = try workspace.start(["keys", "audit"]).wait().succeeds().text
        #expect(log.contains("rewrap") && !log.contains("denied"))
        workspace.environment["FAIRLEAD_KEK_COMMAND"] = nil
        try FileManager.default.removeItem(atPath: workspace.kekFile)
        try FileManager.default.moveItem(atPath: new, toPath: workspace.kekFile)
        #expect(try workspace.records() == before)
    }

    @Test func `A command that makes a key each time is no new key-encryption key`() throws {
        let rewrap = ["keys", "rewrap", "--new-kek-command"]
        try workspace.start(rewrap + ["openssl rand -hex 32"]).wait().fails(64, "two different keys")
        try workspace.fairlead("keys", "list").succeeds()
        let digits = String(repeating: "0f", count: 32)
        try workspace.start(rewrap + ["echo \(digits)"]).wait().succeeds()
        workspace.environment["FAIRLEAD_KEK"] = digits
        #expect(try workspace.records().count == 1)
    }

    @Test func `rewrap does not take a key-encryption key that opens nothing`() throws {
        let other = try Workspace(.fresh)
        let outcome = try workspace.fairlead(
            "keys",
            "rewrap",
            "--kek-file",
            other.kekFile,
            "--new-kek-file",
            workspace.path("new"),
            "--create"
        )
        outcome.fails(77, "--kek-file")
        #expect(!workspace.exists("new"))
    }

    @Test(arguments: [
        [], ["--new-kek-file", "a", "--new-kek-command", "b"], ["--new-kek-command", "b", "--create"],
    ])
    func `rewrap needs one new key-encryption key`(options: [String]) throws {
        try workspace.start(["keys", "rewrap"] + options).wait().fails(64)
    }

    /// A rewrap of many keys that was killed leaves pages of its transaction in the write-ahead log.
    @Test func `rewrap is completed by the same command after its process died in the middle`() throws {
        let dying = """
            import os, sqlite3, sys
            connection = sqlite3.connect(sys.argv[1], isolation_level=None)
            connection.execute("PRAGMA cache_size = 1")
            connection.execute("BEGIN IMMEDIATE")
            key = connection.execute("SELECT key_id FROM content_keys").fetchone()[0]
            for number in range(2000):
                connection.execute("INSERT INTO media_uses (key_id, rendition, digest, recorded_at, method) "
                    "VALUES (?, ?, zeroblob(32), 0, 'aes-128')", (key, "rendition %d" % number))
            os._exit(0)
            """
        _ = try ChildProcess.run("python3", "-c", dying, workspace.path("keys.sqlite"))
        #expect(workspace.exists("keys.sqlite-wal"))
        let new = workspace.path("kek-2")
        for result in ["are now wrapped", "were already wrapped"] {
            let rewrap = ["keys", "rewrap", "--new-kek-file", new, "--create"]
            #expect(try workspace.start(rewrap).wait().succeeds().text.contains(result))
        }
        #expect(!workspace.exists("keys.sqlite-wal"))
    }

    /// The process waits for its key-encryption key, which never comes.
    @Test(arguments: [SIGINT, SIGTERM])
    func `A key command that is interrupted ends with 75`(number: Int32) throws {
        let waiting = "echo > '\(workspace.path("waiting"))'; exec sleep 5"
        let process = try workspace.start(["keys", "list", "--kek-command", waiting])
        while !workspace.exists("waiting") { usleep(10_000) }
        process.send(number)
        try process.wait().fails(75, "interrupted")
    }
}
