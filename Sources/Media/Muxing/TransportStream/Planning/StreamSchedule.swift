import ISOBaseMedia
import Mezzanines

/// An iterator that groups the samples of one stream in one segment into PES packets, in decoding order.
///
/// It is a class for the same reason as `MultiplexedStream`; each instance belongs to one reader.
final class StreamSchedule {
    /// The samples of the current PES packet, set by `advance`.
    private(set) var samples: [MovieSample] = []
    /// The sample after those, which may be beyond the segment.
    private var following: MovieSample?
    private var followingNumber: Int
    private var cursor: SampleIndex.Cursor
    private let end: Int
    private let grouping: Grouping
    private let timestamps: StreamTimestamps

    /// The rule by which samples share a PES packet.
    enum Grouping: Hashable, Sendable {
        /// One sample per PES packet: a picture.
        case single
        /// Several audio frames per PES packet: up to a duration in ticks of the track, with `headerSize`
        /// bytes added before each.
        case frames(ticks: UInt64, headerSize: Int)
    }

    /// Starts at the first sample of a segment.
    init(_ stream: MultiplexedStream, segment: Int) {
        let range = stream.trackSegments.segments[segment].samples
        cursor = stream.trackSegments.track.samples.samples(from: range.lowerBound)
        followingNumber = range.lowerBound
        end = range.upperBound
        grouping = stream.grouping
        timestamps = stream.timestamps
        following = cursor.next()
    }

    /// Indicates whether samples of the segment are left.
    var hasMore: Bool { followingNumber < end && following != nil }

    /// The DTS of the next sample, which may be beyond the segment, or nil after the last sample of the
    /// track.
    var nextDecodingTime: Int64? { following.map { timestamps.decodingTime(of: $0) } }

    /// The PTS of the next sample, which may be beyond the segment, or nil after the last sample of the
    /// track.
    var nextPresentationTime: Int64? { following.map { timestamps.presentationTime(of: $0) } }

    /// Moves the samples of the next PES packet to `samples`, which is empty if there are none left.
    func advance() {
        samples.removeAll(keepingCapacity: true)
        guard hasMore, let first = following else { return }
        addSample(first)
        guard case .frames(let ticks, let headerSize) = grouping else { return }
        var size = Int(first.size) + headerSize
        while hasMore, let next = following,
            // The PTS gives the time of the first frame only; the others follow it without gaps. A longer
            // sample means a gap, after which a new PTS is needed. A difference of one tick may be rounding.
            max(next.duration, first.duration) - min(next.duration, first.duration) <= 1,
            next.decodeTime &+ UInt64(next.duration) &- first.decodeTime <= ticks,
            size + Int(next.size) + headerSize <= PESHeaderWriter.audioPayloadLimit
        {
            size += Int(next.size) + headerSize
            addSample(next)
        }
    }

    private func addSample(_ sample: MovieSample) {
        samples.append(sample)
        following = cursor.next()
        followingNumber += 1
    }

    /// Returns the end of a run of samples in the source, which starts with a sample of this packet and may
    /// continue after it.
    ///
    /// The run has whole samples of this segment, with at most small gaps between them.
    ///
    /// - Parameters:
    ///   - index: the index in `samples` of the first sample.
    ///   - limit: the most bytes of the run; the first sample may be larger.
    /// - Returns: the offset in the source, at least the end of the first sample.
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

    /// The largest gap within a run in bytes, such as data of other tracks, which is cheaper to read than to
    /// skip.
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
