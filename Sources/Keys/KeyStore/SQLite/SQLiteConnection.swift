import CDispatchQueues
import Failures
import Foundation
import GRDB
import Synchronization
import TextFormats

/// A connection to the SQLite file of a store, for one thread at a time.
final class SQLiteConnection: Sendable {
    /// The purpose of a connection.
    enum Access {
        case reading, writing
    }

    let queue: DatabaseQueue
    private let path: String
    /// The state of the file when a connection that only reads was opened.
    private let openedState: SQLiteFileState?

    /// Connects to an existing file, without looking at its contents.
    ///
    /// A connection for reading creates no file beside it: unless there is a write-ahead log, it takes for granted that
    /// nobody writes the file. ``isCurrent`` then tells whether another process has begun to write, or to end it.
    init(to path: String, access: Access, busyTimeout: Duration) throws(RunFailure) {
        self.path = path
        openedState = access == .reading ? SQLiteFileState(of: path) : nil
        do {
            queue = try DatabaseQueue(
                path: Self.name(of: path, isImmutable: openedState?.hasWriter == false),
                configuration: Self.configuration(access, busyTimeout)
            )
        } catch {
            throw SQLiteDatabase.failure(error, path)
        }
    }

    /// Indicates whether the connection sees what is stored: false after another process has begun to write, or has
    /// removed the write-ahead log.
    var isCurrent: Bool { openedState?.isCurrent(of: path) ?? true }

    /// Runs `body` in a transaction that sees one state of the file.
    func read<Value>(_ body: (SQLiteSession) throws(RunFailure) -> Value) throws(RunFailure) -> Value {
        try transaction(.deferred, body) { _ in }
    }

    /// Runs `body` in the only transaction that writes, and calls `committed` when it is durable.
    func write<Value>(
        _ body: (SQLiteSession) throws(RunFailure) -> Value,
        committed: (SQLiteSession) -> Void
    ) throws(RunFailure) -> Value {
        try transaction(.immediate, body, committed: committed)
    }

    private func transaction<Value>(
        _ kind: Database.TransactionKind,
        _ body: (SQLiteSession) throws(RunFailure) -> Value,
        committed: (SQLiteSession) -> Void
    ) throws(RunFailure) -> Value {
        do {
            return try queue.inDatabase { database in
                let session = SQLiteSession(connection: database, path: path)
                var value: Value?
                try database.inTransaction(kind) {
                    value = try body(session)
                    return .commit
                }
                committed(session)
                guard let value else {
                    throw RunFailure.fault("a transaction of the key store without a result")
                }
                return value
            }
        } catch {
            throw SQLiteDatabase.failure(error, path)
        }
    }

    /// Calls `body` outside of transactions.
    func withoutTransaction<Value>(_ body: (Database) throws -> Value) throws(RunFailure) -> Value {
        do {
            return try queue.inDatabase(body)
        } catch {
            throw SQLiteDatabase.failure(error, path)
        }
    }

    /// Frees the pages in memory, so that the next transaction reads them from the file.
    func forgetPages() throws(RunFailure) {
        try withoutTransaction { $0.releaseMemory() }
    }

    /// Rewrites the file without overwritten data, and empties the write-ahead log.
    func compact() throws(RunFailure) {
        let file = SQLiteFileState.resolved(path)
        let folder = file[..<(file.utf8.lastIndex(of: UInt8(ascii: "/")) ?? file.startIndex)]
        try withoutTransaction { database in
            // SQLite makes a copy: beside the file and without a name, since in memory it would need as much.
            let sql =
                "PRAGMA temp_store_directory = '\(folder.replacing("'", with: "''"))'; PRAGMA temp_store = FILE"
            try database.execute(sql: sql + "; VACUUM")
            _ = try database.checkpoint(.truncate)
        }
    }

    /// Copies what the write-ahead log has to the file, as far as no process reads an older state.
    func checkpoint() throws(RunFailure) {
        _ = try withoutTransaction { try $0.checkpoint(.passive) }
    }

    func close() throws(RunFailure) {
        do {
            try queue.close()
        } catch {
            throw SQLiteDatabase.failure(error, path)
        }
    }

    /// Returns the name by which SQLite opens the file.
    private static func name(of path: String, isImmutable: Bool) -> String {
        // SQLite gives names such as ":memory:" a special meaning, and takes those that begin with "file:" for URIs.
        let path = path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
        return isImmutable ? "file:\(PercentEncoding.encode(path))?immutable=1" : path
    }

    private static func configuration(_ access: Access, _ busyTimeout: Duration) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = access == .reading
        let wait = BusyWait(busyTimeout)
        configuration.busyMode = .callback { wait.waitToRetry(after: $0) }
        configuration.prepareDatabase { database in
            // Keeps GRDB's queue until the process ends: releasing it needs a thread, and waits forever if
            // the system gives none.
            fairlead_keep_current_queue()
            // With FULL, a commit in the write-ahead log survives a loss of power. secure_delete leaves no deleted or
            // overwritten data in free pages: an old wrapped key is worth something to a thief.
            try database.execute(
                sql: """
                    PRAGMA synchronous = FULL;
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

/// The waits of a connection for the transactions of other processes.
///
/// SQLite's own waits become so long that a busy store is idle most of the time.
private final class BusyWait: Sendable {
    private let limit: Duration
    private let end = Mutex(ContinuousClock.now)

    init(_ limit: Duration) {
        self.limit = limit
    }

    /// Waits and returns true; returns false at once if the time is over since the first of these attempts, or all
    /// waits are.
    func waitToRetry(after attempts: Int) -> Bool {
        let now = ContinuousClock.now
        let end = end.withLock { end in
            if attempts == 0 { end = now + limit }
            return end
        }
        guard now < end, !StoreWaits.areOver else { return false }
        usleep(.random(in: 200...(attempts < 10 ? 600 : 3000)))
        return true
    }
}
