import TransportStreams

/// The transport packets that were added to a segment.
struct PacketInsertions: Sendable {
    /// The packets that were added after one packet of the segment.
    struct Insertion: Sendable {
        /// The number of the packet after which they are added.
        let packet: Int
        /// The range of the added packets in `bytes`.
        let range: Range<Int>
    }

    /// The insertions that are still to be written, by packet number.
    private(set) var waiting: [Insertion] = []
    /// The added packets.
    private(set) var bytes: [UInt8] = []
    /// All insertions since the start of the segment, in order of insertion, for the offset map.
    private var all: [(packet: Int, count: Int)] = []

    /// Adds packets after a packet of the segment.
    mutating func insert(_ packets: [UInt8], _ range: Range<Int>, after packet: Int) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: range.count))
        bytes.overwrite(at: start, with: packets, range)
        let index = waiting.lastIndex { $0.packet <= packet }.map { $0 + 1 } ?? 0
        waiting.insert(Insertion(packet: packet, range: start..<bytes.count), at: index)
        all.append((packet, range.count))
    }

    /// Removes the first `count` of the waiting insertions, which were written.
    mutating func remove(first count: Int) {
        waiting.removeFirst(count)
        if waiting.isEmpty { bytes.removeAll(keepingCapacity: true) }
    }

    /// Returns the map from clear packet boundaries to offsets in the output.
    func map(_ format: PacketFormat) -> OffsetMap {
        OffsetMap(
            clearStride: UInt64(format.stride),
            outputStride: UInt64(TransportPacket.size),
            sizeChanges: all.sorted { $0.packet < $1.packet }.map {
                OffsetMap.SizeChange(
                    clearOffset: UInt64($0.packet + 1) * UInt64(format.stride),
                    insertedCount: UInt64($0.count)
                )
            }
        )
    }
}
