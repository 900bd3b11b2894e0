import CPostgreSQL
import Glibc

/// A connection to PostgreSQL, for one thread at a time.
///
/// Connecting and each statement have a time limit. The encoding is UTF-8. A commit is confirmed only after
/// it is on the server's disk, whatever the server's default is.
@safe
package final class PostgreSQLConnection: @unchecked Sendable {
    /// The maximum duration of a statement, in seconds, after which the server cancels it.
    static let statementSeconds = 120
    /// The maximum wait for a lock, in seconds.
    static let lockSeconds = 30
    /// The maximum time between two statements of a transaction, in seconds, so that a stopped process does
    /// not keep its locks.
    static let idleSeconds = 60

    let handle: OpaquePointer
    /// The names of prepared statements.
    var preparedNames: [PreparedStatement: String] = [:]
    /// The number of cursors so far, for unique names.
    var cursorCount = 0
    /// The time after which an unanswered statement counts as lost; longer than the time limit of the server.
    let answerLimit: Duration
    /// Indicates whether the connection is open, as far as is known.
    package private(set) var isOpen = true

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - address: the address of the database.
    ///   - limit: the maximum time for connecting.
    ///   - searchPath: the schemas in which unqualified names are looked up, or nil for the server's default.
    ///   - answerLimit: the maximum time to wait for the answer to a statement.
    /// - Throws: `PostgreSQLError`.
    package init(
        to address: PostgreSQLAddress,
        within limit: Duration = .seconds(10),
        searchPath: String? = nil,
        answerLimit: Duration = .seconds(PostgreSQLConnection.statementSeconds + 10)
    ) throws(PostgreSQLError) {
        unsafe handle = try Self.connect(to: address, within: limit)
        self.answerLimit = answerLimit
        _ = unsafe libpq.PQsetnonblocking(handle, 1)
        do throws(PostgreSQLError) {
            try run(Self.settings)
            if let searchPath { try run("SELECT set_config('search_path', $1, false)", [.text(searchPath)]) }
        } catch {
            close()
            throw error
        }
    }

    deinit {
        close()
    }

    /// Closes the connection, which cannot be used afterwards.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe libpq.PQfinish(handle)
    }

    /// Indicates whether the connection is open and outside a transaction.
    package var isIdle: Bool {
        unsafe isOpen && libpq.PQstatus(handle) == CONNECTION_OK
            && libpq.PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// The settings of the session.
    ///
    /// A stronger synchronous commit (`remote_apply`) is kept. The server's keep-alives detect clients that
    /// are gone, whose locks would remain otherwise. `cursor_tuple_fraction` is 1, because cursors are read
    /// to the end. The default of 0.1 favors plans for the first rows, which may scan a table of a million
    /// rows to find one.
    private static let settings = """
        SELECT set_config('synchronous_commit',
                CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
            set_config('statement_timeout', '\(statementSeconds)s', false),
            set_config('lock_timeout', '\(lockSeconds)s', false),
            set_config('idle_in_transaction_session_timeout', '\(idleSeconds)s', false),
            set_config('tcp_keepalives_idle', '10', false),
            set_config('tcp_keepalives_interval', '5', false),
            set_config('tcp_keepalives_count', '3', false),
            set_config('cursor_tuple_fraction', '1', false),
            set_config('client_min_messages', 'error', false)
        """
}

extension PostgreSQLConnection {
    /// The connection parameters: the URL may override those before `dbname`, but not those after it.
    private static let keywords = [
        "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout",
        "fallback_application_name", "dbname", "client_encoding",
    ]
    private static let values: [StaticString?] = ["10", "5", "3", "10000", "fairlead", nil, "UTF8"]

    private static func connect(
        to address: PostgreSQLAddress,
        within limit: Duration
    ) throws(PostgreSQLError) -> OpaquePointer {
        guard let connection = unsafe start(address) else { throw .disconnected("out of memory") }
        do throws(PostgreSQLError) {
            // Verbose messages contain the SQLSTATE, which libpq does not report otherwise for a failed
            // connection.
            _ = unsafe libpq.PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
            _ = unsafe libpq.PQsetNoticeProcessor(connection, { _, _ in }, nil)
            try unsafe complete(connection, until: .now + limit)
            return unsafe connection
        } catch {
            unsafe libpq.PQfinish(connection)
            throw error
        }
    }

    private static func start(_ address: PostgreSQLAddress) -> OpaquePointer? {
        let keywords = unsafe keywords.map { unsafe strdup($0) }
        defer { unsafe keywords.forEach { unsafe free($0) } }
        let names = unsafe keywords.map { unsafe UnsafePointer($0) } + [nil]
        return unsafe address.withURL { url in
            let values = unsafe values.map { value in
                unsafe value.map { unsafe UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
                    ?? url
            }
            return unsafe libpq.PQconnectStartParams(names, values + [nil], 1)
        } ?? nil
    }

    private static func complete(
        _ connection: OpaquePointer,
        until deadline: ContinuousClock.Instant
    ) throws(PostgreSQLError) {
        guard unsafe libpq.PQstatus(connection) != CONNECTION_BAD else { throw unsafe failure(connection) }
        var events = Int16(POLLOUT)
        while true {
            guard unsafe wait(for: events, on: libpq.PQsocket(connection), until: deadline) else {
                throw .disconnected("no answer in time")
            }
            switch unsafe libpq.PQconnectPoll(connection) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: events = Int16(POLLIN)
            case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
            default: throw unsafe failure(connection)
            }
        }
    }

    /// Returns the reason why there is no connection.
    ///
    /// Messages of the server have the form `FATAL:  SQLSTATE: WORDS`.
    private static func failure(_ connection: OpaquePointer) -> PostgreSQLError {
        let message = firstLine(of: unsafe LibPQ.text(libpq.PQerrorMessage(connection)))
        // If the server asks for a password and none is given, libpq gives up without an SQLSTATE. A retry
        // would fail, as after a wrong password (28P01).
        guard unsafe libpq.PQconnectionNeedsPassword(connection) == 0 else {
            return .refused(state: "28P01", message: "the server asks for a password, and none was given")
        }
        // A message about a parameter value in the URL: `invalid sslmode value: "x"`,
        // `invalid port number: "x"`.
        if message.hasPrefix("invalid ") {
            return .invalidAddress(
                reason: message.replacing(/: "[^"]*"| "[^"]*"/, with: "", maxReplacements: 1)
            )
        }
        guard let match = message.firstMatch(of: /:  ([0-9A-Z]{5}): (.*)$/) else {
            return .disconnected(message)
        }
        return .refused(state: String(match.1), message: String(match.2))
    }

    /// Waits until one of `events` occurs or the other end is gone; returns false if neither happens before
    /// the deadline.
    static func wait(for events: Int16, on socket: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let timeLeft = deadline - .now
            guard timeLeft > .zero else { return false }
            var descriptor = pollfd(fd: socket, events: events, revents: 0)
            let milliseconds =
                timeLeft.components.seconds * 1000 + timeLeft.components.attoseconds / 1_000_000_000_000_000
            let status = unsafe poll(&descriptor, 1, Int32(clamping: milliseconds + 1))
            if status > 0 { return true }
            if status < 0, errno != EINTR { return false }
        }
    }
}
