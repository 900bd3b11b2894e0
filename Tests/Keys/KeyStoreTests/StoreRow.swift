import Failures
import KeyStoreFixtures

@testable import KeyStore

/// A row of a table that a store accepts; the key of rows about keys has the id ``keyID``.
struct StoreRow {
    static let keyID = [UInt8](repeating: 0x11, count: 16)
    private static let otherKeyID = [UInt8](repeating: 0x22, count: 16)
    private static let key = ("key_id", SQLValue.bytes(keyID))
    private static let digest = SQLValue.bytes([UInt8](repeating: 7, count: 32))

    let table: String
    var values: [(column: String, value: SQLValue)]

    private init(_ table: String, _ values: [(column: String, value: SQLValue)]) {
        self.table = table
        self.values = values
    }

    /// Rows of all tables but that of the store itself, each after those that it refers to; row numbers are
    /// left to the database.
    static let all = [
        StoreRow(
            "content_keys",
            identity(keyID) + [
                ("sealed", .bytes([UInt8](repeating: 0, count: 60))), ("origin", .text("minted")),
                ("key_tag", .bytes([UInt8](repeating: 0, count: 16))), ("created_at", .integer(0)),
            ]
        ),
        StoreRow(
            "signalling",
            [
                key, ("system", .text("fairplay")), ("method", .text("sample-aes")), ("scheme", .null),
                ("key_uri", .text("skd://a")), ("key_format", .null), ("key_format_versions", .null),
                ("asset_ids", .text("[]")), ("template", .null), ("tree", .text("/srv")),
                ("created_at", .integer(0)),
            ]
        ),
        StoreRow(
            "media_uses",
            [
                key, ("rendition", .text("v")), ("method", .text("aes-128")), ("digest", digest),
                ("recorded_at", .integer(0)),
            ]
        ),
        StoreRow(
            "key_policies",
            [
                key, ("version", .integer(1)), ("hdcp", .null), ("security_level", .null),
                ("content_type", .null), ("lease_seconds", .null), ("rental_seconds", .null),
                ("playback_seconds", .null), ("offline_stream_id", .null), ("offline_title_id", .null),
                ("created_at", .integer(0)),
            ]
        ),
        StoreRow(
            "key_states",
            [key, ("state", .text("revoked")), ("reason", .text("lost")), ("changed_at", .integer(0))]
        ),
        StoreRow(
            "key_server_states",
            [
                key, ("target", .text("ksm")), ("state", .text("delivered")), ("record_digest", digest),
                ("changed_at", .integer(0)),
            ]
        ),
        StoreRow(
            "reserved_key_ids",
            identity(otherKeyID) + [("supplier", .text("s")), ("created_at", .integer(0))]
        ),
        StoreRow(
            "supplied_lines",
            [
                key, ("system_id", .bytes(otherKeyID)), ("position", .integer(0)), ("media", .text("[]")),
                ("session", .text("[]")), ("created_at", .integer(0)),
            ]
        ),
        StoreRow(
            "title_runs",
            [
                ("content_id", .text("m")), ("output", .text("/srv")), ("status", .integer(0)),
                ("message", .null), ("options_digest", digest), ("input_stamp", digest),
                ("input_digest", .null), ("output_stamp", digest), ("key_ids", .bytes(keyID)),
                ("recorded_at", .integer(0)),
            ]
        ),
        StoreRow(
            "title_verifications",
            [
                ("content_id", .text("m")), ("output", .text("/srv")), ("output_stamp", digest),
                ("verified_at", .integer(0)),
            ]
        ),
        StoreRow(
            "run_manifests",
            [
                ("run", .text("17")), ("output", .text("/srv/{content_id}")), ("digest", digest),
                ("titles", .integer(1)), ("shards", .integer(1)), ("recorded_at", .integer(0)),
            ]
        ),
        StoreRow(
            "published_trees",
            [
                ("content_id", .text("m")), ("tree", .text("/srv")), ("digest", digest),
                ("files", .bytes([])), ("recorded_at", .integer(0)),
            ]
        ),
        StoreRow(
            "audit_log",
            [
                ("sequence", .integer(99)), ("chain", .bytes([UInt8](repeating: 7, count: 16))),
                ("number", .integer(1)),
                ("at", .integer(0)), ("actor", .text("a")),
                ("action", .text("use")), ("subject", .text("s")), ("detail", .text("d")), ("hash", digest),
            ]
        ),
    ]

    private static func identity(_ keyID: [UInt8]) -> [(column: String, value: SQLValue)] {
        [
            ("content_id", .text("m")), ("track", .text("all")), ("period", .integer(0)),
            ("generation", .integer(1)), ("key_id", .bytes(keyID)),
        ]
    }

    static func of(_ table: String) -> StoreRow? { all.first { $0.table == table } }

    /// Returns the row with another value in a column.
    func with(_ column: String, _ value: SQLValue) -> StoreRow {
        var row = self
        for index in values.indices where values[index].column == column { row.values[index].value = value }
        return row
    }

    func insert(into store: SQLKeyStore) throws(RunFailure) {
        let columns = values.map(\.column).joined(separator: ", ")
        let placeholders = values.map { _ in "?" }.joined(separator: ", ")
        try store.database.transaction(excluding: .everybody) { (session) throws(RunFailure) in
            _ = try session.execute(
                "INSERT INTO \(table) (\(columns)) VALUES (\(placeholders))",
                values.map(\.value)
            )
        }
    }
}
