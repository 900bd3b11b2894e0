import Failures
import FoundationEssentials
import GRDB

/// A transaction of SQLite; statements are prepared once per connection, and none has to wait for others.
final class SQLiteSession: SQLSession {
    var chainEnd: AuditChainEnd?
    private let connection: Database
    private let path: String

    init(connection: Database, path: String) {
        self.connection = connection
        self.path = path
    }

    func query(_ statements: [SQLStatement]) throws(RunFailure) -> [[SQLRow]] {
        try statements.map { (statement) throws(RunFailure) in try enqueue(statement).rows }
    }

    @discardableResult
    func enqueue(_ statement: SQLStatement) throws(RunFailure) -> EnqueuedRows {
        let rows = EnqueuedRows()
        try forEach(statement.sql, statement.parameters) { rows.rows.append($0) }
        return rows
    }

    /// Does nothing: no other transaction writes, and a reader sees the log as it was before.
    func lockLog(exclusively: Bool) {}

    /// Does nothing: a new row has the highest number plus one.
    func continueNumbers(of table: StoreTable) {}

    func forEach(
        _ sql: String,
        _ parameters: [SQLValue],
        _ body: (SQLRow) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        do {
            let statement = try connection.cachedStatement(sql: sql)
            let cursor = try Row.fetchCursor(statement, arguments: Self.arguments(parameters))
            while let row = try cursor.next() {
                try body(Self.row(row, path))
            }
        } catch {
            throw SQLiteDatabase.failure(error, path)
        }
    }

    @discardableResult
    func execute(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> Int {
        do {
            let statement = try connection.cachedStatement(sql: sql)
            // A statement that changes no rows does not reset SQLite's count of changes, so this compares the
            // count before and after.
            let changeCountBefore = connection.totalChangesCount
            try statement.execute(arguments: Self.arguments(parameters))
            return connection.totalChangesCount - changeCountBefore
        } catch {
            throw SQLiteDatabase.failure(error, path)
        }
    }

    func executeScript(_ sql: String) throws(RunFailure) {
        do {
            try connection.execute(sql: sql)
        } catch {
            throw SQLiteDatabase.failure(error, path)
        }
    }

    private static func arguments(_ parameters: [SQLValue]) -> StatementArguments {
        StatementArguments(
            parameters.map { parameter -> (any DatabaseValueConvertible)? in
                switch parameter {
                case .null: nil
                case .integer(let number): number
                case .text(let text): text
                case .bytes(let bytes): Data(bytes)
                }
            }
        )
    }

    private static func row(_ row: Row, _ path: String) throws(RunFailure) -> SQLRow {
        var values: [SQLValue] = []
        values.reserveCapacity(row.count)
        for value in row.databaseValues {
            switch value.storage {
            case .null: values.append(.null)
            case .int64(let number): values.append(.integer(number))
            case .string(let text): values.append(.text(text))
            case .blob(let bytes): values.append(.bytes(Array(bytes)))
            case .double: throw .corrupted(path: path, reason: "a value of the wrong kind")
            }
        }
        return SQLRow(values: values)
    }
}
