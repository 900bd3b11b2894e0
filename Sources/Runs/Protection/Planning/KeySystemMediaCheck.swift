import CommonEncryption
import Failures
import Presentations
import ProtectionTerms

/// Refuses key systems whose clients cannot read the media of a presentation, before a key is minted.
enum KeySystemMediaCheck {
    /// Checks the key systems that were requested; default ones always fit.
    ///
    /// - Parameters:
    ///   - policy: the protection policy.
    ///   - layout: the media resources of the presentation.
    ///   - survey: the formats of the media resources.
    /// - Throws: `RunFailure` for the first media resource that is not the required fragmented MP4.
    static func check(
        _ policy: ProtectionPolicy,
        _ layout: MediaLayout,
        _ survey: SampleSurvey
    ) throws(RunFailure) {
        guard let system = policy.keySystems?.first(where: \.requiresFragmentedMP4) else { return }
        for (index, resource) in layout.resources.enumerated() {
            switch survey.formats[index] {
            case .transportStream:
                throw .keySystemMedia(system, MediaLocation(resource), got: "a transport stream")
            case .packedAudio:
                throw .keySystemMedia(system, MediaLocation(resource), got: "packed audio")
            default: continue
            }
        }
    }
}
