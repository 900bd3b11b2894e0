/// The division of a PES packet, with any program tables before it, into transport packets.
struct PESPacketLayout: Hashable, Sendable {
    /// The size of a transport packet in bytes: `TransportPacket.size`, as a constant for the optimizer.
    static let packetSize = 188
    /// The size of the header of a transport packet, in bytes.
    static let headerSize = 4
    /// The number of bytes of a transport packet after its header.
    static let capacity = packetSize - headerSize
    /// The size in bytes of an adaptation field with a PCR: length, flags, PCR.
    static let pcrFieldSize = 8

    /// The number of packets of program tables: 2 or 0.
    let tableCount: Int
    /// The size of the PES packet in bytes, or 0 for a packet that only carries a PCR.
    let size: Int
    /// Indicates whether the first packet after the tables has a PCR.
    let hasPCR: Bool

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - packet: the PES packet or PCR-only packet.
    ///   - size: the size of the PES packet in bytes.
    ///   - carriesPCR: true if the packets of its stream carry the PCR.
    init(_ packet: ScheduledPacket, size: Int, carriesPCR: Bool) {
        tableCount = packet.hasTables ? 2 : 0
        self.size = packet.isPCROnly ? 0 : size
        hasPCR = carriesPCR
    }

    /// The most bytes of the PES packet in its first transport packet.
    var firstCapacity: Int { hasPCR ? Self.capacity - Self.pcrFieldSize : Self.capacity }

    /// The number of transport packets with payload, which continuity_counter counts.
    var payloadPacketCount: Int {
        guard size > 0 else { return 0 }
        return 1 + (max(0, size - firstCapacity) + Self.capacity - 1) / Self.capacity
    }

    /// The number of all transport packets.
    var packetCount: Int { tableCount + max(1, payloadPacketCount) }

    /// The size of all transport packets, in bytes.
    var byteCount: UInt64 { UInt64(packetCount * Self.packetSize) }

    /// Returns the range of PES packet bytes in a transport packet.
    ///
    /// - Parameter index: the index of the transport packet, counted from 0 after the tables.
    /// - Returns: the range, relative to the start of the PES packet.
    func payload(of index: Int) -> Range<Int> {
        let start = index == 0 ? 0 : firstCapacity + (index - 1) * Self.capacity
        return start..<min(size, index == 0 ? firstCapacity : start + Self.capacity)
    }
}
