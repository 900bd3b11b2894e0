import CommonEncryption
import Presentations
import SampleEncryption

/// Completes the audio setup information of the segments of a rendition.
///
/// Segments of one format share it (`AudioSetupUnification`). An audio stream without frames in a segment takes
/// that of the nearest segment of the rendition. A stream without frames in any segment stays unchanged: its
/// entry in the program map stays a clear one.
struct AudioSetupCompletion {
    /// The setup information of a stream in a segment, and the segment's position in its rendition.
    private typealias Statement = (place: Int, setup: AudioSetupInformation)

    private typealias StreamName = SurveyedFormat.StreamName

    private var survey: SampleSurvey

    /// Returns the completed survey.
    static func complete(
        _ survey: SampleSurvey,
        of presentation: Presentation,
        _ layout: MediaLayout
    ) -> SampleSurvey {
        let uses = Dictionary(grouping: layout.segmentUses(in: presentation), by: \.rendition)
        var levelling = AudioSetupUnification(survey)
        for rendition in presentation.renditions.indices { levelling.unify(uses[rendition] ?? []) }
        let survey = levelling.survey
        var completion = AudioSetupCompletion(survey: survey)
        for rendition in presentation.renditions.indices {
            let members = uses[rendition] ?? []
            let statements = completion.statements(of: members.map(\.unit), in: survey)
            for (place, member) in members.enumerated() {
                completion.complete(member.unit, at: place, statements)
                // An initialization section has no frames: it takes the setup of its first segment.
                if let section = member.section { completion.complete(section, at: place, statements) }
            }
        }
        return completion.survey
    }

    private func statements(of units: [Int], in survey: SampleSurvey) -> [StreamName: [Statement]] {
        var statements: [StreamName: [Statement]] = [:]
        for (place, unit) in units.enumerated() {
            for (name, setup) in survey.formats[unit]?.setups ?? [] {
                statements[name, default: []].append((place, setup))
            }
        }
        return statements
    }

    private mutating func complete(_ unit: Int, at place: Int, _ statements: [StreamName: [Statement]]) {
        guard let format = survey.formats[unit], var tables = format.tables else { return }
        for index in tables.streams.indices
        where tables.streams[index].codec != .avc && tables.streams[index].setup == nil {
            let said = statements[StreamName(tables.streams[index])] ?? []
            // The earlier one of two segments at the same distance.
            tables.streams[index].setup = said.min { abs($0.place - place) < abs($1.place - place) }?.setup
        }
        survey.formats[unit] = format.replacing(tables)
    }
}
