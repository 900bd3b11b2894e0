import Bitstreams
import Mezzanines

/// A segment of packed audio, generated when it is read.
final class PackedAudioSource: ByteSource {
    let plan: PackedAudioPlan
    /// The index of the segment.
    let segment: Int
    let size: UInt64

    init(_ plan: PackedAudioPlan, segment: Int, size: UInt64) {
        self.plan = plan
        self.segment = segment
        self.size = size
    }

    func makeReader() throws(ByteSourceError) -> any ByteSourceReader {
        PackedAudioReader(self, try plan.cut.track.bytes.makeReader())
    }

    func isUnchanged() -> Bool { plan.cut.track.bytes.isUnchanged() }
}
