import ISOBaseMedia

/// Gathers the samples of a track of audio with their times.
struct AudioSampleCollector {
    /// What is known of a stream before it is read.
    struct Stream {
        /// The file's path.
        let path: String
        /// The PID; nil of packed audio, which has no time stamps but one at its start.
        let pid: Int?
        /// What the first time stamp is near.
        let reference: TimelineReference
        /// When packed audio starts, in ticks of 90 kHz; nil where it does not say.
        let start: Int64?
        /// Whether times are those of the time stamps: where they do not go with the number of samples.
        let isTimedByStamps: Bool
    }

    /// What was gathered.
    struct Found {
        let samples: SampleIndex
        let points: ReadingPoints
        let timescale: UInt32
        let shift: Int64
        /// When the first sample is presented, in ticks of 90 kHz; nil without time stamps.
        let start: Int64?
        let byteCount: UInt64
        let sampleCount: UInt64
        let notes: [String]
    }

    /// A frame or access unit.
    private struct Pending {
        /// When it is presented, in ticks of the time stamps.
        let time: Int64
        let offset: UInt64
        var size: Int
        var sampleCount: Int
    }

    /// Ticks a second of time stamps.
    private static let stampScale: Int64 = 90_000
    /// A sample lasts about as long as a tick of 90 kHz at most at rates from here on, so that times rounded to samples are right.
    private static let leastRate = 44_100

    private let stream: Stream
    private var unwrapper: TimestampUnwrapper
    private var samples = SampleIndex()
    private var points = ReadingPoints()
    private var pending: Pending?
    private var start: Int64?
    private var samplingRate = 0
    private var sampleCount: Int64 = 0
    private var offset: UInt64 = 0
    private var lastDuration: Int64 = 1
    /// The last time stamp, and the samples before it.
    private var anchor: (time: Int64, sampleCount: Int64) = (0, 0)
    /// Whether a time stamp did not go with the number of samples before it.
    private(set) var needsStamps = false

    init(_ stream: Stream) {
        self.stream = stream
        unwrapper = TimestampUnwrapper(stream.reference)
        if stream.pid == nil { start = stream.start ?? 0 }
    }

    /// Ticks a second: the sampling rate, or a multiple of a low one.
    private var timescale: Int {
        stream.isTimedByStamps
            ? Int(Self.stampScale)
            : samplingRate * ((Self.leastRate + samplingRate - 1) / max(1, samplingRate))
    }

    /// Begins a sample.
    ///
    /// - Parameters:
    ///   - size: bytes.
    ///   - sampleCount: samples of each channel.
    ///   - samplingRate: Hertz.
    ///   - stamp: its time stamp; nil where it has none.
    ///   - fileOffset: where it stands in the file.
    /// - Throws: `.unsupported` where the first one has no time stamp, or they jump.
    mutating func begin(
        size: Int,
        sampleCount: Int,
        samplingRate: Int,
        _ stamp: ElementaryStreamWindow.Stamp?,
        fileOffset: UInt64
    ) throws(MezzanineError) {
        self.samplingRate = samplingRate
        if let pending { self.sampleCount += Int64(pending.sampleCount) }
        let time = try self.time(stamp, at: fileOffset)
        try close(until: time, at: fileOffset)
        points.add(sampleOffset: offset, fileOffset: fileOffset)
        pending = Pending(time: time, offset: offset, size: size, sampleCount: sampleCount)
    }

    /// Adds a frame to the sample at hand.
    mutating func extend(size: Int, sampleCount: Int) {
        pending?.size += size
        pending?.sampleCount += sampleCount
    }

    /// When a sample is presented, in ticks of 90 kHz.
    private mutating func time(
        _ stamp: ElementaryStreamWindow.Stamp?,
        at fileOffset: UInt64
    ) throws(MezzanineError) -> Int64 {
        if let stamp {
            let time = unwrapper.unwrap(stamp.presentation)
            start = start ?? time
            check(time)
            anchor = (time, sampleCount)
            return time
        }
        guard start != nil else {
            throw .unsupported(
                path: stream.path,
                what:
                    "audio of \(MezzanineError.pidText(stream.pid ?? 0)) that starts without a time stamp at byte \(fileOffset) "
                    + "(expected one)",
                "Write the stream anew with a time stamp in each PES packet"
            )
        }
        return anchor.time
            + MediaTime(
                ticks: sampleCount - anchor.sampleCount,
                timescale: UInt32(clamping: max(1, samplingRate))
            )
            .ticks(of: UInt32(Self.stampScale))
    }

    /// Compares a time stamp with the number of samples; rounding makes less than a tick of difference.
    private mutating func check(_ time: Int64) {
        guard let start, !stream.isTimedByStamps else { return }
        let byStamp = Int128(time - start) * Int128(samplingRate)
        let bySamples = Int128(sampleCount) * Int128(Self.stampScale)
        if (byStamp - bySamples).magnitude > Int128(samplingRate).magnitude { needsStamps = true }
    }

    /// Adds the sample at hand.
    private mutating func close(until time: Int64?, at fileOffset: UInt64) throws(MezzanineError) {
        guard let pending else { return }
        let step = timescale / max(1, samplingRate)
        var (decodeTime, duration) = (samples.endTime, Int64(pending.sampleCount * step))
        if stream.isTimedByStamps {
            duration = time.map { $0 - pending.time } ?? lastDuration
            decodeTime = UInt64(clamping: pending.time - (start ?? 0))
            guard duration > 0, duration <= VideoTimes.gapLimit else {
                throw .discontinuity(
                    path: stream.path,
                    pid: stream.pid ?? 0,
                    from: pending.time,
                    to: time ?? 0,
                    at: fileOffset
                )
            }
            lastDuration = duration
        }
        samples.append(
            MovieSample(
                decodeTime: decodeTime,
                duration: UInt32(clamping: duration),
                compositionOffset: 0,
                offset: pending.offset,
                size: UInt32(clamping: pending.size),
                isSync: true,
                descriptionIndex: 1
            )
        )
        offset = pending.offset + UInt64(pending.size)
        self.pending = nil
    }

    /// The samples; nil where there are none.
    mutating func finish() throws(MezzanineError) -> Found? {
        guard let pending, let start else { return nil }
        sampleCount += Int64(pending.sampleCount)
        try close(until: nil, at: 0)
        let timescale = UInt32(clamping: timescale)
        let isStart = stream.pid != nil || stream.start != nil
        return Found(
            samples: samples,
            points: points,
            timescale: timescale,
            shift: MediaTime(ticks: start, timescale: UInt32(Self.stampScale)).ticks(of: timescale),
            start: isStart ? start : nil,
            byteCount: offset,
            sampleCount: UInt64(clamping: sampleCount),
            notes: stream.isTimedByStamps ? [stampNote] : []
        )
    }

    private var stampNote: String {
        "the time stamps of \(MezzanineError.pidText(stream.pid ?? 0)) do not go with its samples: times are those of the stamps"
    }
}
