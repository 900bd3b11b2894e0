import CPostgreSQL
import Glibc

/// A statement that the server keeps parsed and planned, for parameters of the given types.
struct PreparedStatement: Hashable {
    let sql: String
    let types: [UInt32]
}

extension PostgreSQLConnection {
    /// The maximum number of prepared statements; further ones are sent as text each time.
    private static let preparedLimit = 200
    /// The number of rows that a cursor fetches at once.
    private static let cursorBatchSize = 500

    /// Runs one statement, whose parameters are written as `$1`, `$2` and so on.
    @discardableResult
    package func run(
        _ sql: String,
        _ parameters: [PostgreSQLValue] = []
    ) throws(PostgreSQLError) -> PostgreSQLResult {
        let values = PostgreSQLParameters(parameters)
        if let name = try preparedName(PreparedStatement(sql: sql, types: values.types)) {
            return try unsafe send {
                unsafe libpq.PQsendQueryPrepared(
                    $0,
                    name,
                    Int32(values.types.count),
                    values.values,
                    values.lengths,
                    values.formats,
                    1
                )
            }
        }
        return try runOnce(sql, values)
    }

    /// Runs statements without parameters and results, separated by semicolons.
    package func runScript(_ sql: String) throws(PostgreSQLError) {
        _ = try unsafe send { unsafe libpq.PQsendQuery($0, sql) }
    }

    /// Calls `body` with each row of a query; few rows are in memory at once, and `body` may run other
    /// statements.
    ///
    /// Must be called in a transaction, which has to be rolled back if this throws.
    package func forEach<Failure: Error>(
        _ sql: String,
        _ parameters: [PostgreSQLValue],
        _ body: ([PostgreSQLValue]) throws(Failure) -> Void,
        failure: (PostgreSQLError) -> Failure
    ) throws(Failure) {
        cursorCount += 1
        let cursor = "cursor_\(cursorCount)"
        func attempt(_ statement: String, _ values: [PostgreSQLValue] = []) throws(Failure)
            -> PostgreSQLResult
        {
            do throws(PostgreSQLError) {
                return try runOnce(statement, PostgreSQLParameters(values))
            } catch {
                throw failure(error)
            }
        }
        _ = try attempt("DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)", parameters)
        while true {
            let rows = try attempt("FETCH \(Self.cursorBatchSize) FROM \(cursor)").rows
            for row in rows { try body(row) }
            if rows.count < Self.cursorBatchSize { break }
        }
        _ = try attempt("CLOSE \(cursor)")
    }

    private func runOnce(
        _ sql: String,
        _ values: borrowing PostgreSQLParameters
    ) throws(PostgreSQLError) -> PostgreSQLResult {
        try unsafe send {
            unsafe libpq.PQsendQueryParams(
                $0,
                sql,
                Int32(values.types.count),
                values.types,
                values.values,
                values.lengths,
                values.formats,
                1
            )
        }
    }

    /// Returns the name of the prepared statement, which is prepared if necessary, or nil if there are too
    /// many.
    private func preparedName(_ statement: PreparedStatement) throws(PostgreSQLError) -> String? {
        if let name = preparedNames[statement] { return name }
        guard preparedNames.count < Self.preparedLimit else { return nil }
        let name = "fairlead_\(preparedNames.count)"
        _ = try unsafe send {
            unsafe libpq.PQsendPrepare($0, name, statement.sql, Int32(statement.types.count), statement.types)
        }
        preparedNames[statement] = name
        return name
    }

    /// Sends a command and waits for all of its results; returns the last one.
    private func send(_ body: (OpaquePointer) -> Int32) throws(PostgreSQLError) -> PostgreSQLResult {
        guard isOpen else { throw .disconnected("the connection is closed") }
        guard unsafe body(handle) == 1 else { throw closeBroken() }
        let deadline = ContinuousClock.now + answerLimit
        try flush(until: deadline)
        // Reads all results even after an error, so that the connection stays usable.
        var lastResult: Result<PostgreSQLResult, PostgreSQLError> = .success(.empty)
        var failure: StatementFailure?
        while let result = try unsafe nextResult(until: deadline) {
            defer { unsafe libpq.PQclear(result) }
            switch unsafe libpq.PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: lastResult = unsafe PostgreSQLResult.result(of: result)
            case PGRES_FATAL_ERROR: unsafe failure = failure ?? StatementFailure(result)
            default:
                close()
                throw .unexpected("a result of status \(unsafe libpq.PQresultStatus(result).rawValue)")
            }
        }
        guard let failure else { return try lastResult.get() }
        if unsafe failure.endsConnection || libpq.PQstatus(handle) == CONNECTION_BAD {
            close()
            throw .disconnected(failure.message)
        }
        throw .refused(state: failure.state ?? "", message: failure.message)
    }

    private func flush(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        while true {
            switch unsafe libpq.PQflush(handle) {
            case 0: return
            case 1:
                try wait(for: Int16(POLLIN | POLLOUT), until: deadline)
                guard unsafe libpq.PQconsumeInput(handle) == 1 else { throw closeBroken() }
            default: throw closeBroken()
            }
        }
    }

    private func nextResult(until deadline: ContinuousClock.Instant) throws(PostgreSQLError) -> OpaquePointer?
    {
        while unsafe libpq.PQisBusy(handle) == 1 {
            try wait(for: Int16(POLLIN), until: deadline)
            // Data that arrived before the connection broke are still read.
            let isReadable = unsafe libpq.PQconsumeInput(handle) == 1
            if unsafe !isReadable && libpq.PQisBusy(handle) == 1 { throw closeBroken() }
        }
        return unsafe libpq.PQgetResult(handle)
    }

    private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws(PostgreSQLError) {
        guard unsafe Self.wait(for: events, on: libpq.PQsocket(handle), until: deadline) else {
            close()
            throw .disconnected("no answer in time")
        }
    }

    /// Closes the broken connection and returns the error.
    private func closeBroken() -> PostgreSQLError {
        let message = firstLine(of: unsafe LibPQ.text(libpq.PQerrorMessage(handle)))
        close()
        return .disconnected(message)
    }
}
