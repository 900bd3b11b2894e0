/// A table of a store: rows are inserted, and never deleted.
struct StoreTable {
    let name: String
    /// The roles that may insert rows; the owner may, too.
    let roles: [StoreRole]
    let columns: [StoreColumn]
    /// The columns by which backups order the rows, too.
    let primaryKey: [String]
    /// Further lists of columns that no two rows have in common.
    var uniqueKeys: [[String]] = []
    /// Conditions for each row, in SQL that both databases understand.
    var conditions: [String] = []
    /// The lists of columns by which rows are looked up.
    var indices: [[String]] = []

    /// The columns that backups contain, in their order.
    var columnsInBackups: [StoreColumn] { columns.filter(\.isInBackups) }

    func columns(named names: [String]) -> [StoreColumn] {
        names.compactMap { name in columns.first { $0.name == name } }
    }
}
