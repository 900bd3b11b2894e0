import CommonEncryption
import SampleEncryption

/// Gives the segments of a rendition whose audio has one format the same setup information.
///
/// The first frames of segments differ a little (`AudioFormat`), and the program map holds what they say. A
/// map whose content changes without a new version_number is invalid (ISO/IEC 13818-1, 2.4.4.9). It may
/// change at a discontinuity.
struct AudioSetupUnification {
    /// The properties that segments with the same setup information have in common.
    private struct Group: Hashable {
        let stream: SurveyedFormat.StreamName
        let format: AudioFormat
        let discontinuitySequence: UInt64
    }

    private(set) var survey: SampleSurvey
    /// The media resources of earlier renditions; a shared one is written once, with one setup information.
    private var unifiedResources: Set<Int> = []

    init(_ survey: SampleSurvey) {
        self.survey = survey
    }

    /// Gives the segments of each group the setup information of the first one.
    ///
    /// For AAC it is that of the first one with the richest audio type, as SBR and PS show only where they
    /// are used. Segments that an earlier rendition has too keep theirs, and their group takes it.
    ///
    /// - Parameter uses: the segments of the rendition, in playlist order.
    mutating func unify(_ uses: [SegmentUse]) {
        var fixed: [Group: AudioSetupInformation] = [:]
        var richest: [Group: AudioSetupInformation] = [:]
        for use in uses where !use.isSharedIFrame {
            for (name, setup) in survey.formats[use.resource]?.setups ?? [] {
                let group = Self.group(of: name, setup, in: use)
                if unifiedResources.contains(use.resource) {
                    fixed[group] = fixed[group] ?? setup
                } else if richest[group].map({
                    $0.audioType.extensionCount < setup.audioType.extensionCount
                })
                    ?? true
                {
                    richest[group] = setup
                }
            }
        }
        for use in uses where !use.isSharedIFrame && unifiedResources.insert(use.resource).inserted {
            survey.formats[use.resource] = survey.formats[use.resource]?.mappingSetups { name, setup in
                let group = Self.group(of: name, setup, in: use)
                return fixed[group] ?? richest[group] ?? setup
            }
        }
    }

    private static func group(
        of name: SurveyedFormat.StreamName,
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
    /// The number of AAC extensions in use; 0 for other codecs.
    fileprivate var extensionCount: Int {
        switch self {
        case .zaac, .zac3, .zec3: 0
        case .zach: 1
        case .zacp: 2
        }
    }
}
