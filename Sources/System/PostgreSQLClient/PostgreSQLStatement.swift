/// A statement with the values of its parameters, which it contains as `$1`, `$2` and so on.
package struct PostgreSQLStatement: Sendable {
    let sql: String
    let parameters: [PostgreSQLValue]
    /// Indicates whether the server keeps the statement for the next time.
    let isPrepared: Bool

    /// Creates a statement from its parts.
    package init(_ sql: String, _ parameters: [PostgreSQLValue] = []) {
        self.init(sql, parameters, isPrepared: true)
    }

    init(_ sql: String, _ parameters: [PostgreSQLValue] = [], isPrepared: Bool) {
        self.sql = sql
        self.parameters = parameters
        self.isPrepared = isPrepared
    }
}
