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
