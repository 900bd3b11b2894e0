import Ciphers
import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import PostgreSQLClient
import Testing

@testable import KeyStore

/// Behavior specific to PostgreSQL: creating the tables, opening them, refusals.
struct PostgreSQLStoreTests {
    let server: PostgreSQLServer
    let url: String
    let kek = KeyEncryptionKey.random()

    init() throws {
        server = try PostgreSQLServer.shared.get()
        url = try server.makeDatabase()
    }

    @Test func `A store is made once`() throws {
        let first = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let record = try first.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])[0]
        let second = try PostgreSQLKeyStore.create(url: url, kek: kek)
        #expect(try second.record(KeyIdentity("movie"))?.fingerprint == record.fingerprint)
        #expect(try PostgreSQLKeyStore.open(url: url, kek: kek).allRecords().count == 1)
        #expect(try PostgreSQLKeyStore.statementsForMissingRoles(url: url) == nil)
    }

    @Test func `A store is made by many at once`() async throws {
        let (url, kek) = (url, kek)
        let digestKeys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try PostgreSQLKeyStore.create(url: url, kek: kek).mediaDigestKey
                        .withSpan { span in span.indices.map { span[$0] } }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(digestKeys.count == 1)
        #expect(
            try server.psql(
                "SELECT string_agg(version::text, ' ' ORDER BY version) FROM fairlead.schema_versions",
                at: url
            ) == "\(StoreSchema.version)\n"
        )
    }

    @Test func `A database without tables, and one that is not there, are no store`() throws {
        let label = try PostgreSQLAddress(url).label
        #expect(throws: RunFailure.storeNotFound(path: label)) {
            try PostgreSQLKeyStore.open(url: url, kek: kek)
        }
        let nowhere = server.url("nowhere")
        #expect(throws: RunFailure.databaseNotFound(path: try PostgreSQLAddress(nowhere).label)) {
            try PostgreSQLKeyStore.create(url: nowhere, kek: kek)
        }
    }

    @Test func `Another key-encryption key is refused`() throws {
        _ = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let error = #expect(throws: RunFailure.self) {
            try PostgreSQLKeyStore.create(url: url, kek: .random())
        }
        #expect(error?.failureClass == .permission)
    }

    @Test(arguments: [
        "UPDATE fairlead.content_keys SET created_at = 1",
        "UPDATE fairlead.content_keys SET key_tag = sha256(key_tag)", "DELETE FROM fairlead.content_keys",
        "TRUNCATE fairlead.signalling", "UPDATE fairlead.audit_log SET actor = 'x'",
        "UPDATE fairlead.store SET kind = 'test'", "DELETE FROM fairlead.store",
        "INSERT INTO fairlead.content_keys SELECT 'x', track, period, generation, key_id, sealed, origin, key_tag, 0 FROM fairlead.content_keys",
    ])
    func `What is recorded stays, whoever asks`(sql: String) throws {
        let store = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let record = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])[0]
        #expect(throws: Command.Failure.self) { try server.psql(sql, at: url) }
        #expect(try store.allRecords().map(\.fingerprint) == [record.fingerprint])
    }

    @Test func `Rewrapping may change seals`() throws {
        let store = try PostgreSQLKeyStore.create(url: url, kek: kek)
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])
        try server.psql("UPDATE fairlead.content_keys SET sealed = sealed", at: url)
        try server.psql("UPDATE fairlead.store SET kek_fingerprint = 'other'", at: url)
    }

    @Test func `URIs of any length are found again`() throws {
        let store = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let key = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])[0]
        let uri = "data:text/plain;base64," + String(repeating: "QUJD", count: 4000)
        try server.psql(
            """
            INSERT INTO fairlead.signalling (key_id, system, method, key_uri, asset_ids, tree, created_at)
            SELECT key_id, 's', 'm', '\(uri)', '[]', repeat('t', 4096), 0 FROM fairlead.content_keys
            """,
            at: url
        )
        #expect(try store.keys(signalledAs: uri).map(\.keyID) == [key.keyID])
        #expect(try store.keys(signalledAs: uri + "QUJD").isEmpty)
    }

    @Test func `Identities are ordered by their bytes`() throws {
        let store = try PostgreSQLKeyStore.create(url: url, kek: kek)
        let names = ["a", "B", "ä", "Z", "a b", "a-b", "\u{10FFFD}", "\u{FFFD}"]
        _ = try store.findOrCreate(try names.map { KeyDraft(identity: try KeyIdentity($0)) })
        let stored = try store.allRecords().map(\.identity.contentID.value)
        #expect(stored == ["B", "Z", "a", "a b", "a-b", "ä", "\u{FFFD}", "\u{10FFFD}"])
    }

    @Test func `Parameters get their numbers`() {
        #expect(PostgreSQLSession.numbered("SELECT 1") == "SELECT 1")
        #expect(PostgreSQLSession.numbered("? = ? AND x = ?") == "$1 = $2 AND x = $3")
    }

    @Test func `Those who make a store at the same moment all get it`() async throws {
        let kek = KeyEncryptionKey.random()
        for _ in 0..<4 {
            let url = try PostgreSQLServer.shared.get().makeDatabase()
            let keys = try await withThrowingTaskGroup(of: ContentKey.self) { group in
                for _ in 0..<6 {
                    group.addTask { try PostgreSQLKeyStore.create(url: url, kek: kek).mediaDigestKey }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(keys.count == 6 && keys.allSatisfy { $0 == keys[0] })
        }
    }
}
