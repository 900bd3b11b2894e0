import Bitstreams
import Mezzanines

/// The bytes of one or several segments of a transport stream, one behind the other, made while they are read.
final class TransportStreamSource: ByteSource {
    /// A segment, and what its packets go on from.
    struct Segment: Sendable {
        /// Which segment of the tracks.
        let index: Int
        /// Its bytes in this source.
        let range: Range<UInt64>
        /// continuity_counter of its first packet of each table.
        let tableCounter: UInt8
        /// The same of the first packet with payload of each stream.
        let counters: [UInt8]
    }

    /// The program.
    let plan: MultiplexPlan
    /// The segments, in order, without gaps.
    let segments: [Segment]

    /// Segments of a program.
    init(_ plan: MultiplexPlan, _ segments: [Segment]) {
        self.plan = plan
        self.segments = segments
    }

    var size: UInt64 { segments.last?.range.upperBound ?? 0 }

    func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader { TransportStreamReader(self) }

    func isUnchanged() -> Bool { plan.streams.allSatisfy { $0.cut.track.bytes.isUnchanged() } }

    /// The segment that holds an offset below `size`, by its index in `segments`.
    func segment(at offset: UInt64) -> Int {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].range.upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
