import Bitstreams

/// The kind of content of an elementary stream by its entry in the program map, with a name for messages.
package enum ElementaryStreamContent: Hashable, Sendable {
    /// Video, with the name of the codec: "H.264".
    case video(String)
    /// Audio, with the name of the codec: "AAC".
    case audio(String)
    /// Metadata, cues, subtitles or private sections: "SCTE-35".
    case data(String)
    /// Content that the entry does not identify: an unknown stream_type, or private data whose descriptors do
    /// not identify it.
    case unknown(String)

    /// Identifies the content of a stream.
    ///
    /// - Parameters:
    ///   - stream: the entry of the program map.
    ///   - program: the descriptors of the program, which may change the meaning of private stream types.
    package init(_ stream: ProgramMapTable.ElementaryStream, in program: [ProgramDescriptor] = []) {
        let content =
            switch stream.type.rawValue {
            case 0x06: Self.privateData(stream.descriptors)
            case 0x80...0xBF where program.contains { $0.isRegistration(of: "HDMV") }:
                Self.bluRayContent(stream.type)
            default: Self.content(of: stream.type)
            }
        switch content {
        case .data: self = Self.describedData(stream.descriptors) ?? content
        case .unknown where stream.type.rawValue == 0x06:
            self = Self.describedData(stream.descriptors) ?? content
        case .video, .audio, .unknown: self = content
        }
    }

    /// The name for messages.
    ///
    /// `ProgramPlan` and `SampleAESCodec` recognize the codecs that are packaged or protected by this name.
    package var name: String {
        switch self {
        case .video(let name), .audio(let name), .data(let name), .unknown(let name): name
        }
    }

    /// Returns the content for a stream_type.
    ///
    /// Sources: ISO/IEC 13818-1 table 2-34; ATSC A/53 part 3; SCTE 35; SMPTE RP 227 for VC-1; Apple, "MPEG-2
    /// Stream Encryption Format for HTTP Live Streaming", for the stream types of SAMPLE-AES.
    private static func content(of type: StreamType) -> Self {
        if let name = videoNames[type.rawValue] { return .video(name) }
        if let name = audioNames[type.rawValue] { return .audio(name) }
        if let name = dataNames[type.rawValue] { return .data(name) }
        return .unknown("stream_type \(type.rawValue.hexadecimalText)")
    }

    private static let videoNames: [UInt8: String] = [
        0x01: "MPEG-1 video", 0x02: "MPEG-2 video", 0x10: "MPEG-4 video", 0x1B: "H.264",
        0x1E: "auxiliary video", 0x1F: "SVC", 0x20: "MVC", 0x21: "JPEG 2000",
        0x22: "stereoscopic MPEG-2 video", 0x23: "stereoscopic H.264", 0x24: "HEVC",
        0x25: "temporal layers of HEVC", 0x26: "MVCD", 0x28: "layers of HEVC",
        0x29: "temporal layers of HEVC", 0x2A: "layers of HEVC", 0x2B: "temporal layers of HEVC",
        0x31: "tiles of HEVC", 0x32: "JPEG XS", 0x33: "VVC", 0x34: "temporal layers of VVC", 0x35: "EVC",
        0x36: "LCEVC", 0xD1: "Dirac", 0xDB: "H.264 of SAMPLE-AES",
        0xEA: "VC-1",
    ]

    private static let audioNames: [UInt8: String] = [
        0x03: "MPEG-1 audio", 0x04: "MPEG-2 audio", 0x0F: "AAC", 0x11: "AAC in LATM",
        0x1C: "MPEG-4 audio without framing", 0x2D: "MPEG-H audio", 0x2E: "MPEG-H audio",
        0x80: "LPCM or DigiCipher video", 0x81: "AC-3",
        0x83: "TrueHD", 0x84: "E-AC-3 of Blu-ray disc", 0x85: "DTS", 0x87: "E-AC-3", 0x8A: "DTS",
        0xA1: "E-AC-3 of Blu-ray disc", 0xA2: "DTS", 0xC1: "AC-3 of SAMPLE-AES", 0xC2: "E-AC-3 of SAMPLE-AES",
        0xCF: "AAC of SAMPLE-AES",
    ]

    private static let dataNames: [UInt8: String] = [
        0x05: "private sections", 0x07: "MHEG", 0x08: "DSM-CC", 0x0A: "DSM-CC", 0x0B: "DSM-CC",
        0x0C: "DSM-CC", 0x0D: "DSM-CC", 0x14: "DSM-CC", 0x15: "metadata", 0x16: "metadata sections",
        0x17: "metadata in DSM-CC", 0x18: "metadata in DSM-CC", 0x19: "metadata in DSM-CC",
        0x1D: "timed text", 0x86: "SCTE-35",
    ]

    /// Returns the content for a stream type of Blu-ray disc, used if the program has a registration
    /// descriptor 'HDMV'.
    private static func bluRayContent(_ type: StreamType) -> Self {
        switch type.rawValue {
        case 0x80: .audio("LPCM of Blu-ray disc")
        case 0x81: .audio("AC-3")
        case 0x83: .audio("TrueHD")
        case 0x84, 0xA1: .audio("E-AC-3 of Blu-ray disc")
        case 0x82, 0x85, 0x86, 0xA2: .audio("DTS")
        case 0x87: .audio("E-AC-3")
        case 0x90: .data("presentation graphics of Blu-ray disc")
        case 0x91: .data("interactive graphics of Blu-ray disc")
        case 0x92: .data("text subtitles of Blu-ray disc")
        default: .unknown("stream_type \(type.rawValue.hexadecimalText)")
        }
    }

    /// Returns the content of private data in PES packets by registration_descriptor (ISO/IEC 13818-1, 2.6.8)
    /// and DVB descriptors (ETSI EN 300 468, 6.1 and annex D).
    private static func privateData(_ descriptors: [ProgramDescriptor]) -> Self {
        for descriptor in descriptors {
            switch descriptor.tag {
            case ProgramDescriptor.registrationTag:
                let format = String(decoding: descriptor.body.prefix(4), as: UTF8.self)
                if let name = videoRegistrations[format] { return .video(name) }
                if let name = audioRegistrations[format] { return .audio(name) }
            case 0x6A: return .audio("AC-3")
            case 0x7A: return .audio("E-AC-3")
            case 0x7B: return .audio("DTS")
            case 0x7C: return .audio("AAC of DVB in private data")
            case 0x7F:
                if let name = descriptor.body.first.flatMap({ audioExtensions[$0] }) { return .audio(name) }
            default: continue
            }
        }
        return .unknown("private data")
    }

    /// The codecs in private data by format_identifier (SMPTE registration authority).
    private static let videoRegistrations: [String: String] = [
        "HEVC": "HEVC", "AV01": "AV1", "VC-1": "VC-1", "drac": "Dirac", "VVC ": "VVC", "VP09": "VP9",
    ]
    private static let audioRegistrations: [String: String] = [
        "AC-3": "AC-3", "EAC3": "E-AC-3", "Opus": "Opus", "AC-4": "AC-4", "DTS1": "DTS", "DTS2": "DTS",
        "DTS3": "DTS", "DTSH": "DTS", "BSSD": "LPCM of SMPTE 302M", "mlpa": "TrueHD",
    ]

    /// The audio codecs in private data by descriptor_tag_extension (ETSI EN 300 468, 6.4).
    private static let audioExtensions: [UInt8: String] = [
        0x0E: "DTS", 0x0F: "DTS", 0x15: "AC-4", 0x21: "DTS", 0x80: "Opus",
    ]

    /// Returns the kind of data by the descriptors, or nil if they do not identify it.
    private static func describedData(_ descriptors: [ProgramDescriptor]) -> Self? {
        let tags = descriptors.map(\.tag)
        if tags.contains(0x56) { return .data("teletext") }
        if tags.contains(0x59) { return .data("DVB subtitles") }
        if descriptors.contains(where: { $0.isRegistration(of: "KLVA") }) { return .data("KLV metadata") }
        let isID3 = descriptors.contains {
            // metadata_format_identifier of the metadata descriptor: 'ID3 '
            $0.isRegistration(of: "ID3 ") || ($0.tag == 0x26 && $0.bodyContainsID3)
        }
        return isID3 ? .data("ID3 metadata") : nil
    }
}

extension ProgramDescriptor {
    /// Indicates whether a metadata_descriptor names ID3 as its format: metadata_application_format 0xFFFF,
    /// 'ID3 ', metadata_format 0xFF, 'ID3 ' (Apple, "Timed Metadata for HTTP Live Streaming").
    fileprivate var bodyContainsID3: Bool {
        body.count >= 11 && body.dropFirst(7).prefix(4).elementsEqual("ID3 ".utf8)
    }
}
