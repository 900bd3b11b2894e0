import Failures

/// The tables of a store in any database; ``SQLDialect`` writes them.
///
/// Times are seconds since 1970, ids and digests are bytes; texts are equal, and ordered, by their bytes in
/// UTF-8.
enum StoreSchema {
    /// The number of this schema, for stores and backups: higher for each change that a store in use would
    /// notice.
    static let version: Int64 = 10

    /// The tables, each after those that it refers to.
    static let tables = [
        store, contentKeys, signalling, mediaUses, keyPolicies, keyStates, keyServerStates, reservedKeyIDs,
        suppliedLines, titleRuns, titleVerifications, runManifests, publishedTrees, auditLog,
    ]

    /// The tables that backups contain row by row; they have the row of `store` in another form.
    static let tablesInBackups = Array(tables.dropFirst())

    /// Throws if a store or a backup has another schema than this one; its number is nil if it has none.
    static func require(_ found: Int64?, of path: String) throws(RunFailure) {
        guard found == version else { throw .otherSchema(path: path, found: found) }
    }

    /// A single row, which must decrypt under the key-encryption key; see `StoreHeader`.
    private static let store = StoreTable(
        name: "store",
        roles: [],
        columns: [
            .integer("id", .within(1...1)),
            .bytes("store_id", .length(16...16)),
            .text("kek_fingerprint").changeable,
            .bytes("kek_check").changeable,
            .bytes("media_digest_key").changeable,
            .integer("created_at"),
            .text("kind", .oneOf(["test", "production"])),
            .integer("restored_at").optional,
        ],
        primaryKey: ["id"]
    )

    private static let contentID = StoreColumn.text("content_id", .length(1...200))

    private static let identity = ["content_id", "track", "period", "generation"]

    private static let identityAndKeyID: [StoreColumn] = [
        contentID,
        .text("track", .length(1...512)),
        .integer("period", .atLeast(0)),
        .integer("generation", .atLeast(1)),
        .bytes("key_id", .length(16...16)),
    ]

    /// A wrapped key (`sealed`) is nonce (12 bytes), key (16, or 32 for AES-256), IV (16) and tag (16).
    static let contentKeys = StoreTable(
        name: "content_keys",
        roles: [.mint],
        columns: identityAndKeyID + [
            .bytes("sealed", .lengths([60, 76])).changeable.notInBackups,
            .text("origin", .oneOf(["minted", "derived", "imported", "supplied"])),
            .bytes("key_tag", .length(16...16)),
            .integer("created_at"),
        ],
        primaryKey: identity,
        uniqueKeys: [["key_id"]],
        indices: [["key_tag"]]
    )

    private static let signalling = StoreTable(
        name: "signalling",
        roles: [.mint, .use],
        columns: [
            .rowNumber,
            .key,
            .text("system"),
            .text("method"),
            .text("scheme").optional,
            .text("key_uri"),
            .text("key_format").optional,
            .text("key_format_versions").optional,
            .text("asset_ids"),
            .text("template").optional,
            .text("tree"),
            .integer("created_at"),
        ],
        primaryKey: ["id"],
        indices: [["key_id", "id"], ["key_uri"]]
    )

    /// The digest of media depends on their encryption: AES-128 encrypts bytes, SAMPLE-AES encrypts samples.
    private static let mediaUses = StoreTable(
        name: "media_uses",
        roles: [.mint, .use],
        columns: [
            .rowNumber,
            .key,
            .text("rendition"),
            .text("method"),
            .bytes("digest", .length(32...32)),
            .integer("recorded_at"),
        ],
        primaryKey: ["id"],
        indices: [["key_id", "rendition", "method", "id"]]
    )

    private static let keyPolicies = StoreTable(
        name: "key_policies",
        roles: [.mint],
        columns: [
            .key,
            .integer("version", .atLeast(1)),
            .text("hdcp").optional,
            .text("security_level").optional,
            .text("content_type").optional,
            .integer("lease_seconds", .atLeast(0)).optional,
            .integer("rental_seconds", .atLeast(0)).optional,
            .integer("playback_seconds", .atLeast(0)).optional,
            .text("offline_stream_id").optional,
            .text("offline_title_id").optional,
            .integer("created_at"),
        ],
        primaryKey: ["key_id", "version"]
    )

    /// A key without a row is active; revocation is final.
    private static let keyStates = StoreTable(
        name: "key_states",
        roles: [.mint],
        columns: [
            .key,
            .text("state", .oneOf(["revoked"])),
            .text("reason"),
            .integer("changed_at"),
        ],
        primaryKey: ["key_id"]
    )

    private static let keyServerStates = StoreTable(
        name: "key_server_states",
        roles: [.export],
        columns: [
            .rowNumber,
            .key,
            .text("target", .length(1...200)),
            .text("state", .oneOf(["delivered", "confirmed", "revoked"])),
            .bytes("record_digest", .length(32...32)),
            .integer("changed_at"),
        ],
        primaryKey: ["id"],
        indices: [["target", "key_id", "id"]]
    )

    /// The ids that were sent to a key server; their keys follow.
    private static let reservedKeyIDs = StoreTable(
        name: "reserved_key_ids",
        roles: [.mint],
        columns: identityAndKeyID + [.text("supplier"), .integer("created_at")],
        primaryKey: identity,
        uniqueKeys: [["key_id"]]
    )

    /// Lists of lines are JSON arrays of strings.
    private static let suppliedLines = StoreTable(
        name: "supplied_lines",
        roles: [.mint],
        columns: [
            .rowNumber,
            .key,
            .bytes("system_id", .length(16...16)),
            .integer("position", .atLeast(0)),
            .text("media"),
            .text("session"),
            .integer("created_at"),
        ],
        primaryKey: ["id"],
        uniqueKeys: [["key_id", "system_id", "position"]]
    )

    /// The outcomes of runs of titles in batches.
    ///
    /// Status 0 is a publication, in which only the digest of the inputs' bytes is optional; all others are
    /// failures.
    private static let titleRuns = StoreTable(
        name: "title_runs",
        roles: [.mint],
        columns: [
            .rowNumber,
            contentID,
            .text("output"),
            .integer("status", .within(0...255)),
            .text("message").optional,
            .bytes("options_digest", .length(32...32)).optional,
            .bytes("input_stamp", .length(32...32)).optional,
            .bytes("input_digest", .length(32...32)).optional,
            .bytes("output_stamp", .length(32...32)).optional,
            .bytes("key_ids", .lengthMultiple(of: 16)).optional,
            .integer("recorded_at"),
        ],
        primaryKey: ["id"],
        conditions: [
            "(status = 0) = (message IS NULL)",
            """
            (status = 0) = (options_digest IS NOT NULL AND input_stamp IS NOT NULL AND output_stamp IS NOT NULL \
            AND key_ids IS NOT NULL)
            """,
        ],
        indices: [["content_id", "id"]]
    )

    /// The verifications of results that hold.
    private static let titleVerifications = StoreTable(
        name: "title_verifications",
        roles: [.mint],
        columns: [
            .rowNumber,
            contentID,
            .text("output"),
            .bytes("output_stamp", .length(32...32)),
            .integer("verified_at"),
        ],
        primaryKey: ["id"],
        indices: [["content_id", "id"]]
    )

    /// The manifests of runs in shards: one for each run, and for each output of runs without a name.
    private static let runManifests = StoreTable(
        name: "run_manifests",
        roles: [.mint],
        columns: [
            .rowNumber,
            .text("run"),
            .text("output"),
            .bytes("digest", .length(32...32)),
            .integer("titles", .atLeast(1)),
            .integer("shards", .atLeast(1)),
            .integer("recorded_at"),
        ],
        primaryKey: ["id"],
        uniqueKeys: [["output", "run"]],
        indices: [["run", "id"]]
    )

    private static let publishedTrees = StoreTable(
        name: "published_trees",
        roles: [.mint, .use],
        columns: [
            .rowNumber,
            contentID,
            .text("tree"),
            .bytes("digest", .length(32...32)),
            .bytes("files"),
            .integer("recorded_at"),
        ],
        primaryKey: ["id"],
        indices: [["content_id", "id"]]
    )

    /// The entries of the log, which form chains; see ``AuditEntry``.
    static let auditLog = StoreTable(
        name: "audit_log",
        roles: StoreRole.allCases,
        columns: [
            .keptNumber("sequence"),
            .bytes("chain", .length(16...16)),
            .integer("number", .atLeast(1)),
            .integer("seen_sequence", .atLeast(1)).optional,
            .bytes("seen_hash", .length(32...32)).optional,
            .integer("at"),
            .text("actor"),
            .text("action"),
            .text("subject"),
            .text("detail"),
            .bytes("hash", .length(32...32)),
        ],
        primaryKey: ["sequence"],
        uniqueKeys: [["chain", "number"]],
        conditions: ["(seen_sequence IS NULL) = (seen_hash IS NULL)"],
        indices: [["number", "sequence"]]
    )
}
