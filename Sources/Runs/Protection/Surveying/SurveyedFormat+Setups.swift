import CommonEncryption
import SampleEncryption
import TransportStreams

extension SurveyedFormat {
    /// The properties that identify a stream in the segments of a rendition.
    struct StreamName: Hashable {
        /// The PID, or nil for packed audio.
        let pid: PacketIdentifier?
        let codec: SampleAESCodec

        init(_ stream: TransportStreamSurvey.Stream) {
            pid = stream.pid
            codec = stream.codec
        }

        init(_ survey: PackedAudioSurvey) {
            pid = nil
            codec = survey.codec
        }
    }

    /// The survey of a transport stream or of program tables, or nil for other formats.
    var tables: TransportStreamSurvey? {
        switch self {
        case .transportStream(let survey): survey
        case .packedAudio, .fragments, .movie: nil
        }
    }

    /// The setup information of the streams that have some.
    var setups: [(name: StreamName, setup: AudioSetupInformation)] {
        switch self {
        case .transportStream(let survey):
            survey.streams.compactMap { stream in stream.setup.map { (StreamName(stream), $0) } }
        case .packedAudio(let survey): [(StreamName(survey), survey.setup)]
        case .fragments, .movie: []
        }
    }

    /// Returns the format with its setup information transformed.
    func mappingSetups(
        _ transform: (StreamName, AudioSetupInformation) -> AudioSetupInformation
    ) -> SurveyedFormat {
        switch self {
        case .packedAudio(let survey):
            return .packedAudio(
                PackedAudioSurvey(codec: survey.codec, setup: transform(StreamName(survey), survey.setup))
            )
        case .transportStream(var survey):
            for index in survey.streams.indices {
                let name = StreamName(survey.streams[index])
                survey.streams[index].setup = survey.streams[index].setup.map { transform(name, $0) }
            }
            return replacing(survey)
        case .fragments, .movie: return self
        }
    }

    /// Returns the format with another survey of its transport stream.
    func replacing(_ tables: TransportStreamSurvey) -> SurveyedFormat {
        switch self {
        case .transportStream: .transportStream(tables)
        case .packedAudio, .fragments, .movie: self
        }
    }
}
