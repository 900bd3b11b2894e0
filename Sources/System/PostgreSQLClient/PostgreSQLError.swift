package import SharedLibraries

/// What went wrong on a connection to PostgreSQL.
package enum PostgreSQLError: Error, Hashable, Sendable {
    /// No connection, or one that broke: the outcome of a commit that was under way is unknown.
    case disconnected(String)
    /// The server refused a connection or a statement; `state` is its SQLSTATE, `message` names tables and columns, never
    /// values.
    case refused(state: String, message: String)
    /// An answer that is not what was asked for.
    case unexpected(String)
    /// An address that is none; never repeated, for it may hold a password.
    case invalidAddress(reason: String)
    /// There is no libpq.
    case missingLibrary(SharedLibraryError)
}
