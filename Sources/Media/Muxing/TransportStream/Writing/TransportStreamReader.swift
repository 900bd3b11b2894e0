import Bitstreams
import TransportStreams

/// A reader that generates the bytes of a transport stream, for one thread.
///
/// It iterates over the PES packets of a segment in order. A read further ahead skips PES packets by their
/// sizes; a read further back restarts the segment.
final class TransportStreamReader: ByteSourceReader {
    private let source: TransportStreamSource
    private let plan: MultiplexPlan
    private var sizer: PESPacketSizer
    private var units: PESPacketGenerator

    /// The index of the current segment in the source, or nil before the first read.
    private var segment: Int?
    private var schedule: MultiplexSchedule?
    private var counters: [UInt8] = []
    private var tableCounter: UInt8 = 0

    /// The transport packets of the current `unit`; `range` is their range in the source.
    private var packets: PESTransportPackets?
    private var unit: ScheduledPacket?
    private var range: Range<UInt64> = 0..<0
    private var isLoaded = false
    /// A buffer for a packet of which only a part is read.
    private var packet = [UInt8](repeating: 0, count: PESPacketLayout.packetSize)

    init(_ source: TransportStreamSource) {
        self.source = source
        plan = source.plan
        sizer = PESPacketSizer(source.plan)
        units = PESPacketGenerator(source.plan)
    }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        guard offset < source.size else { return 0 }
        let count = Int(min(UInt64(range.count), source.size - offset))
        var done = 0
        while done < count {
            let position = offset + UInt64(done)
            try seek(to: position)
            done += write(
                from: Int(position - self.range.lowerBound),
                to: &buffer,
                range.lowerBound + done..<range.lowerBound + count
            )
        }
        return count
    }

    /// Writes bytes of the current packets.
    ///
    /// - Returns: the number of bytes written.
    private func write(from position: Int, to buffer: inout [UInt8], _ target: Range<Int>) -> Int {
        guard let packets else { return 0 }
        let index = position / PESPacketLayout.packetSize
        let skipped = position % PESPacketLayout.packetSize
        let whole = min(target.count / PESPacketLayout.packetSize, packets.layout.packetCount - index)
        guard skipped == 0, whole > 0 else {
            write(packets, index..<index + 1, to: &packet, at: 0)
            let count = min(PESPacketLayout.packetSize - skipped, target.count)
            buffer.overwrite(at: target.lowerBound, with: packet, skipped..<skipped + count)
            return count
        }
        write(packets, index..<index + whole, to: &buffer, at: target.lowerBound)
        return whole * PESPacketLayout.packetSize
    }

    private func write(
        _ packets: PESTransportPackets,
        _ range: Range<Int>,
        to buffer: inout [UInt8],
        at position: Int
    ) {
        precondition(position >= 0 && range.count * PESPacketLayout.packetSize <= buffer.count - position)
        unsafe buffer.withUnsafeMutableBytes { target in
            unsafe plan.tables.withUnsafeBytes { tables in
                unsafe units.withBytes { front, tail in
                    guard let base = target.baseAddress else { return }
                    precondition(front.count + tail.count == packets.layout.size)
                    unsafe packets.write(range, tables: tables, front: front, tail: tail, to: base + position)
                }
            }
        }
    }

    /// Moves to the packets that contain an offset of the source.
    private func seek(to offset: UInt64) throws(ByteSourceError) {
        if segment == nil || offset < range.lowerBound
            || segment.map({ offset >= source.segments[$0].range.upperBound }) == true
        {
            open(source.segment(at: offset))
        }
        while offset >= range.upperBound { try advance(to: offset) }
        guard !isLoaded, let unit, let schedule, let packets else { return }
        let size = try units.load(unit, schedule.streams[unit.stream])
        isLoaded = true
        guard size == packets.layout.size else { throw .changed(path: plan.streams[unit.stream].path) }
    }

    /// Moves to the start of a segment.
    private func open(_ index: Int) {
        let found = source.segments[index]
        if segment.map({ $0 >= index }) == true { units.clear() }
        segment = index
        schedule = MultiplexSchedule(plan, segment: found.index)
        counters = found.counters
        tableCounter = found.tableCounter
        range = found.range.lowerBound..<found.range.lowerBound
        packets = nil
        unit = nil
        isLoaded = false
    }

    /// Moves to the next packets; generates their bytes only if they start at `offset`.
    private func advance(to offset: UInt64) throws(ByteSourceError) {
        if let unit, let layout = packets?.layout {
            counters[unit.stream] &+= UInt8(truncatingIfNeeded: layout.payloadPackets)
            tableCounter &+= UInt8(truncatingIfNeeded: layout.tableCount / 2)
        }
        packets = nil
        unit = nil
        isLoaded = false
        guard let next = schedule?.next(), let taken = schedule?.streams[next.stream], let segment else {
            throw .changed(path: plan.streams[plan.pcrStream].path)
        }
        let stream = plan.streams[next.stream]
        let isWanted = offset == range.upperBound
        let size = isWanted ? try units.load(next, taken) : try sizer.size(of: next, taken.samples)
        let layout = PESPacketLayout(next, size: size, isClock: stream.carriesPCR)
        let end = range.upperBound + layout.byteCount
        // Throws if the sizes no longer add up to that of the draft: only the last packets may end the
        // segment.
        let isLast = schedule?.hasSamples == false
        let segmentEnd = source.segments[segment].range.upperBound
        guard end <= segmentEnd, end < segmentEnd || isLast else { throw .changed(path: stream.path) }
        range = range.upperBound..<end
        isLoaded = isWanted
        unit = next
        packets = PESTransportPackets(
            next,
            layout,
            pid: stream.pid,
            counter: counters[next.stream],
            tableCounter: tableCounter
        )
    }
}
