/// An advisory lock of the writers of a store.
enum PostgreSQLLock {
    /// The lock that all writers share, and that one alone has who excludes all others.
    case writers
    /// The lock with a number of a ``StoreObject``.
    case objects(Int64)
    /// The lock that all share who append to the log, and that one alone has who begins a chain of it.
    case log

    /// "FLKS", which no other program uses.
    private static let space: Int64 = 0x464C_4B53

    /// Returns the statement that waits for the lock, which is held until the end of the transaction.
    func statement(exclusively: Bool) -> SQLStatement {
        let function = exclusively ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        switch self {
        case .writers: return SQLStatement("SELECT \(function)(?) IS NULL", [.integer(Self.space)])
        case .log: return SQLStatement("SELECT \(function)(?) IS NULL", [.integer(Self.space + 1)])
        case .objects(let number):
            return SQLStatement(
                "SELECT \(function)(?::int, ?::int) IS NULL",
                [.integer(Self.space), .integer(number)]
            )
        }
    }
}
