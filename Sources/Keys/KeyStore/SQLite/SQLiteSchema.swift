import GRDB

/// The tables of a SQLite store, and their migrations.
///
/// Records never change: triggers refuse it. Times are seconds since 1970, ids and digests are bytes.
enum SQLiteSchema {
    /// The append-only tables of every version.
    static let version1Tables = [
        "content_keys", "signalling", "media_uses", "key_policies", "key_server_states",
    ]
    /// The append-only tables that version 3 added.
    static let version3Tables = ["key_states", "reserved_key_ids", "supplied_lines", "audit_log"]
    static let appendOnlyTables =
        version1Tables + version3Tables + SQLiteSchemaVersion5.tables + SQLiteSchemaVersion7.tables

    /// Returns the append-only tables of a store with these versions applied.
    static func tables(of versions: some Collection<String>) -> [String] {
        version1Tables + (versions.contains("3") ? version3Tables : [])
            + (versions.contains("5") ? SQLiteSchemaVersion5.tables : [])
            + (versions.contains("7") ? SQLiteSchemaVersion7.tables : [])
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: store + contentKeys + signalling + mediaUses + keyPolicies + keyServerStates
            )
            for table in version1Tables {
                try database.execute(sql: appendOnly(table))
            }
        }
        migrator.registerMigration("2") { database in
            try database.execute(sql: methodOfMediaUses)
        }
        migrator.registerMigration("3") { database in
            try database.execute(sql: SQLiteSchemaVersion3.statements)
            for table in version3Tables + ["key_server_states"] {
                try database.execute(sql: appendOnly(table))
            }
        }
        migrator.registerMigration("4") { database in
            try database.execute(sql: SQLiteSchemaVersion4.statements + appendOnly("signalling"))
        }
        migrator.registerMigration("5") { database in
            let triggers = SQLiteSchemaVersion5.tables.map(appendOnly).joined(separator: "\n")
            try database.execute(sql: SQLiteSchemaVersion5.statements + triggers)
        }
        // Changes no table, but earlier builds would take keys of 32 bytes (AES-256) for damage.
        migrator.registerMigration("6") { _ in }
        migrator.registerMigration("7") { database in
            let triggers = SQLiteSchemaVersion7.tables.map(appendOnly).joined(separator: "\n")
            try database.execute(sql: SQLiteSchemaVersion7.statements + triggers)
        }
        return migrator
    }

    /// A single row, which must decrypt under the key-encryption key; see `StoreHeader`.
    private static let store = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            store_id BLOB NOT NULL CHECK (length(store_id) = 16),
            kek_fingerprint TEXT NOT NULL,
            kek_check BLOB NOT NULL,
            media_digest_key BLOB NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;
        """

    /// A wrapped key (`sealed`) is nonce (12 bytes), key (16, or 32 for AES-256), IV (16) and tag (16).
    private static let contentKeys = """
        CREATE TABLE content_keys (
            content_id TEXT NOT NULL CHECK (length(CAST(content_id AS BLOB)) BETWEEN 1 AND 200),
            track TEXT NOT NULL CHECK (length(CAST(track AS BLOB)) BETWEEN 1 AND 512),
            period INTEGER NOT NULL CHECK (period >= 0),
            generation INTEGER NOT NULL CHECK (generation >= 1),
            key_id BLOB NOT NULL UNIQUE CHECK (length(key_id) = 16),
            sealed BLOB NOT NULL CHECK (length(sealed) IN (60, 76)),
            created_at INTEGER NOT NULL,
            PRIMARY KEY (content_id, track, period, generation)
        ) STRICT;
        """

    private static let signalling = """
        CREATE TABLE signalling (
            id INTEGER PRIMARY KEY,
            key_id BLOB NOT NULL REFERENCES content_keys (key_id),
            system TEXT NOT NULL,
            method TEXT NOT NULL,
            key_uri TEXT NOT NULL,
            key_format TEXT,
            key_format_versions TEXT,
            asset_ids TEXT NOT NULL,
            template TEXT,
            tree TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            UNIQUE (key_id, system, method, key_uri, tree)
        ) STRICT;
        CREATE INDEX signalling_by_key_uri ON signalling (key_uri);
        """

    private static let mediaUses = """
        CREATE TABLE media_uses (
            id INTEGER PRIMARY KEY,
            key_id BLOB NOT NULL REFERENCES content_keys (key_id),
            rendition TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            recorded_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX media_uses_by_rendition ON media_uses (key_id, rendition, id);
        """

    /// The digest of media depends on their encryption: AES-128 encrypts bytes, SAMPLE-AES encrypts samples.
    private static let methodOfMediaUses = """
        ALTER TABLE media_uses ADD COLUMN method TEXT NOT NULL DEFAULT 'aes-128';
        DROP INDEX media_uses_by_rendition;
        CREATE INDEX media_uses_by_rendition ON media_uses (key_id, rendition, method, id);
        """

    private static let keyPolicies = """
        CREATE TABLE key_policies (
            key_id BLOB NOT NULL REFERENCES content_keys (key_id),
            version INTEGER NOT NULL CHECK (version >= 1),
            hdcp TEXT,
            security_level TEXT,
            content_type TEXT,
            lease_seconds INTEGER CHECK (lease_seconds >= 0),
            rental_seconds INTEGER CHECK (rental_seconds >= 0),
            playback_seconds INTEGER CHECK (playback_seconds >= 0),
            offline_stream_id TEXT,
            offline_title_id TEXT,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (key_id, version)
        ) STRICT;
        """

    private static let keyServerStates = """
        CREATE TABLE key_server_states (
            id INTEGER PRIMARY KEY,
            key_id BLOB NOT NULL REFERENCES content_keys (key_id),
            target TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'revoked')),
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX key_server_states_by_target ON key_server_states (key_id, target, id);
        """

    private static func appendOnly(_ table: String) -> String {
        ["UPDATE", "DELETE"].map { operation in
            """
            CREATE TRIGGER \(table)_refuses_\(operation.lowercased()) BEFORE \(operation) ON \(table)
            BEGIN SELECT RAISE(ABORT, '\(table) is append-only'); END;
            """
        }.joined(separator: "\n")
    }
}

/// The changes of version 4 to the tables of a SQLite store: more than one row for a key URI in a tree.
///
/// A key URI may be signalled again with other asset ids or another scheme; it used to be one row for good.
enum SQLiteSchemaVersion4 {
    /// SQLite cannot drop a constraint of a table, so this creates a new table.
    static let statements = """
        ALTER TABLE signalling RENAME TO old_signalling;
        DROP INDEX signalling_by_key_uri;
        CREATE TABLE signalling (
            id INTEGER PRIMARY KEY,
            key_id BLOB NOT NULL REFERENCES content_keys (key_id),
            system TEXT NOT NULL,
            method TEXT NOT NULL,
            key_uri TEXT NOT NULL,
            key_format TEXT,
            key_format_versions TEXT,
            asset_ids TEXT NOT NULL,
            template TEXT,
            tree TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            scheme TEXT
        ) STRICT;
        INSERT INTO signalling SELECT * FROM old_signalling;
        DROP TRIGGER signalling_refuses_update;
        DROP TRIGGER signalling_refuses_delete;
        DROP TABLE old_signalling;
        CREATE INDEX signalling_by_key ON signalling (key_id);
        CREATE INDEX signalling_by_key_uri ON signalling (key_uri);
        """
}

/// The addition of version 5 to the tables of a SQLite store: the outcomes of runs of titles in batches.
enum SQLiteSchemaVersion5 {
    static let tables = ["title_runs"]

    /// Status 0 is a publication, in which only the digest of the inputs' bytes is optional; all others are
    /// failures.
    static let statements = """
        CREATE TABLE title_runs (
            id INTEGER PRIMARY KEY,
            content_id TEXT NOT NULL CHECK (length(CAST(content_id AS BLOB)) BETWEEN 1 AND 200),
            output TEXT NOT NULL,
            status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 255),
            message TEXT,
            options_digest BLOB CHECK (length(options_digest) = 32),
            input_stamp BLOB CHECK (length(input_stamp) = 32),
            input_digest BLOB CHECK (length(input_digest) = 32),
            output_stamp BLOB CHECK (length(output_stamp) = 32),
            key_ids BLOB CHECK (length(key_ids) % 16 = 0),
            recorded_at INTEGER NOT NULL,
            CHECK ((status = 0) = (message IS NULL)),
            CHECK ((status = 0) = (options_digest IS NOT NULL AND input_stamp IS NOT NULL
                AND output_stamp IS NOT NULL AND key_ids IS NOT NULL))
        ) STRICT;
        CREATE INDEX title_runs_by_title ON title_runs (content_id, id);
        """
}

/// The addition of version 7 to the tables of a SQLite store: the published trees of titles.
enum SQLiteSchemaVersion7 {
    static let tables = ["published_trees"]

    static let statements = """
        CREATE TABLE published_trees (
            id INTEGER PRIMARY KEY,
            content_id TEXT NOT NULL CHECK (length(CAST(content_id AS BLOB)) BETWEEN 1 AND 200),
            tree TEXT NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            files BLOB NOT NULL,
            recorded_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX published_trees_by_title ON published_trees (content_id, id);
        """
}
