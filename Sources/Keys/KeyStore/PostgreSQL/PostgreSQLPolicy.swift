/// A policy of row-level security; those who own the table, and superusers, are above it.
struct PostgreSQLPolicy {
    let name: String
    let table: String
    /// The role that it is for, which has to be there before; nil for all.
    var role: String?
    /// What stands behind the table in CREATE POLICY.
    let clause: String

    /// Makes it.
    var statements: String {
        """
        ALTER TABLE fairlead.\(table) ENABLE ROW LEVEL SECURITY;
        CREATE POLICY \(name) ON fairlead.\(table) \(clause);
        """
    }
}
