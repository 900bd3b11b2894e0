import Mezzanines

extension TransportStreamMuxer {
    /// The data about one segment.
    package struct Draft: Sendable {
        /// The size of the segment in bytes.
        let size: UInt64
        /// The number of packets of each program table.
        let tablePackets: Int
        /// The number of packets with payload, by stream.
        let streamPackets: [Int]
        /// The I-frames, with ranges relative to the start of the segment.
        let iFrames: [GeneratedRendition.IFrame]
    }
}

extension MultiplexPlan {
    /// Computes the draft of a segment, its size and I-frames, by counting its transport packets.
    ///
    /// - Throws: `MezzanineError` if samples are malformed.
    func draft(_ index: Int) throws(MezzanineError) -> TransportStreamMuxer.Draft {
        var schedule = MultiplexSchedule(self, segment: index)
        var sizer = PESPacketSizer(self)
        var position: UInt64 = 0
        var tablePackets = 0
        var streamPackets = [Int](repeating: 0, count: streams.count)
        var iFrames: [GeneratedRendition.IFrame] = []
        while let unit = schedule.next() {
            let stream = streams[unit.stream]
            let samples = schedule.streams[unit.stream].samples
            let size: Int
            do {
                size = try sizer.size(of: unit, samples)
            } catch {
                throw CarriageError.readFailure(error, of: stream.cut.track)
            }
            let layout = PESPacketLayout(unit, size: size, isClock: stream.carriesPCR)
            let end = position + layout.byteCount
            if isPCRInVideo, unit.isRandomAccess, let first = samples.first {
                // As in fragmented MP4, an I-frame presented before the start gets the time of the start and
                // replaces an earlier such I-frame.
                let zero = MediaTime(ticks: 0, timescale: stream.cut.track.timescale)
                let start = max(zero, stream.times.start(of: first))
                if start == zero, iFrames.last?.start == zero { iFrames.removeLast() }
                iFrames.append(GeneratedRendition.IFrame(range: position..<end, start: start))
            }
            tablePackets += layout.tableCount / 2
            streamPackets[unit.stream] += layout.payloadPackets
            position = end
        }
        return TransportStreamMuxer.Draft(
            size: position,
            tablePackets: tablePackets,
            streamPackets: streamPackets,
            iFrames: iFrames
        )
    }
}
