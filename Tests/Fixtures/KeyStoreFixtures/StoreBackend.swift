package import KeyStore

/// The databases that stores are kept in: tests of what stores do run over each of them.
package enum StoreBackend: String, CaseIterable, Sendable {
    case sqlite, postgreSQL

    /// A place for a new store, removed when nobody holds it any more.
    package func makeFixture() throws -> any BackendFixture {
        switch self {
        case .sqlite: try StoreFixture()
        case .postgreSQL: try PostgreSQLFixture()
        }
    }

    /// A new store, and what keeps it in being.
    package func makeStore(kind: StoreKind = .production) throws -> (any BackendFixture, SQLKeyStore) {
        let fixture = try makeFixture()
        return (fixture, try fixture.create(kind: kind))
    }
}

/// A place for one store, with its key-encryption key.
package protocol BackendFixture: AnyObject, Sendable {
    var kek: KeyEncryptionKey { get }

    /// Makes the store, or opens the one that is there.
    func create(kind: StoreKind) throws -> SQLKeyStore

    /// Opens the store, on a connection of its own.
    func open(kek: KeyEncryptionKey) throws -> SQLKeyStore

    /// Runs SQL with another program, and gives its output: columns with `|` between them, a row a line.
    @discardableResult
    func sql(_ statements: String) throws -> String

    /// Lets `sql` change what the store itself would not.
    func dropTriggers() throws
}

extension BackendFixture {
    /// Opens the store with its key, on a connection of its own.
    package func open() throws -> SQLKeyStore { try open(kek: kek) }
}
