import Ciphers
import Failures
import FoundationEssentials
import ProtectionTerms
import TextFormats
import WipedMemory

/// The header of a backup: the data of the store and the time of the backup.
struct BackupHeader {
    let storeID: UUID
    let kind: StoreKind
    let createdAt: Int64
    let mediaDigestKey: ContentKey
    let backedUpAt: Int64
}

/// A row of a backup whose form was checked.
struct BackupRow {
    let table: StoreTable
    /// The values of the columns that backups contain, in their order.
    let values: [SQLValue]
    /// The key and IV of a row of `content_keys`, or nil for other tables.
    let secrets: (key: ContentKey, iv: InitializationVector)?
}

/// Reads the lines of a backup in their order.
struct BackupReader {
    private let path: String
    private var header: BackupHeader?
    private var counts: [String: Int64] = [:]
    private var isAtEnd = false

    /// Reads a whole backup; calls `header` first, then `row` with each row.
    static func read(
        _ input: BackupInput,
        header: (BackupHeader) throws(RunFailure) -> Void = { _ in },
        row: (BackupRow) throws(RunFailure) -> Void = { _ in }
    ) throws(RunFailure) -> StoreBackup.Summary {
        var reader = BackupReader(path: input.path)
        try input.forEachLine { (line, number) throws(RunFailure) in
            try reader.read(line, number, header, row)
        }
        return try reader.finish()
    }

    init(path: String) {
        self.path = path
    }

    /// Returns the summary; throws if the end line was not read.
    func finish() throws(RunFailure) -> StoreBackup.Summary {
        guard isAtEnd else {
            throw .malformedDocument(
                location: path,
                reason: "the end line of the backup is missing",
                remedy: BackupInput.remedy
            )
        }
        return StoreBackup.Summary(
            keyCount: Int(counts[StoreSchema.contentKeys.name] ?? 0),
            rowCount: Int(counts.values.reduce(0, +))
        )
    }

    /// Checks the next line and passes it to the function for its kind.
    mutating func read(
        _ line: Span<UInt8>,
        _ number: Int,
        _ handleHeader: (BackupHeader) throws(RunFailure) -> Void = { _ in },
        _ handleRow: (BackupRow) throws(RunFailure) -> Void = { _ in }
    ) throws(RunFailure) {
        let record: BackupLine
        do {
            record = try BackupLine(parsing: line)
        } catch {
            throw malformed(
                number,
                "not a JSON object of strings and whole numbers (at byte \(error.offset) of the line)"
            )
        }
        if header == nil {
            let parsedHeader = try readHeader(record, line, number)
            header = parsedHeader
            return try handleHeader(parsedHeader)
        }
        guard !isAtEnd else { throw malformed(number, "a line follows the end line of the backup") }
        if record.has("end") { return try readEndLine(record, number) }
        guard let name = record.text("table", of: line),
            let table = StoreSchema.tablesInBackups.first(where: { $0.name == name })
        else {
            throw malformed(number, "neither a row of a known table nor the end line of the backup")
        }
        counts[name, default: 0] += 1
        try handleRow(try row(of: table, record, line, number))
    }

    private func readHeader(
        _ record: BackupLine,
        _ line: Span<UInt8>,
        _ number: Int
    ) throws(RunFailure) -> BackupHeader {
        guard let version = record.integer("fairlead_backup") else {
            throw malformed(
                number,
                "not a backup of a key store",
                expected: "the member \"fairlead_backup\" in the first line",
                remedy: "Name another file."
            )
        }
        try StoreSchema.require(version, of: path)
        guard let storeID = record.bytes("store_id", of: line).flatMap(UUID.init(bytes:)),
            let kind = record.text("kind", of: line).flatMap(StoreKind.init(rawValue:)),
            let createdAt = record.integer("created_at"), let backedUpAt = record.integer("made_at"),
            let key = contentKey("media_digest_key", record, line), key.length == .bits128
        else {
            throw malformed(number, "a header with a missing or malformed member")
        }
        return BackupHeader(
            storeID: storeID,
            kind: kind,
            createdAt: createdAt,
            mediaDigestKey: key,
            backedUpAt: backedUpAt
        )
    }

    private func contentKey(_ name: String, _ record: BackupLine, _ line: Span<UInt8>) -> ContentKey? {
        guard var bytes = record.bytes(name, of: line) else { return nil }
        defer { secureErase(&bytes) }
        return try? ContentKey(copying: bytes)
    }

    private func row(
        of table: StoreTable,
        _ record: BackupLine,
        _ line: Span<UInt8>,
        _ number: Int
    ) throws(RunFailure) -> BackupRow {
        var values: [SQLValue] = []
        for column in table.columnsInBackups {
            let value: SQLValue? =
                switch column.kind {
                case .integer, .rowNumber, .keptNumber: record.integer(column.name).map(SQLValue.integer)
                case .text: record.text(column.name, of: line).map(SQLValue.text)
                case .bytes: record.bytes(column.name, of: line).map(SQLValue.bytes)
                }
            guard value != nil || (column.isOptional && !record.has(column.name)) else {
                throw malformed(number, "a row of \(table.name) with a missing or malformed \(column.name)")
            }
            values.append(value ?? .null)
        }
        guard table.name == StoreSchema.contentKeys.name else {
            return BackupRow(table: table, values: values, secrets: nil)
        }
        guard let key = contentKey("key", record, line),
            let iv = record.bytes("iv", of: line).flatMap({ try? InitializationVector(bytes: $0) })
        else {
            throw malformed(number, "a key that does not have 16 or 32 bytes, or an IV that does not have 16")
        }
        return BackupRow(table: table, values: values, secrets: (key, iv))
    }

    private mutating func readEndLine(_ record: BackupLine, _ number: Int) throws(RunFailure) {
        for table in StoreSchema.tablesInBackups {
            let (found, expected) = (counts[table.name] ?? 0, record.integer(table.name))
            guard expected == found else {
                let rows = CountText.text(found, "row")
                let expectation = expected.map(String.init) ?? "their number in the end line"
                throw malformed(number, "\(rows) of \(table.name), expected \(expectation)")
            }
        }
        isAtEnd = true
    }

    private func malformed(
        _ number: Int,
        _ reason: String,
        expected: String? = nil,
        remedy: String = BackupInput.remedy
    ) -> RunFailure {
        .malformedDocument(
            location: "\(path):\(number)",
            reason: reason,
            expected: expected,
            remedy: remedy
        )
    }
}
