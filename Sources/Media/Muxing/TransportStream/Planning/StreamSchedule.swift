import ISOBaseMedia
import Mezzanines

/// Puts the samples of one stream in one segment into PES packets, in the order of decoding.
///
/// A class for the reason that `MultiplexedStream` is one; each belongs to one reader.
final class StreamSchedule {
    /// The samples of the PES packet that was taken last.
    private(set) var samples: [MovieSample] = []
    /// The first sample that was not taken; it may be behind the segment.
    private var following: MovieSample?
    private var followingNumber: Int
    private var cursor: SampleIndex.Cursor
    private let end: Int
    private let grouping: Grouping
    private let times: StreamTimes

    /// Which samples share a packet.
    enum Grouping: Hashable, Sendable {
        /// None: a sample is a picture.
        case single
        /// Frames of sound: up to so many ticks of the track, with so many bytes in front of each.
        case frames(ticks: UInt64, headerSize: Int)
    }

    /// The samples of a segment.
    init(_ stream: MultiplexedStream, segment: Int) {
        let range = stream.cut.segments[segment].samples
        cursor = stream.cut.track.samples.samples(from: range.lowerBound)
        followingNumber = range.lowerBound
        end = range.upperBound
        grouping = stream.grouping
        times = stream.times
        following = cursor.next()
    }

    /// Whether samples of the segment are left.
    var hasMore: Bool { followingNumber < end && following != nil }

    /// The DTS of the next sample, which may be behind the segment; nil behind the last one of the track.
    var nextDecodingTime: Int64? { following.map { times.decodingTime(of: $0) } }

    /// The PTS of the next sample.
    var nextPresentationTime: Int64? { following.map { times.presentationTime(of: $0) } }

    /// Takes the samples of the next packet; none are left where there is none.
    func take() {
        samples.removeAll(keepingCapacity: true)
        guard hasMore, let first = following else { return }
        takeOne(first)
        guard case .frames(let ticks, let headerSize) = grouping else { return }
        var size = Int(first.size) + headerSize
        while hasMore, let next = following,
            // The time of all but the first follows from the lengths of frames: one that is longer leaves a gap, and only
            // a PTS can tell of that. A tick may be rounding.
            max(next.duration, first.duration) - min(next.duration, first.duration) <= 1,
            next.decodeTime &+ UInt64(next.duration) &- first.decodeTime <= ticks,
            size + Int(next.size) + headerSize <= PESHeaderWriter.audioPayloadLimit
        {
            size += Int(next.size) + headerSize
            takeOne(next)
        }
    }

    private func takeOne(_ sample: MovieSample) {
        samples.append(sample)
        following = cursor.next()
        followingNumber += 1
    }

    /// Where a run of samples ends in the source that starts with one of the packet and goes on behind the packet: whole
    /// samples of this segment that follow each other with little between.
    ///
    /// - Parameters:
    ///   - index: of the first sample in `samples`.
    ///   - limit: the most bytes, but for the first sample, which is always in.
    /// - Returns: the end; the first sample's own end at least.
    func runEnd(from index: Int, limit: UInt64) -> UInt64 {
        let start = samples[index].offset
        var end = start &+ UInt64(samples[index].size)
        for sample in samples[(index + 1)...] {
            guard Self.extend(&end, with: sample, from: start, limit: limit) else { return end }
        }
        guard var next = following else { return end }
        var ahead = cursor
        var number = followingNumber
        while number < self.end, Self.extend(&end, with: next, from: start, limit: limit) {
            guard let sample = ahead.next() else { break }
            next = sample
            number += 1
        }
        return end
    }

    /// Bytes of other tracks that are read with a run, so that it need not be read in pieces.
    private static let gapLimit: UInt64 = 16 << 10

    private static func extend(
        _ end: inout UInt64,
        with sample: MovieSample,
        from start: UInt64,
        limit: UInt64
    ) -> Bool {
        let newEnd = sample.offset &+ UInt64(sample.size)
        guard sample.offset >= end, sample.offset &- end <= gapLimit, newEnd >= end, newEnd &- start <= limit
        else { return false }
        end = newEnd
        return true
    }
}
