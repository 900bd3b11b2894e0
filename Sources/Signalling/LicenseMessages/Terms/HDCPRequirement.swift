package import ProtectionTerms

/// The HDCP requirement of a CKC; a CKC without one requires type 0.
package enum HDCPRequirement: Hashable, Sendable {
    case level(HDCPLevel)
    /// A value whose meaning is not known here.
    case unknown(UInt64)

    /// The size of the significant part of a value, in bytes; the values of Apple's test vectors have 8
    /// random bytes more.
    static let byteCount = 8

    private static let knownValues: [(value: UInt64, level: HDCPLevel)] = [
        (0xef72_894c_a789_5b78, .unprotected), (0x4079_1ac7_8bd5_c571, .type0),
        (0x285a_0863_bba8_e1d3, .type1),
    ]

    /// Creates a requirement from its value of 8 bytes.
    init(rawValue: UInt64) {
        self = Self.knownValues.first { $0.value == rawValue }.map { .level($0.level) } ?? .unknown(rawValue)
    }

    /// The value of 8 bytes.
    var rawValue: UInt64 {
        switch self {
        case .level(let level): Self.knownValues.first { $0.level == level }?.value ?? 0
        case .unknown(let value): value
        }
    }
}
