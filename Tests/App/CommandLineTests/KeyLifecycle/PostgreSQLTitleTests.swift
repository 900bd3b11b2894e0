import Foundation
import KeyStoreFixtures
import Testing

/// A title with its keys in PostgreSQL: the same command lines have the same results.
///
/// The password from the environment is in nothing that they print or write.
struct PostgreSQLTitleTests {
    static let title = ["--content-id", "movie-42"]
    let workspace: Workspace
    let server: PostgreSQLServer
    /// Characters that a URL has to encode, and `secret`, which is recognizable in any encoding.
    let password: String
    private let secret = UUID().uuidString
    private let address: String

    init() throws {
        workspace = try Workspace(.none)
        server = try PostgreSQLServer.shared.get()
        password = "p@ss:/%" + secret
        address = try server.makeDatabase().replacing(
            "//postgres@",
            with: "//" + server.makeUser(password: password) + "@"
        )
        workspace.environment["FAIRLEAD_KEY_STORE"] = url(password)
        #expect(try run(["keys", "init"]).succeeds().text.contains(label))
        try run(protecting("out")).succeeds()
    }

    /// Returns the store's URL with a password.
    private func url(_ password: String) -> String {
        let encoded = password.map {
            "@:/%".contains($0) ? String(format: "%%%02X", $0.asciiValue ?? 0) : "\($0)"
        }
        return address.replacing("@127", with: ":" + encoded.joined() + "@127")
    }

    /// The store's name in messages.
    private var label: String { address.replacing(/\/\/[^@]*@/, with: "//") }

    private func protecting(_ output: String) -> [String] {
        ["protect", Sample.transportStream.path, "-o", workspace.path(output)] + Self.title
            + ["--template", "content-id-track"]
    }

    private var verifying: [String] { ["verify", workspace.path("out/multivariant.m3u8")] }

    /// Runs the program and expects that it does not print the password.
    private func run(_ arguments: [String], in other: Workspace? = nil) throws -> Outcome {
        let outcome = try (other ?? workspace).start(arguments).wait()
        #expect(!outcome.text.contains(secret), "\(arguments)")
        #expect(!outcome.errors.contains(secret), "\(arguments)")
        return outcome
    }

    /// Expects that no written file contains the password: trees, reports, backups, the store's log.
    private func expectNoFileHoldsThePassword() throws {
        for (name, data) in try workspace.tree("") {
            #expect(data.range(of: Data(secret.utf8)) == nil, "\(name)")
        }
    }

    @Test func `A title is protected, verified and exported`() throws {
        let report = ["--report", workspace.path("report.json"), "-v", "--log-format", "json"]
        #expect(try run(verifying + ["--source", Sample.transportStream.path] + report).status == 0)
        let tree = try workspace.tree("out")
        #expect(try run(protecting("again") + report).status == 0)
        #expect(try workspace.tree("again") == tree)
        let export = ["keys", "export", "--as", "jsonl", "--allow-plaintext"]
        let records = try Workspace.records(in: run(export).succeeds().output)
        #expect(records.map(\.track) == ["audio", "hd", "sd"])
        #expect(records.compactMap(\.keyUri) == ["audio", "hd", "sd"].map { "skd://movie-42+\($0)+0+1" })
        try run(["keys", "list"]).succeeds()
        try run(["keys", "show"] + Self.title).succeeds()
        #expect(try run(["keys", "audit"]).succeeds().text.contains("the chain holds"))
        // Another store imports them.
        try workspace.writeSecret(run(export).output, to: "keys.jsonl")
        let other = try Workspace()
        try other.fairlead("keys", "import", workspace.path("keys.jsonl")).succeeds()
        try run(verifying, in: other).succeeds()
        try expectNoFileHoldsThePassword()
    }

    @Test func `A revoked key is told to the key server, and replaced`() throws {
        let delivered = try workspace.deliver(to: "ksm-eu")
        #expect(delivered.map(\.state) == ["active", "active", "active"])
        try run(["keys", "confirm", "--license-server", "ksm-eu"]).succeeds()
        try run(["keys", "revoke", "--track", "hd", "--reason", "leaked"] + Self.title).succeeds()
        let tombstone = DeliveredKey(track: "hd", key: nil, iv: nil, state: "revoked")
        #expect(try workspace.deliver(to: "ksm-eu") == [tombstone])
        let verified = try run(verifying + ["--format", "json"])
        #expect(verified.status == 69)
        #expect(
            Set(try verified.json(VerificationReport.self).findings.map(\.rule)) == ["revoked-key"]
        )
        try run(protecting("new")).fails(65, "revoked", "--new-key")
        try run(protecting("new") + ["--new-key"]).succeeds()
        try run(["verify", workspace.path("new/multivariant.m3u8")]).succeeds()
    }

    @Test func `A backup is restored into SQLite, and from there into another database`() throws {
        try Recipient.write(to: workspace)
        let backup = workspace.path("keys.backup")
        try run(["keys", "backup", "--recipient", workspace.path("recipient.pem"), "-o", backup]).succeeds()
        let opened = try ChildProcess.run(
            "openssl",
            "cms",
            "-decrypt",
            "-inform",
            "DER",
            "-in",
            backup,
            "-inkey",
            workspace.path("recipient.key")
        )
        #expect(opened.text.contains("\"movie-42\""))
        #expect(!opened.text.contains(secret))
        try expectNoFileHoldsThePassword()
        let key = ["--private-key", workspace.path("recipient.key")]
        let file = try Workspace(.none)
        try run(["keys", "restore", backup] + key, in: file).succeeds()
        try run(verifying, in: file).succeeds()
        #expect(try file.records() == workspace.records())
        try run(["keys", "backup", "--recipient", workspace.path("recipient.pem"), "-o", "back"], in: file)
            .succeeds()
        // The other store has its own key-encryption key, as on another machine.
        let other = try Workspace(.none)
        other.environment["FAIRLEAD_KEY_STORE"] = try server.makeDatabase()
        try run(["keys", "restore", file.path("back")] + key, in: other).succeeds()
        try run(verifying, in: other).succeeds()
        #expect(try other.records() == workspace.records())
        try run(["keys", "restore", backup] + key).fails(73, label)
    }

    @Test func `After rewrap only the new key-encryption key opens it`() throws {
        let records = try workspace.records()
        let new = workspace.path("kek-2")
        try run(["keys", "rewrap", "--new-kek-file", new, "--create"]).succeeds()
        try run(verifying).fails(77, label)
        workspace.environment["FAIRLEAD_KEK_COMMAND"] = "cat '\(new)'"
        try run(verifying).succeeds()
        #expect(try workspace.records() == records)
        try expectNoFileHoldsThePassword()
    }

    // MARK: The password

    @Test func `A password that is wrong, missing or misplaced is not repeated`() throws {
        workspace.environment["FAIRLEAD_KEY_STORE"] = url("not " + password)
        for arguments in [verifying, protecting("other"), ["keys", "list"], ["keys", "init"]] {
            try run(arguments).fails(77, label, "FAIRLEAD_KEY_STORE")
        }
        workspace.environment["FAIRLEAD_KEY_STORE"] = address
        try run(verifying).fails(77, label, "none was given", "FAIRLEAD_KEY_STORE")
        // Without encoding, the password splits the URL at the wrong characters.
        workspace.environment["FAIRLEAD_KEY_STORE"] = address.replacing("@127", with: ":" + password + "@127")
        try run(verifying).fails(64)
        #expect(!workspace.exists("other"))
    }

    @Test func `libpq's own variable serves, and a command line is warned of`() throws {
        let named = try run(verifying + ["--key-store", url(password)])
        #expect(named.status == 0)
        #expect(named.errors.hasPrefix("warning: --key-store: "))
        #expect(named.errors.contains("FAIRLEAD_KEY_STORE"))
        workspace.environment["FAIRLEAD_KEY_STORE"] = nil
        workspace.environment["PGPASSWORD"] = password
        try run(verifying + ["--key-store", address]).succeeds()
    }
}
