import ISOBaseMedia

/// A PES packet in a segment, or a packet that carries nothing but the clock.
struct MultiplexUnit: Hashable, Sendable {
    /// The stream, by its index.
    let stream: Int
    /// Whether it is a packet that carries nothing but the clock.
    let isClockOnly: Bool
    /// Whether the program tables stand in front of it.
    let hasTables: Bool
    /// Whether decoding can begin with it.
    let isRandomAccess: Bool
    /// PTS, not yet wrapped.
    let presentationTime: Int64
    /// DTS, not yet wrapped; of a clock the DTS that a picture would have there.
    let decodingTime: Int64
}

/// The order of the PES packets of a segment: by decoding times, sound a little behind, so that it does not wait longer in
/// a decoder's buffer than it has to (ISO/IEC 13818-1, 2.4.2: 3584 bytes for stereo).
struct MultiplexSchedule {
    /// Ticks from the clock to the DTS of the packet that carries it: 300 ms.
    static let clockLead: Int64 = 27_000
    /// The most ticks between clocks: 100 ms (ISO/IEC 13818-1, 2.7.2).
    static let clockInterval: Int64 = 9_000
    /// How much later than sound a picture may be that stands in front of it: 200 ms, less than `clockLead`, so that
    /// the clock has not passed the time of the sound.
    private static let lag: Int64 = 18_000
    /// The most clocks in a row: ten seconds without a sample are no stream any more, whatever the tables of the input say.
    private static let clockLimit = 100

    /// What the streams take.
    private(set) var streams: [StreamSchedule]
    private let clock: Int
    private let isVideoClock: Bool
    private let start: Int64
    /// Where the next segment begins; nil in the last one.
    private let end: Int64?
    private let isFirst: Bool
    private var lastClock: Int64?
    private var clocksInRow = 0
    private var isAtStart = true

    /// The order of a segment.
    init(_ plan: MultiplexPlan, segment: Int) {
        streams = plan.streams.map { StreamSchedule($0, segment: segment) }
        clock = plan.clock
        isVideoClock = plan.isVideoClock
        let stream = plan.streams[clock]
        start = stream.times.ticks(stream.cut.segments[segment].start)
        isFirst = segment == 0
        let following = segment + 1
        end =
            following < stream.cut.segments.count
            ? stream.times.ticks(stream.cut.segments[following].start) : nil
    }

    /// Whether samples of the segment are left.
    var hasSamples: Bool { streams.contains { $0.hasMore } }

    /// The next one; nil behind the last one.
    ///
    /// Its samples are in `streams` until the next one is asked for.
    mutating func next() -> MultiplexUnit? {
        let other = earliestOther()
        let event = clockEvent(other?.time)
        if let event, other.map({ event.time <= $0.time &+ (event.isTrailing ? 0 : Self.lag) }) ?? true {
            return event.isClockOnly ? clockOnly(event.time) : take(clock)
        }
        if let other { return take(other.stream) }
        // A segment without samples says at least which program it is of.
        return isAtStart ? clockOnly(start) : nil
    }

    /// The stream beside the clock's whose next packet is first.
    private func earliestOther() -> (stream: Int, time: Int64)? {
        var found: (stream: Int, time: Int64)?
        for index in streams.indices where index != clock && streams[index].hasMore {
            guard let time = streams[index].nextPresentationTime else { continue }
            if found.map({ time < $0.time }) ?? true { found = (index, time) }
        }
        return found
    }

    /// What comes next of the stream that carries the clock: a packet, or a clock on its own where the next packet is too far.
    ///
    /// - Parameter other: when the next packet of another stream is; nil without one.
    /// - Returns: when it is, and whether it is a clock on its own, behind the last sample of its stream.
    private func clockEvent(_ other: Int64?) -> (time: Int64, isClockOnly: Bool, isTrailing: Bool)? {
        let next = streams[clock].nextDecodingTime
        guard let lastClock else {
            guard streams[clock].hasMore, let next else { return other.map { ($0, true, true) } }
            // Sound that begins long before the pictures would come behind its time.
            if isFirst, let other, next &- other > Self.lag { return (other, true, false) }
            return (next, false, false)
        }
        let due = lastClock &+ Self.clockInterval
        guard let next else {
            // The stream is over; the clock goes on while there is something else, here or in the next segment.
            let isNeeded = other != nil || nextSegmentClock.map { due < $0 } ?? false
            return isNeeded && clocksInRow < Self.clockLimit ? (due, true, true) : nil
        }
        if due < next, clocksInRow < Self.clockLimit { return (due, true, false) }
        return streams[clock].hasMore ? (next, false, false) : nil
    }

    /// When the first clock of the next segment is, behind the last sample of the clock's stream; nil in the last segment.
    private var nextSegmentClock: Int64? {
        guard var earliest = end else { return nil }
        for index in streams.indices where index != clock {
            if let time = streams[index].nextPresentationTime { earliest = min(earliest, time) }
        }
        return earliest
    }

    private mutating func clockOnly(_ time: Int64) -> MultiplexUnit {
        lastClock = time
        clocksInRow += 1
        defer { isAtStart = false }
        return MultiplexUnit(
            stream: clock,
            isClockOnly: true,
            hasTables: isAtStart,
            isRandomAccess: false,
            presentationTime: time,
            decodingTime: time
        )
    }

    private mutating func take(_ stream: Int) -> MultiplexUnit? {
        let isVideo = stream == clock && isVideoClock
        guard let presentation = streams[stream].nextPresentationTime,
            let decoding = isVideo ? streams[stream].nextDecodingTime : presentation
        else { return nil }
        streams[stream].take()
        let isSync = isVideo && streams[stream].samples.first?.isSync == true
        if stream == clock { lastClock = decoding }
        clocksInRow = 0
        defer { isAtStart = false }
        return MultiplexUnit(
            stream: stream,
            isClockOnly: false,
            hasTables: isAtStart || isSync,
            isRandomAccess: isSync || (stream == clock && !isVideoClock),
            presentationTime: presentation,
            decodingTime: decoding
        )
    }
}
