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

    /// The arguments of PostgreSQL's functions for advisory locks.
    var arguments: String {
        switch self {
        case .writers: "\(Self.space)"
        case .log: "\(Self.space + 1)"
        case .objects(let number): "\(Self.space), \(number)"
        }
    }
}
