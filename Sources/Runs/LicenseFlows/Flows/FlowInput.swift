import FoundationEssentials
import HLSPlaylists
import KeyStore
import Presentations
import ProtectionTerms
import Verification

/// The input of a flow: a presentation as a client of the flow's key systems sees it.
struct FlowInput {
    let flow: LicenseFlow
    let request: LicenseFlowRequest
    let presentation: Presentation
    /// The keys of all key systems.
    let uses: KeyUses
    /// The keys of the flow.
    let keys: [KeyUse]
    /// The key store's data about ``keys``, in the same order; nil for unknown keys.
    let knownKeys: [KnownKey?]
    let segments: SegmentStep
    /// The key store, or nil if there is none.
    let store: (any KeyRecordStore)?

    /// The forms in which SPCs are posted; NAGRA's license server takes only octets.
    var forms: [LicenseRequestForm] {
        flow.isOfNAGRA ? [.octets] : request.forms
    }

    /// The result of checking the key lines (step R01).
    var keyLineResult: StepResult {
        KeyLineStep(flow: flow, presentation: presentation, uses: uses).walk()
    }

    /// Sentences about what the flow does not prove about keys and media.
    var remarks: [String] {
        guard request.source == nil, knownKeys.contains(where: { $0?.hasUses != true }) else { return [] }
        return [
            "Without the source (\(CommandOption.source)) or what the key store knows of the media, a wrong key or IV is noticed only in samples with a checksum "
                + "or a strict syntax, and hardly ever in H.264, HEVC, and AAC in fMP4."
        ]
    }

    /// Returns the key id, which FairPlay licenses and identity keys do not contain.
    ///
    /// - Parameters:
    ///   - index: the index of the key.
    ///   - exported: the key id in the exported file, or nil if unknown.
    /// - Returns: the key id from the record, the exported file or the key line, in this order; nil if none
    ///   has it.
    func keyID(of index: Int, exported: UUID?) -> UUID? {
        knownKeys[index]?.record.keyID ?? exported ?? keys[index].key.keyID.flatMap { UUID(bytes: $0) }
    }
}
