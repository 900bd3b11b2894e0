import Bitstreams
import TransportStreams

/// A reader that generates the bytes of a transport stream, for one thread.
///
/// It iterates over the PES packets of a segment in order. A read further ahead skips PES packets by their
/// sizes; a read further back restarts the segment.
final class TransportStreamReader: PiecewiseReader {
    private let source: TransportStreamSource
    private let plan: MultiplexPlan
    private var sizer: PESPacketSizer
    private var generator: PESPacketGenerator

    /// The index of the current segment in the source, or nil before the first read.
    private var segmentIndex: Int?
    private var schedule: MultiplexSchedule?
    private var counters: [UInt8] = []
    private var tableCounter: UInt8 = 0

    /// The transport packets of the current `scheduledPacket`; `packetsRange` is their range in the source.
    private var packets: PESTransportPackets?
    private var scheduledPacket: ScheduledPacket?
    private var packetsRange: Range<UInt64> = 0..<0
    private var isLoaded = false
    /// A buffer for a packet of which only a part is read.
    private var packetBuffer = [UInt8](repeating: 0, count: PESPacketLayout.packetSize)

    init(_ source: TransportStreamSource) {
        self.source = source
        plan = source.plan
        sizer = PESPacketSizer(source.plan)
        generator = PESPacketGenerator(source.plan)
    }

    var size: UInt64 { source.size }

    func readPiece(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        try seek(to: offset)
        return write(from: Int(offset - packetsRange.lowerBound), to: &buffer, range)
    }

    /// Writes bytes of the current packets.
    ///
    /// - Returns: the number of bytes written.
    private func write(from position: Int, to buffer: inout [UInt8], _ bufferRange: Range<Int>) -> Int {
        guard let packets else { return 0 }
        let index = position / PESPacketLayout.packetSize
        let skipped = position % PESPacketLayout.packetSize
        let wholeCount = min(
            bufferRange.count / PESPacketLayout.packetSize,
            packets.layout.packetCount - index
        )
        guard skipped == 0, wholeCount > 0 else {
            write(packets, index..<index + 1, to: &packetBuffer, at: 0)
            let count = min(PESPacketLayout.packetSize - skipped, bufferRange.count)
            buffer.overwrite(at: bufferRange.lowerBound, with: packetBuffer, skipped..<skipped + count)
            return count
        }
        write(packets, index..<index + wholeCount, to: &buffer, at: bufferRange.lowerBound)
        return wholeCount * PESPacketLayout.packetSize
    }

    private func write(
        _ packets: PESTransportPackets,
        _ range: Range<Int>,
        to buffer: inout [UInt8],
        at position: Int
    ) {
        precondition(position >= 0 && range.count * PESPacketLayout.packetSize <= buffer.count - position)
        unsafe buffer.withUnsafeMutableBytes { destination in
            unsafe plan.tables.withUnsafeBytes { tables in
                unsafe generator.withBytes { front, tail in
                    guard let base = destination.baseAddress else { return }
                    precondition(front.count + tail.count == packets.layout.size)
                    unsafe packets.write(range, tables: tables, front: front, tail: tail, to: base + position)
                }
            }
        }
    }

    /// Moves to the packets that contain an offset of the source.
    private func seek(to offset: UInt64) throws(ByteSourceError) {
        if segmentIndex == nil || offset < packetsRange.lowerBound
            || segmentIndex.map({ offset >= source.segments[$0].range.upperBound }) == true
        {
            open(source.segmentIndex(at: offset))
        }
        while offset >= packetsRange.upperBound { try advance(to: offset) }
        guard !isLoaded, let scheduledPacket, let schedule, let packets else { return }
        let size = try generator.load(scheduledPacket, schedule.streams[scheduledPacket.streamIndex])
        isLoaded = true
        guard size == packets.layout.size else {
            throw .changed(path: plan.streams[scheduledPacket.streamIndex].path)
        }
    }

    /// Moves to the start of a segment.
    private func open(_ index: Int) {
        let sourceSegment = source.segments[index]
        if segmentIndex.map({ $0 >= index }) == true { generator.clear() }
        segmentIndex = index
        schedule = MultiplexSchedule(plan, segment: sourceSegment.index)
        counters = sourceSegment.counters
        tableCounter = sourceSegment.tableCounter
        packetsRange = sourceSegment.range.lowerBound..<sourceSegment.range.lowerBound
        packets = nil
        scheduledPacket = nil
        isLoaded = false
    }

    /// Moves to the next packets; generates their bytes only if they start at `offset`.
    private func advance(to offset: UInt64) throws(ByteSourceError) {
        if let scheduledPacket, let layout = packets?.layout {
            counters[scheduledPacket.streamIndex] &+= UInt8(truncatingIfNeeded: layout.payloadPacketCount)
            tableCounter &+= UInt8(truncatingIfNeeded: layout.tableCount / 2)
        }
        packets = nil
        scheduledPacket = nil
        isLoaded = false
        guard let next = schedule?.next(), let streamSchedule = schedule?.streams[next.streamIndex],
            let segmentIndex
        else {
            throw .changed(path: plan.streams[plan.pcrStreamIndex].path)
        }
        let stream = plan.streams[next.streamIndex]
        let startsAtOffset = offset == packetsRange.upperBound
        let size =
            startsAtOffset
            ? try generator.load(next, streamSchedule) : try sizer.size(of: next, streamSchedule.samples)
        let layout = PESPacketLayout(next, size: size, carriesPCR: stream.carriesPCR)
        let end = packetsRange.upperBound + layout.byteCount
        // Throws if the sizes no longer add up to that of the draft: only the last packets may end the
        // segment.
        let isLast = schedule?.hasSamples == false
        let segmentEnd = source.segments[segmentIndex].range.upperBound
        guard end <= segmentEnd, end < segmentEnd || isLast else { throw .changed(path: stream.path) }
        packetsRange = packetsRange.upperBound..<end
        isLoaded = startsAtOffset
        scheduledPacket = next
        packets = PESTransportPackets(
            next,
            layout,
            pid: stream.pid,
            counter: counters[next.streamIndex],
            tableCounter: tableCounter
        )
    }
}
