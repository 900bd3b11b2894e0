import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// A calculator of the size of a sample as an access unit, which reads little more than the lengths of its
/// NAL units.
struct AccessUnitSizer {
    /// The largest sample in bytes, enough for an uncompressed picture of 8192 by 4320.
    static let sampleLimit: UInt32 = 64 << 20
    /// The number of bytes to read at once: enough for a delimiter, SEI and the start of the first slice.
    private static let headSize = 128

    private var head = [UInt8](repeating: 0, count: AccessUnitSizer.headSize)
    private var headStart = 0
    private var headCount = 0

    init() {}

    /// Returns the size of a sample as an access unit of a byte stream, including its lead.
    ///
    /// - Parameters:
    ///   - sample: the sample.
    ///   - format: the format of its NAL units.
    ///   - stream: the stream of the sample.
    ///   - reader: a reader of the bytes of the track.
    /// - Returns: the size in bytes.
    /// - Throws: `ByteSourceError` if bytes cannot be read or NAL units extend beyond the sample.
    mutating func size(
        of sample: MovieSample,
        _ format: AVCByteStreamFormat,
        _ stream: MultiplexedStream,
        _ reader: any ByteSourceReader
    ) throws(ByteSourceError) -> Int {
        try Self.check(sample, stream)
        let size = Int(sample.size)
        var total = 0
        var ownSets: [ParameterSetIdentity] = []
        var position = 0
        headCount = 0
        while position < size {
            // The length and the NAL unit header, as far as they are within the sample.
            let needed = min(format.lengthSize + 1, size - position)
            if position < headStart || position + needed > headStart + headCount {
                try read(position, Self.headSize, sample, stream, reader)
            }
            let headPosition = position - headStart
            let unitSize = try NALUnitLength.read(
                format.lengthSize,
                available: size - position,
                at: sample.offset &+ UInt64(position),
                path: stream.path
            ) { head[headPosition + $0] }
            let header = unitSize > 0 ? head[headPosition + format.lengthSize] : 0
            let unitStart = position + format.lengthSize
            var treatment = format.treatment(header: header, size: unitSize, isSync: sample.isSync)
            if treatment == .droppedIfRepeated || treatment == .keptAsOwn {
                let wanted =
                    treatment == .keptAsOwn ? min(unitSize, AVCByteStreamFormat.identitySize) : unitSize
                if unitStart < headStart || unitStart + wanted > headStart + headCount {
                    try read(unitStart, max(wanted, Self.headSize), sample, stream, reader)
                }
                let start = unitStart - headStart
                if treatment == .keptAsOwn {
                    if let set = AVCByteStreamFormat.identity(head[start..<start + wanted]) {
                        ownSets.append(set)
                    }
                } else {
                    treatment =
                        format.isInConfiguration(head.span.extracting(start..<start + unitSize))
                        ? .dropped : .kept
                }
            }
            if treatment != .dropped { total += AVCByteStreamFormat.startCodeSize + unitSize }
            position = unitStart + unitSize
        }
        return total + format.lead(isSync: sample.isSync, without: ownSets).count
    }

    /// Throws if a sample is beyond the end of its source or larger than `sampleLimit`.
    static func check(_ sample: MovieSample, _ stream: MultiplexedStream) throws(ByteSourceError) {
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
        let available = stream.trackSegments.track.bytes.size
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

    /// Reads up to `wanted` bytes of the sample from a position on.
    private mutating func read(
        _ position: Int,
        _ wanted: Int,
        _ sample: MovieSample,
        _ stream: MultiplexedStream,
        _ reader: any ByteSourceReader
    ) throws(ByteSourceError) {
        let count = min(wanted, Int(sample.size) - position)
        if head.count < count { head = [UInt8](repeating: 0, count: count) }
        let readCount = try reader.read(into: &head, 0..<count, at: sample.offset &+ UInt64(position))
        guard readCount == count else { throw .changed(path: stream.path) }
        headStart = position
        headCount = count
    }
}
