/// A table of a store as backups contain it; ``StoreBackup`` describes their form.
struct BackupTable {
    /// The type of a column.
    enum Kind {
        case text, integer
        /// Hexadecimal digits in a backup.
        case bytes
    }

    /// A column; an optional one may be NULL.
    struct Column {
        let name: String
        let kind: Kind
        let isOptional: Bool
    }

    let name: String
    let columns: [Column]
    /// The order in which rows are written and so inserted: that of the row numbers that the database gives
    /// them.
    let order: String

    /// Parses columns of the form `NAME:KIND`, with kind `t`, `i` or `b`, and a question mark if NULL is
    /// allowed.
    private init(_ name: String, _ columns: String, order: String) {
        self.name = name
        self.order = order
        self.columns = columns.split(separator: " ").map { column in
            let parts = column.split(separator: ":")
            return Column(
                name: String(parts[0]),
                kind: parts[1].hasPrefix("t") ? .text : parts[1].hasPrefix("i") ? .integer : .bytes,
                isOptional: parts[1].hasSuffix("?")
            )
        }
    }

    /// The keys; their secrets come before these columns, as `key` and `iv`.
    static let contentKeys = BackupTable(
        "content_keys",
        "content_id:t track:t period:i generation:i key_id:b origin:t? key_tag:b? created_at:i",
        order: "content_id, track, period, generation"
    )

    /// The other tables, each after those that it refers to.
    ///
    /// Row numbers are not kept, because nothing refers to them.
    static let otherTables = [
        BackupTable(
            "signalling",
            "key_id:b system:t method:t scheme:t? key_uri:t key_format:t? key_format_versions:t? asset_ids:t "
                + "template:t? tree:t created_at:i",
            order: "id"
        ),
        BackupTable(
            "media_uses",
            "key_id:b rendition:t method:t digest:b recorded_at:i",
            order: "id"
        ),
        BackupTable(
            "key_policies",
            "key_id:b version:i hdcp:t? security_level:t? content_type:t? lease_seconds:i? rental_seconds:i? "
                + "playback_seconds:i? offline_stream_id:t? offline_title_id:t? created_at:i",
            order: "key_id, version"
        ),
        BackupTable("key_states", "key_id:b state:t reason:t changed_at:i", order: "key_id"),
        BackupTable(
            "key_server_states",
            "key_id:b target:t state:t record_digest:b? changed_at:i",
            order: "id"
        ),
        BackupTable(
            "reserved_key_ids",
            "content_id:t track:t period:i generation:i key_id:b supplier:t created_at:i",
            order: "content_id, track, period, generation"
        ),
        BackupTable(
            "supplied_lines",
            "key_id:b system_id:b position:i media:t session:t created_at:i",
            order: "id"
        ),
        BackupTable(
            "title_runs",
            "content_id:t output:t status:i message:t? options_digest:b? input_stamp:b? input_digest:b? "
                + "output_stamp:b? key_ids:b? recorded_at:i",
            order: "id"
        ),
        BackupTable(
            "published_trees",
            "content_id:t tree:t digest:b files:b recorded_at:i",
            order: "id"
        ),
        BackupTable(
            "audit_log",
            "sequence:i at:i actor:t action:t subject:t detail:t hash:b",
            order: "sequence"
        ),
    ]

    /// The names of the columns for an SQL statement.
    var columnList: String { columns.map(\.name).joined(separator: ", ") }
}
