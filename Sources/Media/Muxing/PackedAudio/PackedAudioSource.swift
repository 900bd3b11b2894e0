import Bitstreams
import Mezzanines

/// The bytes of a segment of packed audio, made while they are read.
final class PackedAudioSource: ByteSource {
    /// The track.
    let plan: PackedAudioPlan
    /// Which segment.
    let segment: Int
    let size: UInt64

    /// A segment.
    init(_ plan: PackedAudioPlan, segment: Int, size: UInt64) {
        self.plan = plan
        self.segment = segment
        self.size = size
    }

    func makeReader() throws(ByteSourceFailure) -> any ByteSourceReader {
        PackedAudioReader(self, try plan.cut.track.bytes.makeReader())
    }

    func isUnchanged() -> Bool { plan.cut.track.bytes.isUnchanged() }
}
