import CPostgreSQL

/// The result of a statement.
package struct PostgreSQLResult: Sendable {
    /// The rows, each with its columns in order; empty for a statement without rows.
    package let rows: [[PostgreSQLValue]]
    /// The number of rows that were inserted, changed, deleted or selected.
    package let rowCount: Int
    /// The command tag of the server, such as `COMMIT` or `INSERT 0 1`.
    package let commandTag: String

    static let empty = PostgreSQLResult(rows: [], rowCount: 0, commandTag: "")

    private init(rows: [[PostgreSQLValue]], rowCount: Int, commandTag: String) {
        self.rows = rows
        self.rowCount = rowCount
        self.commandTag = commandTag
    }

    /// Reads a result of libpq whose columns are in the binary format.
    init(_ result: OpaquePointer) throws(PostgreSQLError) {
        commandTag = unsafe LibPQ.text(libpq.PQcmdStatus(result))
        rowCount = unsafe Int(LibPQ.text(libpq.PQcmdTuples(result))) ?? 0
        var rows: [[PostgreSQLValue]] = []
        let columns = unsafe 0..<libpq.PQnfields(result)
        for row in unsafe 0..<libpq.PQntuples(result) {
            var values: [PostgreSQLValue] = []
            for column in columns {
                values.append(try unsafe Self.value(result, row, column))
            }
            rows.append(values)
        }
        self.rows = rows
    }

    /// Reads a result and returns an error as a value.
    static func result(of result: OpaquePointer) -> Result<PostgreSQLResult, PostgreSQLError> {
        do throws(PostgreSQLError) {
            return .success(try unsafe PostgreSQLResult(result))
        } catch {
            return .failure(error)
        }
    }

    private static func value(
        _ result: OpaquePointer,
        _ row: Int32,
        _ column: Int32
    ) throws(PostgreSQLError) -> PostgreSQLValue {
        guard unsafe libpq.PQgetisnull(result, row, column) == 0 else { return .null }
        guard unsafe libpq.PQfformat(result, column) == 1,
            let start = unsafe libpq.PQgetvalue(result, row, column)
        else {
            throw .unexpected("a column in the text format")
        }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: start,
            count: Int(libpq.PQgetlength(result, row, column))
        )
        return try unsafe PostgreSQLValue(type: libpq.PQftype(result, column), wireBytes: Array(bytes))
    }
}

/// The failure of a statement, with the message of the server or of libpq.
struct StatementFailure {
    /// The SQLSTATE, or nil if the failure does not come from the server.
    let state: String?
    let message: String

    init(_ result: OpaquePointer) {
        state = unsafe Self.field(result, UInt8(ascii: "C"))  // PG_DIAG_SQLSTATE
        message =
            unsafe Self.field(result, UInt8(ascii: "M"))  // PG_DIAG_MESSAGE_PRIMARY
            ?? firstLine(of: LibPQ.text(libpq.PQresultErrorMessage(result)))
    }

    /// Indicates whether the server closes the connection after the failure: connection exceptions,
    /// shutdowns, session timeouts.
    var endsConnection: Bool {
        guard let state else { return true }
        return state.hasPrefix("08") || state.hasPrefix("57P") || state == "25P03"
    }

    private static func field(_ result: OpaquePointer, _ code: UInt8) -> String? {
        guard let text = unsafe libpq.PQresultErrorField(result, Int32(code)) else { return nil }
        return unsafe String(cString: text)
    }
}

/// Returns the first line of a message, without leading white space.
func firstLine(of message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).first ?? "no reason given"
    return String(line.trimmingPrefix { $0.isWhitespace })
}
