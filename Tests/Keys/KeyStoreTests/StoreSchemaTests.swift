import Failures
import KeyStoreFixtures
import Testing

@testable import KeyStore

/// The tables of a store as the databases have them.
struct StoreSchemaTests {
    @Test func `Both databases have the same tables and columns, in the order of the description`() throws {
        let (sqlite, _) = try StoreBackend.sqlite.makeStore()
        let (postgreSQL, _) = try StoreBackend.postgreSQL.makeStore()
        // Tables in the order of their creation; PostgreSQL has the schema's number in a table of its own.
        let inSQLite = try sqlite.sql(
            """
            SELECT tables.name, columns.name, columns.type, columns."notnull"
            FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' ORDER BY tables.rowid, columns.cid
            """
        )
        let inPostgreSQL = try postgreSQL.sql(
            """
            SELECT table_name, column_name,
                CASE data_type WHEN 'text' THEN 'TEXT' WHEN 'bigint' THEN 'INTEGER' WHEN 'bytea' THEN 'BLOB' END,
                CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END
            FROM information_schema.columns
            WHERE table_schema = 'fairlead' AND table_name <> 'schema_versions'
            ORDER BY ('fairlead.' || table_name)::regclass::oid, ordinal_position
            """
        )
        #expect(inSQLite == inPostgreSQL)
        let described = StoreSchema.tables.flatMap { table in table.columns.map { "\(table.name)|\($0.name)" }
        }
        let found = inSQLite.split(separator: "\n").map {
            $0.split(separator: "|").prefix(2).joined(separator: "|")
        }
        #expect(found == described)
    }

    @Test func `Both databases have the same keys and references`() throws {
        let (sqlite, _) = try StoreBackend.sqlite.makeStore()
        let (postgreSQL, _) = try StoreBackend.postgreSQL.makeStore()
        let inSQLite = try sqlite.sql(
            """
            SELECT tables.name, 'p', (SELECT group_concat(name) FROM
                (SELECT name FROM pragma_table_info(tables.name) WHERE pk > 0 ORDER BY pk))
            FROM sqlite_schema AS tables WHERE type = 'table'
            UNION SELECT tables.name, 'u', (SELECT group_concat(name) FROM
                (SELECT name FROM pragma_index_info(indices.name) ORDER BY seqno))
            FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS indices
            WHERE tables.type = 'table' AND indices.origin = 'u'
            UNION SELECT tables.name, 'f', keys."from" || ' ' || keys."table" || ' ' || keys."to"
            FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys WHERE type = 'table'
            """
        )
        let inPostgreSQL = try postgreSQL.sql(
            """
            SELECT relname, contype, (SELECT string_agg(attname, ',' ORDER BY position)
                FROM unnest(conkey) WITH ORDINALITY AS keys (number, position)
                JOIN pg_attribute ON attrelid = conrelid AND attnum = number)
                || CASE contype WHEN 'f' THEN ' ' || confrelid::regclass || ' key_id' ELSE '' END
            FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
            WHERE connamespace = 'fairlead'::regnamespace AND contype IN ('p', 'u', 'f')
                AND relname <> 'schema_versions'
            """
        )
        let lines = [inSQLite, inPostgreSQL].map { $0.split(separator: "\n").sorted() }
        #expect(lines[0] == lines[1])
        #expect(lines[0].filter { $0.contains("|p|") }.count == StoreSchema.tables.count)
        #expect(lines[0].filter { $0.hasSuffix("|f|key_id content_keys key_id") }.count == 6)
    }

    /// The columns that may be NULL in a row of ``StoreRow``.
    static let optionalColumns = [
        "signalling": ["scheme", "key_format", "key_format_versions", "template"],
        "key_policies": [
            "hdcp", "security_level", "content_type", "lease_seconds", "rental_seconds", "playback_seconds",
            "offline_stream_id", "offline_title_id",
        ],
        // Other digests only of runs that failed.
        "title_runs": ["message", "input_digest"],
        // SQLite gives a row without such a number the next one.
        "audit_log": ["sequence"],
    ]

    static let refusedValues: [(table: String, column: String, value: SQLValue)] = [
        // 101 characters of two bytes each.
        ("content_keys", "content_id", .text(String(repeating: "é", count: 101))),
        ("content_keys", "content_id", .text("")),
        ("content_keys", "track", .text(String(repeating: "é", count: 257))),
        ("content_keys", "period", .integer(-1)), ("content_keys", "generation", .integer(0)),
        ("content_keys", "key_id", bytes(15)), ("content_keys", "sealed", bytes(61)),
        ("content_keys", "origin", .text("found")), ("content_keys", "key_tag", bytes(15)),
        ("content_keys", "created_at", .text("now")), ("signalling", "key_id", bytes(16)),
        ("media_uses", "key_id", bytes(16)), ("media_uses", "digest", bytes(31)),
        ("key_policies", "key_id", bytes(16)), ("key_policies", "version", .integer(0)),
        ("key_policies", "lease_seconds", .integer(-1)), ("key_policies", "rental_seconds", .integer(-1)),
        ("key_policies", "playback_seconds", .integer(-1)), ("key_states", "key_id", bytes(16)),
        ("key_states", "state", .text("active")), ("key_server_states", "key_id", bytes(16)),
        ("key_server_states", "target", .text("")),
        ("key_server_states", "target", .text(String(repeating: "a", count: 201))),
        ("key_server_states", "state", .text("pending")), ("key_server_states", "record_digest", bytes(31)),
        ("reserved_key_ids", "content_id", .text("")), ("reserved_key_ids", "track", .text("")),
        ("reserved_key_ids", "period", .integer(-1)), ("reserved_key_ids", "generation", .integer(0)),
        ("reserved_key_ids", "key_id", bytes(17)), ("supplied_lines", "key_id", bytes(16)),
        ("supplied_lines", "system_id", bytes(15)), ("supplied_lines", "position", .integer(-1)),
        ("title_runs", "content_id", .text("")), ("title_runs", "status", .integer(66)),
        ("title_runs", "message", .text("gone")), ("title_runs", "options_digest", bytes(31)),
        ("title_runs", "input_stamp", bytes(31)), ("title_runs", "input_digest", bytes(31)),
        ("title_runs", "output_stamp", bytes(31)), ("title_runs", "key_ids", bytes(15)),
        ("title_verifications", "content_id", .text("")),
        ("title_verifications", "output_stamp", bytes(31)), ("run_manifests", "digest", bytes(33)),
        ("run_manifests", "titles", .integer(0)), ("run_manifests", "shards", .integer(0)),
        ("published_trees", "content_id", .text("")), ("published_trees", "digest", bytes(31)),
        ("audit_log", "sequence", .integer(0)), ("audit_log", "hash", bytes(31)),
        ("audit_log", "chain", bytes(15)), ("audit_log", "number", .integer(0)),
    ]

    private static func bytes(_ count: Int) -> SQLValue { .bytes([UInt8](repeating: 9, count: count)) }

    /// A row is refused for one value, as it is accepted with another.
    @Test(arguments: StoreBackend.allCases) func `Values that no store may have are refused`(
        backend: StoreBackend
    ) throws {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        for row in StoreRow.all {
            var refused = Self.refusedValues.filter { $0.table == row.table }.map { ($0.column, $0.value) }
            let optional = Self.optionalColumns[row.table] ?? []
            refused += row.values.map(\.column).filter { !optional.contains($0) }.map { ($0, .null) }
            for (column, value) in refused {
                #expect(throws: RunFailure.self, "\(row.table) \(column) \(value)") {
                    try row.with(column, value).insert(into: store)
                }
            }
            try row.insert(into: store)
        }
        let failure = try #require(StoreRow.of("title_runs")).with("status", .integer(256))
        let outOfRange = ["options_digest", "input_stamp", "output_stamp", "key_ids"].reduce(
            failure.with("message", .text("gone"))
        ) { $0.with($1, .null) }
        #expect(throws: RunFailure.self) { try outOfRange.insert(into: store) }
        try outOfRange.with("status", .integer(255)).insert(into: store)
    }

    @Test(arguments: StoreBackend.allCases) func `What is unique is stored once`(backend: StoreBackend) throws
    {
        let (fixture, store) = try backend.makeStore()
        defer { withExtendedLifetime(fixture) {} }
        for row in StoreRow.all { try row.insert(into: store) }
        let other = SQLValue.text("other")
        let repeated =
            ["key_policies", "key_states", "supplied_lines", "run_manifests", "audit_log"].compactMap(
                StoreRow.of
            )
            + ["content_keys", "reserved_key_ids"].compactMap(StoreRow.of).flatMap { row in
                [row.with("key_id", Self.bytes(16)), row.with("track", other)]
            }
        #expect(repeated.count == 9)
        for row in repeated {
            #expect(throws: RunFailure.self, "\(row)") { try row.insert(into: store) }
        }
        // A URI is signalled again with other asset ids, and a key is used again on other media.
        for table in [
            "signalling", "media_uses", "key_server_states", "title_runs", "title_verifications",
            "published_trees",
        ] {
            try StoreRow.of(table)?.insert(into: store)
        }
        #expect(throws: Command.Failure.self) {
            try fixture.sql(
                """
                INSERT INTO store SELECT 2, store_id, kek_fingerprint, kek_check, media_digest_key, created_at, kind
                FROM store
                """
            )
        }
    }

    /// The columns that a rewrap changes.
    static let changeableColumns = [
        "store": ["kek_fingerprint", "kek_check", "media_digest_key"], "content_keys": ["sealed"],
    ]

    @Test(arguments: StoreBackend.allCases) func `Nothing else that was stored is changed or deleted`(
        backend: StoreBackend
    ) throws {
        let (fixture, store) = try backend.makeStore()
        for row in StoreRow.all { try row.insert(into: store) }
        for table in StoreSchema.tables {
            for column in table.columns.map(\.name) {
                let update = "UPDATE \(table.name) SET \(column) = \(column)"
                if Self.changeableColumns[table.name]?.contains(column) == true {
                    try fixture.sql(update)
                } else {
                    #expect(throws: Command.Failure.self, "\(update)") { try fixture.sql(update) }
                }
            }
            #expect(throws: Command.Failure.self) { try fixture.sql("DELETE FROM \(table.name)") }
            if backend == .postgreSQL {
                #expect(throws: Command.Failure.self) { try fixture.sql("TRUNCATE \(table.name) CASCADE") }
            }
            #expect(try fixture.sql("SELECT count(*) FROM \(table.name)") != "0\n", "\(table.name)")
        }
    }
}
