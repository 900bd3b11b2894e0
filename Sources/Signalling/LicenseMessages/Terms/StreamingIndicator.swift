/// The streaming indicator of an SPC: the display that the device plays to.
package enum StreamingIndicator: Hashable, Sendable {
    /// The device's own display.
    case device
    /// A display over AirPlay.
    case airPlay
    /// A display at an Apple digital AV adapter.
    case avAdapter
    /// A value whose meaning is not known here.
    case unknown(UInt64)

    private static let knownValues: [(value: UInt64, indicator: StreamingIndicator)] = [
        (0, .device), (0xabb0_256a_3184_3974, .airPlay), (0x5f9c_8132_b59f_2fde, .avAdapter),
    ]

    /// Creates an indicator from its value of 8 bytes.
    init(rawValue: UInt64) {
        self = Self.knownValues.first { $0.value == rawValue }?.indicator ?? .unknown(rawValue)
    }

    /// The value of 8 bytes.
    var rawValue: UInt64 {
        if case .unknown(let value) = self { return value }
        return Self.knownValues.first { $0.indicator == self }?.value ?? 0
    }
}
