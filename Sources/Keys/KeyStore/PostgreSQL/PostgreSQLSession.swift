import PostgreSQLClient

/// A transaction on a connection; it remembers why a statement failed.
final class PostgreSQLSession: SQLSession {
    let connection: PostgreSQLConnection
    private let label: String
    private var failure: PostgreSQLError?

    init(_ connection: PostgreSQLConnection, label: String) {
        self.connection = connection
        self.label = label
    }

    /// Whether a statement failed in a way that does not last.
    var isBroken: Bool { failure.map(PostgreSQLDatabase.isTransient) ?? false }

    func query(_ sql: String, _ parameters: [SQLValue]) throws(KeyStoreError) -> [SQLRow] {
        try run(sql, parameters).rows.map(SQLRow.init(_:))
    }

    func forEach(
        _ sql: String,
        _ parameters: [SQLValue],
        _ body: (SQLRow) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {
        try connection.forEach(
            Self.numbered(sql),
            parameters.map(PostgreSQLValue.init),
            { (row) throws(KeyStoreError) in try body(SQLRow(row)) },
            failure: note
        )
    }

    @discardableResult
    func execute(_ sql: String, _ parameters: [SQLValue]) throws(KeyStoreError) -> Int {
        try run(sql, parameters).rowCount
    }

    /// Runs statements of our own that take no parameters.
    func executeScript(_ sql: String) throws(KeyStoreError) {
        do {
            try connection.runScript(sql)
        } catch {
            throw note(error)
        }
    }

    /// Begins it.
    ///
    /// A server in recovery, such as a hot standby, does not call itself read-only (25006) but says that BEGIN READ WRITE is
    /// no feature of it (0A000); it is waited for all the same, as it may become the primary.
    func begin(_ statement: String) throws(KeyStoreError) {
        do {
            try connection.run(statement)
        } catch .refused("0A000", let message) {
            throw note(.refused(state: "25006", message: message))
        } catch {
            throw note(error)
        }
    }

    /// Makes it durable; a transaction in which something failed is none.
    func commit() throws(KeyStoreError) {
        guard try run("COMMIT", []).commandTag == "COMMIT" else {
            throw .fault("PostgreSQL rolled a transaction back")
        }
    }

    /// Undoes it as far as the connection still is there; where it is not, the server undoes it.
    func rollBack() {
        guard connection.isOpen, !connection.isIdle else { return }
        do {
            try connection.run("ROLLBACK")
        } catch {
            connection.close()
        }
    }

    private func run(_ sql: String, _ parameters: [SQLValue]) throws(KeyStoreError) -> PostgreSQLResult {
        do {
            return try connection.run(Self.numbered(sql), parameters.map(PostgreSQLValue.init))
        } catch {
            throw note(error)
        }
    }

    private func note(_ error: PostgreSQLError) -> KeyStoreError {
        failure = failure ?? error
        return PostgreSQLDatabase.failure(error, label)
    }

    /// `sql` with `$1`, `$2` and so on where it has `?`.
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
