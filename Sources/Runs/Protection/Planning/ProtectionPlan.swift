import CommonEncryption
import Presentations
import ProtectionTerms

/// The plan of a run of `fairlead protect`, apart from its keys.
struct ProtectionPlan: Sendable {
    /// The clear presentation.
    let presentation: Presentation
    /// The media resources with their protection.
    let layout: MediaLayout
    /// The index of the segment before which an `EXT-X-DISCONTINUITY` is inserted, by rendition index.
    let discontinuities: [Int: Int]
    /// The samples that cannot be encrypted completely.
    let partlyProtectedSamples: [SubsampleOverflow]
    let warnings: [String]
    /// The input files of the title.
    let inputs: TitleInputs

    init(_ clear: ClearPresentation, layout: MediaLayout) throws(PresentationError) {
        let presentation = clear.presentation
        let placement = DiscontinuityPlacement(presentation, layout)
        self.presentation = presentation
        inputs = try TitleInputs(clear, layout)
        self.layout = layout
        discontinuities = placement.segments
        partlyProtectedSamples = SubsampleOverflow.find(presentation, layout)
        warnings =
            clear.warnings + (placement.warning.map { [$0] } ?? []) + partlyProtectedSamples.map(\.warning)
    }

    private init(_ plan: ProtectionPlan, layout: MediaLayout) {
        presentation = plan.presentation
        discontinuities = plan.discontinuities
        partlyProtectedSamples = plan.partlyProtectedSamples
        warnings = plan.warnings
        inputs = plan.inputs
        self.layout = layout
    }

    /// The slots that need a key.
    var slots: [KeySlot] { Set(layout.resources.compactMap(\.protection.slot)).sorted() }

    /// Returns the plan with a layout that has the final output offsets.
    func replacing(_ layout: MediaLayout) -> ProtectionPlan { ProtectionPlan(self, layout: layout) }

    /// Returns the scheme of a slot's media as license servers name it, or nil for whole segments.
    ///
    /// If one key protects both fMP4 and transport streams or packed audio, the scheme is that of fMP4, which
    /// license servers know by a name of the standard.
    func scheme(of slot: KeySlot, _ method: ProtectionMethod) -> String? {
        guard let scheme = method.scheme else { return nil }
        let isFragmented = layout.resources.contains { resource in
            if case .fragments(slot, _, _) = resource.protection { true } else { false }
        }
        return isFragmented ? scheme.rawValue : Self.packetScheme
    }

    /// The name of Apple's sample encryption in transport streams and packed audio.
    private static let packetScheme = "cbc-ts"

    /// Returns a note for each rendition that the method leaves clear.
    func notes(_ policy: ProtectionPolicy) -> [String] {
        guard policy.method.encryptsSamples else { return [] }
        return presentation.renditions.indices.compactMap { index in
            let resources = layout.segments[index].compactMap(\.self).map { layout.resources[$0.resource] }
            guard !resources.isEmpty, resources.allSatisfy(\.isText) else { return nil }
            return "\(presentation.renditions[index].path): "
                + (resources.allSatisfy { $0.clearFormat == nil }
                    ? "WebVTT stays clear, SAMPLE-AES has no rule for it"
                    : "text and metadata in fragmented MP4 stay clear")
        }
    }
}

extension MediaResource {
    /// Indicates whether the media resource has no samples that could be encrypted.
    fileprivate var isText: Bool {
        guard protection == .clear else { return false }
        switch clearFormat {
        case .none: return true
        case .fragments(let survey)?: return !survey.movie.hasProtectableTracks
        case .some: return false
        }
    }
}
