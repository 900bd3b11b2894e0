import ISOBaseMedia
import TextFormats

/// Collects the samples of a video stream with their times.
struct VideoSampleCollector {
    /// The samples of a track, with their times.
    struct Samples {
        let index: SampleIndex
        let points: SeekPoints
        /// The decode time of the first sample, and the earliest presentation time, in ticks of 90 kHz.
        let start: Int64
        let earliest: Int64
        let notes: [String]
    }

    /// The ticks per second of the track.
    static let timescale: UInt32 = 90_000
    /// The duration of an only sample: 1/25 s.
    private static let loneDuration: Int64 = 3600

    private struct Pending {
        var times: VideoTimestampUnwrapper.Times
        let offset: UInt64
        let size: Int
        let isSync: Bool
    }

    private let pidDescription: String
    private let path: String
    private var unwrapper: VideoTimestampUnwrapper
    private var samples = SampleIndex()
    private var points = SeekPoints()
    /// The last sample, whose duration depends on the next one.
    private var pending: Pending?
    /// A field after the last sample that has no time stamp.
    private var pendingField: Pending?
    private var fieldCount = 0
    private var start: Int64 = 0
    private var earliest: Int64 = .max
    private var lastDuration = Self.loneDuration
    /// The distance between the last two decode time stamps, and the last one.
    private var lastDistance = Self.loneDuration
    private var lastStamp: Int64?
    private var offset: UInt64 = 0
    private var leadingCount = 0
    private var isLastLeftOut = false

    init(path: String, pid: Int, reference: TimelineReference) {
        self.path = path
        pidDescription = MezzanineError.pidDescription(pid)
        unwrapper = VideoTimestampUnwrapper(path: path, pid: pid, reference: reference)
    }

    /// Indicates whether no sync sample was found yet.
    var isEmpty: Bool { pending == nil }

    /// Adds the next sample; samples before the first sync sample are left out.
    ///
    /// - Parameters:
    ///   - stamp: the time stamps, or nil for a field, which is shown half a frame after the field before it.
    ///   - size: the size in bytes.
    ///   - isSync: true if decoding can begin with the sample.
    ///   - fileOffset: the offset of the sample in the file.
    /// - Throws: `.unsupported` if time stamps jump, or two fields in a row have none.
    mutating func add(
        _ stamp: ElementaryStreamWindow.Stamp?,
        size: Int,
        isSync: Bool,
        fileOffset: UInt64
    ) throws(MezzanineError) {
        guard let stamp else { return try add(fieldOf: size, isSync: isSync, fileOffset: fileOffset) }
        let times = try self.unwrapper.next(stamp)
        try placeField(before: times.decoding, at: fileOffset)
        if let lastStamp { lastDistance = times.decoding - lastStamp }
        lastStamp = times.decoding
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

    /// Records that the last sample is incomplete and left out.
    mutating func leaveOutLast() { isLastLeftOut = true }

    /// Adds a field without a time stamp.
    private mutating func add(fieldOf size: Int, isSync: Bool, fileOffset: UInt64) throws(MezzanineError) {
        guard let pending else {
            leadingCount += 1
            return
        }
        guard pendingField == nil else {
            throw .unsupported(
                path: path,
                what:
                    "two fields in a row of \(pidDescription) without time stamps at byte \(fileOffset) (expected at most one)",
                "Write the stream anew with a PES packet for each picture, or as MP4"
            )
        }
        points.add(sampleOffset: offset, fileOffset: fileOffset)
        pendingField = Pending(times: pending.times, offset: offset, size: size, isSync: isSync)
        fieldCount += 1
        offset += UInt64(size)
    }

    /// Gives the field without a time stamp the time halfway between the field before it and the next
    /// picture.
    private mutating func placeField(before decoding: Int64, at fileOffset: UInt64) throws(MezzanineError) {
        guard var pendingField, let pending else { return }
        let half = (decoding - pending.times.decoding) / 2
        guard half > 0 else {
            throw .unsupported(
                path: path,
                what:
                    "two fields of \(pidDescription) within a tick at byte \(fileOffset) (expected half a frame between them)",
                "Write the stream anew with a PES packet for each picture, or as MP4"
            )
        }
        append(pending, duration: half)
        pendingField.times = VideoTimestampUnwrapper.Times(
            decoding: pending.times.decoding + half,
            presentation: pending.times.presentation + half
        )
        self.pending = pendingField
        self.pendingField = nil
    }

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

    /// Returns the samples, or nil if there are none.
    ///
    /// - Throws: `.unsupported` if there is no sync sample.
    mutating func finish() throws(MezzanineError) -> Samples? {
        if let pending {
            try placeField(before: pending.times.decoding + max(2, lastDistance), at: pending.offset)
        }
        guard let pending else {
            guard leadingCount > 0 else { return nil }
            throw .unsupported(
                path: path,
                what:
                    "video of \(pidDescription) without a key frame (expected a picture that decoding can begin with: IDR, or I with a "
                    + "recovery point or parameter sets)",
                "Encode it with key frames, or package the other streams by their PIDs, each as INPUT:track=PID"
            )
        }
        append(pending, duration: lastDuration)
        var notes: [String] = []
        if leadingCount > 0 {
            let pictures = CountText.text(leadingCount, "picture is", plural: "pictures are")
            notes.append("\(pidDescription) does not begin with a key frame: \(pictures) left out")
        }
        if fieldCount > 0 {
            notes.append(
                "\(pidDescription) has \(CountText.text(fieldCount, "field")) without a time stamp, shown half a frame after the previous field"
            )
        }
        if isLastLeftOut {
            notes.append("the last picture of \(pidDescription) is cut short and left out")
        }
        return Samples(index: samples, points: points, start: start, earliest: earliest, notes: notes)
    }
}
