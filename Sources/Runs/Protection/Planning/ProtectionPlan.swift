import CommonEncryption
import Presentations
import ProtectionTerms

/// What a run of `fairlead protect` is going to do, apart from its keys.
struct ProtectionPlan: Sendable {
    /// The clear presentation.
    let presentation: Presentation
    /// Its units with their protection.
    let layout: MediaLayout
    /// For each rendition the segment before which an `EXT-X-DISCONTINUITY` is inserted.
    let discontinuities: [Int: Int]
    /// Samples that cannot be protected whole.
    let crowdedSamples: [CrowdedSamples]
    /// What the user should know.
    let warnings: [String]
    /// The files of it.
    let inputs: TitleInputs

    init(_ clear: ClearPresentation, layout: MediaLayout) throws(PresentationError) {
        let presentation = clear.presentation
        let placement = DiscontinuityPlacement(presentation, layout)
        self.presentation = presentation
        inputs = try TitleInputs(clear, layout)
        self.layout = layout
        discontinuities = placement.segments
        crowdedSamples = CrowdedSamples.find(presentation, layout)
        warnings =
            clear.warnings + (placement.warning.map { [$0] } ?? []) + crowdedSamples.map(\.warning)
    }

    private init(_ plan: ProtectionPlan, layout: MediaLayout) {
        presentation = plan.presentation
        discontinuities = plan.discontinuities
        crowdedSamples = plan.crowdedSamples
        warnings = plan.warnings
        inputs = plan.inputs
        self.layout = layout
    }

    /// The slots whose keys are needed.
    var slots: [KeySlot] { Set(layout.units.compactMap(\.protection.slot)).sorted() }

    /// The plan with the places that the units have in the output.
    func replacing(_ layout: MediaLayout) -> ProtectionPlan { ProtectionPlan(self, layout: layout) }

    /// How the media of a slot are encrypted, in the words of key servers; nil for whole segments.
    ///
    /// Where one key has fragments and packets, the scheme is that of the fragments: it is the one of the two that key
    /// servers know by a name of the standard.
    func scheme(of slot: KeySlot, _ method: ProtectionMethod) -> String? {
        guard let scheme = method.scheme else { return nil }
        let isOfFragments = layout.units.contains { unit in
            if case .fragments(slot, _, _) = unit.protection { true } else { false }
        }
        return isOfFragments ? scheme.rawValue : Self.packetScheme
    }

    /// Apple's sample encryption in transport streams and packed audio.
    private static let packetScheme = "cbc-ts"

    /// The renditions that the method leaves clear.
    func notes(_ policy: ProtectionPolicy) -> [String] {
        guard policy.method.encryptsSamples else { return [] }
        return presentation.renditions.indices.compactMap { index in
            let units = layout.segments[index].compactMap(\.self).map { layout.units[$0.unit] }
            guard !units.isEmpty, units.allSatisfy(\.isText) else { return nil }
            return "\(presentation.renditions[index].path): "
                + (units.allSatisfy { $0.clearFormat == nil }
                    ? "WebVTT stays clear, SAMPLE-AES has no rule for it"
                    : "text and metadata in fragmented MP4 stay clear")
        }
    }
}

extension MediaUnit {
    /// Whether it has nothing that samples could be encrypted of.
    fileprivate var isText: Bool {
        guard protection == .clear else { return false }
        switch clearFormat {
        case .none: return true
        case .fragments(let survey)?: return !survey.movie.hasProtectableTracks
        case .some: return false
        }
    }
}
