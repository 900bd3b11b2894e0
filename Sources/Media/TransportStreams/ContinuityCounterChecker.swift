package import Bitstreams

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
        return check(
            packet.header.continuityCounter,
            tail: Self.tail(of: packet.payload, bytes),
            isDiscontinuous: packet.adaptationField?.discontinuityIndicator == true
        )
    }

    /// Checks the next packet of the PID that has a payload.
    ///
    /// A duplicate is recognized by the last eight bytes of the packet.
    ///
    /// - Parameters:
    ///   - head: the head of the packet.
    ///   - bytes: the bytes that contain the packet.
    ///   - position: the position of the sync byte in `bytes`.
    /// - Returns: the relation of the packet to the one before it.
    package mutating func check(_ head: PacketHead, _ bytes: Span<UInt8>, _ position: Int) -> Verdict {
        check(
            head.continuityCounter,
            tail: Self.tail(of: position..<position + TransportPacket.size, bytes),
            isDiscontinuous: head.isDiscontinuous
        )
    }

    /// Returns the last eight bytes of a range, or all of them if there are fewer.
    private static func tail(of range: Range<Int>, _ bytes: Span<UInt8>) -> UInt64 {
        guard range.count >= 8 else { return range.reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) } }
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        let tail = unsafe bytes.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: range.upperBound - 8, as: UInt64.self)
        }
        return UInt64(bigEndian: tail)
    }

    private mutating func check(_ counter: UInt8, tail: UInt64, isDiscontinuous: Bool) -> Verdict {
        defer {
            lastCounter = counter
            lastTail = tail
        }
        guard let lastCounter, !isDiscontinuous else {
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

    /// Returns the error for a gap, for readers that do not tolerate it.
    ///
    /// - Parameters:
    ///   - pid: the PID of the packet.
    ///   - found: its continuity_counter.
    ///   - expected: the counter that should have come.
    ///   - offset: the offset of the packet in the stream.
    /// - Returns: the error.
    package static func gapError(
        on pid: PacketIdentifier,
        found: UInt8,
        expected: UInt8,
        at offset: UInt64
    ) -> ParseError {
        .invalid(
            offset: offset + 3,
            field: "continuity_counter of \(pid)",
            found: "\(found)",
            expected: "\(expected)"
        )
    }
}
