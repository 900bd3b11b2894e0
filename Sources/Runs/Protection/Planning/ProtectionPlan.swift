import CommonEncryption
import Failures
import Presentations
import ProtectionTerms

/// The plan of a run of `fairlead protect`, apart from its keys.
struct ProtectionPlan: Sendable {
    /// The clear presentation.
    let presentation: Presentation
    /// The media resources with their treatments.
    let media: MediaPlan
    /// The boxes between media resources that are copied with them, in the order of files and offsets.
    let carriedBoxes: [CarriedBox]
    /// The index of the segment before which an `EXT-X-DISCONTINUITY` is inserted, by rendition index.
    let discontinuities: [Int: Int]
    /// The samples that cannot be encrypted completely.
    let partlyProtectedSamples: [SubsampleOverflow]
    let warnings: [String]
    /// The input files of the title.
    let inputs: TitleInputs

    /// Completes a plan of media with what follows from it.
    ///
    /// - Throws: `RunFailure` if an input cannot be read.
    init(_ clear: ClearPresentation, _ media: MediaPlan) throws(RunFailure) {
        let presentation = clear.presentation
        let placement = DiscontinuityPlacement(presentation, media)
        self.presentation = presentation
        self.media = media
        inputs = try TitleInputs(clear, media.layout)
        carriedBoxes = try CarriedBoxFinder.boxes(of: media, in: presentation.files)
        discontinuities = placement.segments
        partlyProtectedSamples = SubsampleOverflow.find(presentation, media)
        warnings =
            clear.warnings + (placement.warning.map { [$0] } ?? []) + partlyProtectedSamples.map(\.warning)
    }

    /// The slots that need a key.
    var slots: [KeySlot] { Set(media.resources.compactMap(\.treatment.slot)).sorted() }

    /// Returns the scheme of a slot's media as license servers name it, or nil for whole segments.
    ///
    /// If one key protects both fMP4 and transport streams or packed audio, the scheme is that of fMP4, which
    /// license servers know by a name of the standard.
    func scheme(of slot: KeySlot, _ method: ProtectionMethod) -> String? {
        guard let scheme = method.scheme else { return nil }
        let isFragmented = media.resources.contains { planned in
            if case .fragments(slot, _, _) = planned.treatment { true } else { false }
        }
        return isFragmented ? scheme.rawValue : Self.packetScheme
    }

    /// The name of Apple's sample encryption in transport streams and packed audio.
    private static let packetScheme = "cbc-ts"

    /// Returns a note for each rendition that the method leaves clear.
    func notes(_ policy: ProtectionPolicy) -> [String] {
        guard policy.method.encryptsSamples else { return [] }
        return presentation.renditions.indices.compactMap { index in
            let treatments = media.layout.segments[index].compactMap(\.self)
                .map { media.resources[$0.resource].treatment }
            guard !treatments.isEmpty, treatments.allSatisfy(\.isOfText) else { return nil }
            return "\(presentation.renditions[index].path): "
                + (treatments.allSatisfy { $0 == .clear(nil) }
                    ? "WebVTT stays clear, SAMPLE-AES has no rule for it"
                    : "text and metadata in fragmented MP4 stay clear")
        }
    }
}

extension ResourceTreatment {
    /// Indicates whether the media resource has no samples that could be encrypted.
    fileprivate var isOfText: Bool {
        switch self {
        case .clear(.none): true
        case .clear(.fragments(let survey)?), .clearLead(let survey): !survey.movie.hasProtectableTracks
        default: false
        }
    }
}
