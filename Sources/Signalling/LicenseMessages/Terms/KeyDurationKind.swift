/// Which durations of a ``KeyDuration`` count.
package enum KeyDurationKind: Hashable, Sendable {
    case lease
    case rental
    case leaseAndRental
    /// A key that may be kept.
    case persistent
    /// A key that may be kept for a while.
    case persistentWithDuration
    /// A value without a meaning here.
    case unknown(UInt32)

    private static let known: [(value: UInt32, kind: KeyDurationKind)] = [
        (0x1a4b_de7e, .lease), (0x3dfe_45a0, .rental), (0x27b5_9bde, .leaseAndRental),
        (0x3df2_d9fb, .persistent), (0x18f0_6048, .persistentWithDuration),
    ]

    /// The kind that a value of 4 bytes stands for.
    package init(rawValue: UInt32) {
        self = Self.known.first { $0.value == rawValue }?.kind ?? .unknown(rawValue)
    }

    /// The value of 4 bytes.
    package var rawValue: UInt32 {
        if case .unknown(let value) = self { return value }
        return Self.known.first { $0.kind == self }?.value ?? 0
    }
}
