import Failures
import PostgreSQLClient
import Synchronization

/// A store's PostgreSQL database: a few connections, transactions that are repeated after a connection broke,
/// PostgreSQL's errors as `RunFailure`.
///
/// Threads share it; each transaction has its own connection.
final class PostgreSQLDatabase: SQLDatabase {
    /// The time to wait for a server that cannot be reached or that restarts.
    static let timeout: Duration = .seconds(20)
    /// The schemas of unqualified names; temporary tables come last, so that they cannot hide those of the
    /// store.
    private static let searchPath = "fairlead, pg_temp"
    /// The maximum number of attempts after a conflict.
    private static let conflictLimit = 3
    /// The maximum number of connections that are kept for later.
    private static let idleLimit = 64

    let label: String
    let role: String?
    private let address: PostgreSQLAddress
    private let timeout: Duration
    private let idleConnections = Mutex<[PooledConnection]>([])

    /// A connection, with the end of the chain of the log that it continues.
    private struct PooledConnection {
        let connection: PostgreSQLConnection
        var chainEnd: AuditChainEnd?
    }

    /// Connects, without looking at the contents of the database.
    init(url: String, timeout: Duration = PostgreSQLDatabase.timeout) throws(RunFailure) {
        do {
            address = try PostgreSQLAddress(url)
        } catch {
            throw Self.failure(error, "postgresql:…")
        }
        label = address.label
        self.timeout = timeout
        role = try Self.connect(address, label, timeout: timeout) { (connection) throws(PostgreSQLError) in
            guard case .text(let name)? = try connection.run("SELECT current_user").rows.first?.first else {
                throw .unexpected("a session without a user")
            }
            return name
        }
    }

    /// The beginning of a transaction that sees one state of the database.
    private static let readingBegin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try repeating { (session) throws(RunFailure) in
            session.begin(Self.readingBegin)
            let value = try body(session)
            try session.commit()
            return value
        }
    }

    func rows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        guard !statements.isEmpty else { return [] }
        return try repeating { (session) throws(RunFailure) in
            session.begin(Self.readingBegin)
            let rows = try statements.map { (statement) throws(RunFailure) in try session.enqueue(statement) }
            try session.commit()
            return rows.map(\.rows)
        }
    }

    func transaction<Value>(
        excluding scope: WriteScope,
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try repeating { (session) throws(RunFailure) in
            session.begin("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            switch scope {
            case .nobody: session.lock(.writers, exclusively: false)
            case .writers(let objects):
                session.lock(.writers, exclusively: false)
                // In a fixed order, so that no two writers wait for each other.
                for lock in Set(objects.map(\.lock)).sorted() {
                    session.lock(.objects(lock), exclusively: true)
                }
            case .everybody: session.lock(.writers, exclusively: true)
            }
            let value = try body(session)
            try session.commit()
            return value
        }
    }

    func auditHead() throws(RunFailure) -> AuditHead {
        try repeating { (session) throws(RunFailure) in
            // Each statement sees what was committed before it, so that those after the lock see what it waited for. All are
            // sent at once, so that nobody who appends waits for this process.
            session.begin("BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY")
            session.lock(.log, exclusively: true)
            let recovery = try session.enqueue(SQLStatement("SELECT pg_is_in_recovery()"))
            let rows = try AuditHead.newestStatements.map { (statement) throws(RunFailure) in
                try session.enqueue(statement)
            }
            try session.commit()
            // There, entries appear in the order of their commits, and locks of the primary do not count.
            guard try recovery.rows.first?.integer(0) == 0 else {
                throw .logOnStandby(path: label)
            }
            return try AuditHead(rows.map(\.rows))
        }
    }

    func close() throws(RunFailure) {
        idleConnections.withLock { $0.removeAll() }
    }

    /// Runs `body`, which is a transaction, and repeats it until the outcome is certain or the time is over.
    private func repeating<Value>(
        _ body: (PostgreSQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        var backoff = RetryBackoff(timeout)
        var conflictCount = 0
        while true {
            do throws(TransactionFailure) {
                return try attempt(body, connectingWithin: backoff.remaining)
            } catch {
                // Another writer was first; the next attempt finds what it has stored, unless the conflict lasts.
                if error.isConflicting { conflictCount += 1 }
                guard error.isTransient || (error.isConflicting && conflictCount <= Self.conflictLimit) else {
                    throw error.failure
                }
                // Idle connections most likely broke together with it.
                if error.isDisconnected { idleConnections.withLock { $0.removeAll() } }
                guard backoff.waitToRetry() else { throw error.failure }
            }
        }
    }

    private func attempt<Value>(
        _ body: (PostgreSQLSession) throws(RunFailure) -> Value,
        connectingWithin limit: Duration
    ) throws(TransactionFailure) -> Value {
        var pooled = try connection(within: limit)
        let session = PostgreSQLSession(pooled.connection, chainEnd: pooled.chainEnd, label: label)
        // A connection in the middle of a transaction is not used again; closing it undoes the transaction.
        defer { keepIfIdle(pooled) }
        do throws(RunFailure) {
            let value = try body(session)
            pooled.chainEnd = session.chainEnd
            return value
        } catch {
            session.rollBack()
            // The conflict may be one of the log; a new chain has none.
            if session.isConflicting { pooled.chainEnd = nil }
            throw TransactionFailure(
                failure: error,
                isTransient: session.isBroken,
                isConflicting: session.isConflicting,
                isDisconnected: !pooled.connection.isOpen
            )
        }
    }

    private func connection(within limit: Duration) throws(TransactionFailure) -> PooledConnection {
        if let connection = idleConnections.withLock({ $0.popLast() }) { return connection }
        do {
            return PooledConnection(
                connection: try PostgreSQLConnection(to: address, within: limit, searchPath: Self.searchPath)
            )
        } catch {
            throw TransactionFailure(
                failure: Self.failure(error, label),
                isTransient: Self.isTransient(error),
                isConflicting: false,
                isDisconnected: true
            )
        }
    }

    private func keepIfIdle(_ pooled: PooledConnection) {
        guard pooled.connection.isIdle else { return pooled.connection.close() }
        idleConnections.withLock { connections in
            if connections.count < Self.idleLimit { connections.append(pooled) }
        }
    }
}

/// A transaction that failed, or whose outcome is unknown.
private struct TransactionFailure: Error {
    let failure: RunFailure
    /// Indicates whether to try again, with what is stored then.
    let isTransient: Bool
    /// Indicates whether another writer has stored the same key or id.
    let isConflicting: Bool
    /// Indicates whether the connection broke, or there was none.
    let isDisconnected: Bool
}

extension PostgreSQLDatabase {
    /// Connects and runs a query, with the same repetition as for transactions.
    private static func connect<Value>(
        _ address: PostgreSQLAddress,
        _ label: String,
        timeout: Duration,
        _ query: (PostgreSQLConnection) throws(PostgreSQLError) -> Value
    ) throws(RunFailure) -> Value {
        var backoff = RetryBackoff(timeout)
        while true {
            do throws(PostgreSQLError) {
                return try query(PostgreSQLConnection(to: address, within: backoff.remaining))
            } catch {
                guard isTransient(error), backoff.waitToRetry() else { throw failure(error, label) }
            }
        }
    }
}
