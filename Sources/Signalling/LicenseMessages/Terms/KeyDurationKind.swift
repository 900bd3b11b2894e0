/// The kind of a ``KeyDuration``: the durations that apply.
package enum KeyDurationKind: Hashable, Sendable {
    case lease
    case rental
    case leaseAndRental
    /// A key that may be stored.
    case persistent
    /// A key that may be stored for a limited time.
    case persistentWithDuration
    /// A value whose meaning is not known here.
    case unknown(UInt32)

    private static let knownValues: [(value: UInt32, kind: KeyDurationKind)] = [
        (0x1a4b_de7e, .lease), (0x3dfe_45a0, .rental), (0x27b5_9bde, .leaseAndRental),
        (0x3df2_d9fb, .persistent), (0x18f0_6048, .persistentWithDuration),
    ]

    /// Creates a kind from its value of 4 bytes.
    init(rawValue: UInt32) {
        self = Self.knownValues.first { $0.value == rawValue }?.kind ?? .unknown(rawValue)
    }

    /// The value of 4 bytes.
    var rawValue: UInt32 {
        if case .unknown(let value) = self { return value }
        return Self.knownValues.first { $0.kind == self }?.value ?? 0
    }
}
