import CommonEncryption
import Presentations
import SampleEncryption

/// Completes the audio setup information of the segments of a rendition.
///
/// Segments of one format share it (`AudioSetupUnification`). An audio stream without frames in a segment
/// takes that of the nearest segment of the rendition. A stream without frames in any segment stays
/// unchanged: its entry in the program map stays a clear one.
struct AudioSetupCompletion {
    /// The setup information of a stream in a segment, and the segment's position in its rendition.
    private typealias Statement = (position: Int, setup: AudioSetupInformation)

    private typealias StreamName = SurveyedFormat.StreamName

    private var survey: SampleSurvey

    /// Returns the completed survey.
    static func complete(
        _ survey: SampleSurvey,
        of presentation: Presentation,
        _ layout: MediaLayout
    ) -> SampleSurvey {
        let uses = Dictionary(grouping: layout.segmentUses(in: presentation), by: \.rendition)
        var unification = AudioSetupUnification(survey)
        for rendition in presentation.renditions.indices { unification.unify(uses[rendition] ?? []) }
        let survey = unification.survey
        var completion = AudioSetupCompletion(survey: survey)
        for rendition in presentation.renditions.indices {
            let members = uses[rendition] ?? []
            let statements = completion.statements(of: members.map(\.resource), in: survey)
            for (position, member) in members.enumerated() {
                completion.complete(member.resource, at: position, statements)
                // An initialization section has no frames: it takes the setup of its first segment.
                if let section = member.section { completion.complete(section, at: position, statements) }
            }
        }
        return completion.survey
    }

    private func statements(of resources: [Int], in survey: SampleSurvey) -> [StreamName: [Statement]] {
        var statements: [StreamName: [Statement]] = [:]
        for (position, resource) in resources.enumerated() {
            for (name, setup) in survey.formats[resource]?.setups ?? [] {
                statements[name, default: []].append((position, setup))
            }
        }
        return statements
    }

    private mutating func complete(_ resource: Int, at position: Int, _ statements: [StreamName: [Statement]])
    {
        guard let format = survey.formats[resource], var tables = format.tables else { return }
        for index in tables.streams.indices
        where tables.streams[index].codec != .avc && tables.streams[index].setup == nil {
            let candidates = statements[StreamName(tables.streams[index])] ?? []
            // The earlier one of two segments at the same distance.
            tables.streams[index].setup =
                candidates.min { abs($0.position - position) < abs($1.position - position) }?.setup
        }
        survey.formats[resource] = format.replacing(tables)
    }
}
