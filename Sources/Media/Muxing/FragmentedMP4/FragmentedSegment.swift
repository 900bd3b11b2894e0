import Bitstreams
import Mezzanines

/// A segment: where its samples are, what is made of them while it is read.
struct FragmentedSegment: ByteSource {
    /// What all segments of the track are made with.
    let plan: FragmentPlan
    /// Its samples.
    let samples: Range<Int>
    /// baseMediaDecodeTime where there are no samples.
    let emptyDecodeTime: UInt64
    /// The number of its first fragment.
    let sequenceNumber: UInt32
    /// Whether `styp` stands in front.
    let hasType: Bool
    /// The event messages in front of the first fragment.
    let events: [EventMessage]
    /// Number of bytes.
    let size: UInt64

    func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader {
        FragmentedSegmentReader(self, try plan.track.bytes.makeReader())
    }

    func isUnchanged() -> Bool { plan.track.bytes.isUnchanged() }

    /// The fragment of a segment without samples: it says that there is nothing, and from when.
    var emptyFragment: Fragment { .empty(decodeTime: emptyDecodeTime) }
}

extension Fragment {
    /// A fragment without samples.
    static func empty(decodeTime: UInt64) -> Fragment {
        Fragment(
            firstSample: 0,
            sampleCount: 0,
            decodeTime: decodeTime,
            duration: nil,
            size: nil,
            flags: .each,
            hasCompositionOffsets: false,
            hasRollGroup: false,
            dataSize: 0
        )
    }
}
