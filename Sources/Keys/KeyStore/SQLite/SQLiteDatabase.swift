import CDispatchQueues
import Failures
import FoundationEssentials
import GRDB

/// A store's SQLite file: rollback journal, every commit synchronized to the disk, SQLite's errors as
/// `RunFailure`.
struct SQLiteDatabase: SQLDatabase {
    /// The time to wait for another process's transaction, in seconds.
    static let busyTimeout: TimeInterval = 20

    let queue: DatabaseQueue
    let path: String
    /// The identity of the file when the connection was opened.
    let file: FileIdentity

    var label: String { path }

    /// Connects to an existing file, without looking at its contents.
    init(connecting path: String, readOnly: Bool, busyTimeout: TimeInterval) throws(RunFailure) {
        self.path = path
        // SQLite gives names such as ":memory:" a special meaning.
        let unambiguousPath = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
        do {
            queue = try DatabaseQueue(
                path: unambiguousPath,
                configuration: Self.configuration(readOnly: readOnly, busyTimeout: busyTimeout)
            )
        } catch {
            throw Self.failure(error, path)
        }
        guard let file = FileIdentity(of: path) else { throw .storeNotFound(path: path) }
        self.file = file
    }

    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try requireInPlace()
        do {
            return try queue.read { try body(SQLiteSession(connection: $0, path: path)) }
        } catch {
            throw Self.failure(error, path)
        }
    }

    func write<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try write(.immediate, body)
    }

    func writeExclusively<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try write(.exclusive, body)
    }

    private func write<Value>(
        _ kind: Database.TransactionKind,
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        guard !queue.configuration.readonly else {
            throw .permissions(path: path, reason: "the key store was opened for reading only")
        }
        try requireInPlace()
        do {
            var value: Value?
            try queue.inTransaction(kind) { connection in
                value = try body(SQLiteSession(connection: connection, path: path))
                return .commit
            }
            guard let value else { throw RunFailure.fault("a transaction of the key store without a result") }
            return value
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Throws if the file was moved, removed or replaced, because no one would find what is written to it.
    func requireInPlace() throws(RunFailure) {
        guard FileIdentity(of: path) == file else { throw .storeReplaced(path: path) }
    }

    func compact() throws(RunFailure) {
        do {
            try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        } catch {
            throw Self.failure(error, path)
        }
    }

    func close() throws(RunFailure) {
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
            // Keeps GRDB's queue until the process ends: releasing it needs a thread, and waits forever if
            // the system gives none.
            fairlead_keep_current_queue()
            // EXTRA also synchronizes the directory after the rollback journal is deleted, so a commit
            // survives a loss of power. secure_delete leaves no deleted or overwritten data in free pages: an
            // old wrapped key is worth something to a thief.
            try database.execute(
                sql: """
                    PRAGMA synchronous = EXTRA;
                    PRAGMA secure_delete = ON;
                    PRAGMA temp_store = MEMORY;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA recursive_triggers = ON;
                    """
            )
        }
        return configuration
    }
}
