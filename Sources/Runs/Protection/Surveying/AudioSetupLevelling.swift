import CommonEncryption
import SampleEncryption

/// Gives segments of a rendition whose audio has one format one setup information.
///
/// What the first frames of a segment say differs a little from segment to segment (`AudioFormat`), and the program map
/// holds it: a map whose content changes without a new version_number is not in order (ISO/IEC 13818-1, 2.4.4.9).
/// Between discontinuities it may change.
struct AudioSetupLevelling {
    /// Segments that share setup information.
    private struct Group: Hashable {
        let stream: SampleAESFormat.StreamName
        let format: AudioFormat
        let discontinuitySequence: UInt64
    }

    private(set) var survey: SampleSurvey
    /// Units of renditions before; a unit is written once, whoever names it.
    private var isLevelled: Set<Int> = []

    /// Starts with what segments say of themselves.
    init(_ survey: SampleSurvey) {
        self.survey = survey
    }

    /// Levels a rendition: the first segment of a group says what all have, of AAC the first of those with the richest
    /// audio type, as SBR and PS show only where they are used.
    ///
    /// - Parameter uses: its segments in the order of the playlist.
    mutating func level(_ uses: [SegmentUse]) {
        var given: [Group: AudioSetupInformation] = [:]
        var found: [Group: AudioSetupInformation] = [:]
        for use in uses where !use.isSharedIFrame {
            for (name, setup) in survey.formats[use.unit]?.setups ?? [] {
                let group = Self.group(of: name, setup, in: use)
                if isLevelled.contains(use.unit) {
                    given[group] = given[group] ?? setup
                } else if found[group].map({ $0.audioType.richness < setup.audioType.richness }) ?? true {
                    found[group] = setup
                }
            }
        }
        for use in uses where !use.isSharedIFrame && isLevelled.insert(use.unit).inserted {
            survey.formats[use.unit] = survey.formats[use.unit]?.mappingSetups { name, setup in
                let group = Self.group(of: name, setup, in: use)
                return given[group] ?? found[group] ?? setup
            }
        }
    }

    private static func group(
        of name: SampleAESFormat.StreamName,
        _ setup: AudioSetupInformation,
        in use: SegmentUse
    ) -> Group {
        Group(
            stream: name,
            format: AudioFormat(setup),
            discontinuitySequence: use.discontinuitySequence
        )
    }
}

extension AudioSetupInformation.AudioType {
    /// How much of AAC is used; the same for what is no AAC.
    fileprivate var richness: Int {
        switch self {
        case .zaac, .zac3, .zec3: 0
        case .zach: 1
        case .zacp: 2
        }
    }
}
