/// The statements of SQLite for the tables of a store.
///
/// The file's header has the number of the schema (`PRAGMA user_version`).
enum SQLiteDialect: SQLDialect {
    /// The mark of a key store (`PRAGMA application_id`): "FLKS".
    static let applicationID = 0x464C_4B53

    static let preamble = """
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(StoreSchema.version);
        """

    static let tableOptions = " STRICT"

    static func name(of table: String) -> String { table }

    static func type(of kind: StoreColumn.Kind) -> String {
        switch kind {
        case .text: "TEXT"
        // A primary key of this type is the row's number, the highest so far plus one unless it is given.
        case .integer, .rowNumber, .keptNumber: "INTEGER"
        case .bytes: "BLOB"
        }
    }

    static func length(of column: StoreColumn) -> String {
        column.kind == .text ? "length(CAST(\(column.name) AS BLOB))" : "length(\(column.name))"
    }

    static func index(on columns: [StoreColumn]) -> String { list(columns.map(\.name)) }

    static func refusal(of update: String, by table: StoreTable) -> String {
        [("update", update), ("delete", "DELETE")].map { name, event in
            """
            CREATE TRIGGER \(table.name)_refuses_\(name) BEFORE \(event) ON \(table.name)
            BEGIN SELECT RAISE(ABORT, '\(table.name) is append-only'); END;
            """
        }.joined(separator: "\n")
    }
}
