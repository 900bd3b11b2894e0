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

    /// Runs one statement.
    @discardableResult
    package func run(
        _ sql: String,
        _ parameters: [PostgreSQLValue] = []
    ) throws(PostgreSQLError) -> PostgreSQLResult {
        try run([PostgreSQLStatement(sql, parameters)]).last ?? .empty
    }

    /// Runs statements, which are sent at once, and returns their results: one round trip.
    ///
    /// After a failed statement the server runs none of the others; the failure is thrown.
    package func run(_ statements: [PostgreSQLStatement]) throws(PostgreSQLError) -> [PostgreSQLResult] {
        guard isOpen else { throw .disconnected("the connection is closed") }
        guard !statements.isEmpty else { return [] }
        guard unsafe libpq.PQenterPipelineMode(handle) == 1 else { throw closeBroken() }
        var pipeline = StatementPipeline()
        for statement in statements { try enqueue(statement, &pipeline) }
        guard unsafe libpq.PQpipelineSync(handle) == 1 else { throw closeBroken() }
        try flush(until: .now + answerLimit)
        try receive(&pipeline)
        for (statement, name) in pipeline.preparedNames { preparedNames[statement] = name }
        if let failure = pipeline.failure {
            guard unsafe libpq.PQexitPipelineMode(handle) == 1 else {
                close()
                throw .disconnected(failure.message)
            }
            throw .refused(state: failure.state ?? "", message: failure.message)
        }
        guard unsafe libpq.PQexitPipelineMode(handle) == 1 else { throw closeBroken() }
        var results: [PostgreSQLResult] = []
        for result in pipeline.results { results.append(try result.get()) }
        guard results.count == statements.count else {
            close()
            throw .unexpected("\(results.count) results of \(statements.count) statements")
        }
        return results
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
        func attempt(_ statements: [PostgreSQLStatement]) throws(Failure) -> [[PostgreSQLValue]] {
            do throws(PostgreSQLError) {
                return try run(statements).last?.rows ?? []
            } catch {
                throw failure(error)
            }
        }
        let fetch = PostgreSQLStatement("FETCH \(Self.cursorBatchSize) FROM \(cursor)", isPrepared: false)
        let declaration = PostgreSQLStatement(
            "DECLARE \(cursor) NO SCROLL CURSOR FOR \(sql)",
            parameters,
            isPrepared: false
        )
        var rows = try attempt([declaration, fetch])
        while true {
            for row in rows { try body(row) }
            if rows.count < Self.cursorBatchSize { break }
            rows = try attempt([fetch])
        }
        _ = try attempt([PostgreSQLStatement("CLOSE \(cursor)", isPrepared: false)])
    }

    /// Sends a statement without waiting for its result, and prepares it first where this has not been done.
    private func enqueue(
        _ statement: PostgreSQLStatement,
        _ pipeline: inout StatementPipeline
    ) throws(PostgreSQLError) {
        let values = PostgreSQLParameters(statement.parameters)
        let key = PreparedStatement(sql: statement.sql, types: values.types)
        var name = statement.isPrepared ? preparedNames[key] ?? pipeline.newNames[key] : nil
        let preparedCount = preparedNames.count + pipeline.newNames.count
        if statement.isPrepared, name == nil, preparedCount < Self.preparedLimit {
            let newName = "fairlead_\(preparedCount)"
            guard
                unsafe libpq.PQsendPrepare(handle, newName, key.sql, Int32(key.types.count), key.types) == 1
            else { throw closeBroken() }
            pipeline.willPrepare(key, as: newName)
            name = newName
        }
        guard send(key.sql, preparedAs: name, values) else { throw closeBroken() }
        pipeline.willRun()
    }

    /// Sends a statement, by its name if it is prepared; returns false if the connection is broken.
    ///
    /// `values` is borrowed, because libpq copies the memory that it points to.
    private func send(_ sql: String, preparedAs name: String?, _ values: borrowing PostgreSQLParameters)
        -> Bool
    {
        let count = Int32(values.types.count)
        guard let name else {
            return unsafe libpq.PQsendQueryParams(
                handle,
                sql,
                count,
                values.types,
                values.values,
                values.lengths,
                values.formats,
                1
            ) == 1
        }
        return unsafe libpq.PQsendQueryPrepared(
            handle,
            name,
            count,
            values.values,
            values.lengths,
            values.formats,
            1
        ) == 1
    }

    /// Receives the results of all commands of a pipeline, until the server is ready for the next.
    private func receive(
        _ pipeline: inout StatementPipeline
    ) throws(PostgreSQLError) {
        var isBetweenCommands = true
        while true {
            // The time limit is that of each statement.
            guard let result = try unsafe nextResult(until: .now + answerLimit) else {
                // The results of each command end with none; none twice in succession comes from a broken connection.
                if isBetweenCommands { break }
                isBetweenCommands = true
                pipeline.endCommand()
                continue
            }
            defer { unsafe libpq.PQclear(result) }
            isBetweenCommands = false
            switch unsafe libpq.PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                unsafe pipeline.receive(PostgreSQLResult.result(of: result))
            case PGRES_FATAL_ERROR:
                unsafe pipeline.fail(StatementFailure(result))
                if let failure = pipeline.failure, failure.endsConnection {
                    close()
                    throw .disconnected(failure.message)
                }
            case PGRES_PIPELINE_ABORTED: break
            case PGRES_PIPELINE_SYNC: return
            default:
                close()
                throw .unexpected("a result of status \(unsafe libpq.PQresultStatus(result).rawValue)")
            }
        }
        throw closeBroken()
    }

    /// Runs statements without parameters and results, separated by semicolons.
    package func runScript(_ sql: String) throws(PostgreSQLError) {
        guard isOpen else { throw .disconnected("the connection is closed") }
        guard unsafe libpq.PQsendQuery(handle, sql) == 1 else { throw closeBroken() }
        let deadline = ContinuousClock.now + answerLimit
        try flush(until: deadline)
        // Reads all results even after an error, so that the connection stays usable.
        var failure: StatementFailure?
        while let result = try unsafe nextResult(until: deadline) {
            defer { unsafe libpq.PQclear(result) }
            switch unsafe libpq.PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
            case PGRES_FATAL_ERROR: unsafe failure = failure ?? StatementFailure(result)
            default:
                close()
                throw .unexpected("a result of status \(unsafe libpq.PQresultStatus(result).rawValue)")
            }
        }
        guard let failure else { return }
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
