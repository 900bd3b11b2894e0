/// Checks the continuity counter of one PID (ISO/IEC 13818-1, 2.4.3.3).
///
/// The counter counts packets with payload modulo 16. A packet may be sent twice in a row, and the counter
/// may jump if the adaptation field sets discontinuity_indicator.
package struct ContinuityCounterChecker: Hashable, Sendable {
    /// The result for one packet.
    package enum Verdict: Hashable, Sendable {
        /// The packet continues the sequence.
        case next
        /// The packet repeats the one before it and has to be ignored.
        case duplicate
        /// Packets are missing or the counter is wrong; `expected` is the counter that should have come.
        case gap(expected: UInt8)
    }

    private var lastCounter: UInt8?
    private var lastTail: UInt64 = 0
    private var isRepeated = false

    /// Creates the state before the first packet.
    package init() {}

    /// Checks the next packet of the PID.
    ///
    /// A packet without payload is not counted and gives `next`. A packet with the counter of its predecessor
    /// is a duplicate if the last eight bytes of the payload are also the same.
    package mutating func check(_ packet: TransportPacket, bytes: Span<UInt8>) -> Verdict {
        guard packet.header.hasPayload else { return .next }
        let counter = packet.header.continuityCounter
        let tail = packet.payload.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
        defer {
            lastCounter = counter
            lastTail = tail
        }
        guard let lastCounter, packet.adaptationField?.discontinuityIndicator != true else {
            isRepeated = false
            return .next
        }
        let expected = (lastCounter + 1) & 0x0F
        if counter == lastCounter, tail == lastTail, !isRepeated {
            isRepeated = true
            return .duplicate
        }
        isRepeated = false
        return counter == expected ? .next : .gap(expected: expected)
    }
}
