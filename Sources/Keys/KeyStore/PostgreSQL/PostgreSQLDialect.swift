/// The statements of PostgreSQL for the tables of a store, in a schema `fairlead`.
///
/// A table of its own has the number of the schema.
enum PostgreSQLDialect: SQLDialect {
    static let preamble = """
        CREATE SCHEMA IF NOT EXISTS fairlead;
        CREATE TABLE fairlead.schema_versions (version bigint PRIMARY KEY);
        INSERT INTO fairlead.schema_versions VALUES (\(StoreSchema.version));
        CREATE FUNCTION fairlead.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
        """

    static let tableOptions = ""

    static func name(of table: String) -> String { "fairlead.\(table)" }

    static func type(of kind: StoreColumn.Kind) -> String {
        switch kind {
        case .text: "text COLLATE \"C\""
        case .integer: "bigint"
        case .bytes: "bytea"
        case .rowNumber: "bigint GENERATED ALWAYS AS IDENTITY"
        }
    }

    static func length(of column: StoreColumn) -> String { "octet_length(\(column.name))" }

    /// A B-tree takes values of about 2700 bytes, so texts of any length are left out, or alone are hashed.
    static func index(on columns: [StoreColumn]) -> String {
        let limitedColumns = columns.filter { $0.kind != .text || $0.rule != nil }
        return limitedColumns.isEmpty
            ? "USING hash \(list(columns.map(\.name)))" : list(limitedColumns.map(\.name))
    }

    static func refusal(of update: String, by table: StoreTable) -> String {
        """
        CREATE TRIGGER refuses_changes BEFORE \(update) OR DELETE OR TRUNCATE ON \(name(of: table.name))
            FOR EACH STATEMENT EXECUTE FUNCTION fairlead.refuse();
        """
    }
}
