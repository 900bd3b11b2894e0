import Failures
import PostgreSQLClient

/// A transaction on a connection, which keeps the first error of its statements.
final class PostgreSQLSession: SQLSession {
    /// The maximum number of statements that wait for a round trip.
    private static let queueLimit = 256
    /// The maximum time, in seconds, between the reading of the log and its first entry of a chain.
    private static let beginningSeconds = 2

    let connection: PostgreSQLConnection
    var chainEnd: AuditChainEnd?
    private let label: String
    private var queue: [(statement: PostgreSQLStatement, rows: EnqueuedRows)] = []
    private var failure: PostgreSQLError?

    init(_ connection: PostgreSQLConnection, chainEnd: AuditChainEnd?, label: String) {
        self.connection = connection
        self.chainEnd = chainEnd
        self.label = label
    }

    /// Indicates whether a statement failed with a temporary error.
    var isBroken: Bool { failure.map(PostgreSQLDatabase.isTransient) ?? false }

    /// Indicates whether a row could not be inserted because another writer has stored the same key or id.
    var isConflicting: Bool {
        if case .refused("23505", _)? = failure { true } else { false }
    }

    func query(_ statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        let rows = statements.map { enqueue($0.sql, $0.parameters) }
        try flush()
        return rows.map(\.rows)
    }

    @discardableResult
    func enqueue(_ statement: SQLStatement) throws(RunFailure) -> EnqueuedRows {
        if queue.count >= Self.queueLimit { try flush() }
        return enqueue(statement.sql, statement.parameters)
    }

    @discardableResult
    private func enqueue(_ sql: String, _ parameters: [SQLValue]) -> EnqueuedRows {
        let rows = EnqueuedRows()
        let statement = PostgreSQLStatement(Self.numbered(sql), parameters.map(PostgreSQLValue.init))
        queue.append((statement, rows))
        return rows
    }

    /// Runs the statements of the queue in one round trip, and returns the result of the last one, or nil if
    /// there is none.
    @discardableResult
    private func run() throws(RunFailure) -> PostgreSQLResult? {
        let statements = queue
        queue = []
        do {
            let results = try connection.run(statements.map(\.statement))
            for (statement, result) in zip(statements, results) {
                statement.rows.rows = result.rows.map(SQLRow.init(_:))
            }
            return results.last
        } catch {
            throw recorded(error)
        }
    }

    func flush() throws(RunFailure) {
        if !queue.isEmpty { try run() }
    }

    func forEach(
        _ sql: String,
        _ parameters: [SQLValue],
        _ body: (SQLRow) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try flush()
        try connection.forEach(
            Self.numbered(sql),
            parameters.map(PostgreSQLValue.init),
            { (row) throws(RunFailure) in try body(SQLRow(row)) },
            failure: recorded
        )
    }

    @discardableResult
    func execute(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> Int {
        enqueue(sql, parameters)
        return try run()?.rowCount ?? 0
    }

    func executeScript(_ sql: String) throws(RunFailure) {
        try flush()
        do {
            try connection.runScript(sql)
        } catch {
            throw recorded(error)
        }
    }

    /// Enqueues the beginning of the transaction.
    func begin(_ statement: String) {
        enqueue(statement, [])
    }

    /// Enqueues a lock, which is held until the end of the transaction.
    func lock(_ lock: PostgreSQLLock, exclusively: Bool) {
        let statement = lock.statement(exclusively: exclusively)
        enqueue(statement.sql, statement.parameters)
    }

    func lockLog(exclusively: Bool) throws(RunFailure) {
        // A connection that begins a chain reads the log before it writes. If it stops in between, nobody can append, so it has
        // little time.
        if exclusively {
            enqueue(
                "SELECT set_config('idle_in_transaction_session_timeout', '\(Self.beginningSeconds)s', true)",
                []
            )
        }
        lock(.log, exclusively: exclusively)
    }

    func continueNumbers(of table: StoreTable) throws(RunFailure) {
        for column in table.columns where column.kind == .keptNumber {
            enqueue(
                """
                SELECT setval(pg_get_serial_sequence('\(PostgreSQLDialect.name(of: table.name))', '\(column.name)'),
                (SELECT max(\(column.name)) FROM \(PostgreSQLDialect.name(of: table.name))))
                """,
                []
            )
        }
    }

    /// Runs what is left and commits durably; throws if PostgreSQL rolled the transaction back because a statement
    /// had failed.
    func commit() throws(RunFailure) {
        enqueue("COMMIT", [])
        guard try run()?.commandTag == "COMMIT" else {
            throw .fault("PostgreSQL rolled a transaction back")
        }
    }

    /// Rolls the transaction back; if the connection broke, the server does it.
    func rollBack() {
        guard connection.isOpen, !connection.isIdle else { return }
        do {
            try connection.run("ROLLBACK")
        } catch {
            connection.close()
        }
    }

    /// Returns the error as one of the store.
    ///
    /// A server in recovery, such as a hot standby, does not answer that it is read-only (25006), but that it
    /// does not support BEGIN READ WRITE (0A000). It is waited for like a read-only one, because it may
    /// become the primary.
    private func recorded(_ error: PostgreSQLError) -> RunFailure {
        var error = error
        if case .refused("0A000", let message) = error, !hasBegun {
            error = .refused(state: "25006", message: message)
        }
        failure = failure ?? error
        return PostgreSQLDatabase.failure(error, label)
    }

    /// Indicates whether the server has run the beginning of the transaction.
    private var hasBegun: Bool { !connection.isIdle }

    /// Returns `sql` with `$1`, `$2` and so on in place of `?`.
    static func numbered(_ sql: String) -> String {
        var pieces = sql.split(separator: "?", omittingEmptySubsequences: false)
        var text = String(pieces.removeFirst())
        for (index, piece) in pieces.enumerated() {
            text += "$\(index + 1)\(piece)"
        }
        return text
    }
}

extension PostgreSQLValue {
    init(_ value: SQLValue) {
        switch value {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .text(let value): self = .text(value)
        case .bytes(let value): self = .bytes(value)
        }
    }
}

extension SQLRow {
    init(_ row: [PostgreSQLValue]) {
        values = row.map { value in
            switch value {
            case .null: .null
            case .integer(let value): .integer(value)
            case .text(let value): .text(value)
            case .bytes(let value): .bytes(value)
            }
        }
    }
}
