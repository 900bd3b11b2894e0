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
