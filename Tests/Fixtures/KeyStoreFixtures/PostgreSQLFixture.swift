package import KeyEncryption
package import KeyStore

/// A new database on the PostgreSQL server that the test process shares.
package final class PostgreSQLFixture: BackendFixture {
    package let kek = KeyEncryptionKey.random()
    /// The store's URL.
    package let url: String
    private let server: PostgreSQLServer

    package init() throws {
        server = try PostgreSQLServer.shared.get()
        url = try server.makeDatabase()
    }

    package func create(kind: StoreKind) throws -> SQLKeyStore {
        try PostgreSQLKeyStore.create(url: url, kek: kek, kind: kind)
    }

    package func open(kek: KeyEncryptionKey) throws -> SQLKeyStore {
        try PostgreSQLKeyStore.open(url: url, kek: kek)
    }

    @discardableResult
    package func sql(_ statements: String) throws -> String {
        try server.psql(statements, at: url + "?options=-csearch_path%3Dfairlead")
    }

    package func dropTriggers() throws {
        let tables = try sql("SELECT tgrelid::regclass FROM pg_trigger WHERE tgname = 'refuses_changes'")
        for table in tables.split(separator: "\n") {
            try sql("DROP TRIGGER refuses_changes ON \(table)")
        }
    }
}
