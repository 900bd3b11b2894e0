/// Temporary views and tables that make a store of an older version look like the present one to a connection
/// that only reads.
///
/// They are in no file, and take precedence over tables of the same names.
enum SQLiteCompatibilityViews {
    /// Creates the table that versions before 5 lack.
    static let titleRuns = """
        CREATE TEMP TABLE title_runs (id, content_id, output, status, message, options_digest, input_stamp, input_digest,
            output_stamp, key_ids, recorded_at);
        """

    /// Creates the table that versions before 7 lack.
    static let publishedTrees = """
        CREATE TEMP TABLE published_trees (id, content_id, tree, digest, files, recorded_at);
        """

    /// Returns statements that create what versions before 3 lack.
    ///
    /// `hasMethods` says whether uses have a method; those of version 1 have none and are all AES-128.
    static func statements(hasMethods: Bool) -> String {
        """
        CREATE TEMP VIEW store AS SELECT *, 'production' AS kind FROM main.store;
        CREATE TEMP VIEW content_keys AS SELECT *, NULL AS origin, NULL AS key_tag FROM main.content_keys;
        CREATE TEMP VIEW signalling AS SELECT *, NULL AS scheme FROM main.signalling;
        CREATE TEMP VIEW media_uses AS
            SELECT id, key_id, rendition, digest, recorded_at, \(hasMethods ? "method" : "'aes-128' AS method")
            FROM main.media_uses;
        CREATE TEMP VIEW key_server_states AS SELECT *, NULL AS record_digest FROM main.key_server_states;
        CREATE TEMP TABLE key_states (key_id, state, reason, changed_at);
        CREATE TEMP TABLE reserved_key_ids (content_id, track, period, generation, key_id, supplier, created_at);
        CREATE TEMP TABLE supplied_lines (id, key_id, system_id, position, media, session, created_at);
        CREATE TEMP TABLE audit_log (sequence, at, actor, action, subject, detail, hash);
        """
    }
}
