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
    /// The advisory lock by which writers of a store take turns: "FLKS".
    static let writersLock: Int64 = 0x464C_4B53
    /// The schemas of unqualified names; temporary tables come last, so that they cannot hide those of the
    /// store.
    private static let searchPath = "fairlead, pg_temp"
    /// The maximum number of connections that are kept for later.
    private static let idleLimit = 8

    let label: String
    let role: String?
    private let address: PostgreSQLAddress
    private let timeout: Duration
    private let idleConnections = Mutex<[PostgreSQLConnection]>([])

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

    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    func write<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try transaction("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE") {
            (session) throws(RunFailure) in
            try session.execute("SELECT pg_advisory_xact_lock(\(Self.writersLock)) IS NULL", [])
            return try body(session)
        }
    }

    func close() throws(RunFailure) {
        idleConnections.withLock { $0.removeAll() }
    }

    /// Runs `body` between `beginning` and COMMIT, and repeats it until the outcome is certain or the time is
    /// over.
    private func transaction<Value>(
        _ beginning: String,
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        var backoff = RetryBackoff(timeout)
        while true {
            do throws(TransactionFailure) {
                return try attempt(beginning, body, connectingWithin: backoff.remaining)
            } catch {
                guard error.isTransient else { throw error.failure }
                // Idle connections most likely broke together with it.
                idleConnections.withLock { $0.removeAll() }
                guard backoff.waitToRetry() else { throw error.failure }
            }
        }
    }

    private func attempt<Value>(
        _ beginning: String,
        _ body: (any SQLSession) throws(RunFailure) -> Value,
        connectingWithin limit: Duration
    ) throws(TransactionFailure) -> Value {
        let session = PostgreSQLSession(try connection(within: limit), label: label)
        // A connection in the middle of a transaction is not used again; closing it undoes the transaction.
        defer { keepIfIdle(session.connection) }
        do throws(RunFailure) {
            try session.begin(beginning)
            let value = try body(session)
            try session.commit()
            return value
        } catch {
            session.rollBack()
            throw TransactionFailure(failure: error, isTransient: session.isBroken)
        }
    }

    private func connection(within limit: Duration) throws(TransactionFailure) -> PostgreSQLConnection {
        if let connection = idleConnections.withLock({ $0.popLast() }) { return connection }
        do {
            return try PostgreSQLConnection(to: address, within: limit, searchPath: Self.searchPath)
        } catch {
            throw TransactionFailure(
                failure: Self.failure(error, label),
                isTransient: Self.isTransient(error)
            )
        }
    }

    private func keepIfIdle(_ connection: PostgreSQLConnection) {
        guard connection.isIdle else { return connection.close() }
        idleConnections.withLock { connections in
            if connections.count < Self.idleLimit { connections.append(connection) }
        }
    }
}

/// A transaction that failed, or whose outcome is unknown.
private struct TransactionFailure: Error {
    let failure: RunFailure
    /// Indicates whether to try again, with what is stored then.
    let isTransient: Bool
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
