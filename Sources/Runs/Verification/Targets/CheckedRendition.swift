import Ciphers
import HLSPlaylists
import Inspection
import MediaProbing

/// What comes of the targets of a rendition, taken in their order.
struct CheckedRendition: Sendable {
    /// A message of AES-256-GCM whose tag held.
    struct Message: Sendable {
        let vector: InitializationVector
        /// The index of the target.
        let index: UInt32
    }

    /// Whether its segments are I-frames.
    let isIFramesOnly: Bool
    /// What was found of single targets.
    private(set) var findings: [Finding] = []
    /// What was found of segments that follow each other.
    var findingsOnOrder: [Finding] { order.findings + counters.findings }
    /// The bytes that were looked at.
    private(set) var bytes: UInt64 = 0
    /// What its streams are.
    private(set) var kinds: Set<StreamKind> = []
    /// All targets.
    private(set) var units: [CheckedUnit] = []
    /// The messages of AES-256-GCM.
    private(set) var messages: [Message] = []
    private var order: SegmentOrderCheck
    private var counters: CounterCheck

    /// Nothing taken yet.
    init(of playlist: MediaPlaylist) {
        isIFramesOnly = playlist.isIFramesOnly
        order = SegmentOrderCheck(playlist.segments)
        counters = CounterCheck()
    }

    /// Takes what came out of the next target, of a segment unless it is of a section.
    mutating func add(
        _ target: VerificationTarget,
        of segment: MediaSegment?,
        _ outcome: TargetChecker.Outcome
    ) {
        findings += outcome.findings
        bytes += outcome.clearLength
        kinds.insert(outcome.kind)
        if let vector = outcome.sealedVector, case .sealed = target.protection {
            messages.append(Message(vector: vector, index: UInt32(units.count)))
        }
        units.append(CheckedUnit(target, outcome))
        guard let segment else { return }
        order.add(segment, target, outcome)
        if !isIFramesOnly { counters.add(segment, target, outcome) }
    }
}
