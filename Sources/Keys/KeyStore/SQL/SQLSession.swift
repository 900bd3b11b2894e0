import Failures

/// A statement of ours, whose parameters are written as `?` (no statement has a question mark in a literal).
///
/// It is in SQL that both SQLite and PostgreSQL understand.
struct SQLStatement {
    let sql: String
    let parameters: [SQLValue]

    init(_ sql: String, _ parameters: [SQLValue] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

/// The rows of a statement that was enqueued; empty until it has run.
final class EnqueuedRows {
    var rows: [SQLRow] = []
}

/// A transaction on one connection.
///
/// Statements that were enqueued run before all that come later, and at the latest before the commit; with a
/// database server, they and the next statement, or the commit, are one round trip.
protocol SQLSession: AnyObject {
    /// The end of the chain of the log that this connection continues, or nil if it has to begin one.
    var chainEnd: AuditChainEnd? { get set }

    /// Runs statements, which do not need each other's results, and returns the rows of each.
    func query(_ statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]]

    /// Has a statement run later; its failure is thrown then.
    @discardableResult
    func enqueue(_ statement: SQLStatement) throws(RunFailure) -> EnqueuedRows

    /// Calls `body` with each row, without holding all of them; `body` must not run a statement.
    func forEach(
        _ sql: String,
        _ parameters: [SQLValue],
        _ body: (SQLRow) throws(RunFailure) -> Void
    ) throws(RunFailure)

    /// Runs a statement and returns the number of rows that it inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> Int

    /// Runs our own statements, which take no parameters and are separated by semicolons.
    func executeScript(_ sql: String) throws(RunFailure)

    /// Makes a table number new rows after those that have come with their numbers.
    func continueNumbers(of table: StoreTable) throws(RunFailure)

    /// Enqueues a lock of the log until the commit: against those who begin a chain, or against all who
    /// append.
    func lockLog(exclusively: Bool) throws(RunFailure)
}

extension SQLSession {
    func query(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> [SQLRow] {
        try query([SQLStatement(sql, parameters)])[0]
    }

    /// Returns the first row of a statement that has at most one.
    func first(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> SQLRow? {
        try query(sql, parameters).first
    }

    /// Runs what is enqueued.
    func flush() throws(RunFailure) {
        _ = try query([])
    }

    @discardableResult
    func enqueue(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> EnqueuedRows {
        try enqueue(SQLStatement(sql, parameters))
    }
}
