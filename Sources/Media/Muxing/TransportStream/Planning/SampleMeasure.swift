import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// Finds out how many bytes a sample has as an access unit, by reading the lengths of its NAL units and little else.
struct SampleMeasure {
    /// The most bytes of a sample: a picture of 8192 by 4320 samples that is not compressed at all.
    static let sampleLimit: UInt32 = 64 << 20
    /// Bytes that are read at once: enough for a delimiter, SEI and the start of the first slice.
    private static let headSize = 128

    private var head = [UInt8](repeating: 0, count: SampleMeasure.headSize)
    private var headStart = 0
    private var headCount = 0

    /// Nothing read yet.
    init() {}

    /// Bytes of a sample in a byte stream, its lead included.
    ///
    /// - Parameters:
    ///   - sample: where it is.
    ///   - format: how its NAL units are packed.
    ///   - stream: whose it is.
    ///   - reader: reads the bytes.
    /// - Returns: the bytes.
    /// - Throws: `ByteSourceFailure` where bytes cannot be had or lengths do not fit into the sample.
    mutating func size(
        of sample: MovieSample,
        _ format: AVCFormat,
        _ stream: MultiplexedStream,
        _ reader: any ByteSourceReader
    ) throws(ByteSourceFailure) -> Int {
        try Self.check(sample, stream)
        let size = Int(sample.size)
        var total = 0
        var own: [ParameterSetIdentity] = []
        var position = 0
        headCount = 0
        while position < size {
            // The length and the header, as far as they are in the sample.
            let needed = min(format.lengthSize + 1, size - position)
            if position < headStart || position + needed > headStart + headCount {
                try fill(position, Self.headSize, sample, stream, reader)
            }
            let place = position - headStart
            let unit = try NALUnitLength.read(
                format.lengthSize,
                left: size - position,
                at: sample.offset &+ UInt64(position),
                path: stream.path
            ) { head[place + $0] }
            let header = unit > 0 ? head[place + format.lengthSize] : 0
            let body = position + format.lengthSize
            var fate = format.fate(header: header, size: unit, isSync: sample.isSync)
            if fate == .droppedIfRepeated || fate == .keptAsOwn {
                let wanted = fate == .keptAsOwn ? min(unit, AVCFormat.identitySize) : unit
                if body < headStart || body + wanted > headStart + headCount {
                    try fill(body, max(wanted, Self.headSize), sample, stream, reader)
                }
                let start = body - headStart
                if fate == .keptAsOwn {
                    if let set = AVCFormat.identity(head[start..<start + wanted]) { own.append(set) }
                } else {
                    fate = format.repeats(head.span.extracting(start..<start + unit)) ? .dropped : .kept
                }
            }
            if fate != .dropped { total += AVCFormat.startCodeSize + unit }
            position = body + unit
        }
        return total + format.lead(isSync: sample.isSync, without: own).count
    }

    /// Refuses a sample that is not in its source, or too large to be held.
    static func check(_ sample: MovieSample, _ stream: MultiplexedStream) throws(ByteSourceFailure) {
        guard sample.size <= sampleLimit else {
            throw .malformed(
                path: stream.path,
                .invalid(
                    offset: sample.offset,
                    field: "size of a sample",
                    found: "\(sample.size)",
                    expected: "at most \(sampleLimit)"
                )
            )
        }
        let available = stream.cut.track.bytes.size
        guard sample.offset <= available, UInt64(sample.size) <= available - sample.offset else {
            throw .malformed(
                path: stream.path,
                .truncated(
                    offset: sample.offset,
                    needed: UInt64(sample.size),
                    available: available - min(available, sample.offset)
                )
            )
        }
    }

    /// Reads a piece of the sample.
    private mutating func fill(
        _ position: Int,
        _ wanted: Int,
        _ sample: MovieSample,
        _ stream: MultiplexedStream,
        _ reader: any ByteSourceReader
    ) throws(ByteSourceFailure) {
        let count = min(wanted, Int(sample.size) - position)
        if head.count < count { head = [UInt8](repeating: 0, count: count) }
        let found = try reader.read(into: &head, 0..<count, at: sample.offset &+ UInt64(position))
        guard found == count else { throw .changed(path: stream.path) }
        headStart = position
        headCount = count
    }
}
