import Bitstreams
import ISOBaseMedia
import Mezzanines
import TransportStreams

/// A reader of a segment of packed audio that generates some frames at a time, for one thread.
final class PackedAudioReader: ByteSourceReader {
    /// The approximate number of bytes of frames to generate at once.
    private static let groupSize = 64 << 10

    private let source: PackedAudioSource
    private let reader: any ByteSourceReader
    /// The iterator over the samples, at the next frame.
    private var cursor: SampleIndex.Cursor
    private var left: Int
    /// The frames generated last, or the tag; `start` is their offset in the segment.
    private var made: [UInt8]
    private var start: UInt64 = 0
    private var run: [UInt8] = []

    init(_ source: PackedAudioSource, _ reader: any ByteSourceReader) {
        self.source = source
        self.reader = reader
        let plan = source.plan
        let samples = plan.cut.segments[source.segment].samples
        cursor = plan.cut.track.samples.samples(from: samples.lowerBound)
        left = samples.count
        made = plan.tag(ofSegment: source.segment)
    }

    func read(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        guard offset < source.size else { return 0 }
        let count = Int(min(UInt64(range.count), source.size - offset))
        var done = 0
        while done < count {
            let position = offset + UInt64(done)
            if position < start { restart() }
            while position >= start + UInt64(made.count) { try generateNext(for: position) }
            let first = Int(position - start)
            let piece = min(count - done, made.count - first)
            buffer.overwrite(at: range.lowerBound + done, with: made, first..<first + piece)
            done += piece
        }
        return count
    }

    private func restart() {
        let plan = source.plan
        let samples = plan.cut.segments[source.segment].samples
        cursor = plan.cut.track.samples.samples(from: samples.lowerBound)
        left = samples.count
        made = plan.tag(ofSegment: source.segment)
        start = 0
    }

    /// Generates the next frames, skipping those that end at or before `offset`.
    private func generateNext(for offset: UInt64) throws(ByteSourceError) {
        let plan = source.plan
        let header = plan.format.headerSize
        start += UInt64(made.count)
        made.removeAll(keepingCapacity: true)
        var samples: [MovieSample] = []
        var size = 0
        while size < Self.groupSize, left > 0 {
            guard let sample = cursor.next() else { break }
            left -= 1
            if samples.isEmpty, start + UInt64(header) + UInt64(sample.size) <= offset {
                start += UInt64(header) + UInt64(sample.size)
                continue
            }
            samples.append(sample)
            size += header + Int(sample.size)
        }
        guard !samples.isEmpty else { throw .changed(path: plan.cut.track.path) }
        var index = 0
        while index < samples.count { index = try generateRun(samples, from: index) }
    }

    /// Generates frames whose samples are contiguous in the source, with a single read.
    ///
    /// - Returns: the index of the first sample that was not used.
    private func generateRun(_ samples: [MovieSample], from first: Int) throws(ByteSourceError) -> Int {
        let plan = source.plan
        var end = first
        var size = 0
        while end < samples.count, samples[end].offset == samples[first].offset &+ UInt64(size) {
            size += Int(samples[end].size)
            end += 1
        }
        if run.count < size { run = [UInt8](repeating: 0, count: size) }
        guard try reader.read(into: &run, 0..<size, at: samples[first].offset) == size else {
            throw .changed(path: plan.cut.track.path)
        }
        var position = 0
        for sample in samples[first..<end] {
            let place = position..<position + Int(sample.size)
            try plan.format.checkFrames(run, place, at: sample.offset, of: plan.cut.track.path)
            plan.format.appendHeader(sampleSize: place.count, to: &made)
            made.append(run, place)
            position = place.upperBound
        }
        return end
    }
}

/// A segment of packed audio, generated when it is read.
final class PackedAudioSource: ByteSource {
    let plan: PackedAudioPlan
    /// The index of the segment.
    let segment: Int
    let size: UInt64

    init(_ plan: PackedAudioPlan, segment: Int, size: UInt64) {
        self.plan = plan
        self.segment = segment
        self.size = size
    }

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        PackedAudioReader(self, try plan.cut.track.bytes.makeReader())
    }

    func isUnchanged() -> Bool { plan.cut.track.bytes.isUnchanged() }
}
