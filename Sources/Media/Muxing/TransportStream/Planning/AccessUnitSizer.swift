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
        var own: [ParameterSetIdentity] = []
        var position = 0
        headCount = 0
        while position < size {
            // The length and the NAL unit header, as far as they are within the sample.
            let needed = min(format.lengthSize + 1, size - position)
            if position < headStart || position + needed > headStart + headCount {
                try read(position, Self.headSize, sample, stream, reader)
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
            var fate = format.treatment(header: header, size: unit, isSync: sample.isSync)
            if fate == .droppedIfRepeated || fate == .keptAsOwn {
                let wanted = fate == .keptAsOwn ? min(unit, AVCByteStreamFormat.identitySize) : unit
                if body < headStart || body + wanted > headStart + headCount {
                    try read(body, max(wanted, Self.headSize), sample, stream, reader)
                }
                let start = body - headStart
                if fate == .keptAsOwn {
                    if let set = AVCByteStreamFormat.identity(head[start..<start + wanted]) {
                        own.append(set)
                    }
                } else {
                    fate =
                        format.isInConfiguration(head.span.extracting(start..<start + unit))
                        ? .dropped : .kept
                }
            }
            if fate != .dropped { total += AVCByteStreamFormat.startCodeSize + unit }
            position = body + unit
        }
        return total + format.lead(isSync: sample.isSync, without: own).count
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
        let found = try reader.read(into: &head, 0..<count, at: sample.offset &+ UInt64(position))
        guard found == count else { throw .changed(path: stream.path) }
        headStart = position
        headCount = count
    }
}
