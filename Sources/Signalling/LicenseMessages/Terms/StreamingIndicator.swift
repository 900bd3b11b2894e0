/// The streaming indicator of an SPC: where the pictures are shown.
package enum StreamingIndicator: Hashable, Sendable {
    /// On the device itself.
    case device
    /// Over AirPlay.
    case airPlay
    /// Over an Apple digital AV adapter.
    case avAdapter
    /// A value without a meaning here.
    case unknown(UInt64)

    private static let known: [(value: UInt64, indicator: StreamingIndicator)] = [
        (0, .device), (0xabb0_256a_3184_3974, .airPlay), (0x5f9c_8132_b59f_2fde, .avAdapter),
    ]

    /// The indicator that a value of 8 bytes stands for.
    package init(rawValue: UInt64) {
        self = Self.known.first { $0.value == rawValue }?.indicator ?? .unknown(rawValue)
    }

    /// The value of 8 bytes.
    package var rawValue: UInt64 {
        if case .unknown(let value) = self { return value }
        return Self.known.first { $0.indicator == self }?.value ?? 0
    }
}
