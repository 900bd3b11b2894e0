/// The additions of version 3 to the tables of a SQLite store: kinds of stores, tags and states of keys,
/// deliveries to license servers, keys from outside, and the log.
enum SQLiteSchemaVersion3 {
    static let statements =
        store + contentKeys + signalling + keyStates + keyServerStates + reservedKeyIDs + suppliedLines
        + auditLog

    /// Only rewrapping may change the row, and only its wrapped secrets and fingerprint.
    private static let store = """
        ALTER TABLE store ADD COLUMN kind TEXT NOT NULL DEFAULT 'production' CHECK (kind IN ('test', 'production'));
        CREATE TRIGGER store_refuses_update BEFORE UPDATE OF id, store_id, created_at, kind ON store
        BEGIN SELECT RAISE(ABORT, 'store is append-only'); END;
        CREATE TRIGGER store_refuses_delete BEFORE DELETE ON store
        BEGIN SELECT RAISE(ABORT, 'store is append-only'); END;
        """

    /// Both columns are NULL in rows of older versions; rewrapping gives them tags.
    private static let contentKeys = """
        ALTER TABLE content_keys ADD COLUMN origin TEXT
            CHECK (origin IN ('minted', 'derived', 'imported', 'supplied'));
        ALTER TABLE content_keys ADD COLUMN key_tag BLOB CHECK (length(key_tag) = 16);
        CREATE INDEX content_keys_by_key_tag ON content_keys (key_tag);
        DROP TRIGGER content_keys_refuses_update;
        CREATE TRIGGER content_keys_refuses_update BEFORE UPDATE OF
            content_id, track, period, generation, key_id, origin, created_at ON content_keys
        BEGIN SELECT RAISE(ABORT, 'content_keys is append-only'); END;
        """

    private static let signalling = """
        ALTER TABLE signalling ADD COLUMN scheme TEXT;
        """

    /// A key without a row is active; revocation is final.
    private static let keyStates = """
        CREATE TABLE key_states (
            key_id BLOB PRIMARY KEY REFERENCES content_keys (key_id),
            state TEXT NOT NULL CHECK (state = 'revoked'),
            reason TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT;
        """

    /// SQLite cannot change the check of a column, so this creates a new table.
    private static let keyServerStates = """
        ALTER TABLE key_server_states RENAME TO old_key_server_states;
        DROP INDEX key_server_states_by_target;
        CREATE TABLE key_server_states (
            id INTEGER PRIMARY KEY,
            key_id BLOB NOT NULL REFERENCES content_keys (key_id),
            target TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'confirmed', 'revoked')),
            record_digest BLOB CHECK (length(record_digest) = 32),
            changed_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO key_server_states (id, key_id, target, state, changed_at)
            SELECT id, key_id, target, state, changed_at FROM old_key_server_states;
        DROP TRIGGER key_server_states_refuses_update;
        DROP TRIGGER key_server_states_refuses_delete;
        DROP TABLE old_key_server_states;
        CREATE INDEX key_server_states_by_target ON key_server_states (target, key_id, id);
        """

    /// The ids that were sent to a key server; their keys follow.
    private static let reservedKeyIDs = """
        CREATE TABLE reserved_key_ids (
            content_id TEXT NOT NULL CHECK (length(CAST(content_id AS BLOB)) BETWEEN 1 AND 200),
            track TEXT NOT NULL CHECK (length(CAST(track AS BLOB)) BETWEEN 1 AND 512),
            period INTEGER NOT NULL CHECK (period >= 0),
            generation INTEGER NOT NULL CHECK (generation >= 1),
            key_id BLOB NOT NULL UNIQUE CHECK (length(key_id) = 16),
            supplier TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (content_id, track, period, generation)
        ) STRICT;
        """

    /// Lists of lines are JSON arrays of strings.
    private static let suppliedLines = """
        CREATE TABLE supplied_lines (
            id INTEGER PRIMARY KEY,
            key_id BLOB NOT NULL REFERENCES content_keys (key_id),
            system_id BLOB NOT NULL CHECK (length(system_id) = 16),
            position INTEGER NOT NULL CHECK (position >= 0),
            media TEXT NOT NULL,
            session TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            UNIQUE (key_id, system_id, position)
        ) STRICT;
        """

    private static let auditLog = """
        CREATE TABLE audit_log (
            sequence INTEGER PRIMARY KEY CHECK (sequence >= 1),
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL,
            detail TEXT NOT NULL,
            hash BLOB NOT NULL CHECK (length(hash) = 32)
        ) STRICT;
        """
}
