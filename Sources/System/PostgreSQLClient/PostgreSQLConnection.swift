import CPostgreSQL
import Glibc

/// A connection to PostgreSQL, for one thread at a time.
///
/// No call waits for ever: there is a limit to connecting, and one to each statement. UTF-8, and every commit is on the
/// server's disk before it is confirmed, whatever the server's default is.
@safe
package final class PostgreSQLConnection: @unchecked Sendable {
    /// Longest statement, in seconds; the server ends it.
    package static let statementSeconds = 120
    /// Longest wait for a lock, in seconds.
    package static let lockSeconds = 30
    /// How long the server waits for the next statement of a transaction, in seconds: a process that was stopped must not
    /// hold its locks.
    package static let idleSeconds = 60

    let handle: OpaquePointer
    /// Names of prepared statements by their text and types.
    var prepared: [PreparedStatement: String] = [:]
    /// Tells the cursors of a transaction apart.
    var cursorCount = 0
    /// When a statement that the server does not answer counts as lost: later than the server itself ends it.
    let answerLimit: Duration
    /// Whether something can be run on it, as far as is known.
    package private(set) var isOpen = true

    /// Connects, within `limit`.
    ///
    /// - Parameters:
    ///   - address: where to.
    ///   - limit: how long connecting may take.
    ///   - searchPath: the schemas where unqualified names are looked for; nil for the server's default.
    ///   - answerLimit: how long an answer to a statement is waited for.
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

    /// Ends the connection; nothing can be run on it any more.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        unsafe libpq.PQfinish(handle)
    }

    /// Whether it is open, and outside of a transaction.
    package var isIdle: Bool {
        unsafe isOpen && libpq.PQstatus(handle) == CONNECTION_OK
            && libpq.PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// A stronger synchronous commit (`remote_apply`) stays.
    ///
    /// The server's keep-alives find machines that are gone, whose
    /// locks would stay otherwise. Cursors are read to their end, so plans are for all of their rows: one for the first
    /// tenth may walk a table of a million rows to find one.
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
    /// Those before `dbname` are defaults that the URL may change, those after it are not.
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
            // Verbose messages have the SQLSTATE, which libpq does not tell otherwise of a connection that failed.
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

    /// Why there is no connection.
    ///
    /// The server's messages are `FATAL:  SQLSTATE: WORDS`.
    private static func failure(_ connection: OpaquePointer) -> PostgreSQLError {
        let message = firstLine(of: unsafe LibPQ.text(libpq.PQerrorMessage(connection)))
        // libpq gives up by itself then, without an SQLSTATE, and trying again would help no more than with a wrong one.
        guard unsafe libpq.PQconnectionNeedsPassword(connection) == 0 else {
            return .refused(state: "28P01", message: "the server asks for a password, and none was given")
        }
        // Values of parameters in the URL: `invalid sslmode value: "x"`, `invalid port number: "x"`.
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

    /// Waits until one of `events` is there, or the other end is gone; false if it is not by the deadline.
    static func wait(for events: Int16, on socket: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = deadline - .now
            guard left > .zero else { return false }
            var descriptor = pollfd(fd: socket, events: events, revents: 0)
            let milliseconds =
                left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            let status = unsafe poll(&descriptor, 1, Int32(clamping: milliseconds + 1))
            if status > 0 { return true }
            if status < 0, errno != EINTR { return false }
        }
    }
}
