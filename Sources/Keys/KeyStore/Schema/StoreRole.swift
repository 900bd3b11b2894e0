/// A role of the users of a store, in a database that has roles.
///
/// Each may read everything, and insert into the tables that name it.
enum StoreRole: String, CaseIterable {
    /// The role for everything that `protect` does.
    case mint
    /// The role for `verify`, `rewrite` and `rehearse --export`.
    case use
    /// The role for `keys export`, `keys backup`, `keys confirm` and `rehearse` without `--export`.
    case export

    /// The name of the role in the database.
    var name: String { "fairlead_\(rawValue)" }
}
