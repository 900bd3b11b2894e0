import ISOBaseMedia

/// Collects the samples of an audio track with their times.
struct AudioSampleCollector {
    /// The properties of a stream that are known before it is read.
    struct Stream {
        /// The path of the file.
        let path: String
        /// The PID, or nil for packed audio, which has at most one time stamp, at its start.
        let pid: Int?
        /// A time near the first time stamp.
        let reference: TimelineReference
        /// The start time of packed audio in ticks of 90 kHz, or nil if it has none.
        let start: Int64?
        /// Indicates whether sample times are taken from the time stamps instead of counting audio samples.
        ///
        /// This is necessary if the two do not match.
        let isTimedByStamps: Bool
    }

    /// The samples of a track, with their times.
    struct Samples {
        let index: SampleIndex
        let points: SeekPoints
        let timescale: UInt32
        let shift: Int64
        /// The presentation time of the first sample in ticks of 90 kHz, or nil without time stamps.
        let start: Int64?
        let byteCount: UInt64
        let sampleCount: UInt64
        let notes: [String]
    }

    /// A frame or access unit whose duration is not known yet.
    private struct Pending {
        /// The presentation time in ticks of 90 kHz.
        let time: Int64
        let offset: UInt64
        var size: Int
        var sampleCount: Int
    }

    /// The ticks per second of time stamps.
    private static let stampTimescale: Int64 = 90_000
    /// The minimum timescale.
    ///
    /// Lower sampling rates are multiplied, so that rounding a time stamp to a tick changes it by at most
    /// about 1/90000 s.
    private static let minimumTimescale = 44_100

    private let stream: Stream
    private var unwrapper: TimestampUnwrapper
    private var samples = SampleIndex()
    private var points = SeekPoints()
    private var pending: Pending?
    private var startTime: Int64?
    private var samplingRate = 0
    private var sampleCount: Int64 = 0
    private var offset: UInt64 = 0
    private var lastDuration: Int64 = 1
    /// The last time stamp, and the number of audio samples before it.
    private var anchor: (time: Int64, sampleCount: Int64) = (0, 0)
    /// Indicates whether a time stamp did not match the number of audio samples before it.
    private(set) var needsTimestamps = false

    init(_ stream: Stream) {
        self.stream = stream
        unwrapper = TimestampUnwrapper(stream.reference)
        if stream.pid == nil { startTime = stream.start ?? 0 }
    }

    /// The ticks per second: the sampling rate, or a multiple of a low one.
    private var timescale: Int {
        stream.isTimedByStamps
            ? Int(Self.stampTimescale)
            : samplingRate * ((Self.minimumTimescale + samplingRate - 1) / max(1, samplingRate))
    }

    /// Begins a sample.
    ///
    /// - Parameters:
    ///   - size: the size in bytes.
    ///   - sampleCount: the number of audio samples of each channel.
    ///   - samplingRate: the sampling rate in hertz.
    ///   - stamp: the time stamp, or nil if there is none.
    ///   - fileOffset: the offset of the frame in the file.
    /// - Throws: `.unsupported` if the first sample has no time stamp, or time stamps jump.
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
        try appendPending(until: time, at: fileOffset)
        points.add(sampleOffset: offset, fileOffset: fileOffset)
        pending = Pending(time: time, offset: offset, size: size, sampleCount: sampleCount)
    }

    /// Adds a frame to the current sample.
    mutating func extend(size: Int, sampleCount: Int) {
        pending?.size += size
        pending?.sampleCount += sampleCount
    }

    /// Returns the presentation time of a sample, in ticks of 90 kHz.
    private mutating func time(
        _ stamp: ElementaryStreamWindow.Stamp?,
        at fileOffset: UInt64
    ) throws(MezzanineError) -> Int64 {
        if let stamp {
            let time = unwrapper.unwrap(stamp.presentation)
            startTime = startTime ?? time
            compareWithSampleCount(time)
            anchor = (time, sampleCount)
            return time
        }
        guard startTime != nil else {
            throw .unsupported(
                path: stream.path,
                what:
                    "audio of \(MezzanineError.pidDescription(stream.pid ?? 0)) that starts without a time stamp at byte \(fileOffset) "
                    + "(expected one)",
                "Write the stream anew with a time stamp in each PES packet"
            )
        }
        return anchor.time
            + MediaTime(
                ticks: sampleCount - anchor.sampleCount,
                timescale: UInt32(clamping: max(1, samplingRate))
            )
            .ticks(of: UInt32(Self.stampTimescale))
    }

    /// Compares a time stamp with the number of audio samples; rounding explains at most one tick of
    /// difference.
    private mutating func compareWithSampleCount(_ time: Int64) {
        guard let startTime, !stream.isTimedByStamps else { return }
        let byStamp = Int128(time - startTime) * Int128(samplingRate)
        let bySamples = Int128(sampleCount) * Int128(Self.stampTimescale)
        if (byStamp - bySamples).magnitude > Int128(samplingRate).magnitude { needsTimestamps = true }
    }

    /// Appends the current sample to the index.
    private mutating func appendPending(until time: Int64?, at fileOffset: UInt64) throws(MezzanineError) {
        guard let pending else { return }
        let ticksPerSample = timescale / max(1, samplingRate)
        var (decodeTime, duration) = (samples.endTime, Int64(pending.sampleCount * ticksPerSample))
        if stream.isTimedByStamps {
            duration = time.map { $0 - pending.time } ?? lastDuration
            decodeTime = UInt64(clamping: pending.time - (startTime ?? 0))
            guard duration > 0, duration <= VideoTimestampUnwrapper.gapLimit else {
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

    /// Returns the samples, or nil if there are none.
    mutating func finish() throws(MezzanineError) -> Samples? {
        guard let pending, let startTime else { return nil }
        sampleCount += Int64(pending.sampleCount)
        try appendPending(until: nil, at: 0)
        let timescale = UInt32(clamping: timescale)
        let hasStartTime = stream.pid != nil || stream.start != nil
        return Samples(
            index: samples,
            points: points,
            timescale: timescale,
            shift: MediaTime(ticks: startTime, timescale: UInt32(Self.stampTimescale)).ticks(of: timescale),
            start: hasStartTime ? startTime : nil,
            byteCount: offset,
            sampleCount: UInt64(clamping: sampleCount),
            notes: stream.isTimedByStamps ? [stampNote] : []
        )
    }

    private var stampNote: String {
        "the time stamps of \(MezzanineError.pidDescription(stream.pid ?? 0)) do not match the durations of its frames: the time stamps are used"
    }
}
