package import TransportStreams

/// What SAMPLE-AES does with an elementary stream, by its entry in the program map.
package enum ElementaryStreamRole: Hashable, Sendable {
    /// A clear stream that can be protected.
    case protectable(SampleAESCodec)
    /// A stream that is protected.
    case protected(SampleAESCodec)
    /// Data that stay clear: metadata, cues, subtitles, private sections.
    case data
    /// Video or audio for which SAMPLE-AES has no rule, or a type that is not known; `what` says what it is.
    case unsupported(what: String)

    /// The role of a stream.
    ///
    /// - Parameters:
    ///   - stream: its entry.
    ///   - program: the descriptors of the program, which may give private stream types another meaning.
    package init(_ stream: ProgramMapTable.ElementaryStream, in program: [ProgramDescriptor] = []) {
        self =
            switch stream.type.rawValue {
            case 0x06: Self.privateData(stream.descriptors)
            case 0x80...0xBF where program.contains { $0.isRegistration(of: "HDMV") }:
                Self.disc(stream.type)
            default: Self.role(of: stream.type)
            }
    }

    /// The codec of a stream that is protected or can be.
    package var codec: SampleAESCodec? {
        switch self {
        case .protectable(let codec), .protected(let codec): codec
        case .data, .unsupported: nil
        }
    }

    /// The role of a stream type (ISO/IEC 13818-1 table 2-34; from 0x80 on ATSC A/53 part 3, SCTE 35 and Apple,
    /// "MPEG-2 Stream Encryption Format for HTTP Live Streaming", Transport Stream Signaling).
    private static func role(of type: StreamType) -> Self {
        for codec in SampleAESCodec.allCases {
            if type == codec.clearStreamType { return .protectable(codec) }
            if type == codec.protectedStreamType { return .protected(codec) }
        }
        if let name = StreamTypeNames.media[type.rawValue] { return .unsupported(what: name) }
        if StreamTypeNames.data[type.rawValue] != nil { return .data }
        return .unsupported(what: "a stream_type that is not known")
    }

    /// What private data in PES packets are: registration_descriptor (ISO/IEC 13818-1, 2.6.8) and the descriptors of DVB
    /// (ETSI EN 300 468, 6.1 and annex D).
    private static func privateData(_ descriptors: [ProgramDescriptor]) -> Self {
        for descriptor in descriptors {
            switch descriptor.tag {
            case ProgramDescriptor.registrationTag:
                switch String(decoding: descriptor.body.prefix(4), as: UTF8.self) {
                case "AC-3": return .protectable(.ac3)
                case "EAC3": return .protectable(.eac3)
                case let format:
                    if let name = StreamTypeNames.registrations[format] { return .unsupported(what: name) }
                }
            case 0x6A: return .protectable(.ac3)
            case 0x7A: return .protectable(.eac3)
            case 0x7B: return .unsupported(what: "DTS")
            case 0x7C: return .unsupported(what: "AAC of DVB in private data")
            case 0x7F:
                if let name = descriptor.body.first.flatMap({ StreamTypeNames.extensions[$0] }) {
                    return .unsupported(what: name)
                }
            default: continue
            }
        }
        return .data
    }

    /// What the stream types of Blu-ray disc are, where registration 'HDMV' announces them.
    private static func disc(_ type: StreamType) -> Self {
        switch type.rawValue {
        case 0x81: .protectable(.ac3)
        case 0x80: .unsupported(what: "LPCM of Blu-ray disc")
        case 0x83: .unsupported(what: "TrueHD")
        case 0x84, 0xA1: .unsupported(what: "E-AC-3 of Blu-ray disc")
        case 0x82, 0x85, 0x86, 0xA2: .unsupported(what: "DTS")
        case 0x90...0x92: .data
        case 0x87: .protectable(.eac3)
        default: .unsupported(what: "a stream_type that is not known")
        }
    }
}
