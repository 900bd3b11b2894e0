import TransportStreams

/// Packets that were added to a segment, and where.
struct PacketInsertions: Sendable {
    /// Packets behind a packet of the segment.
    struct Insertion: Sendable {
        /// The number of the packet before them.
        let packet: Int
        /// Their place in `bytes`.
        let range: Range<Int>
    }

    /// Those that wait to be written, by packet number.
    private(set) var waiting: [Insertion] = []
    /// The packets.
    private(set) var bytes: [UInt8] = []
    /// All, as they came, for the map of offsets.
    private var all: [(packet: Int, count: Int)] = []

    /// Adds packets behind a packet.
    mutating func insert(_ packets: [UInt8], _ range: Range<Int>, behind packet: Int) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: range.count))
        bytes.overwrite(at: start, with: packets, range)
        let place = waiting.lastIndex { $0.packet <= packet }.map { $0 + 1 } ?? 0
        waiting.insert(Insertion(packet: packet, range: start..<bytes.count), at: place)
        all.append((packet, range.count))
    }

    /// Forgets the first `count` of those that wait: they were written.
    mutating func remove(first count: Int) {
        waiting.removeFirst(count)
        if waiting.isEmpty { bytes.removeAll(keepingCapacity: true) }
    }

    /// Where packet borders of the segment went.
    func map(_ format: PacketFormat) -> OffsetMap {
        OffsetMap(
            clearStride: UInt64(format.stride),
            outputStride: UInt64(TransportPacket.size),
            insertions: all.sorted { $0.packet < $1.packet }.map {
                OffsetMap.Insertion(
                    clearOffset: UInt64($0.packet + 1) * UInt64(format.stride),
                    count: UInt64($0.count)
                )
            }
        )
    }
}
