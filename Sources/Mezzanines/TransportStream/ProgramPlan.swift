internal import ElementaryStreams
internal import TransportStreams

/// What is read of a program: its streams of H.264, HEVC, AAC, AC-3 and E-AC-3 that are asked for.
struct ProgramPlan: Hashable {
    /// How a stream is coded.
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

    /// The PID of the program map.
    let mapPID: PacketIdentifier
    /// The streams, in the order of the map.
    private(set) var streams: [Stream] = []
    /// Others that could be read, for which nobody asked, by PID.
    private(set) var others: [Int: SourceTrack.Content] = [:]
    /// What is left out, by PID.
    private var leftOut: [Int: String] = [:]

    /// - Parameters:
    ///   - map: the program map.
    ///   - mapPID: where it comes from.
    ///   - path: of the file.
    ///   - choices: which tracks are asked for.
    /// - Throws: `.encrypted`, and `.unsupported` for AAC in LATM.
    init(
        _ map: ProgramMapTable,
        mapPID: PacketIdentifier,
        path: String,
        taking choices: Set<TrackChoice>
    ) throws(MezzanineError) {
        self.mapPID = mapPID
        for stream in map.streams {
            let content = Self.codec(stream)?.content ?? (stream.type.rawValue == 0xDB ? .video : .audio)
            guard choices.takes(content, UInt32(stream.pid.rawValue)) else {
                if Self.codec(stream) != nil { others[Int(stream.pid.rawValue)] = content }
                continue
            }
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
            default: add(stream)
            }
        }
    }

    /// What is left out.
    var notes: [String] { leftOut.sorted { $0.key < $1.key }.map(\.value) }

    /// What this plan and an earlier one say together: a later map may say more than the first one.
    ///
    /// - Parameters:
    ///   - earlier: the other plan.
    ///   - path: of the file.
    /// - Returns: the streams of both, in the order of the earlier one.
    /// - Throws: `.unsupported` where they contradict each other.
    func merged(with earlier: ProgramPlan, path: String) throws(MezzanineError) -> ProgramPlan {
        var plan = earlier
        for stream in streams {
            guard let index = plan.streams.firstIndex(where: { $0.pid == stream.pid }) else {
                plan.streams.append(stream)
                continue
            }
            guard plan.streams[index].codec == stream.codec else {
                throw .unsupported(
                    path: path,
                    what:
                        "\(MezzanineError.pidText(stream.pid)) that is coded in another way from some place on (expected "
                        + "one)",
                    "Cut the file where it changes"
                )
            }
            plan.streams[index].language = plan.streams[index].language ?? stream.language
        }
        plan.leftOut.merge(leftOut) { first, _ in first }
        plan.others.merge(others) { first, _ in first }
        for stream in plan.streams { plan.leftOut[stream.pid] = nil }
        return plan
    }

    private mutating func add(_ stream: ProgramMapTable.ElementaryStream) {
        let pid = Int(stream.pid.rawValue)
        guard let codec = Self.codec(stream), !streams.contains(where: { $0.pid == pid }) else {
            leftOut[pid] = "\(stream.pid) (\(Self.text(stream))) is left out"
            return
        }
        streams.append(Stream(pid: pid, codec: codec, language: Self.language(stream)))
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

    private static func text(_ stream: ProgramMapTable.ElementaryStream) -> String {
        switch stream.type.rawValue {
        case 0x01, 0x02: "MPEG-1 or MPEG-2 video"
        case 0x03, 0x04: "MPEG audio"
        case 0x06: "private data"
        case 0x10: "MPEG-4 video"
        case 0x15: "timed metadata"
        case 0x86: "SCTE-35"
        default: "stream_type \(stream.type.text)"
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
