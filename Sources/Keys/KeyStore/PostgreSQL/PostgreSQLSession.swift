import Failures
import PostgreSQLClient

/// A transaction on a connection, which keeps the first error of its statements.
final class PostgreSQLSession: SQLSession {
    let connection: PostgreSQLConnection
    private let label: String
    private var failure: PostgreSQLError?

    init(_ connection: PostgreSQLConnection, label: String) {
        self.connection = connection
        self.label = label
    }

    /// Indicates whether a statement failed with a temporary error.
    var isBroken: Bool { failure.map(PostgreSQLDatabase.isTransient) ?? false }

    func query(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> [SQLRow] {
        try run(sql, parameters).rows.map(SQLRow.init(_:))
    }

    func forEach(
        _ sql: String,
        _ parameters: [SQLValue],
        _ body: (SQLRow) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try connection.forEach(
            Self.numbered(sql),
            parameters.map(PostgreSQLValue.init),
            { (row) throws(RunFailure) in try body(SQLRow(row)) },
            failure: recorded
        )
    }

    @discardableResult
    func execute(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> Int {
        try run(sql, parameters).rowCount
    }

    func executeScript(_ sql: String) throws(RunFailure) {
        do {
            try connection.runScript(sql)
        } catch {
            throw recorded(error)
        }
    }

    /// Begins the transaction.
    ///
    /// A server in recovery, such as a hot standby, does not answer that it is read-only (25006), but that it
    /// does not support BEGIN READ WRITE (0A000). It is waited for like a read-only one, because it may
    /// become the primary.
    func begin(_ statement: String) throws(RunFailure) {
        do {
            try connection.run(statement)
        } catch .refused("0A000", let message) {
            throw recorded(.refused(state: "25006", message: message))
        } catch {
            throw recorded(error)
        }
    }

    /// Commits durably; throws if PostgreSQL rolled the transaction back because a statement had failed.
    func commit() throws(RunFailure) {
        guard try run("COMMIT", []).commandTag == "COMMIT" else {
            throw .fault("PostgreSQL rolled a transaction back")
        }
    }

    /// Rolls the transaction back; if the connection broke, the server does it.
    func rollBack() {
        guard connection.isOpen, !connection.isIdle else { return }
        do {
            try connection.run("ROLLBACK")
        } catch {
            connection.close()
        }
    }

    private func run(_ sql: String, _ parameters: [SQLValue]) throws(RunFailure) -> PostgreSQLResult {
        do {
            return try connection.run(Self.numbered(sql), parameters.map(PostgreSQLValue.init))
        } catch {
            throw recorded(error)
        }
    }

    private func recorded(_ error: PostgreSQLError) -> RunFailure {
        failure = failure ?? error
        return PostgreSQLDatabase.failure(error, label)
    }

    /// Returns `sql` with `$1`, `$2` and so on in place of `?`.
    static func numbered(_ sql: String) -> String {
        var pieces = sql.split(separator: "?", omittingEmptySubsequences: false)
        var text = String(pieces.removeFirst())
        for (index, piece) in pieces.enumerated() {
            text += "$\(index + 1)\(piece)"
        }
        return text
    }
}

extension PostgreSQLValue {
    init(_ value: SQLValue) {
        switch value {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .text(let value): self = .text(value)
        case .bytes(let value): self = .bytes(value)
        }
    }
}

extension SQLRow {
    init(_ row: [PostgreSQLValue]) {
        values = row.map { value in
            switch value {
            case .null: .null
            case .integer(let value): .integer(value)
            case .text(let value): .text(value)
            case .bytes(let value): .bytes(value)
            }
        }
    }
}
