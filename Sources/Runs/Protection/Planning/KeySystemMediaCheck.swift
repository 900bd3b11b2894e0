import CommonEncryption
import Presentations
import ProtectionTerms

/// Refuses key systems whose clients cannot read the media of a presentation, before a key is minted.
enum KeySystemMediaCheck {
    /// Checks the key systems that were asked for; those that are chosen by default fit.
    ///
    /// - Parameters:
    ///   - policy: what the protection is to be.
    ///   - layout: the units of the presentation.
    ///   - survey: what they are.
    /// - Throws: `PresentationError` for the first unit that is not fragmented MP4, where a system needs that.
    static func check(
        _ policy: ProtectionPolicy,
        _ layout: MediaLayout,
        _ survey: SampleSurvey
    ) throws(PresentationError) {
        guard let system = policy.keySystems?.first(where: \.isForFragmentsOnly) else { return }
        for (index, unit) in layout.units.enumerated() {
            switch survey.formats[index] {
            case .transportStream, .programTables:
                throw .protection(.keySystemMedia(system, MediaPlace(unit), got: "a transport stream"))
            case .packedAudio:
                throw .protection(.keySystemMedia(system, MediaPlace(unit), got: "packed audio"))
            default: continue
            }
        }
    }
}
