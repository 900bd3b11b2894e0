import Mezzanines

extension TransportStreamMaker {
    /// What is known of a segment on its own.
    package struct Draft: Sendable {
        /// Bytes.
        let size: UInt64
        /// Packets of each program table.
        let tablePackets: Int
        /// Packets with payload of each stream.
        let streamPackets: [Int]
        /// The I-frames; ranges count from the start of the segment.
        let iFrames: [MadeRendition.IFrame]
    }
}

extension MultiplexPlan {
    /// Goes over a segment and adds up its packets.
    ///
    /// - Throws: `MezzanineError` for samples that are malformed.
    func draft(_ index: Int) throws(MezzanineError) -> TransportStreamMaker.Draft {
        var schedule = MultiplexSchedule(self, segment: index)
        var sizer = UnitSizer(self)
        var position: UInt64 = 0
        var tablePackets = 0
        var streamPackets = [Int](repeating: 0, count: streams.count)
        var iFrames: [MadeRendition.IFrame] = []
        while let unit = schedule.next() {
            let stream = streams[unit.stream]
            let samples = schedule.streams[unit.stream].samples
            let size: Int
            do {
                size = try sizer.size(of: unit, samples)
            } catch {
                throw CarriageError.reading(error, of: stream.cut.track)
            }
            let layout = UnitLayout(unit, size: size, isClock: stream.isClock)
            let end = position + layout.byteCount
            if isVideoClock, unit.isRandomAccess, let first = samples.first {
                // As in fragments: one that is shown before the start stands for it, and only the last such.
                let zero = MediaTime(ticks: 0, timescale: stream.cut.track.timescale)
                let start = max(zero, stream.times.start(of: first))
                if start == zero, iFrames.last?.start == zero { iFrames.removeLast() }
                iFrames.append(MadeRendition.IFrame(range: position..<end, start: start))
            }
            tablePackets += layout.tableCount / 2
            streamPackets[unit.stream] += layout.payloadPackets
            position = end
        }
        return TransportStreamMaker.Draft(
            size: position,
            tablePackets: tablePackets,
            streamPackets: streamPackets,
            iFrames: iFrames
        )
    }
}
