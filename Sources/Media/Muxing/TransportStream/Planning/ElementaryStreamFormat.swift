import Mezzanines
import TextFormats
import TransportStreams

/// How a track is carried in a transport stream.
struct ElementaryStreamFormat: Sendable {
    /// How its samples stand in PES packets.
    enum Carriage: Sendable {
        case avc(AVCFormat)
        case audio(AudioFrameFormat)
    }

    /// As messages call the container.
    static let container = "transport streams"
    private static let languageTag: UInt8 = 0x0A

    /// stream_type (ISO/IEC 13818-1 table 2-34; AC-3 and E-AC-3 as in ATSC A/52 annex A and G).
    let type: StreamType
    /// stream_id of its PES packets; AC-3 and E-AC-3 are private_stream_1.
    let streamID: UInt8
    /// What the program map says of it.
    let descriptors: [ProgramDescriptor]
    /// How its samples are carried.
    let carriage: Carriage

    /// The form of a track.
    ///
    /// HEVC is possible in transport streams, but HLS wants it in fragmented MP4 ("HLS Authoring Specification", 1.5).
    ///
    /// - Throws: `MezzanineError` for a codec that is not carried, or a malformed configuration.
    init(_ track: SourceTrack) throws(MezzanineError) {
        switch track.format.codec {
        case .avc:
            type = StreamType(rawValue: 0x1B)
            streamID = 0xE0
            descriptors = []
            do {
                carriage = .avc(try AVCFormat(track))
            } catch {
                throw .malformed(path: track.path, error)
            }
        case .aac:
            carriage = .audio(try AudioFrameFormat(track, container: Self.container))
            type = StreamType(rawValue: 0x0F)
            streamID = 0xC0
            descriptors = Self.language(track)
        case .ac3:
            carriage = .audio(.syncframes)
            type = StreamType(rawValue: 0x81)
            streamID = 0xBD
            descriptors = [Self.registration("AC-3")] + Self.language(track)
        case .eac3:
            carriage = .audio(.syncframes)
            type = StreamType(rawValue: 0x87)
            streamID = 0xBD
            descriptors = [Self.registration("EAC3")] + Self.language(track)
        case .hevc, .av1, .opus, .flac, .alac:
            throw CarriageError.codec(track, in: Self.container + " for HLS")
        }
    }

    /// registration_descriptor (ISO/IEC 13818-1, 2.6.8).
    private static func registration(_ format: String) -> ProgramDescriptor {
        ProgramDescriptor(tag: ProgramDescriptor.registrationTag, body: Array(format.utf8))
    }

    /// ISO_639_language_descriptor (ISO/IEC 13818-1, 2.6.18) with audio_type 0, of a language of three letters.
    private static func language(_ track: SourceTrack) -> [ProgramDescriptor] {
        guard let letters = track.language.map({ Array($0.utf8) }), letters.count == 3,
            letters.allSatisfy(\.isASCIILowercase)
        else { return [] }
        return [ProgramDescriptor(tag: languageTag, body: letters + [0])]
    }
}
