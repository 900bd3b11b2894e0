import Mezzanines

extension TransportStreamMuxer {
    /// The data about one segment.
    package struct Draft: Sendable {
        /// The size of the segment in bytes.
        let size: UInt64
        /// The number of packets of each program table.
        let tablePacketCount: Int
        /// The number of packets with payload, by stream.
        let streamPacketCounts: [Int]
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
        var tablePacketCount = 0
        var streamPacketCounts = [Int](repeating: 0, count: streams.count)
        var iFrames: [GeneratedRendition.IFrame] = []
        while let packet = schedule.next() {
            let stream = streams[packet.streamIndex]
            let samples = schedule.streams[packet.streamIndex].samples
            let size: Int
            do {
                size = try sizer.size(of: packet, samples)
            } catch {
                throw CarriageError.readFailure(error, of: stream.trackSegments.track)
            }
            let layout = PESPacketLayout(packet, size: size, carriesPCR: stream.carriesPCR)
            let end = position + layout.byteCount
            if isPCRInVideo, packet.isRandomAccess, let first = samples.first {
                // As in fragmented MP4, an I-frame presented before the start gets the time of the start and
                // replaces an earlier such I-frame.
                let zero = MediaTime(ticks: 0, timescale: stream.trackSegments.track.timescale)
                let start = max(zero, stream.timestamps.start(of: first))
                if start == zero, iFrames.last?.start == zero { iFrames.removeLast() }
                iFrames.append(GeneratedRendition.IFrame(range: position..<end, start: start))
            }
            tablePacketCount += layout.tableCount / 2
            streamPacketCounts[packet.streamIndex] += layout.payloadPacketCount
            position = end
        }
        return TransportStreamMuxer.Draft(
            size: position,
            tablePacketCount: tablePacketCount,
            streamPacketCounts: streamPacketCounts,
            iFrames: iFrames
        )
    }
}
