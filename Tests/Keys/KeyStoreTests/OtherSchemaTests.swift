import Failures
import Foundation
import KeyEncryption
import KeyStoreFixtures
import PostgreSQLClient
import Testing

@testable import KeyStore

/// Stores of another schema, older or newer: they are refused in one line, and nothing is written to them.
struct OtherSchemaTests {
    /// The numbers of other schemas; nil is for a store that has none.
    static let numbers = [nil, 1, StoreSchema.version - 1, StoreSchema.version + 1]

    /// Opens and creates a store in every way; each is refused.
    private func expectRefusals(
        _ location: KeyStoreLocation,
        kek: KeyEncryptionKey,
        _ expected: RunFailure
    ) {
        for kek in [kek, .random()] {
            #expect(throws: expected) { _ = try KeyStores.open(location, kek: kek, purpose: .minting) }
            #expect(throws: expected) { _ = try KeyStores.open(location, kek: kek, purpose: .reading) }
            #expect(throws: expected) { _ = try KeyStores.create(location, kek: kek) }
        }
        #expect(throws: expected) { _ = try KeyStores.keyEncryptionKeyFingerprint(location) }
        #expect(expected.failureClass == .missing)
    }

    @Test(arguments: numbers) func `A SQLite store stays byte for byte`(number: Int64?) throws {
        let fixture = try StoreFixture()
        let store = try fixture.create()
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])
        try store.close()
        // Its tables need not be those of this build.
        try fixture.sqlite3("DROP TABLE published_trees; PRAGMA user_version = \(number ?? 0)")
        let before = try fixture.contents()
        expectRefusals(
            .sqlite(path: fixture.path),
            kek: fixture.kek,
            .otherSchema(path: fixture.path, found: number)
        )
        // Nor is a journal left beside it.
        #expect(try fixture.contents() == before)
        #expect(Set(before.keys) == ["data", "data/keys.sqlite"])
    }

    @Test(arguments: numbers) func `A PostgreSQL store stays as it is`(number: Int64?) throws {
        let server = try PostgreSQLServer.shared.get()
        let fixture = try PostgreSQLFixture()
        let store = try fixture.create(kind: .production)
        _ = try store.findOrCreate([KeyDraft(identity: KeyIdentity("movie"))])
        // `keys init` would create the policies and the privileges again.
        try fixture.sql(
            """
            DROP TABLE published_trees; DROP POLICY all_append ON audit_log;
            REVOKE SELECT ON content_keys FROM fairlead_use; DELETE FROM schema_versions;
            """
        )
        if let number { try fixture.sql("INSERT INTO schema_versions VALUES (\(number))") }
        let before = try server.dump(fixture.url)
        #expect(before.contains("fairlead.content_keys"))
        expectRefusals(
            .postgreSQL(url: fixture.url),
            kek: fixture.kek,
            .otherSchema(path: try PostgreSQLAddress(fixture.url).label, found: number)
        )
        #expect(try server.dump(fixture.url) == before)
    }

    /// Earlier builds made stores of schemas 1 to 7; each number had a row, and a time.
    @Test func `A PostgreSQL store of an earlier build is refused by its number`() throws {
        let fixture = try PostgreSQLFixture()
        _ = try fixture.create(kind: .production)
        try fixture.sql(
            """
            DROP TABLE schema_versions;
            CREATE TABLE schema_versions (version bigint PRIMARY KEY, applied_at bigint NOT NULL);
            INSERT INTO schema_versions VALUES (3, 0), (4, 0), (5, 0), (6, 0), (7, 0);
            """
        )
        let expected = RunFailure.otherSchema(path: try PostgreSQLAddress(fixture.url).label, found: 7)
        expectRefusals(.postgreSQL(url: fixture.url), kek: fixture.kek, expected)
    }

    @Test func `The message says what was found, what was expected and what to do`() {
        let older = "key store: s: it was made by an earlier build of fairlead"
        let remedy = "Export its keys with the build that made it, and import them into a new store."
        let expected = StoreSchema.version
        #expect(
            RunFailure.otherSchema(path: "s", found: nil).description
                == "\(older) (no schema number, expected \(expected)). \(remedy)"
        )
        #expect(
            RunFailure.otherSchema(path: "s", found: 7).description
                == "\(older) (schema 7, expected \(expected)). \(remedy)"
        )
        #expect(
            RunFailure.otherSchema(path: "s", found: 99).description
                == "key store: s: it was made by a later version of fairlead (schema 99, expected \(expected)). Update fairlead."
        )
    }
}
