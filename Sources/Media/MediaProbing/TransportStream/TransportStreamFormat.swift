import TransportStreams

/// The format of an elementary stream by its program map entry: stream_type, and descriptors of private data.
enum TransportStreamFormat: Hashable, Sendable {
    case avc
    case hevc
    /// AAC in ADTS, MPEG audio, AC-3, E-AC-3.
    case framedAudio
    case opus
    /// Video in a format that is not parsed.
    case otherVideo
    /// Audio in a format that is not parsed.
    case otherAudio
    case text
    case other

    init(_ stream: ProgramMapTable.ElementaryStream) {
        self =
            switch stream.type.rawValue {
            // 0xDB, 0xCF, 0xC1 and 0xC2 are AVC, AAC, AC-3 and E-AC-3 with SAMPLE-AES.
            case 0x1B, 0xDB: .avc
            case 0x24, 0x25: .hevc
            case 0x03, 0x04, 0x0F, 0x81, 0x87, 0xCF, 0xC1, 0xC2: .framedAudio
            case 0x01, 0x02, 0x10, 0x1E...0x23, 0x32...0x34: .otherVideo
            case 0x11, 0x1C, 0x2D, 0x2E, 0x80, 0x83...0x85: .otherAudio
            case 0x06: Self.privateData(stream.descriptors)
            default: .other
            }
    }

    var content: MediaTrack.Content {
        switch self {
        case .avc, .hevc, .otherVideo: .video
        case .framedAudio, .opus, .otherAudio: .audio
        case .text: .text
        case .other: .other
        }
    }

    /// The codec, or nil if only the data of the stream show it.
    var codec: CodecDescription? { self == .opus ? CodecDescription("Opus") : nil }

    func makeReader() -> (any ElementaryStreamReader)? {
        switch self {
        case .avc: VideoReader<AVCStreamProperties>()
        case .hevc: VideoReader<HEVCStreamProperties>()
        case .framedAudio: FramedAudioReader()
        case .opus, .otherVideo, .otherAudio, .text, .other: nil
        }
    }

    /// Identifies private data by registration_descriptor (ISO/IEC 13818-1, 2.6.8) and the descriptors of DVB
    /// (ETSI EN 300 468, 6.1).
    private static func privateData(_ descriptors: [ProgramDescriptor]) -> Self {
        for descriptor in descriptors {
            switch descriptor.tag {
            case 0x05:
                switch String(decoding: descriptor.body.prefix(4), as: UTF8.self) {
                case "AC-3", "EAC3": return .framedAudio
                case "HEVC": return .hevc
                case "Opus": return .opus
                case "AV01": return .otherVideo
                default: continue
                }
            // AC-3 and E-AC-3
            case 0x6A, 0x7A: return .framedAudio
            // teletext and subtitling
            case 0x56, 0x59: return .text
            default: continue
            }
        }
        return .other
    }
}
