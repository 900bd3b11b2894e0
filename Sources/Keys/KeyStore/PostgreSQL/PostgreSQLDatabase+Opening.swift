import FoundationEssentials

extension PostgreSQLDatabase {
    /// Connects to the database of a store, whose tables must exist in the present version.
    static func open(
        url: String,
        timeout: Duration = PostgreSQLDatabase.timeout
    ) throws(KeyStoreError) -> PostgreSQLDatabase {
        let database = try PostgreSQLDatabase(url: url, timeout: timeout)
        let version = try database.read { (session) throws(KeyStoreError) in
            try database.version(session)
        }
        guard let version else { throw .notFound(path: database.label) }
        guard version == PostgreSQLSchema.version else {
            let expected = "of version \(version), expected \(PostgreSQLSchema.version)"
            throw .permissions(
                path: database.label,
                reason: "the tables are \(expected); run `fairlead keys init` as their owner"
            )
        }
        return database
    }

    /// Creates or migrates the tables in an existing database, and creates the roles if permitted; safe to
    /// repeat and to run concurrently.
    ///
    /// - Parameters:
    ///   - url: libpq's connection URI of the database.
    ///   - kek: the key-encryption key; tables of a store with another one are not changed.
    ///   - timeout: the time to wait for a server that cannot be reached.
    ///   - fillTables: fills the tables of a new store; not called for a store that is complete and up to
    ///     date.
    /// - Returns: the connected database.
    /// - Throws: `KeyStoreError`.
    static func create(
        url: String,
        kek: KeyEncryptionKey,
        timeout: Duration = PostgreSQLDatabase.timeout,
        fillTables: (any SQLSession, _ role: String?) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) -> PostgreSQLDatabase {
        let database = try PostgreSQLDatabase(url: url, timeout: timeout)
        let isReady = try database.read { (session) throws(KeyStoreError) in
            guard try database.version(session) == PostgreSQLSchema.version else { return false }
            return try session.first("SELECT 1 FROM store", []) != nil
        }
        if !isReady {
            do {
                try database.write { (session) throws(KeyStoreError) in
                    try database.migrate(session, kek)
                    try fillTables(session, database.role)
                }
            } catch {
                SQLKeyStore.logDenial(error, in: database)
                throw error
            }
        }
        try database.write { (session) throws(KeyStoreError) in try database.grant(session) }
        return database
    }

    /// Returns the newest version of the tables, or nil if there are none.
    func version(_ session: any SQLSession) throws(KeyStoreError) -> Int64? {
        // Queries the catalog, because `to_regclass` answers from what this session saw before it waited for
        // another session.
        let table = try session.first(
            """
            SELECT pg_class.relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
            WHERE pg_namespace.nspname = 'fairlead' AND pg_class.relname = 'schema_versions'
            """,
            []
        )
        guard table != nil else { return nil }
        let version = try session.first("SELECT max(version) FROM fairlead.schema_versions", [])?
            .optionalInteger(0)
        if let version, version > PostgreSQLSchema.version { throw .newerVersion(path: label) }
        return version
    }

    private func migrate(_ session: any SQLSession, _ kek: KeyEncryptionKey) throws(KeyStoreError) {
        let presentVersion = try version(session) ?? 0
        guard presentVersion < PostgreSQLSchema.version else { return }
        if presentVersion > 0, try session.first("SELECT 1 FROM store", []) != nil {
            try StoreHeader.checkFingerprint(session, kek: kek, label: label)
        }
        try runScript(PostgreSQLSchema.schemaCreation, session)
        for migration in PostgreSQLSchema.migrations where migration.version > presentVersion {
            if let changes = migration.script { try runScript(changes, session) }
            try session.execute(
                "INSERT INTO fairlead.schema_versions (version, applied_at) VALUES (?, ?)",
                [.integer(migration.version), SQLValue(Date())]
            )
        }
    }

    /// Creates missing roles, if the user may, and grants existing roles their privileges, if the user owns
    /// the tables.
    private func grant(_ session: any SQLSession) throws(KeyStoreError) {
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
            for name in missing { try runScript(PostgreSQLSchema.creation(ofRole: name), session) }
        }
        let stillMissing = try missingRoles(session)
        for role in PostgreSQLSchema.roles where !stillMissing.contains(role.name) {
            try runScript(PostgreSQLSchema.grants(to: role.name, insertingInto: role.tables), session)
        }
        // Creating a policy locks the table exclusively, so existing policies are not created again.
        let existingPolicies = try session.query(
            "SELECT polname::text FROM pg_policy WHERE polrelid = 'fairlead.audit_log'::regclass",
            []
        )
        .map { (row) throws(KeyStoreError) in try row.text(0) }
        for policy in PostgreSQLSchema.logPolicies where !existingPolicies.contains(policy.name) {
            if let role = policy.role, stillMissing.contains(role) { continue }
            try runScript(policy.statements, session)
        }
    }

    private func missingRoles(_ session: any SQLSession) throws(KeyStoreError) -> [String] {
        let existingRoles = try session.query(
            "SELECT rolname::text FROM pg_roles WHERE rolname LIKE 'fairlead%'",
            []
        )
        .map { (row) throws(KeyStoreError) in try row.text(0) }
        return PostgreSQLSchema.roles.map(\.name).filter { !existingRoles.contains($0) }
    }

    /// Returns statements that create missing roles, for a user with that privilege, or nil if none is
    /// missing.
    ///
    /// The next `keys init` grants the new roles their privileges.
    func statementsForMissingRoles() throws(KeyStoreError) -> String? {
        let missing = try read { (session) throws(KeyStoreError) in try missingRoles(session) }
        return missing.isEmpty ? nil : missing.map { "CREATE ROLE \($0) NOLOGIN;" }.joined(separator: " ")
    }

    private func runScript(_ sql: String, _ session: any SQLSession) throws(KeyStoreError) {
        guard let session = session as? PostgreSQLSession else {
            throw .fault("a session of another database")
        }
        try session.executeScript(sql)
    }
}
