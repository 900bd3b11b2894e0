import Ciphers
import HLSPlaylists
import Inspection
import MediaProbing
import Presentations

/// The results of the verification items of a rendition, added in their order.
struct CheckedRendition: Sendable {
    /// An AES-256-GCM segment whose tag was correct.
    struct GCMSegment: Sendable {
        let iv: InitializationVector
        /// The index of the item in the rendition.
        let index: UInt32
    }

    /// Indicates whether the segments are I-frames.
    let isIFramesOnly: Bool
    /// The findings about single items, then those of the checks of the rendition.
    var findings: [Finding] { itemFindings + checks.flatMap(\.findings) }
    /// The number of bytes that were checked.
    private(set) var byteCount: UInt64 = 0
    /// The formats of the media resources.
    private(set) var kinds: Set<StreamKind> = []
    /// The results of all items, in order.
    private(set) var resources: [CheckedMediaResource] = []
    /// The AES-256-GCM segments whose tags were correct.
    private(set) var gcmSegments: [GCMSegment] = []
    private var itemFindings: [Finding] = []
    private var checks: [any RenditionCheck]

    init(of rendition: MediaRendition) {
        isIFramesOnly = rendition.playlist.isIFramesOnly
        checks = VerificationChecks.ofRenditions.map { $0.init(of: rendition) }
    }

    /// Adds the result of the next item; `segment` is nil for an initialization section.
    mutating func add(
        _ item: VerificationItem,
        of segment: MediaSegment?,
        _ outcome: VerificationItemChecker.Outcome
    ) {
        itemFindings += outcome.findings
        byteCount += outcome.checkedLength
        kinds.insert(outcome.kind)
        if let iv = outcome.gcmIV, case .gcmSegment = item.protection {
            gcmSegments.append(GCMSegment(iv: iv, index: UInt32(resources.count)))
        }
        resources.append(CheckedMediaResource(item, outcome))
        guard let segment else { return }
        for index in checks.indices { checks[index].add(segment, item, outcome) }
    }
}
