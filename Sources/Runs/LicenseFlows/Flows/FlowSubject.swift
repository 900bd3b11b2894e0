import FoundationEssentials
import KeyStore
import Presentations
import Verification

/// What a flow is walked on: a presentation as a client of its key systems sees it.
struct FlowSubject {
    let flow: LicenseFlow
    let request: LicenseFlowRequest
    let presentation: Presentation
    /// The keys of all key systems.
    let uses: KeyUses
    /// The keys of the flow.
    let keys: [KeyUse]
    /// What the key store knows of them.
    let known: [KnownKey?]
    let segments: SegmentStep

    /// Looks at the key lines (R01).
    var keyLines: StepRecord {
        KeyLineStep(flow: flow, presentation: presentation, uses: uses).walk()
    }

    /// The id of a key, which clients of FairPlay and identity keys do not know: of the record, or of `tenc`; any, where the media name
    /// none.
    func keyID(of index: Int, _ media: inout TrackEncryptionDefaults) -> UUID {
        if let known = known[index] { return known.record.keyID }
        let ids = keys[index].sections.first.map { media.keyIDs(ofSection: $0.section, of: $0.rendition) }
        return ids?.first ?? UUID()
    }
}
