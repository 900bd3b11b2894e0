import Bitstreams
import ISOBaseMedia
import Mezzanines
import TransportStreams

/// A reader of a segment of packed audio that generates some frames at a time, for one thread.
final class PackedAudioReader: PiecewiseReader {
    /// The approximate number of bytes of frames to generate at once.
    private static let groupSize = 64 << 10

    private let source: PackedAudioSource
    private let reader: any ByteSourceReader
    /// The iterator over the samples, at the next frame.
    private var cursor: SampleIndex.Cursor
    private var remainingSampleCount: Int
    /// The frames generated last, or the tag; `start` is their offset in the segment.
    private var generatedBytes: [UInt8]
    private var start: UInt64 = 0
    private var runBuffer: [UInt8] = []

    init(_ source: PackedAudioSource, _ reader: any ByteSourceReader) {
        self.source = source
        self.reader = reader
        let plan = source.plan
        let samples = plan.trackSegments.segments[source.segmentIndex].samples
        cursor = plan.trackSegments.track.samples.samples(from: samples.lowerBound)
        remainingSampleCount = samples.count
        generatedBytes = plan.tag(ofSegment: source.segmentIndex)
    }

    var size: UInt64 { source.size }

    func readPiece(
        into buffer: inout [UInt8],
        _ range: Range<Int>,
        at offset: UInt64
    ) throws(ByteSourceError) -> Int {
        if offset < start { restart() }
        while offset >= start + UInt64(generatedBytes.count) { try generateNext(for: offset) }
        let first = Int(offset - start)
        let count = min(range.count, generatedBytes.count - first)
        buffer.overwrite(at: range.lowerBound, with: generatedBytes, first..<first + count)
        return count
    }

    private func restart() {
        let plan = source.plan
        let samples = plan.trackSegments.segments[source.segmentIndex].samples
        cursor = plan.trackSegments.track.samples.samples(from: samples.lowerBound)
        remainingSampleCount = samples.count
        generatedBytes = plan.tag(ofSegment: source.segmentIndex)
        start = 0
    }

    /// Generates the next frames, skipping those that end at or before `offset`.
    private func generateNext(for offset: UInt64) throws(ByteSourceError) {
        let plan = source.plan
        let headerSize = plan.framing.headerSize
        start += UInt64(generatedBytes.count)
        generatedBytes.removeAll(keepingCapacity: true)
        var samples: [MovieSample] = []
        var size = 0
        while size < Self.groupSize, remainingSampleCount > 0 {
            guard let sample = cursor.next() else { break }
            remainingSampleCount -= 1
            if samples.isEmpty, start + UInt64(headerSize) + UInt64(sample.size) <= offset {
                start += UInt64(headerSize) + UInt64(sample.size)
                continue
            }
            samples.append(sample)
            size += headerSize + Int(sample.size)
        }
        guard !samples.isEmpty else { throw .changed(path: plan.trackSegments.track.path) }
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
        if runBuffer.count < size { runBuffer = [UInt8](repeating: 0, count: size) }
        guard try reader.read(into: &runBuffer, 0..<size, at: samples[first].offset) == size else {
            throw .changed(path: plan.trackSegments.track.path)
        }
        var position = 0
        for sample in samples[first..<end] {
            let sampleRange = position..<position + Int(sample.size)
            try plan.framing.checkFrames(
                runBuffer,
                sampleRange,
                at: sample.offset,
                of: plan.trackSegments.track.path
            )
            plan.framing.appendHeader(sampleSize: sampleRange.count, to: &generatedBytes)
            generatedBytes.append(runBuffer, sampleRange)
            position = sampleRange.upperBound
        }
        return end
    }
}

/// A segment of packed audio, generated when it is read.
final class PackedAudioSource: ByteSource {
    let plan: PackedAudioPlan
    /// The index of the segment.
    let segmentIndex: Int
    let size: UInt64

    init(_ plan: PackedAudioPlan, segmentIndex: Int, size: UInt64) {
        self.plan = plan
        self.segmentIndex = segmentIndex
        self.size = size
    }

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        PackedAudioReader(self, try plan.trackSegments.track.bytes.makeReader())
    }

    func isUnchanged() -> Bool { plan.trackSegments.track.bytes.isUnchanged() }
}
