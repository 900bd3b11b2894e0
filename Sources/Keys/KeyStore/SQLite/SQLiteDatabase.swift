import Failures
import GRDB
import StoreFiles
import Synchronization

/// A store's SQLite file: write-ahead log, every commit synchronized to the disk, SQLite's errors as
/// `RunFailure`.
///
/// One connection writes, and reads while nobody writes; others read beside it.
final class SQLiteDatabase: SQLDatabase {
    /// The time to wait for another process's transaction.
    static let busyTimeout: Duration = .seconds(20)
    /// The maximum number of connections that are kept for reading.
    private static let idleLimit = 8

    let path: String
    private let busyTimeout: Duration
    /// The identity of the file when it was opened.
    let file: FileIdentity
    /// The connection that writes, or nil for a store that is only read.
    let writer: SQLiteConnection?
    /// The number of threads that use it or wait for it.
    private let writerUsers = Atomic(0)
    private let readers = Mutex<[SQLiteConnection]>([])
    /// The identities of the write-ahead log and of its shared memory, which stay until the last connection is closed.
    private let companions = Mutex<[String: FileIdentity?]>([:])
    private let chainEnd = Mutex<AuditChainEnd?>(nil)
    private let isClosed = Atomic(false)
    /// The state of the file when it was checked last.
    let checkedState = Mutex<SQLiteFileState?>(nil)

    var label: String { path }

    /// Connects to an existing file, without looking at its contents.
    init(
        connecting path: String,
        readOnly: Bool,
        busyTimeout: Duration = SQLiteDatabase.busyTimeout
    ) throws(RunFailure) {
        self.path = path
        self.busyTimeout = busyTimeout
        writer =
            readOnly ? nil : try SQLiteConnection(to: path, access: .writing, busyTimeout: busyTimeout)
        guard let file = FileIdentity(of: path) else { throw .storeNotFound(path: path) }
        self.file = file
    }

    deinit {
        try? close()
    }

    // MARK: Reading

    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try withConnection { (connection) throws(RunFailure) in try connection.read(body) }
    }

    func rows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        guard !statements.isEmpty else { return [] }
        return try read { (session) throws(RunFailure) in try session.query(statements) }
    }

    /// Reads with a connection that has no pages in memory, and checks the file once more if it was written.
    ///
    /// A connection keeps its cached pages until SQLite writes the file; bytes that are overwritten from
    /// outside do not change that. What is in the write-ahead log hides them, too, until no process can open the
    /// store any more.
    func uncachedRows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        try withReader { (connection) throws(RunFailure) in
            try connection.forgetPages()
            try checkAgain(connection)
            return try connection.read { (session) throws(RunFailure) in try session.query(statements) }
        }
    }

    func auditHead() throws(RunFailure) -> AuditHead {
        try read { (session) throws(RunFailure) in try AuditHead.newest(in: session) }
    }

    /// Calls `body` with the connection that writes, if nobody uses it, or with one that only reads.
    private func withConnection<Value>(
        _ body: (SQLiteConnection) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        guard let writer, writerUsers.compareExchange(expected: 0, desired: 1, ordering: .relaxed).exchanged
        else { return try withReader(body) }
        defer { writerUsers.subtract(1, ordering: .relaxed) }
        try requireInPlace()
        return try body(writer)
    }

    /// Calls `body` with a connection that only reads.
    func withReader<Value>(
        _ body: (SQLiteConnection) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        while true {
            try requireInPlace()
            let state = SQLiteFileState(of: path)
            let connection: SQLiteConnection
            do throws(RunFailure) {
                connection = try reader()
            } catch {
                guard state?.isCurrent(of: path) == true else { continue }
                throw error
            }
            let value: Value
            do throws(RunFailure) {
                value = try body(connection)
            } catch {
                guard connection.isCurrent else { continue }
                throw error
            }
            // Rows that were read while another process began to write count for nothing.
            guard connection.isCurrent else { continue }
            readers.withLock { if $0.count < Self.idleLimit { $0.append(connection) } }
            return value
        }
    }

    private func reader() throws(RunFailure) -> SQLiteConnection {
        while let connection = readers.withLock({ $0.popLast() }) {
            if connection.isCurrent { return connection }
        }
        return try SQLiteConnection(to: path, access: .reading, busyTimeout: busyTimeout)
    }

    // MARK: Writing

    func transaction<Value>(
        excluding scope: WriteScope,
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        guard let writer else {
            throw .permissions(path: path, reason: "the key store was opened for reading only")
        }
        try requireInPlace()
        writerUsers.add(1, ordering: .relaxed)
        defer { writerUsers.subtract(1, ordering: .relaxed) }
        let value = try writer.write { (session) throws(RunFailure) in
            // Only one transaction writes, so nothing else changes the end of the chain meanwhile.
            session.chainEnd = chainEnd.withLock { $0 }
            return try body(session)
        } committed: { session in
            chainEnd.withLock { $0 = session.chainEnd }
        }
        try requireInPlace()
        return value
    }

    /// Notes which files beside the store the connection uses that writes.
    func noteCompanions() {
        companions.withLock { companions in
            for path in [SQLiteFileState.writeAheadLog(of: path), SQLiteFileState.sharedMemory(of: path)] {
                companions[path] = FileIdentity(of: path)
            }
        }
    }

    /// Throws if the file, its write-ahead log or its shared memory was moved, removed or replaced, because no one would
    /// find what is written to it.
    func requireInPlace() throws(RunFailure) {
        guard FileIdentity(of: path) == file else { throw .storeReplaced(path: path) }
        for (path, identity) in companions.withLock({ $0 }) where FileIdentity(of: path) != identity {
            throw .storeReplaced(path: path)
        }
    }

    func compact() throws(RunFailure) {
        try writer?.compact()
    }

    /// Closes the connections: last the one that writes, which removes the write-ahead log.
    func close() throws(RunFailure) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        let connections = readers.withLock { connections in
            defer { connections = [] }
            return connections
        }
        var failure: RunFailure?
        for reader in connections {
            do throws(RunFailure) { try reader.close() } catch { failure = failure ?? error }
        }
        // A process that only reads may remain, and cannot empty the log. If this fails, the log stays.
        try? writer?.checkpoint()
        try writer?.close()
        if let failure { throw failure }
    }
}
