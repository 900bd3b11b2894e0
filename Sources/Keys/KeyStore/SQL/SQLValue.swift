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
    func integer(_ column: Int) throws(KeyStoreError) -> Int64 {
        guard case .integer(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    /// Returns a text, which must not be NULL.
    func text(_ column: Int) throws(KeyStoreError) -> String {
        guard case .text(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    /// Returns bytes, which must not be NULL.
    func bytes(_ column: Int) throws(KeyStoreError) -> [UInt8] {
        guard case .bytes(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    func optionalInteger(_ column: Int) throws(KeyStoreError) -> Int64? {
        value(column) == .null ? nil : try integer(column)
    }

    func optionalText(_ column: Int) throws(KeyStoreError) -> String? {
        value(column) == .null ? nil : try text(column)
    }

    func optionalBytes(_ column: Int) throws(KeyStoreError) -> [UInt8]? {
        value(column) == .null ? nil : try bytes(column)
    }

    private func value(_ column: Int) -> SQLValue? {
        values.indices.contains(column) ? values[column] : nil
    }

    /// A placeholder for the store's label in errors of rows, which `SQLKeyStore` replaces.
    static let unnamedStore = "key store"

    private static let wrongKind = KeyStoreError.corrupted(
        path: unnamedStore,
        reason: "a value of the wrong kind"
    )
}
