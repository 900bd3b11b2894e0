package import KeyEncryption
package import KeyStore

/// The databases that key stores use; tests of store behavior run over each of them.
package enum StoreBackend: String, CaseIterable, Sendable {
    case sqlite, postgreSQL

    /// Creates a location for a new store, removed when the fixture is released.
    package func makeFixture() throws -> any BackendFixture {
        switch self {
        case .sqlite: try StoreFixture()
        case .postgreSQL: try PostgreSQLFixture()
        }
    }

    /// Creates a store, and returns it with the fixture that keeps it alive.
    package func makeStore(kind: StoreKind = .production) throws -> (any BackendFixture, SQLKeyStore) {
        let fixture = try makeFixture()
        return (fixture, try fixture.create(kind: kind))
    }
}

/// A location for one store, with its key-encryption key.
package protocol BackendFixture: AnyObject, Sendable {
    var kek: KeyEncryptionKey { get }

    /// Creates the store, or opens the existing one.
    func create(kind: StoreKind) throws -> SQLKeyStore

    /// Opens the store on a new connection.
    func open(kek: KeyEncryptionKey) throws -> SQLKeyStore

    /// Runs SQL with another program and returns its output: a line for each row, columns separated by `|`.
    @discardableResult
    func sql(_ statements: String) throws -> String

    /// Drops the triggers that refuse changes, so that `sql` can change what the store itself would not.
    func dropTriggers() throws
}

extension BackendFixture {
    /// Opens the store with its own key-encryption key, on a new connection.
    package func open() throws -> SQLKeyStore { try open(kek: kek) }
}
