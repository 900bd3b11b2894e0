import FoundationEssentials
import ProtectionTerms

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
    func optionalInt(_ column: Int) throws(KeyStoreError) -> Int? {
        try optionalInteger(column).map(Int.init)
    }

    func uuid(_ column: Int) throws(KeyStoreError) -> UUID {
        guard let id = UUID(bytes: try bytes(column)) else {
            throw .corrupted(path: Self.unnamedStore, reason: "an id that is not 16 bytes")
        }
        return id
    }

    /// Returns a date that was stored as whole seconds since 1970.
    func date(_ column: Int) throws(KeyStoreError) -> Date {
        Date(storedSeconds: try integer(column))
    }

    /// Returns the identity in the four columns from `column` on.
    func identity(from column: Int = 0) throws(KeyStoreError) -> KeyIdentity {
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
        } catch .invalidField(let name, let found, _) {
            throw .corrupted(path: Self.unnamedStore, reason: "a \(name) with \(found)")
        } catch {
            throw error
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
