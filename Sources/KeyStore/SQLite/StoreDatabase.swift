internal import Foundation
internal import GRDB

/// A connection to the file of a store: settings, transactions, and SQLite's errors in our words.
struct StoreDatabase: Sendable {
    /// Marks the file as a key store (`PRAGMA application_id`): "FLKS".
    static let applicationID = 0x464C_4B53
    /// How long to wait for another process's transaction.
    static let busyTimeout: TimeInterval = 20

    let queue: DatabaseQueue
    let path: String

    /// Opens a file that exists.
    init(path: String, readOnly: Bool, busyTimeout: TimeInterval) throws(KeyStoreError) {
        self.path = path
        // SQLite gives names such as ":memory:" a meaning of their own.
        let unambiguousPath = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
        do {
            queue = try DatabaseQueue(
                path: unambiguousPath,
                configuration: Self.configuration(readOnly: readOnly, busyTimeout: busyTimeout)
            )
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Runs `body` in a transaction that sees one state of the store.
    func read<Value>(_ body: (Database) throws -> Value) throws(KeyStoreError) -> Value {
        do {
            return try queue.read(body)
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Runs `body` in an immediate transaction, durable when this returns; an error undoes all of it.
    func write<Value>(_ body: (Database) throws -> Value) throws(KeyStoreError) -> Value {
        do {
            return try queue.write(body)
        } catch {
            throw Self.failure(error, path)
        }
    }

    func close() throws(KeyStoreError) {
        do {
            try queue.close()
        } catch {
            throw Self.failure(error, path)
        }
    }

    private static func configuration(readOnly: Bool, busyTimeout: TimeInterval) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { database in
            // EXTRA also synchronises the directory after the rollback journal is gone: a commit survives power loss.
            try database.execute(
                sql: """
                    PRAGMA synchronous = EXTRA;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA recursive_triggers = ON;
                    """
            )
        }
        return configuration
    }
}
