/// The tables of version 3; `SQLiteSchema` and `SQLiteSchemaVersion3` describe them.
enum PostgreSQLSchemaVersion3 {
    static let script =
        refusal + store + contentKeys + signalling + mediaUses + keyPolicies + keyStates + keyServerStates
        + reservedKeyIDs + suppliedLines + auditLog + triggers

    private static let refusal = """
        CREATE FUNCTION fairlead.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;

        """

    private static let store = """
        CREATE TABLE fairlead.store (
            id bigint PRIMARY KEY CHECK (id = 1),
            store_id bytea NOT NULL CHECK (length(store_id) = 16),
            kek_fingerprint text NOT NULL,
            kek_check bytea NOT NULL,
            media_digest_key bytea NOT NULL,
            created_at bigint NOT NULL,
            kind text NOT NULL DEFAULT 'production' CHECK (kind IN ('test', 'production'))
        );

        """

    private static let identity = """
            content_id text COLLATE "C" NOT NULL CHECK (octet_length(content_id) BETWEEN 1 AND 200),
            track text COLLATE "C" NOT NULL CHECK (octet_length(track) BETWEEN 1 AND 512),
            period bigint NOT NULL CHECK (period >= 0),
            generation bigint NOT NULL CHECK (generation >= 1),
            key_id bytea NOT NULL UNIQUE CHECK (length(key_id) = 16),
        """

    private static let contentKeys = """
        CREATE TABLE fairlead.content_keys (
        \(identity)
            sealed bytea NOT NULL CHECK (length(sealed) IN (60, 76)),
            created_at bigint NOT NULL,
            origin text CHECK (origin IN ('minted', 'derived', 'imported', 'supplied')),
            key_tag bytea CHECK (length(key_tag) = 16),
            PRIMARY KEY (content_id, track, period, generation)
        );
        CREATE INDEX content_keys_by_key_tag ON fairlead.content_keys (key_tag);

        """

    /// A B-tree takes values of about 2700 bytes, and URIs may be longer, so 128 bits of their hash must be
    /// unique.
    private static let signalling = """
        CREATE TABLE fairlead.signalling (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key_id bytea NOT NULL REFERENCES fairlead.content_keys (key_id),
            system text NOT NULL,
            method text NOT NULL,
            key_uri text COLLATE "C" NOT NULL,
            key_format text,
            key_format_versions text,
            asset_ids text NOT NULL,
            template text,
            tree text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            scheme text
        );
        CREATE UNIQUE INDEX signalling_once ON fairlead.signalling (
            key_id, system, method, hashtextextended(key_uri, 0), hashtextextended(key_uri, 1),
            hashtextextended(tree, 0), hashtextextended(tree, 1)
        );
        CREATE INDEX signalling_by_key_uri ON fairlead.signalling USING hash (key_uri);

        """

    private static let mediaUses = """
        CREATE TABLE fairlead.media_uses (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key_id bytea NOT NULL REFERENCES fairlead.content_keys (key_id),
            rendition text NOT NULL,
            digest bytea NOT NULL CHECK (length(digest) = 32),
            recorded_at bigint NOT NULL,
            method text NOT NULL
        );
        CREATE INDEX media_uses_by_key ON fairlead.media_uses (key_id, id);

        """

    private static let keyPolicies = """
        CREATE TABLE fairlead.key_policies (
            key_id bytea NOT NULL REFERENCES fairlead.content_keys (key_id),
            version bigint NOT NULL CHECK (version >= 1),
            hdcp text,
            security_level text,
            content_type text,
            lease_seconds bigint CHECK (lease_seconds >= 0),
            rental_seconds bigint CHECK (rental_seconds >= 0),
            playback_seconds bigint CHECK (playback_seconds >= 0),
            offline_stream_id text,
            offline_title_id text,
            created_at bigint NOT NULL,
            PRIMARY KEY (key_id, version)
        );

        """

    private static let keyStates = """
        CREATE TABLE fairlead.key_states (
            key_id bytea PRIMARY KEY REFERENCES fairlead.content_keys (key_id),
            state text NOT NULL CHECK (state = 'revoked'),
            reason text NOT NULL,
            changed_at bigint NOT NULL
        );

        """

    private static let keyServerStates = """
        CREATE TABLE fairlead.key_server_states (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key_id bytea NOT NULL REFERENCES fairlead.content_keys (key_id),
            target text COLLATE "C" NOT NULL,
            state text NOT NULL CHECK (state IN ('pending', 'delivered', 'confirmed', 'revoked')),
            record_digest bytea CHECK (length(record_digest) = 32),
            changed_at bigint NOT NULL
        );
        CREATE INDEX key_server_states_by_target ON fairlead.key_server_states (target, key_id, id);

        """

    private static let reservedKeyIDs = """
        CREATE TABLE fairlead.reserved_key_ids (
        \(identity)
            supplier text NOT NULL,
            created_at bigint NOT NULL,
            PRIMARY KEY (content_id, track, period, generation)
        );

        """

    private static let suppliedLines = """
        CREATE TABLE fairlead.supplied_lines (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            key_id bytea NOT NULL REFERENCES fairlead.content_keys (key_id),
            system_id bytea NOT NULL CHECK (length(system_id) = 16),
            position bigint NOT NULL CHECK (position >= 0),
            media text NOT NULL,
            session text NOT NULL,
            created_at bigint NOT NULL,
            UNIQUE (key_id, system_id, position)
        );

        """

    private static let auditLog = """
        CREATE TABLE fairlead.audit_log (
            sequence bigint PRIMARY KEY CHECK (sequence >= 1),
            at bigint NOT NULL,
            actor text NOT NULL,
            action text NOT NULL,
            subject text NOT NULL,
            detail text NOT NULL,
            hash bytea NOT NULL CHECK (length(hash) = 32)
        );

        """

    /// Only rewrapping may change wrapped secrets and add tags.
    private static let triggers = """
        \(refusalTrigger("UPDATE OF id, store_id, created_at, kind OR DELETE OR TRUNCATE", on: "store"))
        \(refusalTrigger("UPDATE OF content_id, track, period, generation, key_id, origin, created_at OR DELETE OR TRUNCATE",
                   on: "content_keys"))
        \(appendOnlyTables.map { refusalTrigger("UPDATE OR DELETE OR TRUNCATE", on: $0) }.joined(separator: "\n"))
        """

    private static let appendOnlyTables = [
        "signalling", "media_uses", "key_policies", "key_states", "key_server_states", "reserved_key_ids",
        "supplied_lines", "audit_log",
    ]

    /// Returns the statement of a trigger that refuses changes of a table.
    static func refusalTrigger(_ events: String, on table: String) -> String {
        """
        CREATE TRIGGER refuses_changes BEFORE \(events) ON fairlead.\(table)
            FOR EACH STATEMENT EXECUTE FUNCTION fairlead.refuse();
        """
    }
}
