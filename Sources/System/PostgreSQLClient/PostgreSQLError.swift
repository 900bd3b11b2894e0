package import SharedLibraries

/// An error on a connection to PostgreSQL.
package enum PostgreSQLError: Error, Hashable, Sendable {
    /// There is no connection, or it broke: the outcome of a commit in progress is unknown.
    case disconnected(String)
    /// The server refused a connection or a statement.
    ///
    /// `state` is the SQLSTATE. `message` names tables and columns, never values.
    case refused(state: String, message: String)
    /// The answer does not have the expected form.
    case unexpected(String)
    /// The address is not valid; it is not repeated, because it may contain a password.
    case invalidAddress(reason: String)
    /// libpq cannot be loaded.
    case missingLibrary(SharedLibraryError)
}
