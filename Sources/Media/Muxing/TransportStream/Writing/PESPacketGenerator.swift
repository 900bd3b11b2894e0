import Bitstreams
import ISOBaseMedia
import Mezzanines

/// A generator of the bytes of PES packets from samples.
struct PESPacketGenerator {
    private let plan: MultiplexPlan
    private var readers: [(any ByteSourceReader)?]
    private var windows: [SampleWindow]
    /// The PES packet header, and the data that cannot be used in place.
    private var front: [UInt8] = []
    /// The rest of the data, as a range of the sample window of a stream.
    private var tail: (stream: Int, range: Range<Int>) = (0, 0..<0)

    init(_ plan: MultiplexPlan) {
        self.plan = plan
        readers = plan.streams.map { _ in nil }
        windows = plan.streams.map { _ in SampleWindow() }
    }

    /// Discards the buffered samples, because those used have been changed in place.
    mutating func clear() {
        for index in windows.indices { windows[index].clear() }
    }

    /// Calls `body` with the bytes of the PES packet loaded last: `front` and the rest.
    @unsafe func withBytes(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void) {
        unsafe front.withUnsafeBytes { front in
            unsafe windows[tail.stream].bytes.withUnsafeBytes { window in
                unsafe body(front, UnsafeRawBufferPointer(rebasing: window[tail.range]))
            }
        }
    }

    /// Generates the bytes of a PES packet.
    ///
    /// - Parameters:
    ///   - unit: the PES packet or PCR-only packet.
    ///   - schedule: the schedule that holds its samples.
    /// - Returns: the size of the PES packet in bytes, or 0 for a PCR-only packet.
    /// - Throws: `ByteSourceError` if bytes cannot be read or a sample is malformed.
    mutating func load(
        _ unit: ScheduledPacket,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) -> Int {
        front.removeAll(keepingCapacity: true)
        tail = (unit.stream, 0..<0)
        guard !unit.isPCROnly else { return 0 }
        let format = plan.streams[unit.stream].format
        PESHeaderWriter.append(
            streamID: format.streamID,
            presentationTime: unit.presentationTime,
            decodingTime: unit.decodingTime,
            to: &front
        )
        switch format.carriage {
        case .avc(let format): try loadPicture(format, unit, schedule)
        case .audio(let format): try loadFrames(format, unit, schedule)
        }
        let size = front.count + tail.range.count
        let length = PESHeaderWriter.packetLength(size: size)
        front[4] = UInt8(length >> 8)
        front[5] = UInt8(truncatingIfNeeded: length)
        return size
    }

    private mutating func loadPicture(
        _ format: AVCByteStreamFormat,
        _ unit: ScheduledPacket,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) {
        guard let sample = schedule.samples.first else { return }
        let held = try loadSample(0, unit.stream, schedule)
        tail.range = try AccessUnitConverter.convert(
            &windows[unit.stream].bytes,
            held,
            format,
            isSync: sample.isSync,
            place: (plan.streams[unit.stream].path, sample.offset),
            into: &front
        )
    }

    private mutating func loadFrames(
        _ format: AudioFraming,
        _ unit: ScheduledPacket,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) {
        for (index, sample) in schedule.samples.enumerated() {
            try format.checkSize(sample, plan.streams[unit.stream])
            let held = try loadSample(index, unit.stream, schedule)
            let path = plan.streams[unit.stream].path
            try format.checkFrames(windows[unit.stream].bytes, held, at: sample.offset, of: path)
            format.appendHeader(sampleSize: held.count, to: &front)
            front.append(windows[unit.stream].bytes, held)
        }
    }

    /// Loads a sample into the window of its stream, unless it is already there.
    ///
    /// - Returns: the range of the sample in the window.
    private mutating func loadSample(
        _ index: Int,
        _ stream: Int,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) -> Range<Int> {
        let sample = schedule.samples[index]
        if let range = windows[stream].range(of: sample) { return range }
        try AccessUnitSizer.check(sample, plan.streams[stream])
        let end = min(
            schedule.runEnd(from: index, limit: SampleWindow.size),
            plan.streams[stream].cut.track.bytes.size
        )
        let reader = try reader(stream)
        try windows[stream].load(sample.offset..<end, from: reader, path: plan.streams[stream].path)
        return 0..<Int(sample.size)
    }

    /// Returns the reader of a stream's source, created at its first use.
    private mutating func reader(_ stream: Int) throws(ByteSourceError) -> any ByteSourceReader {
        if let reader = readers[stream] { return reader }
        let reader = try plan.streams[stream].cut.track.bytes.makeReader()
        readers[stream] = reader
        return reader
    }
}

/// A buffer of a run of samples from a stream's source, which are changed in place when they are used.
struct SampleWindow {
    /// The most bytes to read at once unless a single sample is larger; they fit into a core's second-level
    /// cache.
    static let size: UInt64 = 256 << 10
    private static let granularity = 16 << 10

    /// The buffer; bytes after the run are left over from earlier runs.
    var bytes: [UInt8] = []
    private var start: UInt64 = 0
    private var count = 0

    /// Discards the run, which may have been changed.
    mutating func clear() { count = 0 }

    /// Returns the range of a sample in `bytes`, or nil if it is not in the run.
    func range(of sample: MovieSample) -> Range<Int>? {
        guard count > 0, sample.offset >= start,
            sample.offset &- start &+ UInt64(sample.size) <= UInt64(count)
        else { return nil }
        let first = Int(sample.offset &- start)
        return first..<first + Int(sample.size)
    }

    /// Reads a run.
    ///
    /// - Parameters:
    ///   - range: the range of the run in the source.
    ///   - reader: a reader of the source.
    ///   - path: the path of the input, for errors.
    /// - Throws: `ByteSourceError` if the bytes cannot be read or no longer exist.
    mutating func load(
        _ range: Range<UInt64>,
        from reader: any ByteSourceReader,
        path: String
    ) throws(ByteSourceError) {
        let wanted = range.count
        if bytes.count < wanted {
            let size = (wanted + Self.granularity - 1) / Self.granularity * Self.granularity
            bytes = [UInt8](repeating: 0, count: size)
        }
        count = 0
        let found = try reader.read(into: &bytes, 0..<wanted, at: range.lowerBound)
        guard found == wanted else { throw .changed(path: path) }
        start = range.lowerBound
        count = wanted
    }
}
