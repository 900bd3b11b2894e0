import ISOBaseMedia

/// A PES packet of a segment, or a transport packet that only carries a PCR.
struct ScheduledPacket: Hashable, Sendable {
    /// The index of the stream in the plan.
    let streamIndex: Int
    /// Indicates whether this is a transport packet that only carries a PCR.
    let isPCROnly: Bool
    /// Indicates whether PAT and PMT are inserted before it.
    let hasTables: Bool
    /// random_access_indicator: decoding can begin here.
    let isRandomAccess: Bool
    /// The PTS in ticks of 90 kHz, not yet wrapped.
    let presentationTime: Int64
    /// The DTS in ticks of 90 kHz, not yet wrapped; for a PCR-only packet the DTS that a picture would have
    /// there.
    let decodingTime: Int64
}

/// An iterator over the PES packets of a segment in multiplexing order.
///
/// The order is that of decoding times, with audio slightly delayed, so that it does not wait longer than
/// necessary in a decoder's buffer (ISO/IEC 13818-1, 2.4.2: 3584 bytes for stereo).
struct MultiplexSchedule {
    /// The ticks from a PCR to the DTS of the packet that carries it: 300 ms.
    static let pcrLead: Int64 = 27_000
    /// The most ticks between PCRs: 100 ms (ISO/IEC 13818-1, 2.7.2).
    static let pcrInterval: Int64 = 9_000
    /// The most ticks by which the DTS of a picture may exceed the PTS of audio that is multiplexed after it.
    ///
    /// The 200 ms are less than `pcrLead`, so that the PCR has not yet reached the PTS of the audio.
    private static let lag: Int64 = 18_000
    /// The most PCR-only packets in a row: ten seconds without a sample indicate wrong times in the input.
    private static let pcrOnlyLimit = 100

    /// The schedules of the streams; each holds the samples of its last PES packet.
    private(set) var streams: [StreamSchedule]
    private let pcrStreamIndex: Int
    private let isPCRInVideo: Bool
    private let start: Int64
    /// The start of the next segment as a time stamp, or nil in the last segment.
    private let end: Int64?
    private let isFirst: Bool
    private var lastPCRTime: Int64?
    private var pcrOnlyCount = 0
    private var isAtStart = true

    /// Starts the schedule of a segment.
    init(_ plan: MultiplexPlan, segment: Int) {
        streams = plan.streams.map { StreamSchedule($0, segment: segment) }
        pcrStreamIndex = plan.pcrStreamIndex
        isPCRInVideo = plan.isPCRInVideo
        let stream = plan.streams[pcrStreamIndex]
        start = stream.timestamps.ticks(stream.trackSegments.segments[segment].start)
        isFirst = segment == 0
        let nextSegment = segment + 1
        end =
            nextSegment < stream.trackSegments.segments.count
            ? stream.timestamps.ticks(stream.trackSegments.segments[nextSegment].start) : nil
    }

    /// Indicates whether the segment has samples that `next` has not returned yet.
    var hasSamples: Bool { streams.contains { $0.hasMore } }

    /// Returns the next PES packet or PCR-only packet, or nil at the end of the segment.
    ///
    /// The samples of a PES packet are in `streams` until the next call.
    mutating func next() -> ScheduledPacket? {
        let earliest = earliestOtherStream()
        let event = nextPCREvent(earliest?.time)
        if let event, earliest.map({ event.time <= $0.time &+ (event.isTrailing ? 0 : Self.lag) }) ?? true {
            return event.isPCROnly ? pcrOnlyPacket(event.time) : packet(of: pcrStreamIndex)
        }
        if let earliest { return packet(of: earliest.stream) }
        // A segment without samples has at least the program tables and a PCR.
        return isAtStart ? pcrOnlyPacket(start) : nil
    }

    /// Returns the stream, other than that of the PCR, whose next packet has the earliest PTS.
    private func earliestOtherStream() -> (stream: Int, time: Int64)? {
        var found: (stream: Int, time: Int64)?
        for index in streams.indices where index != pcrStreamIndex && streams[index].hasMore {
            guard let time = streams[index].nextPresentationTime else { continue }
            if found.map({ time < $0.time }) ?? true { found = (index, time) }
        }
        return found
    }

    /// Returns the next event of the stream that carries the PCR: a PES packet, or a PCR-only packet if the
    /// next PES packet is too late.
    ///
    /// - Parameter otherTime: the time of the next packet of another stream, or nil if there is none.
    /// - Returns: the time of the event, whether it is a PCR-only packet, and whether this comes after the
    ///   last sample of the stream; nil if there is no event.
    private func nextPCREvent(_ otherTime: Int64?) -> (time: Int64, isPCROnly: Bool, isTrailing: Bool)? {
        let nextTime = streams[pcrStreamIndex].nextDecodingTime
        guard let lastPCRTime else {
            guard streams[pcrStreamIndex].hasMore, let nextTime else {
                return otherTime.map { ($0, true, true) }
            }
            // Audio that begins long before the pictures would otherwise be multiplexed after its
            // presentation time.
            if isFirst, let otherTime, nextTime &- otherTime > Self.lag { return (otherTime, true, false) }
            return (nextTime, false, false)
        }
        let due = lastPCRTime &+ Self.pcrInterval
        guard let nextTime else {
            // After the end of the stream PCRs continue as long as another stream does, in this or the next
            // segment.
            let isNeeded = otherTime != nil || nextSegmentPCRTime.map { due < $0 } ?? false
            return isNeeded && pcrOnlyCount < Self.pcrOnlyLimit ? (due, true, true) : nil
        }
        if due < nextTime, pcrOnlyCount < Self.pcrOnlyLimit { return (due, true, false) }
        return streams[pcrStreamIndex].hasMore ? (nextTime, false, false) : nil
    }

    /// The time of the first PCR of the next segment if the stream of the PCR has ended, or nil in the last
    /// segment.
    private var nextSegmentPCRTime: Int64? {
        guard var earliest = end else { return nil }
        for index in streams.indices where index != pcrStreamIndex {
            if let time = streams[index].nextPresentationTime { earliest = min(earliest, time) }
        }
        return earliest
    }

    private mutating func pcrOnlyPacket(_ time: Int64) -> ScheduledPacket {
        lastPCRTime = time
        pcrOnlyCount += 1
        defer { isAtStart = false }
        return ScheduledPacket(
            streamIndex: pcrStreamIndex,
            isPCROnly: true,
            hasTables: isAtStart,
            isRandomAccess: false,
            presentationTime: time,
            decodingTime: time
        )
    }

    private mutating func packet(of streamIndex: Int) -> ScheduledPacket? {
        let isVideo = streamIndex == pcrStreamIndex && isPCRInVideo
        guard let presentation = streams[streamIndex].nextPresentationTime,
            let decoding = isVideo ? streams[streamIndex].nextDecodingTime : presentation
        else { return nil }
        streams[streamIndex].advance()
        let isSync = isVideo && streams[streamIndex].samples.first?.isSync == true
        if streamIndex == pcrStreamIndex { lastPCRTime = decoding }
        pcrOnlyCount = 0
        defer { isAtStart = false }
        return ScheduledPacket(
            streamIndex: streamIndex,
            isPCROnly: false,
            hasTables: isAtStart || isSync,
            isRandomAccess: isSync || (streamIndex == pcrStreamIndex && !isPCRInVideo),
            presentationTime: presentation,
            decodingTime: decoding
        )
    }
}
