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
    ///   - packet: the PES packet or PCR-only packet.
    ///   - schedule: the schedule that holds its samples.
    /// - Returns: the size of the PES packet in bytes, or 0 for a PCR-only packet.
    /// - Throws: `ByteSourceError` if bytes cannot be read or a sample is malformed.
    mutating func load(
        _ packet: ScheduledPacket,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) -> Int {
        front.removeAll(keepingCapacity: true)
        tail = (packet.streamIndex, 0..<0)
        guard !packet.isPCROnly else { return 0 }
        let format = plan.streams[packet.streamIndex].format
        PESHeaderWriter.append(
            streamID: format.streamID,
            presentationTime: packet.presentationTime,
            decodingTime: packet.decodingTime,
            to: &front
        )
        switch format.carriage {
        case .avc(let format): try loadPicture(format, packet, schedule)
        case .audio(let format): try loadFrames(format, packet, schedule)
        }
        let size = front.count + tail.range.count
        let length = PESHeaderWriter.packetLength(size: size)
        front[4] = UInt8(length >> 8)
        front[5] = UInt8(truncatingIfNeeded: length)
        return size
    }

    private mutating func loadPicture(
        _ format: AVCByteStreamFormat,
        _ packet: ScheduledPacket,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) {
        guard let sample = schedule.samples.first else { return }
        let sampleRange = try loadSample(0, packet.streamIndex, schedule)
        tail.range = try AccessUnitConverter.convert(
            &windows[packet.streamIndex].bytes,
            sampleRange,
            format,
            isSync: sample.isSync,
            location: (plan.streams[packet.streamIndex].path, sample.offset),
            into: &front
        )
    }

    private mutating func loadFrames(
        _ format: AudioFraming,
        _ packet: ScheduledPacket,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) {
        for (index, sample) in schedule.samples.enumerated() {
            try format.checkSize(sample, plan.streams[packet.streamIndex])
            let sampleRange = try loadSample(index, packet.streamIndex, schedule)
            let path = plan.streams[packet.streamIndex].path
            try format.checkFrames(
                windows[packet.streamIndex].bytes,
                sampleRange,
                at: sample.offset,
                of: path
            )
            format.appendHeader(sampleSize: sampleRange.count, to: &front)
            front.append(windows[packet.streamIndex].bytes, sampleRange)
        }
    }

    /// Loads a sample into the window of its stream, unless it is already there.
    ///
    /// - Returns: the range of the sample in the window.
    private mutating func loadSample(
        _ index: Int,
        _ streamIndex: Int,
        _ schedule: StreamSchedule
    ) throws(ByteSourceError) -> Range<Int> {
        let sample = schedule.samples[index]
        if let range = windows[streamIndex].range(of: sample) { return range }
        try AccessUnitSizer.check(sample, plan.streams[streamIndex])
        let end = min(
            schedule.runEnd(from: index, limit: SampleWindow.size),
            plan.streams[streamIndex].trackSegments.track.bytes.size
        )
        let reader = try reader(streamIndex)
        try windows[streamIndex].load(sample.offset..<end, from: reader, path: plan.streams[streamIndex].path)
        return 0..<Int(sample.size)
    }

    /// Returns the reader of a stream's source, created at its first use.
    private mutating func reader(_ streamIndex: Int) throws(ByteSourceError) -> any ByteSourceReader {
        if let reader = readers[streamIndex] { return reader }
        let reader = try plan.streams[streamIndex].trackSegments.track.bytes.makeReader()
        readers[streamIndex] = reader
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
        let readCount = try reader.read(into: &bytes, 0..<wanted, at: range.lowerBound)
        guard readCount == wanted else { throw .changed(path: path) }
        start = range.lowerBound
        count = wanted
    }
}
