import Failures
import FoundationEssentials

extension PostgreSQLDatabase {
    /// Connects to the database of a store, whose tables must exist.
    static func open(
        url: String,
        timeout: Duration = PostgreSQLDatabase.timeout
    ) throws(RunFailure) -> PostgreSQLDatabase {
        let database = try PostgreSQLDatabase(url: url, timeout: timeout)
        let hasTables = try database.read { (session) throws(RunFailure) in
            try database.hasTables(session)
        }
        guard hasTables else { throw .storeNotFound(path: database.label) }
        return database
    }

    /// Creates the tables in an existing database, and the roles if permitted; safe to repeat and to run
    /// concurrently.
    ///
    /// - Parameters:
    ///   - url: libpq's connection URI of the database.
    ///   - timeout: the time to wait for a server that cannot be reached.
    ///   - fillTables: fills the tables of a new store; not called for a store that is complete.
    /// - Returns: the connected database.
    /// - Throws: `RunFailure`.
    static func create(
        url: String,
        timeout: Duration = PostgreSQLDatabase.timeout,
        fillTables: (any SQLSession, _ role: String?) throws(RunFailure) -> Void
    ) throws(RunFailure) -> PostgreSQLDatabase {
        let database = try PostgreSQLDatabase(url: url, timeout: timeout)
        let isReady = try database.read { (session) throws(RunFailure) in
            guard try database.hasTables(session) else { return false }
            return try session.first("SELECT 1 FROM store", []) != nil
        }
        if !isReady {
            try database.transaction(excluding: .everybody) { (session) throws(RunFailure) in
                if try !database.hasTables(session) {
                    try session.executeScript(PostgreSQLDialect.script)
                }
                try fillTables(session, database.role)
            }
        }
        try database.transaction(excluding: .everybody) { (session) throws(RunFailure) in
            try database.grant(session)
        }
        return database
    }

    /// Indicates whether the tables of a store exist; throws if they have another schema.
    func hasTables(_ session: any SQLSession) throws(RunFailure) -> Bool {
        // Queries the catalog, because `to_regclass` answers from what this session saw before it waited for
        // another session.
        let table = try session.first(
            """
            SELECT pg_class.relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
            WHERE pg_namespace.nspname = 'fairlead' AND pg_class.relname = 'schema_versions'
            """,
            []
        )
        guard table != nil else { return false }
        let version = try session.first("SELECT max(version) FROM fairlead.schema_versions", [])
        try StoreSchema.require(version?.optionalInteger(0), of: label)
        return true
    }

    /// Creates missing roles, if the user may, and grants existing roles their privileges, if the user owns
    /// the tables.
    private func grant(_ session: any SQLSession) throws(RunFailure) {
        let rights = try session.first(
            """
            SELECT pg_has_role(relowner, 'MEMBER'),
                EXISTS (SELECT FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolcreaterole))
            FROM pg_class WHERE oid = 'fairlead.content_keys'::regclass
            """,
            []
        )
        guard try rights?.integer(0) == 1 else { return }
        let missing = try missingRoles(session)
        if try rights?.integer(1) == 1 {
            for role in missing { try session.executeScript(PostgreSQLAccess.creation(of: role)) }
        }
        let stillMissing = try missingRoles(session)
        for role in StoreRole.allCases where !stillMissing.contains(role) {
            try session.executeScript(PostgreSQLAccess.grants(to: role))
        }
        // Creating a policy locks the table exclusively, so existing policies are not created again.
        let existingPolicies = try session.query(
            "SELECT polname::text FROM pg_policy WHERE polrelid = 'fairlead.audit_log'::regclass",
            []
        )
        .map { (row) throws(RunFailure) in try row.text(0) }
        for policy in PostgreSQLAccess.logPolicies where !existingPolicies.contains(policy.name) {
            if let role = policy.role, stillMissing.contains(role) { continue }
            try session.executeScript(policy.statements)
        }
    }

    private func missingRoles(_ session: any SQLSession) throws(RunFailure) -> [StoreRole] {
        let existingRoles = try session.query(
            "SELECT rolname::text FROM pg_roles WHERE rolname LIKE 'fairlead%'",
            []
        )
        .map { (row) throws(RunFailure) in try row.text(0) }
        return StoreRole.allCases.filter { !existingRoles.contains($0.name) }
    }

    /// Returns statements that create missing roles, for a user with that privilege, or nil if none is
    /// missing.
    ///
    /// The next `keys init` grants the new roles their privileges.
    func statementsForMissingRoles() throws(RunFailure) -> String? {
        let missing = try read { (session) throws(RunFailure) in try missingRoles(session) }
        return missing.isEmpty
            ? nil : missing.map { "CREATE ROLE \($0.name) NOLOGIN;" }.joined(separator: " ")
    }
}
