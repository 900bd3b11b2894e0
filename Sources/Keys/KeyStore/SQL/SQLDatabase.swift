import Failures

/// A transaction on one connection.
///
/// Statements are in SQL that both SQLite and PostgreSQL understand; parameters are written as `?` (no
/// statement of ours has a question mark in a literal).
protocol SQLSession {
    func query(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> [SQLRow]

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
}

/// The database of a key store: runs transactions, and converts a driver's errors to `RunFailure`.
///
/// Transactions do not nest: a body must not call the store that it runs in. The log of the store can be
/// written without its key-encryption key.
protocol SQLDatabase: AuditRecorder {
    /// The name of the database for messages, without a password.
    var label: String { get }

    /// The database role of this process, or nil if the database has no roles.
    var role: String? { get }

    /// Runs `body` in a transaction that sees one state of the database.
    func read<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value

    /// Runs `body` like `read`, but on what another process would find, without pages that a connection has
    /// cached.
    func readUncached<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value

    /// Runs `body` in a transaction that excludes other writers of this store; it is durable when this
    /// returns, and an error undoes all of it.
    ///
    /// `body` may run more than once: if the outcome of a commit is unknown, because a connection broke, it
    /// runs again on what is stored then. So a body inserts what is missing and reads back what is there.
    func write<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value

    /// Runs `body` like `write`, and excludes readers that its commit would have to wait for.
    func writeExclusively<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value

    /// Rewrites the database so that no overwritten data remain, unless that is the task of a database
    /// server.
    func compact() throws(RunFailure)

    func close() throws(RunFailure)
}

extension SQLDatabase {
    var role: String? { nil }
    func readUncached<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value { try read(body) }
    func writeExclusively<Value>(
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value { try write(body) }
    func compact() throws(RunFailure) {}
    func close() throws(RunFailure) {}

    func logAudit(_ action: AuditAction, subject: String, detail: String) throws(RunFailure) {
        let actor = Actor.name(role: role)
        try write { (session) throws(RunFailure) in
            try AuditLog(session, actor: actor).append(action, subject: subject, detail: detail)
        }
    }
}

extension SQLSession {
    /// Returns the first row of a statement that has at most one.
    func first(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> SQLRow? {
        try query(sql, parameters).first
    }
}
