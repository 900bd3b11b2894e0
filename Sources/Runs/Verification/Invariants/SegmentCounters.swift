import TransportStreams

/// The first and last continuity counters of each PID in a transport stream segment.
///
/// Nothing else is parsed, so a fault of the stream does not hide its end.
struct SegmentCounters: Hashable, Sendable {
    /// The counters of the first and the last packet with payload.
    struct Ends: Hashable, Sendable {
        let first: UInt8
        var last: UInt8
        /// Indicates whether the first packet has the discontinuity indicator: the counter may jump.
        let mayJump: Bool
    }

    /// The number of bytes read of a packet: its header, and length and flags of the adaptation field.
    private static let headSize = 6

    /// The counters by PID.
    var ends: [PacketIdentifier: Ends] {
        var ends = storedEnds
        if let currentPID { ends[currentPID]?.last = currentLast }
        return ends
    }

    /// The counters by PID, without the last one of `currentPID`.
    private var storedEnds: [PacketIdentifier: Ends] = [:]
    /// The PID of the last packet: only the first one of a row of packets with the same PID is looked up.
    private var currentPID: PacketIdentifier?
    private var currentLast: UInt8 = 0
    private var isStarted = false
    private var format: PacketFormat?
    /// The number of bytes to the sync byte of the next packet.
    private var bytesToSkip = 0
    private var head: [UInt8] = []

    init() {}

    /// Reads the next bytes of the segment; the first ones tell the packet size.
    mutating func consume(_ chunk: Span<UInt8>) {
        if !isStarted {
            isStarted = true
            format = PacketFormat.detect(chunk.extracting(0..<min(chunk.count, PacketFormat.detectionLength)))
            bytesToSkip = format?.prefixSize ?? 0
        }
        guard let format else { return }
        var position = 0
        while position < chunk.count {
            guard bytesToSkip == 0 else {
                let count = min(bytesToSkip, chunk.count - position)
                position += count
                bytesToSkip -= count
                continue
            }
            if head.isEmpty, chunk.count - position >= Self.headSize {
                readHead(chunk.extracting(position..<position + Self.headSize))
                position += Self.headSize
            } else {
                head.append(chunk[position])
                position += 1
                guard head.count == Self.headSize else { continue }
                let completeHead = head
                readHead(completeHead.span)
                head.removeAll()
            }
            bytesToSkip = format.stride - Self.headSize
        }
    }

    /// Returns how far the counter of each PID jumps from the previous segment to this one.
    ///
    /// It is 0 if the counter continues. PIDs that only one of the segments has, or whose counter may jump
    /// here, are left out.
    func jumps(after previous: SegmentCounters) -> [PacketIdentifier: UInt8] {
        var jumps: [PacketIdentifier: UInt8] = [:]
        for (pid, ownEnds) in ends where !ownEnds.mayJump {
            guard let previousEnds = previous.ends[pid] else { continue }
            jumps[pid] = (ownEnds.first &- previousEnds.last &- 1) & 0x0F
        }
        return jumps
    }

    private mutating func readHead(_ head: Span<UInt8>) {
        let pid = PacketIdentifier(UInt16(head[1]) << 8 | UInt16(head[2]))
        let hasPayload = head[3] & 0x10 != 0
        guard hasPayload, pid != .null else { return }
        let counter = head[3] & 0x0F
        if pid != currentPID {
            if let currentPID { storedEnds[currentPID]?.last = currentLast }
            currentPID = pid
            if storedEnds[pid] == nil {
                let hasFlags = head[3] & 0x20 != 0 && head[4] > 0
                storedEnds[pid] = Ends(
                    first: counter,
                    last: counter,
                    mayJump: hasFlags && head[5] & 0x80 != 0
                )
            }
        }
        currentLast = counter
    }
}
