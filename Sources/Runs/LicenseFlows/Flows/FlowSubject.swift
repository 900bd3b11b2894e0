import FoundationEssentials
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms
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
    /// The key store; nil where there is none.
    let store: (any KeyRecordStore)?

    /// The forms in which SPCs are posted: NAGRA's license server takes octets.
    var forms: [LicenseRequestForm] {
        flow.isOfNAGRA ? [.octets] : request.forms
    }

    /// Looks at the key lines (R01).
    var keyLines: StepRecord {
        KeyLineStep(flow: flow, presentation: presentation, uses: uses).walk()
    }

    /// What is not proven of keys and media.
    var remarks: [String] {
        guard request.source == nil, known.contains(where: { $0?.hasUses != true }) else { return [] }
        return [
            "Without the source (--source) or what the key store knows of the media, a wrong key or IV shows only in samples with a checksum "
                + "or a strict syntax: of H.264 and HEVC, and of AAC in fMP4, hardly."
        ]
    }

    /// The id of a key, which licenses of FairPlay and identity keys do not say.
    ///
    /// - Parameters:
    ///   - index: the index of the key.
    ///   - exported: its id in the exported file.
    /// - Returns: the id of the record, of the exported file, or of the key line; nil where none has it.
    func keyID(of index: Int, exported: UUID?) -> UUID? {
        known[index]?.record.keyID ?? exported ?? keys[index].key.keyID.flatMap { UUID(bytes: $0) }
    }
}
