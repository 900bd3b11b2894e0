internal import ElementaryStreams
internal import TransportStreams

/// What is read of a program: its streams of H.264, HEVC, AAC, AC-3 and E-AC-3 that are asked for.
struct ProgramPlan {
    /// How a stream is signalled to be coded.
    enum Codec: Hashable {
        case avc, hevc
        case aac, ac3, eac3

        /// What it is in a track.
        var format: TrackFormat.Codec {
            switch self {
            case .avc: .avc
            case .hevc: .hevc
            case .aac: .aac
            case .ac3: .ac3
            case .eac3: .eac3
            }
        }

        /// What a track of it is made of.
        var content: SourceTrack.Content {
            switch self {
            case .avc, .hevc: .video
            case .aac, .ac3, .eac3: .audio
            }
        }
    }

    /// A stream that becomes a track.
    struct Stream: Hashable {
        let pid: Int
        let codec: Codec
        /// ISO 639-2/T; nil where it is not told.
        var language: String?
    }

    /// What a map says of a stream.
    private struct Entry {
        let pid: Int
        /// How it is coded; nil of what is not read.
        let codec: Codec?
        /// What it is made of; nil of data.
        let content: SourceTrack.Content?
        /// Whether it is asked for.
        let isTaken: Bool
        var language: String?
        /// What it is, for messages.
        let name: String
    }

    /// The PID of the program map.
    let mapPID: PacketIdentifier
    /// One a PID, in the order of the map.
    private var entries: [Entry] = []

    /// - Parameters:
    ///   - map: the program map.
    ///   - mapPID: where it comes from.
    ///   - path: of the file.
    ///   - choices: which tracks are asked for.
    /// - Throws: `.encrypted`, and `.unsupported` for AAC in LATM and for a PID that is two streams.
    init(
        _ map: ProgramMapTable,
        mapPID: PacketIdentifier,
        path: String,
        taking choices: Set<TrackChoice>
    ) throws(MezzanineError) {
        self.mapPID = mapPID
        for stream in map.streams {
            let codec = Self.codec(stream)
            let content = codec?.content ?? Self.content(of: stream.type)
            let isTaken = choices.takes(content, UInt32(stream.pid.rawValue))
            if isTaken { try Self.checkIsClear(stream, path: path) }
            try add(
                Entry(
                    pid: Int(stream.pid.rawValue),
                    codec: codec,
                    content: content,
                    isTaken: isTaken,
                    language: Self.language(stream),
                    name: codec?.format.name ?? Self.name(of: stream.type)
                ),
                path: path
            )
        }
    }

    /// The streams that are read, in the order of the map.
    var streams: [Stream] {
        entries.compactMap { entry in
            guard entry.isTaken, let codec = entry.codec else { return nil }
            return Stream(pid: entry.pid, codec: codec, language: entry.language)
        }
    }

    /// Others that could be read, for which nobody asked.
    var others: [(identifier: UInt32, content: SourceTrack.Content)] {
        entries.compactMap { entry in
            entry.isTaken ? nil : entry.codec.map { (UInt32(entry.pid), $0.content) }
        }
    }

    /// What is left out though it is asked for: nothing reads it.
    var notes: [String] {
        entries.filter { $0.isTaken && $0.codec == nil }.sorted { $0.pid < $1.pid }
            .map { "\(MezzanineError.pidText($0.pid)) (\($0.name)) is left out" }
    }

    /// Adds what a later map of the program says: it may say more than the first one.
    ///
    /// - Parameters:
    ///   - later: the plan of the later map, made with the same choices.
    ///   - path: of the file.
    /// - Throws: `.unsupported` where it contradicts this one in a stream that is asked for.
    mutating func merge(_ later: ProgramPlan, path: String) throws(MezzanineError) {
        for entry in later.entries { try add(entry, path: path) }
    }

    private mutating func add(_ entry: Entry, path: String) throws(MezzanineError) {
        guard let index = entries.firstIndex(where: { $0.pid == entry.pid }) else {
            entries.append(entry)
            return
        }
        let known = entries[index]
        if known.codec == entry.codec, known.content == entry.content {
            entries[index].language = known.language ?? entry.language
            return
        }
        // Data may be what a map has not told yet, as of private data without descriptors.
        if known.content == nil {
            entries[index] = entry
            return
        }
        guard entry.content != nil, known.isTaken || entry.isTaken else { return }
        throw .unsupported(
            path: path,
            what:
                "\(MezzanineError.pidText(entry.pid)) that is signalled as \(known.name) and, from some place on, as "
                + "\(entry.name) (expected one codec)",
            "Cut the file where it changes"
        )
    }

    /// Throws where a stream that is asked for is encrypted, or comes in a framing that is not read.
    private static func checkIsClear(
        _ stream: ProgramMapTable.ElementaryStream,
        path: String
    ) throws(MezzanineError) {
        switch stream.type.rawValue {
        case 0xDB, 0xCF, 0xC1, 0xC2:
            throw .encrypted(
                path: path,
                what: "\(stream.pid) of stream_type \(stream.type.text), SAMPLE-AES"
            )
        case 0x11:
            throw .unsupported(
                path: path,
                what: "AAC in LATM of \(stream.pid) (expected ADTS)",
                "Write it anew as ADTS or MP4: ffmpeg -i INPUT -c copy OUTPUT.mp4"
            )
        default: return
        }
    }

    /// What a stream that is not read is made of: video and audio of other codecs, framings and SAMPLE-AES; nil of data.
    private static func content(of type: StreamType) -> SourceTrack.Content? {
        switch type.rawValue {
        // MPEG-1, MPEG-2 and MPEG-4 video; layers, views and newer codecs; VC-1; H.264 of SAMPLE-AES
        case 0x01, 0x02, 0x10, 0x1E...0x23, 0x25...0x2B, 0x32...0x36, 0xD1, 0xDB, 0xEA: .video
        // MPEG audio; AAC in LATM and without framing; MPEG-H; DTS and TrueHD; AC-3, E-AC-3 and AAC of SAMPLE-AES
        case 0x03, 0x04, 0x11, 0x1C, 0x2D, 0x2E, 0x83, 0x85, 0x8A, 0xC1, 0xC2, 0xCF: .audio
        default: nil
        }
    }

    /// By stream_type, of private data by registration_descriptor and the descriptors of DVB (ETSI EN 300 468, 6.1).
    private static func codec(_ stream: ProgramMapTable.ElementaryStream) -> Codec? {
        switch stream.type.rawValue {
        case 0x1B: return .avc
        case 0x24: return .hevc
        case 0x0F: return .aac
        case 0x81: return .ac3
        case 0x87: return .eac3
        case 0x06:
            for descriptor in stream.descriptors {
                if descriptor.tag == 0x6A || descriptor.isRegistration(of: "AC-3") { return .ac3 }
                if descriptor.tag == 0x7A || descriptor.isRegistration(of: "EAC3") { return .eac3 }
                if descriptor.isRegistration(of: "HEVC") { return .hevc }
            }
            return nil
        default: return nil
        }
    }

    /// ISO_639_language_descriptor (ISO/IEC 13818-1, 2.6.18), which has bibliographic codes at times.
    private static func language(_ stream: ProgramMapTable.ElementaryStream) -> String? {
        guard let body = stream.descriptors.first(where: { $0.tag == 0x0A })?.body, body.count >= 3 else {
            return nil
        }
        let code = String(decoding: body.prefix(3), as: UTF8.self).lowercased()
        guard code.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }), code != "und"
        else {
            return nil
        }
        return terminologicalCodes[code] ?? code
    }

    /// The languages whose codes of ISO 639-2/B and 639-2/T differ.
    private static let terminologicalCodes = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld",
        "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri",
        "may": "msa", "per": "fas", "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]

    private static func name(of type: StreamType) -> String {
        switch type.rawValue {
        case 0x01, 0x02: "MPEG-1 or MPEG-2 video"
        case 0x03, 0x04: "MPEG audio"
        case 0x06: "private data"
        case 0x10: "MPEG-4 video"
        case 0x15: "timed metadata"
        case 0x86: "SCTE-35"
        default: "stream_type \(type.text)"
        }
    }
}

extension StreamType {
    /// "0x0F".
    fileprivate var text: String {
        let digits = String(rawValue, radix: 16, uppercase: true)
        return "0x" + (rawValue < 16 ? "0" : "") + digits
    }
}
