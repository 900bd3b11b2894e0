/// A value of a column or a parameter, in PostgreSQL's binary format on the wire.
package enum PostgreSQLValue: Hashable, Sendable {
    case null
    /// `bigint`; columns of smaller integers and of `boolean` are read as integers, too.
    case integer(Int64)
    /// `text`.
    case text(String)
    /// `bytea`.
    case bytes([UInt8])
}

/// The object ids of types (from the catalog `pg_type`, where they never change).
enum PostgreSQLTypeID {
    /// A type that the server infers from the statement.
    static let unknown: UInt32 = 0
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let bigInteger: UInt32 = 20
    static let smallInteger: UInt32 = 21
    static let integer: UInt32 = 23
    static let text: UInt32 = 25
    static let name: UInt32 = 19
    static let varyingText: UInt32 = 1043
}

extension PostgreSQLValue {
    /// The type of a parameter with this value.
    var typeID: UInt32 {
        switch self {
        case .null: PostgreSQLTypeID.unknown
        case .integer: PostgreSQLTypeID.bigInteger
        case .text: PostgreSQLTypeID.text
        case .bytes: PostgreSQLTypeID.bytes
        }
    }

    /// The bytes in binary format: big-endian, UTF-8, or unchanged; nil for NULL.
    var wireBytes: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let value):
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
        case .text(let value): Array(value.utf8)
        case .bytes(let value): value
        }
    }

    /// Reads a column in binary format.
    init(type: UInt32, wireBytes bytes: [UInt8]) throws(PostgreSQLError) {
        switch type {
        case PostgreSQLTypeID.bytes:
            self = .bytes(bytes)
        case PostgreSQLTypeID.text, PostgreSQLTypeID.varyingText, PostgreSQLTypeID.name:
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .unexpected("text that is not UTF-8")
            }
            self = .text(text)
        case PostgreSQLTypeID.bigInteger, PostgreSQLTypeID.integer, PostgreSQLTypeID.smallInteger,
            PostgreSQLTypeID.boolean:
            guard let first = bytes.first, bytes.count <= 8 else {
                throw .unexpected("an integer of \(bytes.count) bytes")
            }
            let sign: Int64 = first >= 0x80 ? -1 : 0
            self = .integer(bytes.reduce(sign) { $0 << 8 | Int64($1) })
        default:
            throw .unexpected("a column of type \(type)")
        }
    }
}
