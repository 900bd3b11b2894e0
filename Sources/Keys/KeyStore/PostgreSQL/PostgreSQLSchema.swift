/// The tables of a PostgreSQL store, in a schema `fairlead`, and their migrations.
///
/// They are those of SQLite, under the same version numbers. Records never change: triggers refuse it, and no
/// role has the privilege. Times are seconds since 1970, ids and digests are bytes; texts are ordered by
/// their bytes.
enum PostgreSQLSchema {
    /// The scripts from one version to the next; the oldest creates all tables.
    static let migrations: [(version: Int64, script: String?)] = [
        (3, PostgreSQLSchemaVersion3.script), (4, signallingMoreThanOnce), (5, titleRuns),
        // Changes no table, but earlier builds would take keys of 32 bytes (AES-256) for damage.
        (6, nil), (7, publishedTrees),
    ]

    /// See `SQLiteSchemaVersion4`.
    private static let signallingMoreThanOnce = """
        DROP INDEX fairlead.signalling_once;
        CREATE INDEX signalling_by_key ON fairlead.signalling (key_id, id);
        """

    /// See `SQLiteSchemaVersion5`.
    private static let titleRuns = """
        CREATE TABLE fairlead.title_runs (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            content_id text COLLATE "C" NOT NULL CHECK (octet_length(content_id) BETWEEN 1 AND 200),
            output text COLLATE "C" NOT NULL,
            status bigint NOT NULL CHECK (status BETWEEN 0 AND 255),
            message text,
            options_digest bytea CHECK (length(options_digest) = 32),
            input_stamp bytea CHECK (length(input_stamp) = 32),
            input_digest bytea CHECK (length(input_digest) = 32),
            output_stamp bytea CHECK (length(output_stamp) = 32),
            key_ids bytea CHECK (length(key_ids) % 16 = 0),
            recorded_at bigint NOT NULL,
            CHECK ((status = 0) = (message IS NULL)),
            CHECK ((status = 0) = (options_digest IS NOT NULL AND input_stamp IS NOT NULL
                AND output_stamp IS NOT NULL AND key_ids IS NOT NULL))
        );
        CREATE INDEX title_runs_by_title ON fairlead.title_runs (content_id, id);
        \(PostgreSQLSchemaVersion3.refusalTrigger("UPDATE OR DELETE OR TRUNCATE", on: "title_runs"))
        """

    /// See `SQLiteSchemaVersion7`.
    private static let publishedTrees = """
        CREATE TABLE fairlead.published_trees (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            content_id text COLLATE "C" NOT NULL CHECK (octet_length(content_id) BETWEEN 1 AND 200),
            tree text COLLATE "C" NOT NULL,
            digest bytea NOT NULL CHECK (length(digest) = 32),
            files bytea NOT NULL,
            recorded_at bigint NOT NULL
        );
        CREATE INDEX published_trees_by_title ON fairlead.published_trees (content_id, id);
        \(PostgreSQLSchemaVersion3.refusalTrigger("UPDATE OR DELETE OR TRUNCATE", on: "published_trees"))
        """

    /// The present version.
    static var version: Int64 { migrations.map(\.version).max() ?? 0 }

    /// Creates the schema and the table of its versions if they are missing.
    static let schemaCreation = """
        CREATE SCHEMA IF NOT EXISTS fairlead;
        CREATE TABLE IF NOT EXISTS fairlead.schema_versions (
            version bigint PRIMARY KEY,
            applied_at bigint NOT NULL
        );
        """

    /// The roles, and the tables that they may insert into; all may read, none may change or delete.
    static let roles = [
        (
            name: "fairlead_mint",
            tables: [
                "content_keys", "reserved_key_ids", "supplied_lines", "key_policies", "key_states",
                "signalling",
                "media_uses", "title_runs", "published_trees", "audit_log",
            ]
        ),
        (name: "fairlead_use", tables: ["signalling", "media_uses", "published_trees", "audit_log"]),
        (name: "fairlead_export", tables: ["key_server_states", "audit_log"]),
    ]

    /// Returns the statement that creates a role without login.
    ///
    /// An existing role is no error: roles belong to the whole server, so another transaction may be faster.
    static func creation(ofRole name: String) -> String {
        """
        DO $$ BEGIN CREATE ROLE \(name) NOLOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
        """
    }

    static func grants(to name: String, insertingInto tables: [String]) -> String {
        """
        GRANT USAGE ON SCHEMA fairlead TO \(name);
        GRANT SELECT ON ALL TABLES IN SCHEMA fairlead TO \(name);
        GRANT INSERT ON \(tables.map { "fairlead.\($0)" }.joined(separator: ", ")) TO \(name);
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
            role: "fairlead_export",
            clause: "FOR INSERT TO fairlead_export WITH CHECK (action IN (\(exportActions)))"
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
