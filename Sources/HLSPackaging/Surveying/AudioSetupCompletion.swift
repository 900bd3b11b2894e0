import SampleEncryption
import TransportStreams

/// Gives audio streams of which a segment has no frame what the nearest segment of the rendition says about them.
///
/// A stream of which no segment has a frame stays as it is: its entry in the program map stays a clear one.
struct AudioSetupCompletion {
    private struct StreamName: Hashable {
        let pid: PacketIdentifier
        let codec: SampleAESCodec

        init(_ stream: TransportStreamSurvey.Stream) {
            pid = stream.pid
            codec = stream.codec
        }
    }

    /// What a segment says of a stream, with the segment's place in its rendition.
    private typealias Statement = (place: Int, setup: AudioSetupInformation)

    private var survey: SampleSurvey

    /// The completed survey.
    static func complete(
        _ survey: SampleSurvey,
        of presentation: Presentation,
        _ layout: MediaLayout
    ) -> SampleSurvey {
        var completion = AudioSetupCompletion(survey: survey)
        let uses = Dictionary(grouping: layout.segmentUses(in: presentation), by: \.rendition)
        for rendition in presentation.renditions.indices {
            let members = uses[rendition] ?? []
            let statements = completion.statements(of: members.map(\.unit), in: survey)
            for (place, member) in members.enumerated() {
                completion.complete(member.unit, at: place, statements)
                // A section has no frames: those of the first segments under it are its.
                if let section = member.section { completion.complete(section, at: place, statements) }
            }
        }
        return completion.survey
    }

    private func statements(of units: [Int], in survey: SampleSurvey) -> [StreamName: [Statement]] {
        var statements: [StreamName: [Statement]] = [:]
        for (place, unit) in units.enumerated() {
            for stream in survey.formats[unit]?.tables?.streams ?? [] {
                guard let setup = stream.setup else { continue }
                statements[StreamName(stream), default: []].append((place, setup))
            }
        }
        return statements
    }

    private mutating func complete(_ unit: Int, at place: Int, _ statements: [StreamName: [Statement]]) {
        guard let format = survey.formats[unit], var tables = format.tables else { return }
        for index in tables.streams.indices
        where tables.streams[index].codec != .avc && tables.streams[index].setup == nil {
            let said = statements[StreamName(tables.streams[index])] ?? []
            // The earlier of two that are as near.
            tables.streams[index].setup = said.min { abs($0.place - place) < abs($1.place - place) }?.setup
        }
        survey.formats[unit] = format.replacing(tables)
    }
}

extension SampleAESFormat {
    /// The survey of a transport stream; nil for packed audio.
    var tables: TransportStreamSurvey? {
        switch self {
        case .transportStream(let survey), .programTables(let survey): survey
        case .packedAudio: nil
        }
    }

    /// The format with another survey.
    fileprivate func replacing(_ tables: TransportStreamSurvey) -> SampleAESFormat {
        switch self {
        case .transportStream: .transportStream(tables)
        case .programTables: .programTables(tables)
        case .packedAudio: self
        }
    }
}
