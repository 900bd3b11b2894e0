/// The rights of the roles of a PostgreSQL store; no role may change or delete what is stored.
enum PostgreSQLAccess {
    /// Returns the statement that creates a role without login.
    ///
    /// An existing role is no error: roles belong to the whole server, so another transaction may be faster.
    static func creation(of role: StoreRole) -> String {
        """
        DO $$ BEGIN CREATE ROLE \(role.name) NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        """
    }

    static func grants(to role: StoreRole) -> String {
        let tables = StoreSchema.tables.filter { $0.roles.contains(role) }
        let names = tables.map { PostgreSQLDialect.name(of: $0.name) }.joined(separator: ", ")
        return """
            GRANT USAGE ON SCHEMA fairlead TO \(role.name);
            GRANT SELECT ON ALL TABLES IN SCHEMA fairlead TO \(role.name);
            GRANT INSERT ON \(names) TO \(role.name);
            """
    }

    /// The policies for the audit log; its owner may append everything.
    ///
    /// Only `fairlead_export` may log that keys leave the store, so the database refuses others before a key
    /// has left.
    static let logPolicies = [
        PostgreSQLPolicy(name: "all_read", table: "audit_log", clause: "FOR SELECT USING (true)"),
        PostgreSQLPolicy(
            name: "all_append",
            table: "audit_log",
            clause: "FOR INSERT WITH CHECK (action NOT IN (\(exportActions)))"
        ),
        PostgreSQLPolicy(
            name: "exporters_append",
            table: "audit_log",
            role: .export,
            clause: "FOR INSERT TO \(StoreRole.export.name) WITH CHECK (action IN (\(exportActions)))"
        ),
    ]

    private static let exportActions = [AuditAction.export, .backup].map { "'\($0.rawValue)'" }.joined(
        separator: ", "
    )
}

/// A policy of row-level security; it does not apply to owners of the table and to superusers.
struct PostgreSQLPolicy {
    let name: String
    let table: String
    /// The role that the policy is for, which must exist before it; nil for all.
    var role: StoreRole?
    /// The part of CREATE POLICY after the table.
    let clause: String

    var statements: String {
        """
        ALTER TABLE \(PostgreSQLDialect.name(of: table)) ENABLE ROW LEVEL SECURITY;
        CREATE POLICY \(name) ON \(PostgreSQLDialect.name(of: table)) \(clause);
        """
    }
}
