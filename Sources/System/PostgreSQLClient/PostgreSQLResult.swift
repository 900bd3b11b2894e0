import CPostgreSQL

/// What a statement gave.
package struct PostgreSQLResult: Sendable {
    /// Rows, of columns in order; empty for a statement without rows.
    package let rows: [[PostgreSQLValue]]
    /// How many rows were inserted, changed, deleted or selected.
    package let rowCount: Int
    /// What was done, such as `COMMIT` or `INSERT 0 1`.
    package let commandTag: String

    static let empty = PostgreSQLResult(rows: [], rowCount: 0, commandTag: "")

    private init(rows: [[PostgreSQLValue]], rowCount: Int, commandTag: String) {
        self.rows = rows
        self.rowCount = rowCount
        self.commandTag = commandTag
    }

    /// Reads libpq's result, whose columns are in the binary format.
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

    /// The result or what is wrong with it, as a value.
    static func reading(_ result: OpaquePointer) -> Result<PostgreSQLResult, PostgreSQLError> {
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

/// A failed statement, in the server's words or in libpq's.
struct StatementFailure {
    /// SQLSTATE; nil if it does not come from the server.
    let state: String?
    let message: String

    init(_ result: OpaquePointer) {
        state = unsafe Self.field(result, UInt8(ascii: "C"))  // PG_DIAG_SQLSTATE
        message =
            unsafe Self.field(result, UInt8(ascii: "M"))  // PG_DIAG_MESSAGE_PRIMARY
            ?? firstLine(of: LibPQ.text(libpq.PQresultErrorMessage(result)))
    }

    /// Whether the server closes the connection after it: connection exceptions, shutdowns, timeouts of sessions.
    var endsConnection: Bool {
        guard let state else { return true }
        return state.hasPrefix("08") || state.hasPrefix("57P") || state == "25P03"
    }

    private static func field(_ result: OpaquePointer, _ code: UInt8) -> String? {
        guard let text = unsafe libpq.PQresultErrorField(result, Int32(code)) else { return nil }
        return unsafe String(cString: text)
    }
}

/// The first line of a message, without the space around it.
func firstLine(of message: String) -> String {
    let line = message.split(whereSeparator: \.isNewline).first ?? "no reason given"
    return String(line.trimmingPrefix { $0.isWhitespace })
}
