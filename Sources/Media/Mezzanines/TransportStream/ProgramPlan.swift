import Bitstreams
import TextFormats
import TransportStreams

/// The streams of a program by its program maps, and the selection of those to read.
///
/// Streams of H.264, HEVC, AAC, AC-3 and E-AC-3 that are asked for are read.
struct ProgramPlan {
    /// The codec of a stream as signalled in the program map.
    enum Codec: Hashable {
        case avc, hevc
        case aac, ac3, eac3

        /// The codec of the track.
        var format: TrackFormat.Codec {
            switch self {
            case .avc: .avc
            case .hevc: .hevc
            case .aac: .aac
            case .ac3: .ac3
            case .eac3: .eac3
            }
        }
    }

    /// A stream that becomes a track.
    struct Stream: Hashable {
        let pid: Int
        let codec: Codec
        /// The language in ISO 639-2/T, or nil if the map has none.
        var language: String?
    }

    /// The entry of a stream in the program maps.
    private struct Entry {
        let pid: Int
        /// The codec, or nil if it is not supported.
        let codec: Codec?
        /// The kind of media, or nil for data.
        let kind: SourceTrack.Content?
        /// Indicates whether the entry identifies the content.
        let isIdentified: Bool
        /// Indicates whether the stream is asked for.
        let isSelected: Bool
        var language: String?
        /// The name of the content for messages.
        let name: String

        /// Indicates whether this entry and another one of the same PID disagree about a stream that is asked
        /// for.
        func contradicts(_ other: Entry) -> Bool {
            codec != other.codec && isIdentified && other.isIdentified && (isSelected || other.isSelected)
        }
    }

    /// The PID of the program map.
    let mapPID: PacketIdentifier
    /// The entries in the order of the map, one per PID.
    private var entries: [Entry] = []

    /// - Parameters:
    ///   - map: the program map.
    ///   - mapPID: the PID of the program map.
    ///   - path: the path of the file, for errors.
    ///   - choices: the tracks that are asked for.
    /// - Throws: `.encrypted`; `.unsupported` for AAC in LATM, and for a PID with two different entries.
    init(
        _ map: ProgramMapTable,
        mapPID: PacketIdentifier,
        path: String,
        selecting choices: Set<TrackChoice>
    ) throws(MezzanineError) {
        self.mapPID = mapPID
        for stream in map.streams {
            let entry = Self.entry(stream, in: map.descriptors, choices)
            if entry.isSelected { try Self.checkIsClear(stream, path: path) }
            if let earlierEntry = entries.first(where: { $0.pid == entry.pid }),
                earlierEntry.contradicts(entry)
            {
                throw .unsupported(
                    path: path,
                    what:
                        "\(stream.pid) that the program map names twice, as \(earlierEntry.name) and as \(entry.name) (expected one "
                        + "codec)",
                    "Package the other streams by their PIDs, each as INPUT:track=PID"
                )
            }
            try add(entry, path: path)
        }
    }

    /// The streams to read, in the order of the map.
    var streams: [Stream] {
        entries.compactMap { entry in
            guard entry.isSelected, let codec = entry.codec else { return nil }
            return Stream(pid: entry.pid, codec: codec, language: entry.language)
        }
    }

    /// The streams that could be read but are not asked for.
    var otherStreams: [(identifier: UInt32, content: SourceTrack.Content)] {
        entries.compactMap { entry in
            guard !entry.isSelected, entry.codec != nil, let kind = entry.kind else { return nil }
            return (UInt32(entry.pid), kind)
        }
    }

    /// Warnings about streams that are asked for and not supported.
    var notes: [String] {
        entries.filter { $0.isSelected && $0.codec == nil }.sorted { $0.pid < $1.pid }
            .map { "\(MezzanineError.pidDescription($0.pid)) (\($0.name)) is left out" }
    }

    /// Adds the entries of a later map of the program, which may have more streams than the first one.
    ///
    /// - Parameters:
    ///   - later: the plan of the later map, with the same choices.
    ///   - path: the path of the file, for errors.
    /// - Throws: `.unsupported` if it disagrees about a stream that is asked for.
    mutating func merge(_ later: ProgramPlan, path: String) throws(MezzanineError) {
        for entry in later.entries { try add(entry, path: path) }
    }

    private mutating func add(_ entry: Entry, path: String) throws(MezzanineError) {
        guard let index = entries.firstIndex(where: { $0.pid == entry.pid }) else {
            entries.append(entry)
            return
        }
        let knownEntry = entries[index]
        let language = knownEntry.language ?? entry.language
        guard !knownEntry.contradicts(entry) else {
            throw .unsupported(
                path: path,
                what:
                    "\(MezzanineError.pidDescription(entry.pid)) that the program map calls \(knownEntry.name) and later "
                    + "\(entry.name) (expected one codec)",
                "Cut the file where it changes"
            )
        }
        if !knownEntry.isIdentified || entry.isSelected && !knownEntry.isSelected { entries[index] = entry }
        entries[index].language = language
    }

    private static func entry(
        _ stream: ProgramMapTable.ElementaryStream,
        in program: [ProgramDescriptor],
        _ choices: Set<TrackChoice>
    ) -> Entry {
        let content = ElementaryStreamContent(stream, in: program)
        let pid = UInt32(stream.pid.rawValue)
        var kind: SourceTrack.Content?
        var isIdentified = true
        var isSelected = false
        switch content {
        case .video: kind = .video
        case .audio: kind = .audio
        case .data: break
        case .unknown:
            // Private data is usually no track, and a later map may identify it; another stream_type may be
            // of any kind.
            isIdentified = stream.type.rawValue != 0x06
            isSelected = isIdentified && (choices.selects(.video, pid) || choices.selects(.audio, pid))
        }
        return Entry(
            pid: Int(stream.pid.rawValue),
            codec: codec(content),
            kind: kind,
            isIdentified: isIdentified,
            isSelected: isSelected || choices.selects(kind, pid),
            language: language(stream),
            name: content.name
        )
    }

    /// Throws if a stream that is asked for is encrypted, or is AAC in LATM.
    private static func checkIsClear(
        _ stream: ProgramMapTable.ElementaryStream,
        path: String
    ) throws(MezzanineError) {
        switch stream.type.rawValue {
        case 0xDB, 0xCF, 0xC1, 0xC2:
            throw .encrypted(
                path: path,
                what: "\(stream.pid) of stream_type \(stream.type.rawValue.hexadecimalText), SAMPLE-AES"
            )
        case 0x11:
            throw .unsupported(
                path: path,
                what: "AAC in LATM on \(stream.pid) (expected ADTS)",
                "Encode the sound anew: ffmpeg -i INPUT -map 0:v -map 0:a -c copy -c:a aac OUTPUT.mp4; or package the other streams "
                    + "by their PIDs, each as INPUT:track=PID"
            )
        default: return
        }
    }

    /// Returns the codec by the names in `ElementaryStreamContent`, or nil if it is not supported.
    private static func codec(_ content: ElementaryStreamContent) -> Codec? {
        switch content {
        case .video("H.264"): .avc
        case .video("HEVC"): .hevc
        case .audio("AAC"): .aac
        case .audio("AC-3"): .ac3
        case .audio("E-AC-3"): .eac3
        default: nil
        }
    }

    /// Returns the language of ISO_639_language_descriptor (ISO/IEC 13818-1, 2.6.18), which may be a
    /// bibliographic code.
    private static func language(_ stream: ProgramMapTable.ElementaryStream) -> String? {
        guard let body = stream.descriptors.first(where: { $0.tag == 0x0A })?.body, body.count >= 3 else {
            return nil
        }
        let code = String(decoding: body.prefix(3), as: UTF8.self).lowercased()
        guard code.utf8.allSatisfy(\.isASCIILowercase), code != "und"
        else {
            return nil
        }
        return terminologicalCodes[code] ?? code
    }

    /// The ISO 639-2/T codes by the ISO 639-2/B codes that differ from them.
    private static let terminologicalCodes = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld",
        "fre": "fra", "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri",
        "may": "msa", "per": "fas", "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]
}
