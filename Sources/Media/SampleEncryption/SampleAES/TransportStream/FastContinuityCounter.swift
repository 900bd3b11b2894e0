import TransportStreams

/// A check of the continuity counter of one PID (ISO/IEC 13818-1, 2.4.3.3) that is fast enough for every
/// packet.
struct FastContinuityCounter: Sendable {
    /// The relation of a packet to the one before it.
    enum Verdict: Sendable {
        case next
        case duplicate
        case gap(expected: UInt8)
    }

    private var last: UInt8?
    private var lastTail: UInt64 = 0
    private var lastStart = 0
    private var lastFlags: UInt8 = 0
    private var isRepeated = false

    /// Indicates whether a packet was checked.
    var hasBegun: Bool { last != nil }

    /// Indicates whether a packet can be a duplicate of the last one, from which only clocks in its
    /// adaptation field may differ.
    private func isLike(_ head: PacketHead, tail: UInt64) -> Bool {
        tail == lastTail && head.payloadStart == lastStart && head.adaptationFlags == lastFlags
    }

    /// Checks the next packet with payload.
    ///
    /// - Parameters:
    ///   - head: the head of the packet.
    ///   - tail: the last eight bytes of the packet, which distinguish it from a duplicate.
    /// - Returns: its relation to the packet before it.
    @inline(__always)
    mutating func check(_ head: PacketHead, tail: UInt64) -> Verdict {
        defer {
            last = head.continuityCounter
            lastTail = tail
            lastStart = head.payloadStart
            lastFlags = head.adaptationFlags
        }
        guard let last else { return .next }
        let expected = (last &+ 1) & 0x0F
        if head.continuityCounter == expected {
            isRepeated = false
            return .next
        }
        if head.continuityCounter == last, !isRepeated, isLike(head, tail: tail) {
            isRepeated = true
            return .duplicate
        }
        isRepeated = false
        return head.isDiscontinuous ? .next : .gap(expected: expected)
    }
}

extension [UInt8] {
    /// Returns the last eight bytes of the transport packet at `position`.
    @inline(__always)
    func tail(of position: Int) -> UInt64 {
        let start = position + TransportPacket.size - 8
        precondition(start >= 0 && start + 8 <= count)
        return unsafe withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
    }
}
