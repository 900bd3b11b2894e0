/// The state of a device's playback at the time of a request.
package enum PlaybackState: Hashable, Sendable {
    case readyToStart
    case playingOrPaused
    case playingAndKeyNeeded
    case halted
    /// A value whose meaning is not known here.
    case unknown(UInt32)

    private static let knownValues: [(value: UInt32, state: PlaybackState)] = [
        (0xf4de_e5a2, .readyToStart), (0xa5d6_739e, .playingOrPaused),
        (0x4f83_4330, .playingAndKeyNeeded), (0x5991_bf20, .halted),
    ]

    /// Creates a state from its value of 4 bytes.
    init(rawValue: UInt32) {
        self = Self.knownValues.first { $0.value == rawValue }?.state ?? .unknown(rawValue)
    }

    /// The value of 4 bytes.
    var rawValue: UInt32 {
        if case .unknown(let value) = self { return value }
        return Self.knownValues.first { $0.state == self }?.value ?? 0
    }
}
