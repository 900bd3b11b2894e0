/// A policy of row-level security; it does not apply to owners of the table and to superusers.
struct PostgreSQLPolicy {
    let name: String
    let table: String
    /// The role that the policy is for, which must exist before it; nil for all.
    var role: String?
    /// The part of CREATE POLICY after the table.
    let clause: String

    var statements: String {
        """
        ALTER TABLE fairlead.\(table) ENABLE ROW LEVEL SECURITY;
        CREATE POLICY \(name) ON fairlead.\(table) \(clause);
        """
    }
}
