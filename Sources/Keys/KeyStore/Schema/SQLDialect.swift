/// The statements by which one database creates the tables of ``StoreSchema``.
protocol SQLDialect {
    /// The statements that come before those of the tables, and store the number of the schema.
    static var preamble: String { get }

    /// The options of a table, after its columns.
    static var tableOptions: String { get }

    /// Returns a table's name as statements have it.
    static func name(of table: String) -> String

    static func type(of kind: StoreColumn.Kind) -> String

    /// Returns an expression for the length of a value in bytes.
    static func length(of column: StoreColumn) -> String

    /// Returns the part of CREATE INDEX after the table.
    static func index(on columns: [StoreColumn]) -> String

    /// Returns the statements by which a table refuses deletions and an update: `UPDATE`, or `UPDATE OF` some
    /// columns.
    static func refusal(of update: String, by table: StoreTable) -> String
}

extension SQLDialect {
    /// The statements that create the tables of a new store.
    static var script: String {
        ([preamble] + StoreSchema.tables.map(creation)).joined(separator: "\n")
    }

    private static func creation(of table: StoreTable) -> String {
        var lines = table.columns.map(definition)
        lines.append("PRIMARY KEY \(list(table.primaryKey))")
        lines += table.uniqueKeys.map { "UNIQUE \(list($0))" }
        lines += table.conditions.map { "CHECK (\($0))" }
        let name = name(of: table.name)
        let body = lines.map { "    " + $0 }.joined(separator: ",\n")
        let creation = "CREATE TABLE \(name) (\n\(body)\n)\(tableOptions);"
        let indices = table.indices.map { columns in
            "CREATE INDEX \(table.name)_by_\(columns[0]) ON \(name) \(index(on: table.columns(named: columns)));"
        }
        return ([creation] + indices + [refusal(of: refusedUpdate(of: table), by: table)])
            .joined(separator: "\n")
    }

    private static func refusedUpdate(of table: StoreTable) -> String {
        let constants = table.columns.filter { !$0.isChangeable }.map(\.name)
        return constants.count == table.columns.count
            ? "UPDATE" : "UPDATE OF \(constants.joined(separator: ", "))"
    }

    private static func definition(of column: StoreColumn) -> String {
        var definition = "\(column.name) \(type(of: column.kind))"
        if !column.isOptional { definition += " NOT NULL" }
        if let table = column.referencedTable {
            definition += " REFERENCES \(name(of: table)) (\(column.name))"
        }
        if let rule = column.rule { definition += " CHECK (\(condition(rule, for: column)))" }
        return definition
    }

    private static func condition(_ rule: StoreColumn.Rule, for column: StoreColumn) -> String {
        switch rule {
        case .length(let range): "\(length(of: column)) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        case .lengths(let counts): "\(length(of: column)) IN \(list(counts.map(String.init)))"
        case .lengthMultiple(let count): "\(length(of: column)) % \(count) = 0"
        case .atLeast(let number): "\(column.name) >= \(number)"
        case .within(let range): "\(column.name) BETWEEN \(range.lowerBound) AND \(range.upperBound)"
        case .oneOf(let words): "\(column.name) IN \(list(words.map { "'\($0)'" }))"
        }
    }

    static func list(_ names: [String]) -> String { "(\(names.joined(separator: ", ")))" }
}
