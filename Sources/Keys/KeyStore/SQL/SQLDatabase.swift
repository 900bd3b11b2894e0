/// A transaction on one connection.
///
/// Statements are those that SQLite and PostgreSQL both understand; parameters stand as `?` (no statement of ours has a
/// question mark in a literal).
protocol SQLSession {
    /// All rows of a statement.
    func query(_ sql: String, _ parameters: [SQLValue]) throws(KeyStoreError) -> [SQLRow]

    /// Gives `body` the rows one after the other, without holding all of them; `body` runs no statement.
    func forEach(
        _ sql: String,
        _ parameters: [SQLValue],
        _ body: (SQLRow) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError)

    /// Runs a statement; the number of rows that it inserted, changed or deleted.
    @discardableResult
    func execute(_ sql: String, _ parameters: [SQLValue]) throws(KeyStoreError) -> Int
}

/// What a key store is kept in: transactions, and a driver's errors in our words.
///
/// Transactions do not nest: a body does not ask the store it runs in.
protocol SQLDatabase: Sendable {
    /// Names the database in messages; holds no password.
    var label: String { get }

    /// Who the database thinks we are; nil where it has no roles.
    var role: String? { get }

    /// Runs `body` in a transaction that sees one state of the database.
    func read<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value

    /// Runs `body` like `read` on what another process would find: nothing is taken from the memory of a connection.
    func readAnew<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value

    /// Runs `body` in a transaction that no other writer of this store runs beside, durable when this returns; an error
    /// undoes all of it.
    ///
    /// `body` may run more than once: where nobody can tell whether a commit was done (a connection that broke), it
    /// runs again on what is stored then. So a body inserts what is missing and reads back what is there.
    func write<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value

    /// Runs `body` like `write`, and beside no reader whom its commit would have to wait for.
    func writeAlone<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value

    /// Rewrites the database so that nothing is left of what was overwritten, where that is ours to do.
    func compact() throws(KeyStoreError)

    /// Ends the connections.
    func close() throws(KeyStoreError)
}

extension SQLDatabase {
    var role: String? { nil }
    func readAnew<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value { try read(body) }
    func writeAlone<Value>(
        _ body: (any SQLSession) throws(KeyStoreError) -> Value
    ) throws(KeyStoreError) -> Value { try write(body) }
    func compact() throws(KeyStoreError) {}
    func close() throws(KeyStoreError) {}
}

extension SQLSession {
    /// The first row of a statement that gives one at most.
    func first(_ sql: String, _ parameters: [SQLValue]) throws(KeyStoreError) -> SQLRow? {
        try query(sql, parameters).first
    }
}
