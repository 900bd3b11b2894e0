import Failures
import FoundationEssentials
import ProtectionTerms

/// A value of a column or of a parameter.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

/// One row of a result; its columns are counted from 0.
struct SQLRow: Sendable {
    let values: [SQLValue]

    /// Returns a number, which must not be NULL.
    func integer(_ column: Int) throws(RunFailure) -> Int64 {
        guard case .integer(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    /// Returns a text, which must not be NULL.
    func text(_ column: Int) throws(RunFailure) -> String {
        guard case .text(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    /// Returns bytes, which must not be NULL.
    func bytes(_ column: Int) throws(RunFailure) -> [UInt8] {
        guard case .bytes(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    func optionalInteger(_ column: Int) throws(RunFailure) -> Int64? {
        value(column) == .null ? nil : try integer(column)
    }

    func optionalText(_ column: Int) throws(RunFailure) -> String? {
        value(column) == .null ? nil : try text(column)
    }

    func optionalBytes(_ column: Int) throws(RunFailure) -> [UInt8]? {
        value(column) == .null ? nil : try bytes(column)
    }

    private func value(_ column: Int) -> SQLValue? {
        values.indices.contains(column) ? values[column] : nil
    }

    /// A placeholder for the store's label in errors of rows, which `SQLKeyStore` replaces.
    static let unnamedStore = "key store"

    private static let wrongKind = RunFailure.corrupted(
        path: unnamedStore,
        reason: "a value of the wrong kind"
    )
}

extension SQLValue {
    init(_ text: String?) {
        self = text.map { .text($0) } ?? .null
    }

    init(_ number: Int?) {
        self = number.map { .integer(Int64($0)) } ?? .null
    }

    init(_ id: UUID) {
        self = .bytes(id.bytes)
    }

    /// Stores a date as whole seconds since 1970.
    init(_ date: Date) {
        self = .integer(date.storedSeconds)
    }
}

extension SQLRow {
    func optionalInt(_ column: Int) throws(RunFailure) -> Int? {
        try optionalInteger(column).map(Int.init)
    }

    func uuid(_ column: Int) throws(RunFailure) -> UUID {
        guard let id = UUID(bytes: try bytes(column)) else {
            throw .corrupted(path: Self.unnamedStore, reason: "an id that is not 16 bytes")
        }
        return id
    }

    /// Returns a date that was stored as whole seconds since 1970.
    func date(_ column: Int) throws(RunFailure) -> Date {
        Date(storedSeconds: try integer(column))
    }

    /// Returns the identity in the four columns from `column` on.
    func identity(from column: Int = 0) throws(RunFailure) -> KeyIdentity {
        let contentID = try text(column)
        let track = try text(column + 1)
        let period = Int(try integer(column + 2))
        let generation = Int(try integer(column + 3))
        do {
            return try KeyIdentity(
                contentID: ContentID(contentID),
                track: track,
                period: period,
                generation: generation
            )
        } catch {
            guard error.kind == .invalidField else { throw error }
            throw .corrupted(path: Self.unnamedStore, reason: "\(error.problem): \(error.found ?? "")")
        }
    }
}

extension Date {
    /// Whole seconds since 1970, or 0 for a date out of range.
    var storedSeconds: Int64 {
        Int64(exactly: timeIntervalSince1970.rounded(.down)) ?? 0
    }

    init(storedSeconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(storedSeconds))
    }
}
