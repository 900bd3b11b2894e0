internal import ISOBaseMedia

/// Gathers the samples of a video stream with their times.
struct VideoSampleCollector {
    /// What was gathered.
    struct Found {
        let samples: SampleIndex
        let points: ReadingPoints
        /// When the first sample is decoded, and when the first one is presented, in ticks of 90 kHz.
        let start: Int64
        let earliest: Int64
        let notes: [String]
    }

    /// Ticks a second.
    static let timescale: UInt32 = 90_000
    /// What the last sample gets as its length where it is the only one: 1/25 s.
    private static let loneDuration: Int64 = 3600

    private struct Pending {
        let times: VideoTimes.Times
        let offset: UInt64
        let size: Int
        let isSync: Bool
    }

    private let pidText: String
    private let path: String
    private var times: VideoTimes
    private var samples = SampleIndex()
    private var points = ReadingPoints()
    /// The last sample, whose length the next one tells.
    private var pending: Pending?
    private var start: Int64 = 0
    private var earliest: Int64 = .max
    private var lastDuration = Self.loneDuration
    private var offset: UInt64 = 0
    private var leadingCount = 0
    private var openGroupCount = 0
    private var isLastLeftOut = false

    init(path: String, pid: Int, reference: TimelineReference) {
        self.path = path
        pidText = MezzanineError.pidText(pid)
        times = VideoTimes(path: path, pid: pid, reference: reference)
    }

    /// Adds the next sample; those before the first that decoding can begin with are left out.
    mutating func add(
        _ stamp: ElementaryStreamWindow.Stamp,
        size: Int,
        isSync: Bool,
        fileOffset: UInt64
    ) throws(MezzanineError) {
        let times = try self.times.next(stamp)
        if pending == nil {
            guard isSync else {
                leadingCount += 1
                return
            }
            start = times.decoding
        }
        if let pending { append(pending, duration: times.decoding - pending.times.decoding) }
        points.add(sampleOffset: offset, fileOffset: fileOffset)
        earliest = min(earliest, times.presentation)
        pending = Pending(times: times, offset: offset, size: size, isSync: isSync)
        offset += UInt64(size)
    }

    /// Takes note that the last sample was not whole.
    mutating func leaveOutLast() { isLastLeftOut = true }

    /// Takes note of a picture that is no IDR picture, though decoding can begin with it but for those before it in order of
    /// presentation.
    mutating func noteOpenGroup() { openGroupCount += 1 }

    private mutating func append(_ sample: Pending, duration: Int64) {
        lastDuration = duration
        samples.append(
            MovieSample(
                decodeTime: UInt64(clamping: sample.times.decoding - start),
                duration: UInt32(clamping: duration),
                compositionOffset: Int32(clamping: sample.times.presentation - sample.times.decoding),
                offset: sample.offset,
                size: UInt32(clamping: sample.size),
                isSync: sample.isSync,
                descriptionIndex: 1
            )
        )
    }

    /// The samples; nil where there are none.
    ///
    /// - Throws: `.unsupported` where decoding can begin nowhere.
    mutating func finish() throws(MezzanineError) -> Found? {
        guard let pending else {
            guard leadingCount > 0 else { return nil }
            throw .unsupported(
                path: path,
                what:
                    "video of \(pidText) without a key frame (expected a picture that decoding can begin with: IDR)",
                "Encode it with closed groups of pictures"
            )
        }
        append(pending, duration: lastDuration)
        var notes: [String] = []
        if leadingCount > 0 {
            notes.append("\(leadingCount) pictures of \(pidText) before the first key frame are left out")
        }
        if openGroupCount > 0 {
            notes.append(
                "\(openGroupCount) pictures of \(pidText) begin open groups and are no IDR pictures: no segment starts with them"
            )
        }
        if isLastLeftOut {
            notes.append("the last picture of \(pidText) is cut short and left out")
        }
        return Found(samples: samples, points: points, start: start, earliest: earliest, notes: notes)
    }
}
