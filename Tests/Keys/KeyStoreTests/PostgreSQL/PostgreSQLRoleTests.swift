import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// The permissions of each role.
struct PostgreSQLRoleTests {
    let server: PostgreSQLServer
    let url: String
    let kek = KeyEncryptionKey.random()

    init() throws {
        server = try PostgreSQLServer.shared.get()
        url = try server.makeDatabase()
        let store = try PostgreSQLKeyStore.create(url: url, kek: kek)
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])
    }

    /// Returns the URL of the test's database for a new user of this role.
    private func login(_ role: String) throws -> String {
        let user = "u" + UUID().uuidString.replacing("-", with: "").lowercased()
        try server.psql("CREATE ROLE \(user) LOGIN IN ROLE \(role)")
        return url.replacing("//postgres@", with: "//\(user)@")
    }

    @Test func `Who mints may mint, and everybody else may not`() throws {
        let minting = try PostgreSQLKeyStore.open(url: login("fairlead_mint"), kek: kek)
        #expect(try minting.findOrCreate([KeyDraft(identity: KeyIdentity("other"))]).count == 1)
        for role in ["fairlead_use", "fairlead_export"] {
            let store = try PostgreSQLKeyStore.open(url: login(role), kek: kek)
            #expect(try store.record(KeyIdentity("movie")) != nil)
            let error = #expect(throws: RunFailure.self) {
                try store.findOrCreate([KeyDraft(identity: KeyIdentity("third"))])
            }
            #expect(error?.failureClass == .permission)
            #expect(try store.allRecords().count == 2)
        }
    }

    @Test func `Nobody without a role may read`() throws {
        let user = "u" + UUID().uuidString.replacing("-", with: "").lowercased()
        try server.psql("CREATE ROLE \(user) LOGIN")
        let error = #expect(throws: RunFailure.self) {
            try PostgreSQLKeyStore.open(url: url.replacing("//postgres@", with: "//\(user)@"), kek: kek)
        }
        #expect(error?.failureClass == .permission)
    }

    @Test(arguments: ["fairlead_mint", "fairlead_use", "fairlead_export"])
    func `No role may change, delete or make tables`(role: String) throws {
        let login = try login(role)
        for sql in [
            "UPDATE fairlead.content_keys SET sealed = sealed", "DELETE FROM fairlead.media_uses",
            "UPDATE fairlead.store SET kek_fingerprint = 'x'", "TRUNCATE fairlead.audit_log",
            "CREATE TABLE fairlead.own (x int)", "INSERT INTO fairlead.schema_versions VALUES (9)",
            "ALTER TABLE fairlead.content_keys DISABLE TRIGGER ALL",
        ] {
            #expect(throws: Command.Failure.self, "\(sql)") { try server.psql(sql, at: login) }
        }
        _ = try PostgreSQLKeyStore.create(url: login, kek: kek)
    }

    @Test(arguments: [
        ("fairlead_mint", ["audit_log", "signalling"], ["key_server_states"]),
        (
            "fairlead_use", ["audit_log", "signalling"],
            ["key_server_states", "content_keys", "key_policies"]
        ),
        (
            "fairlead_export", ["audit_log", "key_server_states"],
            ["content_keys", "signalling", "media_uses"]
        ),
    ])
    func `A role inserts what is its business`(role: String, may: [String], mayNot: [String]) throws {
        let login = try login(role)
        for (table, isAllowed) in may.map({ ($0, true) }) + mayNot.map({ ($0, false) }) {
            let answer = try server.psql(
                "SELECT has_table_privilege('fairlead.\(table)', 'INSERT')",
                at: login
            )
            #expect(answer == (isAllowed ? "t\n" : "f\n"), "\(table)")
        }
    }

    /// Policies that are missing are made when `keys init` runs again.
    @Test(arguments: [false, true])
    func `The database lets the export role alone note that keys leave`(
        lacksPolicies: Bool
    ) throws {
        if lacksPolicies {
            try server.psql(
                """
                ALTER TABLE fairlead.audit_log DISABLE ROW LEVEL SECURITY;
                DROP POLICY all_read ON fairlead.audit_log;
                DROP POLICY all_append ON fairlead.audit_log;
                DROP POLICY exporters_append ON fairlead.audit_log;
                """,
                at: url
            )
            _ = try PostgreSQLKeyStore.create(url: url, kek: kek)
        }
        for (role, mayExport) in [
            ("fairlead_mint", false), ("fairlead_use", false), ("fairlead_export", true),
        ] {
            let store = try PostgreSQLKeyStore.open(url: login(role), kek: kek)
            for action in AuditAction.allCases {
                let isAllowed = mayExport || (action != .export && action != .backup)
                let noting = Result { () throws(RunFailure) in
                    try store.logAudit(action, subject: "movie", detail: role)
                }
                let failure: RunFailure? = if case .failure(let error) = noting { error } else { nil }
                #expect(failure?.failureClass == (isAllowed ? nil : .permission), "\(role) \(action)")
            }
        }
        let owner = try PostgreSQLKeyStore.open(url: url, kek: kek)
        try owner.logAudit(.backup, subject: "key store", detail: "the owner")
        let count = AuditAction.allCases.count
        #expect(try AuditChain.verify(owner).entryCount == 2 + 2 * (count - 2) + count + 1)
    }

    @Test func `Who may make no roles gets the statements`() throws {
        let owner = "u" + UUID().uuidString.replacing("-", with: "").lowercased()
        let own = try PostgreSQLServer()
        try own.psql("CREATE ROLE \(owner) LOGIN")
        try own.psql("CREATE DATABASE store OWNER \(owner)")
        let url = own.url("store", user: owner)
        _ = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let statements = try #require(try PostgreSQLKeyStore.statementsForMissingRoles(url: url))
        try own.psql(statements)
        _ = try PostgreSQLKeyStore.create(url: url, kek: kek)
        #expect(try PostgreSQLKeyStore.statementsForMissingRoles(url: url) == nil)
        let answer = try own.psql(
            "SELECT has_table_privilege('fairlead_mint', 'fairlead.content_keys', 'INSERT')",
            at: url
        )
        #expect(answer == "t\n")
    }
}
