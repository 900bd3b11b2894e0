import Bitstreams
import Mezzanines

/// One or several consecutive segments of a transport stream, generated when they are read.
final class TransportStreamSource: ByteSource {
    /// A segment, with its initial continuity counters.
    struct Segment: Sendable {
        /// The index of the segment in the tracks.
        let index: Int
        /// The byte range in this source.
        let range: Range<UInt64>
        /// continuity_counter of the first packet of each program table.
        let tableCounter: UInt8
        /// continuity_counter of the first packet with payload, by stream.
        let counters: [UInt8]
    }

    let plan: MultiplexPlan
    /// The segments, in order, without gaps.
    let segments: [Segment]

    init(_ plan: MultiplexPlan, _ segments: [Segment]) {
        self.plan = plan
        self.segments = segments
    }

    var size: UInt64 { segments.last?.range.upperBound ?? 0 }

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader { TransportStreamReader(self) }

    func isUnchanged() -> Bool { plan.streams.allSatisfy { $0.trackSegments.track.bytes.isUnchanged() } }

    /// Returns the index in `segments` of the segment that contains an offset below `size`.
    func segmentIndex(at offset: UInt64) -> Int {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
