import Failures

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

    /// Runs statements in a transaction that sees one state of the database, and returns the rows of each;
    /// with a database server this is one round trip.
    func rows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]]

    /// Returns what ``rows(of:)`` does, as another process would find it, without pages that a connection has
    /// cached.
    func uncachedRows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]]

    /// Runs `body` in a transaction that is durable when this returns; an error undoes all of it.
    ///
    /// `scope` says what other writers it excludes. `body` may run more than once: if the outcome of a commit
    /// is unknown, because a connection broke, it runs again on what is stored then. So a body inserts what is
    /// missing.
    func transaction<Value>(
        excluding scope: WriteScope,
        _ body: (any SQLSession) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value

    /// Returns the head of the log when no entry is being appended, in a transaction that changes nothing.
    func auditHead() throws(RunFailure) -> AuditHead

    /// Rewrites the database so that no overwritten data remain, unless that is the task of a database
    /// server.
    func compact() throws(RunFailure)

    func close() throws(RunFailure)
}

extension SQLDatabase {
    var role: String? { nil }
    func uncachedRows(of statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        try rows(of: statements)
    }
    func compact() throws(RunFailure) {}
    func close() throws(RunFailure) {}

    /// Runs `body` in a transaction as ``transaction(excluding:_:)`` does, with the log of the store, whose
    /// entries are written with the commit.
    func write<Value>(
        excluding scope: WriteScope,
        as actor: String,
        _ body: (any SQLSession, AuditLog) throws(RunFailure) -> Value
    ) throws(RunFailure) -> Value {
        try transaction(excluding: scope) { (session) throws(RunFailure) in
            let log = try AuditLog(actor: actor, in: session)
            let value = try body(session, log)
            try log.write(to: session)
            return value
        }
    }

    func logAudit(_ action: AuditAction, subject: String, detail: String) throws(RunFailure) {
        try write(excluding: .nobody, as: Actor.name(role: role)) { (_, log) in
            log.append(action, subject: subject, detail: detail)
        }
    }
}
