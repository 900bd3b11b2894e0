/// How a PES packet, with what stands in front of it, is divided into transport packets.
struct UnitLayout: Hashable, Sendable {
    /// Bytes of a transport packet: `TransportPacket.size`, known here when this is compiled.
    static let packetSize = 188
    /// Bytes of its header.
    static let headerSize = 4
    /// Bytes of a transport packet behind its header.
    static let capacity = packetSize - headerSize
    /// Bytes of an adaptation field with a clock: length, flags, PCR.
    static let clockFieldSize = 8

    /// Packets of program tables.
    let tableCount: Int
    /// Bytes of the PES packet; 0 of a clock on its own.
    let size: Int
    /// Whether the first packet of the PES packet has a clock.
    let hasClock: Bool

    /// A layout.
    ///
    /// - Parameters:
    ///   - unit: what it is.
    ///   - size: bytes of the PES packet.
    ///   - isClock: whether the packets of its stream carry the clock.
    init(_ unit: MultiplexUnit, size: Int, isClock: Bool) {
        tableCount = unit.hasTables ? 2 : 0
        self.size = unit.isClockOnly ? 0 : size
        hasClock = isClock
    }

    /// Bytes of the PES packet in its first transport packet, at most.
    var firstCapacity: Int { hasClock ? Self.capacity - Self.clockFieldSize : Self.capacity }

    /// Transport packets with bytes of the PES packet, which are those that are counted.
    var payloadPackets: Int {
        guard size > 0 else { return 0 }
        return 1 + (max(0, size - firstCapacity) + Self.capacity - 1) / Self.capacity
    }

    /// All transport packets.
    var packetCount: Int { tableCount + max(1, payloadPackets) }

    /// Bytes of all transport packets.
    var byteCount: UInt64 { UInt64(packetCount * Self.packetSize) }

    /// Which bytes of the PES packet are in a transport packet.
    ///
    /// - Parameter index: from 0, of those behind the tables.
    /// - Returns: the bytes, counted from the start of the header.
    func payload(of index: Int) -> Range<Int> {
        let start = index == 0 ? 0 : firstCapacity + (index - 1) * Self.capacity
        return start..<min(size, index == 0 ? firstCapacity : start + Self.capacity)
    }
}
