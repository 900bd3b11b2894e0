package import FoundationEssentials
import ProtectionTerms

/// A sequence of fields, each after its length (8 bytes, big-endian), so that no two lists of fields give the
/// same bytes.
package struct LengthPrefixedFields {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ field: some Collection<UInt8>) {
        bytes += Self.bigEndian(UInt64(field.count))
        bytes += field
    }

    package mutating func append(_ text: String) {
        append(text.utf8)
    }

    /// Appends a number as 8 bytes, big-endian.
    package mutating func append(_ number: Int) {
        append(Self.bigEndian(UInt64(bitPattern: Int64(number))))
    }

    package mutating func append(_ uuid: UUID) {
        append(uuid.bytes)
    }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt64($0)) }
    }
}
