import Bitstreams
import Mezzanines

/// A segment of fragmented MP4, generated when it is read.
struct FragmentedSegmentSource: ByteSource {
    let plan: FragmentedTrackPlan
    /// The samples, by index in the track.
    let samples: Range<Int>
    /// baseMediaDecodeTime, used if there are no samples.
    let emptyDecodeTime: UInt64
    /// sequence_number of the first fragment.
    let sequenceNumber: UInt32
    /// Indicates whether the segment starts with `styp`.
    let hasSegmentType: Bool
    /// The event messages before the first fragment.
    let eventMessages: [EventMessage]
    /// The size in bytes, known from the draft.
    let size: UInt64

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        FragmentedSegmentReader(self, try plan.track.bytes.makeReader())
    }

    func isUnchanged() -> Bool { plan.track.bytes.isUnchanged() }

    /// The fragment of a segment without samples, which only gives the time from which media are missing.
    var emptyFragment: Fragment { .empty(decodeTime: emptyDecodeTime) }
}

extension Fragment {
    /// Returns a fragment without samples.
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
