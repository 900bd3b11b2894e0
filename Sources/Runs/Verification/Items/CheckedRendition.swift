import Ciphers
import HLSPlaylists
import Inspection
import MediaProbing

/// The results of the verification items of a rendition, added in their order.
struct CheckedRendition: Sendable {
    /// An AES-256-GCM segment whose tag was correct.
    struct Message: Sendable {
        let vector: InitializationVector
        /// The index of the item in the rendition.
        let index: UInt32
    }

    /// Indicates whether the segments are I-frames.
    let isIFramesOnly: Bool
    /// The findings about single items.
    private(set) var findings: [Finding] = []
    /// The findings about consecutive segments: their timestamps and continuity counters.
    var sequenceFindings: [Finding] { order.findings + counters.findings }
    /// The number of bytes that were checked.
    private(set) var bytes: UInt64 = 0
    /// The formats of the media resources.
    private(set) var kinds: Set<StreamKind> = []
    /// The results of all items, in order.
    private(set) var units: [CheckedMediaResource] = []
    /// The AES-256-GCM segments whose tags were correct.
    private(set) var messages: [Message] = []
    private var order: TimestampOrderCheck
    private var counters: ContinuityCounterCheck

    init(of playlist: MediaPlaylist) {
        isIFramesOnly = playlist.isIFramesOnly
        order = TimestampOrderCheck(playlist.segments)
        counters = ContinuityCounterCheck()
    }

    /// Adds the result of the next item; `segment` is nil for an initialization section.
    mutating func add(
        _ target: VerificationItem,
        of segment: MediaSegment?,
        _ outcome: VerificationItemChecker.Outcome
    ) {
        findings += outcome.findings
        bytes += outcome.clearLength
        kinds.insert(outcome.kind)
        if let vector = outcome.sealedVector, case .sealed = target.protection {
            messages.append(Message(vector: vector, index: UInt32(units.count)))
        }
        units.append(CheckedMediaResource(target, outcome))
        guard let segment else { return }
        order.add(segment, target, outcome)
        if !isIFramesOnly { counters.add(segment, target, outcome) }
    }
}
