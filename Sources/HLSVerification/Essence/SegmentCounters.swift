internal import TransportStreams

/// The continuity counters with which the PIDs of a transport stream segment begin and end.
struct SegmentCounters: Hashable, Sendable {
    /// The counters of the first and the last packet with payload.
    struct Ends: Hashable, Sendable {
        let first: UInt8
        var last: UInt8
        /// Whether the first packet says that the counter may jump there.
        let mayJump: Bool
    }

    private(set) var ends: [PacketIdentifier: Ends] = [:]

    /// Takes the next packet.
    mutating func take(_ packet: TransportPacket) {
        guard packet.header.hasPayload else { return }
        let counter = packet.header.continuityCounter
        if ends[packet.header.pid]?.last != nil {
            ends[packet.header.pid]?.last = counter
        } else {
            let mayJump = packet.adaptationField?.discontinuityIndicator == true
            ends[packet.header.pid] = Ends(first: counter, last: counter, mayJump: mayJump)
        }
    }

    /// By how much the counters of each PID jump between a segment and this one that follows it; 0 where they continue.
    func jumps(after previous: SegmentCounters) -> [PacketIdentifier: UInt8] {
        var jumps: [PacketIdentifier: UInt8] = [:]
        for (pid, own) in ends where !own.mayJump {
            guard let before = previous.ends[pid] else { continue }
            jumps[pid] = (own.first &- before.last &- 1) & 0x0F
        }
        return jumps
    }
}
