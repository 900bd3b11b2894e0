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
