/// A value of a column or of a parameter.
enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}

/// One row of a result, by the place of its columns from 0.
struct SQLRow: Sendable {
    let values: [SQLValue]

    /// A number that has to be there.
    func integer(_ column: Int) throws(KeyStoreError) -> Int64 {
        guard case .integer(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    /// Text that has to be there.
    func text(_ column: Int) throws(KeyStoreError) -> String {
        guard case .text(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    /// Bytes that have to be there.
    func bytes(_ column: Int) throws(KeyStoreError) -> [UInt8] {
        guard case .bytes(let value)? = value(column) else { throw Self.wrongKind }
        return value
    }

    /// A number, or nil for NULL.
    func optionalInteger(_ column: Int) throws(KeyStoreError) -> Int64? {
        value(column) == .null ? nil : try integer(column)
    }

    /// Text, or nil for NULL.
    func optionalText(_ column: Int) throws(KeyStoreError) -> String? {
        value(column) == .null ? nil : try text(column)
    }

    /// Bytes, or nil for NULL.
    func optionalBytes(_ column: Int) throws(KeyStoreError) -> [UInt8]? {
        value(column) == .null ? nil : try bytes(column)
    }

    private func value(_ column: Int) -> SQLValue? {
        values.indices.contains(column) ? values[column] : nil
    }

    /// Stands for the store's label in errors of rows; `SQLKeyStore` puts the label in.
    static let unnamedStore = "key store"

    private static let wrongKind = KeyStoreError.corrupted(
        path: unnamedStore,
        reason: "a value of the wrong kind"
    )
}
